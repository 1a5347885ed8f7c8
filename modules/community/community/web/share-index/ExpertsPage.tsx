import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { topics } from '#modules/content/topics/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { community } from '../../contract.ts'
import { AccountCards } from '../parts/AccountCards.tsx'
import { AccountNews } from '../parts/AccountNews.tsx'
import { communityPaths } from '../paths.ts'

const orders = ['followers', 'newest'] as const

/** The experts of the company, to follow and to ask (COMMUNITY-028). */
export default function ExpertsPage() {
  const t = useText('community')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [topicId, setTopicId] = useState<string>()
  const [order, setOrder] = useState<(typeof orders)[number]>('followers')
  const { page, pageSize } = paging
  const filters = { ...(search && { search }), ...(topicId && { topicId }) }
  const experts = useQuery({
    ...q(community.experts, { query: { page, pageSize, order, ...filters } }),
    placeholderData: keepPreviousData,
  })
  const { data } = experts
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <PageHeader
        title={t('experts.title')}
        description={t('experts.description')}
        actions={
          <>
            <AccountNews />
            <Link className="sy-button sy-button-small" to={communityPaths.kinds()}>
              {t('experts.become')}
            </Link>
          </>
        }
      />
      <div className="sy-toolbar">
        <SearchBox label={t('experts.search')} onSearch={setSearch} />
        <Choice
          label={t('experts.order')}
          value={order}
          options={orders.map((value) => ({
            value,
            label: t(value === 'followers' ? 'experts.byFollowers' : 'experts.byNewest'),
          }))}
          onChange={(value) => {
            setOrder(value)
            paging.reset()
          }}
        />
        <TopicFilter
          onChange={(id) => {
            setTopicId(id)
            paging.reset()
          }}
        />
      </div>
      {experts.isPending && <LoadingState rows={5} />}
      {experts.isError && !data && <ErrorState error={experts.error} onRetry={() => void experts.refetch()} />}
      {data?.recordCount === 0 && (
        <EmptyState
          title={t(isFiltered ? 'experts.noMatch' : 'experts.none')}
          description={t(isFiltered ? 'experts.noMatchHint' : 'experts.noneHint')}
        />
      )}
      {data && data.items.length > 0 && (
        <AccountCards
          items={data.items}
          label={t('experts.title')}
          actions={({ id, own }) =>
            !own && (
              <Link className="sy-button sy-button-small sy-button-plain" to={communityPaths.ask(id)}>
                <Icon name="send" size={16} />
                {t('experts.ask')}
              </Link>
            )
          }
        />
      )}
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </>
  )
}

/** The most used topics first; typing finds others. */
function TopicFilter({ onChange }: { onChange: (topicId: string | undefined) => void }) {
  const t = useText('community')
  const [name, setName] = useState('')
  const found = useQuery({
    ...q(topics.selectFrontTopics, { query: { ...(name && { name }) } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <Select<string>
      allowClear
      showSearch
      filterOption={false}
      style={{ width: 180 }}
      placeholder={t('experts.allTopics')}
      aria-label={t('experts.topic')}
      loading={found.isFetching}
      options={found.data?.items.map(({ id, name: label }) => ({ value: id, label }))}
      onSearch={setName}
      onChange={(id?: string) => onChange(id)}
    />
  )
}
