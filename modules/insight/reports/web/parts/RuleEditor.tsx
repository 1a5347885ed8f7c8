import './reports.css'
import { Button, Input, InputNumber, Select } from 'antd'
import { MemberIdsPicker, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { DayField } from '#web/ui/DateFields.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { operatorsOf, type Rule, type RuleNode } from '../../contract/query.ts'
import type { ReportColumn, SourceInfo } from '../../contract/shapes.ts'

export interface RuleGroup {
  readonly match?: 'all' | 'any'
  readonly rules: readonly RuleNode[]
}

interface Props {
  readonly source: SourceInfo
  readonly group: RuleGroup
  readonly onChange: (group: RuleGroup) => void
  /** 1 for the outermost group. */
  readonly depth?: number
}

const depthMax = 3
const needsNoValue = new Set(['empty', 'filled', 'thisMonth', 'lastMonth'])
const isNumeric = (type: ReportColumn['type']) => ['number', 'percent', 'duration', 'money'].includes(type)

/** Durations are typed in hours and money in yuan, as they are shown. */
const factorOf = (type: ReportColumn['type']) => (type === 'duration' ? 3600 : type === 'money' ? 100 : 1)

/** Rules that all hold, or of which any holds; with groups in it. */
export function RuleEditor({ source, group, onChange, depth = 1 }: Props) {
  const t = useText('reports')
  const change = (at: number, node: RuleNode | undefined) =>
    onChange({
      ...group,
      rules: node
        ? group.rules.map((one, index) => (index === at ? node : one))
        : group.rules.filter((_, index) => index !== at),
    })
  const first = source.columns[0]
  const fresh: Rule = { column: first?.key ?? '', operator: first ? operatorsOf[first.type][0] : 'eq' }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of rules is no set of fields of a form.
    <div className={depth > 1 ? 'rp-group' : 'rp-lines'} role="group" aria-label={t('rules.group')}>
      {group.rules.length > 1 && (
        <Choice
          label={t('rules.match')}
          value={group.match ?? 'all'}
          options={(['all', 'any'] as const).map((value) => ({ value, label: t(`rules.${value}`) }))}
          onChange={(match) => onChange({ ...group, match })}
        />
      )}
      {group.rules.map((node, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name of their own.
        <div key={at} className="rp-line">
          {'rules' in node ? (
            <RuleEditor
              source={source}
              group={node}
              depth={depth + 1}
              onChange={(next) => change(at, next as RuleNode)}
            />
          ) : (
            <RuleLine source={source} rule={node} onChange={(next) => change(at, next)} />
          )}
          <Button
            type="text"
            icon={<Icon name="close" size={16} />}
            aria-label={t('rules.remove')}
            onClick={() => change(at, undefined)}
          />
        </div>
      ))}
      <div className="sy-row sy-gap-2 sy-wrap">
        <Button size="small" onClick={() => onChange({ ...group, rules: [...group.rules, fresh] })}>
          {t('rules.add')}
        </Button>
        {depth < depthMax && (
          <Button
            size="small"
            onClick={() => onChange({ ...group, rules: [...group.rules, { match: 'any', rules: [fresh] }] })}
          >
            {t('rules.addGroup')}
          </Button>
        )}
      </div>
    </div>
  )
}

function RuleLine({ source, rule, onChange }: { source: SourceInfo; rule: Rule; onChange: (rule: Rule) => void }) {
  const t = useText('reports')
  const column = source.columns.find(({ key }) => key === rule.column)
  return (
    <div className="rp-line-fields">
      <Select
        aria-label={t('rules.column')}
        value={rule.column}
        showSearch={{ optionFilterProp: 'label' }}
        options={source.columns.map(({ key, label }) => ({ value: key, label }))}
        onChange={(key: string) => {
          const next = source.columns.find((one) => one.key === key)
          onChange({ column: key, operator: next ? operatorsOf[next.type][0] : 'eq' })
        }}
      />
      {column && (
        <Select
          aria-label={t('rules.operator')}
          value={rule.operator}
          options={operatorsOf[column.type].map((value) => ({ value, label: t(`operators.${value}`) }))}
          onChange={(operator: string) => onChange({ column: rule.column, operator })}
        />
      )}
      {column && !needsNoValue.has(rule.operator) && <RuleValue column={column} rule={rule} onChange={onChange} />}
    </div>
  )
}

interface ValueProps {
  readonly column: ReportColumn
  readonly rule: Rule
  readonly onChange: (rule: Rule) => void
}

function RuleValue({ column, rule, onChange }: ValueProps) {
  const t = useText('reports')
  const set = (value: Rule['value']) =>
    onChange({ column: rule.column, operator: rule.operator, ...(value !== undefined && { value }) })
  const label = t('rules.value')
  const listed = Array.isArray(rule.value) ? rule.value.map(String) : []
  if (column.type === 'state')
    return (
      <Select
        mode="multiple"
        aria-label={label}
        value={listed}
        options={column.states}
        onChange={(value: string[]) => set(value)}
      />
    )
  if (column.type === 'organization')
    return (
      <OrganizationPicker multiple label={label} allowDisabled value={listed} onChange={(ids: string[]) => set(ids)} />
    )
  if (column.type === 'member') return <MemberIdsPicker label={label} value={listed} onChange={(ids) => set(ids)} />
  if (isNumeric(column.type)) return <NumberValue column={column} rule={rule} onChange={onChange} />
  if (column.type === 'day' || column.type === 'instant')
    return <DayValue column={column} rule={rule} onChange={onChange} />
  return (
    <Input
      aria-label={label}
      maxLength={200}
      value={typeof rule.value === 'string' ? rule.value : ''}
      onChange={({ target }) => set(target.value)}
    />
  )
}

function NumberValue({ column, rule, onChange }: ValueProps) {
  const t = useText('reports')
  const factor = factorOf(column.type)
  const { value } = rule
  const typed = (one: unknown) => (typeof one === 'number' ? one / factor : null)
  const stored = (one: number | null) => Math.round((one ?? 0) * factor)
  if (rule.operator !== 'between')
    return (
      <InputNumber
        style={{ width: '100%' }}
        aria-label={t('rules.value')}
        value={typed(value)}
        onChange={(next) => onChange({ ...rule, value: stored(next) })}
      />
    )
  const [from, until] = (Array.isArray(value) ? value : []) as number[]
  return (
    <>
      <InputNumber
        style={{ width: '100%' }}
        aria-label={t('rules.from')}
        value={typed(from)}
        onChange={(next) => onChange({ ...rule, value: [stored(next), until ?? stored(next)] })}
      />
      <InputNumber
        style={{ width: '100%' }}
        aria-label={t('rules.until')}
        value={typed(until)}
        onChange={(next) => onChange({ ...rule, value: [from ?? stored(next), stored(next)] })}
      />
    </>
  )
}

function DayValue({ rule, onChange }: ValueProps) {
  const t = useText('reports')
  const { value } = rule
  if (rule.operator === 'lastDays')
    return (
      <InputNumber
        style={{ width: '100%' }}
        aria-label={t('rules.days')}
        min={1}
        max={3660}
        precision={0}
        value={typeof value === 'number' ? value : null}
        onChange={(days) => onChange({ ...rule, value: days ?? 1 })}
      />
    )
  if (rule.operator !== 'between')
    return (
      <DayField
        aria-label={t('rules.value')}
        value={typeof value === 'string' ? value : null}
        onChange={(day) => onChange({ ...rule, value: day ?? '' })}
      />
    )
  const [from = '', until = ''] = (Array.isArray(value) ? value : []) as string[]
  return (
    <>
      <DayField
        aria-label={t('rules.from')}
        value={from}
        onChange={(day) => onChange({ ...rule, value: [day ?? '', until || (day ?? '')] })}
      />
      <DayField
        aria-label={t('rules.until')}
        value={until}
        onChange={(day) => onChange({ ...rule, value: [from || (day ?? ''), day ?? ''] })}
      />
    </>
  )
}
