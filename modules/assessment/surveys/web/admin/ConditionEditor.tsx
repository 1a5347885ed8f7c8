import { Button, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { DayField } from '#web/ui/DateFields.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Condition } from '../../contract/condition.ts'
import type { SurveyQuestion } from '../../contract/content.ts'
import { type Clause, type ClauseTest, choicesOf, clausesOf, conditionOf, testsOf } from './clauses.ts'
import { writtenText } from './piping.ts'

interface Props {
  /** “Show when”, “Counts when”. */
  readonly lead: string
  readonly condition: Condition | null
  readonly earlier: readonly SurveyQuestion[]
  readonly numbers: ReadonlyMap<string, number>
  /** One clause at least: a quota counts something. */
  readonly isNeeded?: boolean
  readonly onChange: (condition: Condition | null) => void
}

const startOf = (question: SurveyQuestion): Clause => ({
  questionId: question.id,
  rowId: question.kind === 'matrix' ? question.rows[0]?.id : undefined,
  test: testsOf(question)[0] ?? 'answered',
  values: [],
})

/** A condition as a sentence: “Show when all of these hold: Q2 is 是”. */
export function ConditionEditor({ lead, condition, earlier, numbers, isNeeded, onChange }: Props) {
  const t = useText('surveys')
  const kept = clausesOf(condition)
  // A clause without its value is no condition yet: it stands here until it has one.
  const [written, setWritten] = useState(kept)
  const shown = written ?? kept
  if (!shown || !kept)
    return (
      <p className="sb-condition">
        {t('condition.deep')}{' '}
        <Button size="small" onClick={() => onChange(null)}>
          {t('condition.remove')}
        </Button>
      </p>
    )
  const { join, clauses } = shown
  const set = (next: typeof shown) => {
    setWritten(next)
    const made = conditionOf(next)
    if (made !== null || !isNeeded) onChange(made)
  }
  const [first] = earlier
  if (!first) return <p className="sy-note">{t('condition.noneBefore')}</p>
  const add = (
    <Button
      size="small"
      icon={<Icon name="plus" size={14} />}
      onClick={() => set({ join, clauses: [...clauses, startOf(earlier.at(-1) ?? first)] })}
    >
      {t(clauses.length === 0 ? 'condition.add' : 'condition.addMore')}
    </Button>
  )
  if (clauses.length === 0) return add
  return (
    <fieldset className="sb-condition">
      <legend>
        {lead}{' '}
        {clauses.length > 1 && (
          <Select
            size="small"
            aria-label={t('condition.join')}
            value={join}
            options={(['and', 'or'] as const).map((value) => ({ value, label: t(`condition.${value}`) }))}
            onChange={(value) => set({ join: value, clauses })}
          />
        )}
      </legend>
      {clauses.map((clause, at) => (
        <ClauseRow
          // biome-ignore lint/suspicious/noArrayIndexKey: clauses have no name, and what is typed stays in its place.
          key={at}
          {...{ clause, earlier, numbers }}
          onChange={(next) => set({ join, clauses: clauses.with(at, next) })}
          onRemove={
            isNeeded && clauses.length === 1 ? undefined : () => set({ join, clauses: clauses.toSpliced(at, 1) })
          }
        />
      ))}
      {add}
    </fieldset>
  )
}

interface RowProps extends Pick<Props, 'earlier' | 'numbers'> {
  readonly clause: Clause
  readonly onChange: (clause: Clause) => void
  readonly onRemove: (() => void) | undefined
}

function ClauseRow({ clause, earlier, numbers, onChange, onRemove }: RowProps) {
  const t = useText('surveys')
  const question = earlier.find(({ id }) => id === clause.questionId)
  const choose = (id: string) => {
    const next = earlier.find((each) => each.id === id)
    if (next) onChange(startOf(next))
  }
  return (
    <div className="sb-clause">
      <Select
        className="sb-clause-question"
        aria-label={t('condition.question')}
        status={question ? '' : 'error'}
        value={question ? clause.questionId : undefined}
        placeholder={t('condition.gone')}
        showSearch={{ optionFilterProp: 'label' }}
        options={earlier.map(({ id, title }) => ({
          value: id,
          label: `Q${numbers.get(id)} ${writtenText(title, numbers)}`,
        }))}
        onChange={choose}
      />
      {question?.kind === 'matrix' && (
        <Select
          className="sb-clause-value"
          aria-label={t('condition.row')}
          value={clause.rowId}
          options={question.rows.map(({ id, text }) => ({ value: id, label: text }))}
          onChange={(rowId: number) => onChange({ ...clause, rowId })}
        />
      )}
      {question && (
        <Select<ClauseTest>
          aria-label={t('condition.test')}
          value={clause.test}
          options={testsOf(question).map((value) => ({ value, label: t(`condition.${value}`) }))}
          onChange={(test) =>
            onChange({ ...clause, test, values: test === 'in' ? clause.values : clause.values.slice(0, 1) })
          }
        />
      )}
      {question && clause.test !== 'answered' && clause.test !== 'not-answered' && (
        <ClauseValue question={question} clause={clause} onChange={onChange} />
      )}
      {onRemove && (
        <Button
          type="text"
          aria-label={t('condition.remove')}
          icon={<Icon name="close" size={16} />}
          onClick={onRemove}
        />
      )}
    </div>
  )
}

function ClauseValue({
  question,
  clause,
  onChange,
}: Pick<RowProps, 'clause' | 'onChange'> & { question: SurveyQuestion }) {
  const t = useText('surveys')
  const choices = choicesOf(question, t('answer.other'))
  const [value] = clause.values
  const set = (values: readonly (number | string)[]) => onChange({ ...clause, values })
  const status = clause.values.length === 0 ? 'warning' : ''
  const shared = { className: 'sb-clause-value', 'aria-label': t('condition.value'), status } as const
  if (choices) {
    const options = choices.map(({ id, text }) => ({ value: id, label: text }))
    if (clause.test === 'in')
      return (
        <Select<number[]>
          {...shared}
          mode="multiple"
          options={options}
          value={clause.values.filter((each) => typeof each === 'number')}
          onChange={set}
        />
      )
    return (
      <Select<number>
        {...shared}
        placeholder={t('condition.choose')}
        options={options}
        value={typeof value === 'number' ? value : undefined}
        onChange={(chosen) => set([chosen])}
      />
    )
  }
  if (question.kind === 'date')
    return (
      <span className="sb-clause-value">
        <DayField
          aria-label={t('condition.value')}
          value={typeof value === 'string' ? value : null}
          onChange={(day) => set(day === null ? [] : [day])}
        />
      </span>
    )
  return (
    <InputNumber<number>
      {...shared}
      value={typeof value === 'number' ? value : null}
      onChange={(number) => set(number === null ? [] : [number])}
    />
  )
}
