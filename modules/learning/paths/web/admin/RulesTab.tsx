import { Button, InputNumber } from 'antd'
import { useId, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DayField } from '#web/ui/DateFields.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { EditedPath, RuleInput } from '../../contract/authoring.ts'
import { paths } from '../../contract.ts'
import { Field } from './Field.tsx'
import { Departments, Positions } from './posts.tsx'

const emptyRule: RuleInput = { positionIds: [], organizationIds: [], hiredFrom: null, delayDays: null }

/** The assignment rules of a path: members who match one of them are assigned, now and later. */
export function RulesTab({ path }: { path: EditedPath }) {
  const t = useText('paths')
  const [rules, setRules] = useState<readonly RuleInput[]>(() =>
    path.rules.map(({ positions, organizations, hiredFrom, delayDays }) => ({
      ...{ hiredFrom, delayDays },
      positionIds: positions.map(({ id }) => id),
      organizationIds: organizations.map(({ id }) => id),
    })),
  )
  const [changed, setChanged] = useState(false)
  const { busy, run } = useAction()
  const change = (next: readonly RuleInput[]) => {
    setRules(next)
    setChanged(true)
  }
  const save = () =>
    run(
      async () => {
        const body = { revision: path.revision, rules: rules.map((rule) => ({ ...rule })) }
        await call(paths.changeRules, { params: { id: path.id }, body })
      },
      { done: t(path.status === 'on-shelf' ? 'rules.savedNow' : 'rules.saved') },
    )
  return (
    <>
      <p className="lp-hint">{t('rules.hint')}</p>
      {rules.length === 0 && <EmptyState small title={t('rules.none')} description={t('rules.noneHint')} />}
      <ol className="lp-rules">
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its place.
          <li key={index}>
            <RuleEditor
              rule={rule}
              number={index + 1}
              onChange={(next) => change(rules.map((one, at) => (at === index ? next : one)))}
              onRemove={() => change(rules.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ol>
      <div className="sy-row sy-wrap sy-gap-3 lp-save-bar">
        <Button
          icon={<Icon name="plus" size={16} />}
          disabled={rules.length >= 20}
          onClick={() => change([...rules, emptyRule])}
        >
          {t('rules.add')}
        </Button>
        <span className="lp-save-note" aria-live="polite">
          {changed ? t('edit.unsaved') : ''}
        </span>
        <Button type="primary" loading={busy} disabled={!changed} onClick={() => void save()}>
          {t('edit.save')}
        </Button>
      </div>
    </>
  )
}

interface RuleProps {
  readonly rule: RuleInput
  readonly number: number
  readonly onChange: (rule: RuleInput) => void
  readonly onRemove: () => void
}

function RuleEditor({ rule, number, onChange, onRemove }: RuleProps) {
  const t = useText('paths')
  const id = useId()
  const set = (part: Partial<RuleInput>) => onChange({ ...rule, ...part })
  return (
    <fieldset className="sy-box sy-grid sy-gap-4 lp-rule">
      <legend>{t('rules.number', { number })}</legend>
      <Field id={`${id}-positions`} label={t('rules.positions')}>
        <Positions
          id={`${id}-positions`}
          placeholder={t('rules.anyPosition')}
          value={rule.positionIds}
          onChange={(positionIds) => set({ positionIds })}
        />
      </Field>
      <Field id={`${id}-departments`} label={t('rules.departments')}>
        <Departments
          id={`${id}-departments`}
          placeholder={t('rules.wholeCompany')}
          value={rule.organizationIds}
          onChange={(organizationIds) => set({ organizationIds })}
        />
      </Field>
      <Field id={`${id}-hired`} label={t('rules.hiredFrom')}>
        <DayField id={`${id}-hired`} value={rule.hiredFrom} onChange={(hiredFrom) => set({ hiredFrom })} />
      </Field>
      <Field id={`${id}-delay`} label={t('rules.delay')}>
        <InputNumber
          id={`${id}-delay`}
          min={0}
          max={3650}
          precision={0}
          value={rule.delayDays}
          placeholder={t('rules.atOnce')}
          suffix={t('edit.days')}
          onChange={(delayDays) => set({ delayDays })}
        />
      </Field>
      <Button
        className="lp-rule-remove"
        type="text"
        danger
        icon={<Icon name="delete" size={16} label={t('rules.remove', { number })} />}
        onClick={onRemove}
      />
    </fieldset>
  )
}
