import { Button, InputNumber } from 'antd'
import { useId, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DayField } from '#web/ui/DateFields.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { EditedPath, RuleInput } from '../../contract/authoring.ts'
import { paths } from '../../contract.ts'
import { Field } from './Field.tsx'
import { Departments, Positions } from './posts.tsx'
import { type TabProps, TabSave } from './TabSave.tsx'

const emptyRule: RuleInput = { positionIds: [], organizationIds: [], hiredFrom: null, delayDays: null }

const rulesOf = ({ rules }: EditedPath): RuleInput[] =>
  rules.map(({ positions, organizations, hiredFrom, delayDays }) => ({
    positionIds: positions.map(({ id }) => id),
    organizationIds: organizations.map(({ id }) => id),
    ...{ hiredFrom, delayDays },
  }))

const isSame = (one: RuleInput | undefined, other: RuleInput | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

/** The assignment rules of a path: members who match one of them are assigned, now and later. */
export function RulesTab({ path, ...editor }: TabProps) {
  const t = useText('paths')
  const [rules, setRules] = useState<readonly RuleInput[]>(() => rulesOf(path))
  const before = rulesOf(path)
  const longer = Array.from({ length: Math.max(rules.length, before.length) }, (_, index) => index)
  const changed = longer.filter((index) => !isSame(rules[index], before[index]))
  const isPublished = path.status === 'on-shelf'
  /** Rules that differ and fit everybody: on a path that is published they assign at once. */
  const forAll = changed.filter(
    (index) => isPublished && rules[index]?.positionIds.length === 0 && rules[index].organizationIds.length === 0,
  )
  const save = () => {
    const body = { revision: path.revision, rules: rules.map((rule) => ({ ...rule })) }
    return call(paths.changeRules, { params: { id: path.id }, body })
  }
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
              onChange={(next) => setRules(rules.map((one, at) => (at === index ? next : one)))}
              onRemove={() => setRules(rules.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ol>
      <Button
        icon={<Icon name="plus" size={16} />}
        disabled={rules.length >= 20}
        onClick={() => setRules([...rules, emptyRule])}
      >
        {t('rules.add')}
      </Button>
      <TabSave
        {...editor}
        count={changed.length}
        serious={forAll.map((index) => ({
          name: t('rules.number', { number: index + 1 }),
          consequence: t('rules.forAll'),
        }))}
        done={t(isPublished ? 'rules.savedNow' : 'rules.saved')}
        save={save}
      />
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
