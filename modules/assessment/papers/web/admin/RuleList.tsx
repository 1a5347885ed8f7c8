import { Button, Select } from 'antd'
import { useId } from 'react'
import { type Directory, questionKinds } from '#modules/assessment/questions/contract.ts'
import { DirectoryField, TopicFilter } from '#modules/assessment/questions/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { rulesMax } from '../../contract/paper.ts'
import { type DraftProblem, type DraftRule, type DraftSection, newRule } from './draft.ts'
import { PointsField } from './PointsField.tsx'

/** What the server found out about a rule at the last save. */
export interface RuleCheck {
  readonly available: number
  readonly asked: number
  /** The rule asks for more than there is, alone or with others. */
  readonly shortage?: string
}

interface Props {
  readonly section: DraftSection
  /** The directories of the bank. */
  readonly directories: readonly Directory[]
  readonly ruleCount: number
  readonly checks: ReadonlyMap<string, RuleCheck>
  readonly problems: ReadonlyMap<string, DraftProblem>
  readonly onChange: (rules: readonly DraftRule[]) => void
}

const difficulties = [1, 2, 3, 4, 5] as const

/** The rules by which a random section is drawn, each with what the bank has for it. */
export function RuleList({ section, directories, ruleCount, checks, problems, onChange }: Props) {
  const t = useText('papers')
  const { rules } = section
  const change = (key: string, part: Partial<DraftRule>) =>
    onChange(rules.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)))
  return (
    <>
      <ol className="pp-rules">
        {rules.map((rule, at) => (
          <RuleRow
            key={rule.key}
            rule={rule}
            number={at + 1}
            directories={directories}
            check={checks.get(rule.key)}
            problems={problems}
            onChange={(part) => change(rule.key, part)}
            onRemove={() => onChange(rules.filter(({ key }) => key !== rule.key))}
          />
        ))}
      </ol>
      <Button
        icon={<Icon name="plus" size={16} />}
        disabled={ruleCount >= rulesMax}
        onClick={() => onChange([...rules, newRule(directories[0]?.id, rules.at(-1))])}
      >
        {t('rule.add')}
      </Button>
    </>
  )
}

interface RowProps extends Pick<Props, 'directories' | 'problems'> {
  readonly rule: DraftRule
  readonly number: number
  readonly check: RuleCheck | undefined
  readonly onChange: (part: Partial<DraftRule>) => void
  readonly onRemove: () => void
}

function RuleRow({ rule, number, directories, check, problems, onChange, onRemove }: RowProps) {
  const t = useText('papers')
  const id = useId()
  const named = (field: string) => t('rule.field', { number, field: t(`rule.${field}`) })
  return (
    <li className="pp-rule" data-short={check?.shortage !== undefined} aria-label={t('rule.name', { number })}>
      <b>{t('rule.name', { number })}</b>
      <div className="pp-rule-fields">
        <DirectoryField
          items={directories}
          value={rule.directoryId}
          label={named('directory')}
          missing={t('rule.directoryGone')}
          onChange={(directoryId) => onChange({ directoryId })}
        />
        <Select
          allowClear
          aria-label={named('kind')}
          placeholder={t('rule.anyKind')}
          popupMatchSelectWidth={false}
          value={rule.kind}
          options={questionKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(kind?: DraftRule['kind']) => onChange({ kind: kind ?? null })}
        />
        <Select
          allowClear
          aria-label={named('difficulty')}
          placeholder={t('rule.anyDifficulty')}
          value={rule.difficulty}
          options={difficulties.map((value) => ({ value, label: t(`difficulty.${value}`) }))}
          onChange={(difficulty?: number) => onChange({ difficulty: difficulty ?? null })}
        />
        <TopicFilter
          label={named('topic')}
          placeholder={t('rule.anyTopic')}
          value={rule.topicId ?? undefined}
          onChange={(topicId) => onChange({ topicId: topicId ?? null })}
        />
        <PointsField
          label={named('count')}
          unit={t('questions')}
          value={rule.count}
          problem={problems.get(`${rule.key}.count`)}
          onChange={(count) => onChange({ count })}
        />
        <PointsField
          label={named('points')}
          unit={t('rule.pointsEach')}
          value={rule.points}
          problem={problems.get(`${rule.key}.points`)}
          onChange={(points) => onChange({ points })}
        />
      </div>
      <Button
        type="text"
        danger
        icon={<Icon name="close" size={18} />}
        aria-label={t('rule.remove', { number })}
        onClick={onRemove}
      />
      <p id={id} className="pp-rule-check" role="status">
        {check && t('rule.available', { available: check.available, asked: check.asked })}
        {check?.shortage && <strong>{check.shortage}</strong>}
      </p>
    </li>
  )
}
