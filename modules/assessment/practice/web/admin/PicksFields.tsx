import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { questionKinds, questions } from '#modules/assessment/questions/contract.ts'
import { DirectoryField, type PickedQuestion, QuestionPicker, TopicFilter } from '#modules/assessment/questions/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type EditedSet, type SetRule, setQuestionsMax, setRulesMax } from '../../contract/sets.ts'

const difficulties = [1, 2, 3, 4, 5] as const

interface Field<Value> {
  readonly value?: Value
  readonly onChange?: (value: Value) => void
}

/** Which directories of the bank are asked, and what of them. */
export function RulesField({ value = [], onChange }: Field<readonly SetRule[]>) {
  const t = useText('practice')
  const directories = useQuery(q(questions.listDirectories, {}, { quiet: true }))
  const items = directories.data?.items ?? []
  const change = (at: number, part: Partial<SetRule>) =>
    onChange?.(value.map((rule, index) => (index === at ? { ...rule, ...part } : rule)))
  const named = (at: number, field: string) => t('rule.field', { number: at + 1, field: t(`rule.${field}`) })
  const first = items[0]?.id
  return (
    <div>
      {value.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name, and their fields hold no state.
        <div key={at} className="pr-rule">
          <DirectoryField
            items={items}
            value={rule.directoryId}
            label={named(at, 'directory')}
            missing={t('rule.directoryGone')}
            onChange={(directoryId) => directoryId !== undefined && change(at, { directoryId })}
          />
          <Select
            allowClear
            aria-label={named(at, 'kind')}
            placeholder={t('rule.anyKind')}
            value={rule.kind}
            options={questionKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
            onChange={(kind?: SetRule['kind']) => change(at, { kind: kind ?? null })}
          />
          <Select
            allowClear
            aria-label={named(at, 'difficulty')}
            placeholder={t('rule.anyDifficulty')}
            value={rule.difficulty}
            options={difficulties.map((level) => ({ value: level, label: t('rule.level', { level }) }))}
            onChange={(difficulty?: number) => change(at, { difficulty: difficulty ?? null })}
          />
          <TopicFilter
            label={named(at, 'topic')}
            placeholder={t('rule.anyTopic')}
            value={rule.topicId ?? undefined}
            onChange={(topicId) => change(at, { topicId: topicId ?? null })}
          />
          <Button
            type="text"
            danger
            icon={<Icon name="close" size={18} />}
            aria-label={t('rule.remove', { number: at + 1 })}
            onClick={() => onChange?.(value.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        icon={<Icon name="plus" size={16} />}
        disabled={first === undefined || value.length >= setRulesMax}
        onClick={() =>
          first !== undefined &&
          onChange?.([...value, { directoryId: first, kind: null, difficulty: null, topicId: null }])
        }
      >
        {t('rule.add')}
      </Button>
    </div>
  )
}

interface QuestionsProps extends Field<readonly string[]> {
  readonly known: EditedSet['questions']
}

/** Questions that are chosen one by one. */
export function QuestionsField({ value = [], onChange, known }: QuestionsProps) {
  const t = useText('practice')
  const [isPicking, setIsPicking] = useState(false)
  const [picked, setPicked] = useState<ReadonlyMap<string, Pick<PickedQuestion, 'id' | 'excerpt'>>>(
    () => new Map(known.map((one) => [one.id, one])),
  )
  const inactive = new Set(known.filter((one) => !one.isActive).map((one) => one.id))
  return (
    <div className="sy-column sy-gap-2">
      <ul className="pr-list">
        {value.map((id) => (
          <li key={id} className="sy-row sy-gap-2 sy-apart">
            <span>
              {picked.get(id)?.excerpt ?? t('form.questionGone')}
              {inactive.has(id) && <small> {t('form.inactive')}</small>}
            </span>
            <Button
              type="text"
              size="small"
              icon={<Icon name="close" size={16} />}
              aria-label={t('form.removeQuestion', { name: picked.get(id)?.excerpt ?? '' })}
              onClick={() => onChange?.(value.filter((one) => one !== id))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button icon={<Icon name="plus" size={16} />} onClick={() => setIsPicking(true)}>
          {t('form.addQuestions')}
        </Button>
      </div>
      {isPicking && (
        <QuestionPicker
          title={t('form.addQuestions')}
          taken={new Set(value)}
          max={setQuestionsMax - value.length}
          onPick={(rows) => {
            setPicked(new Map([...picked, ...rows.map((row) => [row.id, row] as const)]))
            onChange?.([...value, ...rows.map((row) => row.id)])
            setIsPicking(false)
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </div>
  )
}
