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

/** The orders of the experts, and all accounts that the member follows, teams as well. */
const views = ['followers', 'newest', 'followed'] as const
type View = (typeof views)[number]

const titleOf: Readonly<Record<View, string>> = {
  followers: 'experts.byFollowers',
  newest: 'experts.byNewest',
  followed: 'experts.followed',
}

/** The experts of the company, to follow and to ask (COMMUNITY-028). */
export default function ExpertsPage() {
  const t = useText('community')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [topicId, setTopicId] = useState<string>()
  const [view, setView] = useState<View>('followers')
  const { page, pageSize } = paging
  const filters = { ...(search && { search }), ...(topicId && { topicId }) }
  const ofMember = view === 'followed'
  const experts = useQuery({
    ...(ofMember
      ? q(community.followedAccounts, { query: { page, pageSize } })
      : q(community.experts, { query: { page, pageSize, order: view, ...filters } })),
    placeholderData: keepPreviousData,
  })
  const { data } = experts
  const nothing = ofMember ? 'noneFollowed' : Object.keys(filters).length > 0 ? 'noMatch' : 'none'
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
        <Choice
          label={t('experts.order')}
          value={view}
          options={views.map((value) => ({ value, label: t(titleOf[value]) }))}
          onChange={(value) => {
            setView(value)
            setSearch('')
            setTopicId(undefined)
            paging.reset()
          }}
        />
        {!ofMember && (
          <>
            <SearchBox label={t('experts.search')} onSearch={setSearch} />
            <TopicFilter
              onChange={(id) => {
                setTopicId(id)
                paging.reset()
              }}
            />
          </>
        )}
      </div>
      {experts.isPending && <LoadingState rows={5} />}
      {experts.isError && !data && <ErrorState error={experts.error} onRetry={() => void experts.refetch()} />}
      {data?.recordCount === 0 && (
        <EmptyState title={t(`experts.${nothing}`)} description={t(`experts.${nothing}Hint`)} />
      )}
      {data && data.items.length > 0 && (
        <AccountCards
          items={data.items}
          label={t('experts.title')}
          actions={({ id, own, enjoyType, frozen }) =>
            !own &&
            enjoyType === 0 &&
            !frozen && (
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
