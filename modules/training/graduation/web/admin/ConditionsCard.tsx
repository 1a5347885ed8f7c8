import { Button } from 'antd'
import { useState } from 'react'
import { CompletionAwardLine } from '#modules/learning/certificates/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import type { GraduationRule } from '../../contract/managing.ts'
import { ConditionsDialog } from './ConditionsDialog.tsx'

interface Props {
  readonly classId: string
  readonly rule: GraduationRule
  readonly isEditable: boolean
}

/** What the class asks for, in sentences. */
export function ConditionsCard({ classId, rule, isEditable }: Props) {
  const t = useText('graduation')
  const [isEditing, setEditing] = useState(false)
  const sentences = useSentences(rule)
  return (
    <section className="sy-card gr-section" aria-label={t('conditions.title')}>
      <div className="gr-head">
        <h2>{t('conditions.title')}</h2>
        {isEditable && <Button onClick={() => setEditing(true)}>{t('conditions.edit')}</Button>}
      </div>
      {sentences.length === 0 && <p className="sy-note">{t('conditions.none')}</p>}
      <ul className="gr-obstacles">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <CompletionAwardLine gives={rule.gives} />
      {isEditing && <ConditionsDialog classId={classId} rule={rule} onClose={() => setEditing(false)} />}
    </section>
  )
}

function useSentences({ conditions, choices }: GraduationRule): string[] {
  const t = useText('graduation')
  const { attendancePercent, requiresActivities, activities, minCreditHundredths, retrainingMonths } = conditions
  const names = new Map(choices.map(({ id, name }) => [id, name]))
  return [
    ...(attendancePercent === null ? [] : [t('conditions.attendanceText', { needed: attendancePercent })]),
    ...(requiresActivities ? [t('conditions.activities')] : []),
    ...activities.map(({ activityId, score }) => {
      const name = names.get(activityId) ?? ''
      return score === null
        ? t('conditions.activityText', { name })
        : t('conditions.scoreText', { name, needed: score })
    }),
    ...(minCreditHundredths === null ? [] : [t('conditions.creditText', { needed: minCreditHundredths / 100 })]),
    ...(retrainingMonths === null ? [] : [t('conditions.retrainingText', { count: retrainingMonths })]),
  ]
}
