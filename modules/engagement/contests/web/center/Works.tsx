import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { ContestDetails } from '../../contract/works.ts'
import { contests } from '../../contract.ts'
import { WorkCards } from '../parts/WorkCards.tsx'

/** The works of a contest, to look at and to vote for. */
export function Works({ one }: { one: ContestDetails }) {
  const t = useText('contests')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [groupKey, setGroupKey] = useState<string>()
  const [order, setOrder] = useState<'number' | 'votes'>('number')
  const query = { page: paging.page, pageSize: paging.pageSize, search, order, ...(groupKey && { groupKey }) }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(contests.works, { params: { id: one.id }, query }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="sy-card co-section" aria-label={t('works.title')}>
      <h2>{t('works.title')}</h2>
      {one.isVotingOpen && <p className="sy-note">{t('works.votesLeft', { count: one.votesLeft })}</p>}
      <div className="sy-toolbar">
        <SearchBox label={t('works.search')} onSearch={setSearch} />
        {one.groups.length > 0 && (
          <Select<string>
            allowClear
            style={{ minWidth: 140 }}
            aria-label={t('form.group')}
            placeholder={t('works.allGroups')}
            onChange={(key?: string) => {
              setGroupKey(key)
              paging.reset()
            }}
            options={one.groups.map(({ key, name }) => ({ value: key, label: name }))}
          />
        )}
        <Choice
          label={t('works.order')}
          value={order}
          onChange={setOrder}
          options={(['number', 'votes'] as const).map((value) => ({ value, label: t(`works.orders.${value}`) }))}
        />
      </div>
      {isPending && <LoadingState rows={4} />}
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.recordCount === 0 && <EmptyState small title={t('works.none')} />}
      {data && data.items.length > 0 && <WorkCards items={data.items} groups={one.groups} label={t('works.title')} />}
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </section>
  )
}
