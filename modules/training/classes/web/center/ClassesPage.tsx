import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { PaidFilter, useIsPay } from '#modules/commerce/prices/web.tsx'
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
import { businessType, classes } from '../../contract.ts'
import { ClassList } from '../parts/ClassList.tsx'

const tabs = { all: {}, registering: { state: 3 }, running: { state: 5 }, mine: { mine: true } } as const
type Tab = keyof typeof tabs

/** The classes for the member. */
export default function ClassesPage() {
  const t = useText('classes')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [isPay, setIsPay] = useIsPay(paging.reset)
  const [tab, setTab] = useState<Tab>('all')
  const query = { page: paging.page, pageSize: paging.pageSize, search, isPay, ...tabs[tab] }
  const isFiltered = search !== undefined || isPay !== undefined
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(classes.classes, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={t('list.description')}
        actions={
          <>
            <Link className="sy-button sy-button-plain" to="/lecturers">
              {t('list.lecturers')}
            </Link>
            <Link className="sy-button sy-button-plain" to="/classroom-book">
              {t('list.rooms')}
            </Link>
          </>
        }
      />
      <div className="cl-tabs">
        <TabBar
          label={t('list.title')}
          tabs={(Object.keys(tabs) as Tab[]).map((key) => ({ key, title: t(`list.tabs.${key}`) }))}
          active={tab}
          onChange={(key) => {
            setTab(key)
            paging.reset()
          }}
          panelId="class-list"
        />
      </div>
      <div className="sy-toolbar">
        <SearchBox label={t('list.search')} onSearch={setSearch} />
        <PaidFilter businessTypes={[businessType]} value={isPay} onChange={setIsPay} />
      </div>
      <div id="class-list" role="tabpanel" aria-label={t(`list.tabs.${tab}`)}>
        {isPending && <LoadingState rows={5} />}
        {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.recordCount === 0 && (
          <EmptyState
            title={t(isFiltered ? 'list.noMatch' : `list.none.${tab}`)}
            description={isFiltered ? '' : t('list.noneHint')}
          />
        )}
        {data && data.items.length > 0 && <ClassList items={data.items} />}
        {data && <Pager paging={paging} recordCount={data.recordCount} />}
      </div>
    </>
  )
}
