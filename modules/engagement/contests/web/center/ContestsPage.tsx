import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { contests } from '../../contract.ts'
import { ContestCards } from '../parts/ContestCards.tsx'
import { WorkCards } from '../parts/WorkCards.tsx'
import { contestPaths } from '../paths.ts'

const tabs = { all: {}, open: { state: 'open' }, review: { state: 'review' }, mine: { mine: true } } as const
type Tab = keyof typeof tabs

/** The home of contests: what is recommended, and all contests for the member. */
export default function ContestsPage() {
  const t = useText('contests')
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={t('list.description')}
        actions={
          <Link className="sy-button sy-button-plain sy-button-small" to={contestPaths.reviews}>
            {t('reviews.title')}
          </Link>
        }
      />
      <div className="sy-column sy-gap-4">
        <Recommended />
        <AllContests />
      </div>
    </>
  )
}

function Recommended() {
  const t = useText('contests')
  const { data } = useQuery(q(contests.recommendedContests, {}, { quiet: true }))
  if (!data) return null
  return (
    <>
      {data.contests.length > 0 && (
        <section className="sy-column sy-gap-3" aria-label={t('list.recommended')}>
          <h2>{t('list.recommended')}</h2>
          <ContestCards items={data.contests} label={t('list.recommended')} />
        </section>
      )}
      {data.works.length > 0 && (
        <section className="sy-column sy-gap-3" aria-label={t('list.recommendedWorks')}>
          <h2>{t('list.recommendedWorks')}</h2>
          <WorkCards items={data.works} label={t('list.recommendedWorks')} />
        </section>
      )}
    </>
  )
}

function AllContests() {
  const t = useText('contests')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [tab, setTab] = useState<Tab>('all')
  const query = { page: paging.page, pageSize: paging.pageSize, search, ...tabs[tab] }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(contests.contests, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="sy-column sy-gap-3" aria-label={t('list.title')}>
      <TabBar
        label={t('list.title')}
        tabs={(Object.keys(tabs) as Tab[]).map((key) => ({ key, title: t(`list.tabs.${key}`) }))}
        active={tab}
        onChange={(key) => {
          setTab(key)
          paging.reset()
        }}
        panelId="contest-list"
      />
      <div className="sy-toolbar">
        <SearchBox label={t('list.search')} onSearch={setSearch} />
      </div>
      <div id="contest-list" role="tabpanel" aria-label={t(`list.tabs.${tab}`)}>
        {isPending && <LoadingState rows={5} />}
        {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.recordCount === 0 && <EmptyState title={t('list.none')} description={t('list.noneHint')} />}
        {data && data.items.length > 0 && <ContestCards items={data.items} label={t('list.title')} />}
        {data && <Pager paging={paging} recordCount={data.recordCount} />}
      </div>
    </section>
  )
}
