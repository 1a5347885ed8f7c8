import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import type { QuestionListItem } from '../../contract/bank.ts'
import type { Directory } from '../../contract/directories.ts'
import { questions } from '../../contract.ts'
import { questionPaths } from '../paths.ts'
import { coefficientText, percentText } from '../statistics/ItemStatisticsView.tsx'
import { BulkBar } from './BulkBar.tsx'
import { queryOf, type useBankPlace } from './bank-place.ts'
import { FlagTags } from './FlagTags.tsx'
import { NewQuestion } from './NewQuestion.tsx'
import { QuestionFilters } from './QuestionFilters.tsx'

interface Props {
  readonly place: ReturnType<typeof useBankPlace>
  readonly directories: readonly Directory[]
}

const statusColors = { draft: undefined, active: 'success', retired: 'warning' } as const

/** The questions of a part of the bank: found, chosen, changed together. */
export function BankList({ place, directories }: Props) {
  const t = useText('questions')
  const { filters, filter, paging } = place
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [searchKey, setSearchKey] = useState(0)
  const query = { ...queryOf(filters), page: paging.page, pageSize: paging.pageSize }
  const list = useQuery({ ...q(questions.listQuestions, { query }), placeholderData: keepPreviousData })
  const lastPage = list.data && Math.max(1, Math.ceil(list.data.recordCount / paging.pageSize))
  const isBeyondEnd = lastPage !== undefined && !list.isPlaceholderData && paging.page > lastPage
  // The last row of the last page may have gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is another function with every rendering.
  useEffect(() => {
    if (isBeyondEnd) paging.change(lastPage, paging.pageSize)
  }, [isBeyondEnd, lastPage])
  const { kind, difficulty, topicId, flag, search, directoryId } = filters
  const isFiltered = [kind, difficulty, topicId, flag, search].some((part) => part !== undefined)
  const change: typeof filter = (part) => {
    setChosen([])
    filter(part)
  }
  const clear = () => {
    setSearchKey(searchKey + 1)
    change({
      kind: undefined,
      difficulty: undefined,
      topicId: undefined,
      flag: undefined,
      search: undefined,
      tab: 'all',
    })
  }
  const empty =
    isFiltered || filters.tab !== 'all' ? (
      <EmptyState small title={t('list.noMatch')} action={<Button onClick={clear}>{t('list.clear')}</Button>} />
    ) : (
      <EmptyState
        small
        title={t('list.none')}
        description={t('list.noneHint')}
        action={
          <div className="sy-row sy-wrap sy-gap-3">
            <NewQuestion directoryId={directoryId ?? directories[0]?.id} />
            <Link className="sy-button sy-button-plain sy-button-small" to={questionPaths.import(directoryId)}>
              {t('import.action')}
            </Link>
          </div>
        }
      />
    )
  return (
    <>
      <QuestionFilters key={searchKey} filters={filters} onChange={change} />
      {chosen.length > 0 && <BulkBar ids={chosen} directories={directories} onDone={() => setChosen([])} />}
      <ListTable<QuestionListItem>
        label={t('list.title')}
        list={list}
        rowKey="id"
        paging={paging}
        empty={empty}
        selection={{
          selectedRowKeys: [...chosen],
          preserveSelectedRowKeys: true,
          onChange: (keys) => setChosen(keys as string[]),
          getCheckboxProps: ({ excerpt }) => ({ 'aria-label': t('list.choose', { name: excerpt }) }) as object,
        }}
        columns={[
          { key: 'excerpt', title: t('list.question'), width: 340, render: (_, row) => <QuestionCell row={row} /> },
          { key: 'kind', title: t('list.kind'), render: (_, row) => t(`kind.${row.kind}`) },
          { key: 'difficulty', title: t('list.difficulty'), render: (_, row) => t(`difficulty.${row.difficulty}`) },
          { key: 'score', title: t('list.score'), align: 'right', render: (_, row) => row.scoreTenths / 10 },
          { key: 'statistics', title: t('statistics.share'), render: (_, row) => <StatisticsCell row={row} /> },
          {
            key: 'status',
            title: t('list.status'),
            render: (_, row) => <Tag color={statusColors[row.status]}>{t(`status.${row.status}`)}</Tag>,
          },
        ]}
      />
    </>
  )
}

/** How the current version did, who has got the question, and what stands out. */
function StatisticsCell({ row: { statistics, usage, flags } }: { row: QuestionListItem }) {
  const t = useText('questions')
  const { papers, exams, people, exposure } = usage
  return (
    <div className="qb-cell">
      {statistics === null ? '—' : percentText(statistics.difficulty)}
      {statistics !== null && statistics.itemRest !== null && ` · r ${coefficientText(statistics.itemRest)}`}
      <small>
        {papers + exams > 0 && <span>{t('statistics.usedValue', { papers, exams })}</span>}
        {people > 0 && <span>{t('statistics.exposureValue', { count: people, share: percentText(exposure) })}</span>}
      </small>
      <FlagTags flags={flags} />
    </div>
  )
}

/** Its first line is the stem, the others are what is chosen from. */
function QuestionCell({ row }: { row: QuestionListItem }) {
  const t = useText('questions')
  const { id, excerpt, topics, directory, updatedAt } = row
  const [stem = '', ...others] = excerpt.split('\n')
  return (
    <div className="qb-cell">
      <Link to={questionPaths.question(id)} title={others.join('\n')}>
        {stem || t('list.noText')}
      </Link>
      <small>
        <span>{directory.name}</span>
        {topics.map((topic) => (
          <span key={topic.id}>#{topic.name}</span>
        ))}
        <DateText value={updatedAt} style="relative" />
      </small>
    </div>
  )
}
