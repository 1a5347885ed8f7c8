import { Input } from 'antd'
import { type ReactNode, useId } from 'react'
import type { Directory } from '#modules/assessment/questions/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { instructionsLengthMax } from '../../contract/paper.ts'
import { type DraftProblem, type DraftSection, worthOf } from './draft.ts'
import { ItemList } from './ItemList.tsx'
import { PointsField } from './PointsField.tsx'
import { type RuleCheck, RuleList } from './RuleList.tsx'

export interface SectionProps {
  readonly section: DraftSection
  readonly moves: ReactNode
  readonly number: number
  readonly directories: readonly Directory[]
  readonly taken: ReadonlySet<string>
  readonly countBefore: number
  readonly ruleCount: number
  readonly checks: ReadonlyMap<string, RuleCheck>
  readonly problems: ReadonlyMap<string, DraftProblem>
  readonly onChange: (part: Partial<DraftSection>) => void
}

/** A section that is being written: what it says, and its questions or rules. */
export function SectionCard({ section, moves, number, onChange, problems, ...rest }: SectionProps) {
  const t = useText('papers')
  const id = useId()
  const { key, title, instructions, minutes, mode } = section
  const { questionCount, totalTenths } = worthOf(section)
  const titleProblem = problems.get(`${key}.title`)
  return (
    <div className="sy-card pp-section">
      <header className="sy-row sy-wrap sy-apart sy-gap-3">
        <h2>
          {t('section.number', { number })} <small>{t(`section.${mode}`)}</small>
        </h2>
        <span className="sy-note">{t('section.worth', { count: questionCount, points: totalTenths / 10 })}</span>
        {moves}
      </header>
      <div className="pp-section-head">
        <label htmlFor={`${id}-title`}>
          {t('section.title')}
          <Input
            id={`${id}-title`}
            maxLength={100}
            status={titleProblem ? 'error' : ''}
            aria-invalid={titleProblem !== undefined}
            value={title}
            onChange={({ target }) => onChange({ title: target.value })}
          />
          {titleProblem && <small className="pp-wrong">{t(`wrong.${titleProblem}`)}</small>}
        </label>
        <div className="pp-minutes">
          <span aria-hidden="true">{t('section.minutes')}</span>
          <PointsField
            label={t('section.minutes')}
            unit={t('minutes')}
            placeholder={t('section.minutesNone')}
            value={minutes}
            problem={problems.get(`${key}.minutes`)}
            onChange={(text) => onChange({ minutes: text })}
          />
        </div>
      </div>
      {minutes !== '' && <p className="sy-note pp-order">{t('section.minutesHint')}</p>}
      <label htmlFor={`${id}-instructions`}>
        {t('section.instructions')}
        <Input.TextArea
          id={`${id}-instructions`}
          maxLength={instructionsLengthMax}
          autoSize={{ minRows: 1, maxRows: 6 }}
          placeholder={t('section.instructionsHint')}
          value={instructions}
          onChange={({ target }) => onChange({ instructions: target.value })}
        />
      </label>
      {mode === 'fixed' ? (
        <ItemList {...rest} section={section} problems={problems} onChange={(items) => onChange({ items })} />
      ) : (
        <RuleList {...rest} section={section} problems={problems} onChange={(rules) => onChange({ rules })} />
      )}
    </div>
  )
}
