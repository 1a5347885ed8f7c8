import { Button, Checkbox, Form, InputNumber, Select } from 'antd'
import { useState } from 'react'
import type { CompletionAwardsInput } from '#kit/completion-awards.ts'
import { CompletionAwardFields } from '#modules/learning/certificates/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import type { Conditions } from '../../contract/conditions.ts'
import { retrainingMonthsMax } from '../../contract/conditions.ts'
import type { GraduationRule } from '../../contract/managing.ts'
import { graduation } from '../../contract.ts'

interface Props {
  readonly classId: string
  readonly rule: GraduationRule
  readonly onClose: () => void
}

type Named = Conditions['activities'][number]

interface Values {
  readonly attendancePercent: number | null
  readonly requiresActivities: boolean
  readonly activities: Named[]
  readonly minCredit: number | null
  readonly retrainingMonths: number | null
}

const wide = { width: '100%' } as const

export function ConditionsDialog({ classId, rule, onClose }: Props) {
  const t = useText('graduation')
  const [awards, setAwards] = useState<CompletionAwardsInput>({})
  const { minCreditHundredths, ...conditions } = rule.conditions
  const save = ({ minCredit, attendancePercent, retrainingMonths, ...values }: Values) =>
    call(graduation.changeGraduationRule, {
      params: { id: classId },
      body: {
        ...values,
        attendancePercent: attendancePercent ?? null,
        retrainingMonths: retrainingMonths ?? null,
        minCreditHundredths: minCredit === null || minCredit === undefined ? null : Math.round(minCredit * 100),
        ...awards,
      },
    })
  return (
    <FormModal<Values, unknown>
      title={t('conditions.title')}
      width={640}
      hint={t('conditions.hint')}
      initialValues={{
        ...conditions,
        activities: [...conditions.activities],
        minCredit: minCreditHundredths === null ? null : minCreditHundredths / 100,
      }}
      onSubmit={save}
      done={t('conditions.saved')}
      onClose={onClose}
    >
      <NumberField
        name="attendancePercent"
        label={t('conditions.attendance')}
        extra={t('conditions.attendanceHint')}
        min={1}
        max={100}
        precision={0}
        suffix={t('conditions.percent')}
      />
      <Form.Item name="requiresActivities" valuePropName="checked">
        <Checkbox>{t('conditions.activities')}</Checkbox>
      </Form.Item>
      <Form.Item name="activities" label={t('conditions.named')} extra={t('conditions.namedHint')}>
        <NamedActivities choices={rule.choices} />
      </Form.Item>
      <NumberField
        name="minCredit"
        label={t('conditions.credit')}
        extra={t('conditions.creditHint')}
        min={0.01}
        max={10_000}
        precision={2}
      />
      <NumberField
        name="retrainingMonths"
        label={t('conditions.retraining')}
        extra={t('conditions.retrainingHint')}
        min={1}
        max={retrainingMonthsMax}
        precision={0}
      />
      <Form.Item label={t('conditions.awards')}>
        <CompletionAwardFields gives={rule.gives} onChange={(part) => setAwards({ ...awards, ...part })} />
      </Form.Item>
    </FormModal>
  )
}

interface NamedProps {
  readonly choices: GraduationRule['choices']
  readonly value?: readonly Named[]
  readonly onChange?: (value: readonly Named[]) => void
}

/** Activities that are asked for by name, some with a least score. */
function NamedActivities({ choices, value = [], onChange }: NamedProps) {
  const t = useText('graduation')
  const byId = new Map(choices.map((one) => [one.id, one]))
  const chosen = new Set(value.map(({ activityId }) => activityId))
  const scoreOf = (activityId: string, score: number | null) =>
    onChange?.(value.map((one) => (one.activityId === activityId ? { activityId, score } : one)))
  return (
    <div className="sy-column sy-gap-2">
      {value.map(({ activityId, score }) => {
        const choice = byId.get(activityId)
        const name = choice?.name ?? ''
        return (
          <div key={activityId} className="gr-named">
            <span>{name}</span>
            {choice?.isScored ? (
              <InputNumber
                min={1}
                max={100}
                precision={0}
                value={score}
                placeholder={t('conditions.minScore')}
                aria-label={t('conditions.minScoreOf', { name })}
                style={wide}
                onChange={(entered) => scoreOf(activityId, entered)}
              />
            ) : (
              <span />
            )}
            <Button
              type="text"
              aria-label={t('conditions.remove', { name })}
              icon={<Icon name="delete" size={16} />}
              onClick={() => onChange?.(value.filter((one) => one.activityId !== activityId))}
            />
          </div>
        )
      })}
      <Select<string>
        showSearch
        optionFilterProp="label"
        value={null as unknown as string}
        placeholder={t('conditions.addNamed')}
        aria-label={t('conditions.addNamed')}
        options={choices.filter(({ id }) => !chosen.has(id)).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(activityId) => onChange?.([...value, { activityId, score: null }])}
      />
    </div>
  )
}
