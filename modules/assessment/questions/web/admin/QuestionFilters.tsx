import { Select } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type QuestionKind, questionKinds } from '../../contract/question.ts'
import { type ItemFlag, itemFlags } from '../../contract/statistics.ts'
import { TopicFilter } from './TopicFilter.tsx'

export interface QuestionFilter {
  readonly kind?: QuestionKind | undefined
  readonly difficulty?: number | undefined
  readonly topicId?: string | undefined
  readonly flag?: ItemFlag | undefined
  readonly search?: string | undefined
}

interface Props {
  readonly filters: QuestionFilter
  readonly onChange: (change: QuestionFilter) => void
}

const difficulties = [1, 2, 3, 4, 5] as const

/** Which questions of a part of the bank are shown. */
export function QuestionFilters({ filters, onChange }: Props) {
  const t = useText('questions')
  const { kind, difficulty, topicId, flag, search } = filters
  return (
    <div className="sy-toolbar qb-toolbar">
      <SearchBox
        label={t('list.search')}
        defaultValue={search ?? ''}
        onSearch={(text) => onChange({ search: text === '' ? undefined : text })}
      />
      <Select
        allowClear
        className="qb-filter"
        aria-label={t('list.kind')}
        placeholder={t('list.kind')}
        value={kind}
        popupMatchSelectWidth={false}
        options={questionKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(value?: QuestionKind) => onChange({ kind: value })}
      />
      <Select
        allowClear
        className="qb-filter"
        aria-label={t('list.difficulty')}
        placeholder={t('list.difficulty')}
        value={difficulty}
        options={difficulties.map((value) => ({ value, label: t(`difficulty.${value}`) }))}
        onChange={(value?: number) => onChange({ difficulty: value })}
      />
      <TopicFilter value={topicId} onChange={(value) => onChange({ topicId: value })} />
      <Select
        allowClear
        className="qb-filter"
        aria-label={t('statistics.anyFlag')}
        placeholder={t('statistics.anyFlag')}
        value={flag}
        popupMatchSelectWidth={false}
        options={itemFlags.map((value) => ({ value, label: t(`flag.${value}`) }))}
        onChange={(value?: ItemFlag) => onChange({ flag: value })}
      />
    </div>
  )
}
