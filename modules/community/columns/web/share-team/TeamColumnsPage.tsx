import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { PaidFilter, useIsPay } from '#modules/commerce/prices/web.tsx'
import { community } from '#modules/community/community/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { columnBusinessType, columns } from '../../contract.ts'
import { ColumnCards } from '../parts/ColumnCards.tsx'
import { columnPaths } from '../paths.ts'

/** The columns of a share account; without one in the address, those that are most read (COMMUNITY-013). */
export default function TeamColumnsPage() {
  const [query] = useSearchParams()
  const id = query.get('id')
  return id === null ? <AllColumns /> : <OfAccount key={id} id={id} />
}

function OfAccount({ id }: { id: string }) {
  const t = useText('columns')
  const account = useQuery(q(community.account, { query: { id } }, { quiet: true }))
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [isPay, setIsPay] = useIsPay(paging.reset)
  const { page, pageSize } = paging
  const list = useQuery({
    ...q(columns.columnsOfAccount, { query: { id, page, pageSize, search, isPay } }),
    placeholderData: keepPreviousData,
  })
  const manages = account.data?.currentMember && account.data.currentMember.memberType !== 2
  return (
    <>
      <PageHeader
        title={t('ofAccount.title')}
        back={<Link to={columnPaths.account(id)}>{account.data?.name ?? t('ofAccount.account')}</Link>}
        actions={manages && <Link to={columnPaths.own(id)}>{t('manage')}</Link>}
      />
      <div className="sy-toolbar">
        <SearchBox label={t('search')} onSearch={setSearch} />
        <PaidFilter businessTypes={[columnBusinessType]} value={isPay} onChange={setIsPay} />
      </div>
      <List list={list} isFiltered={search !== undefined || isPay !== undefined} none={t('ofAccount.none')} />
      {list.data && <Pager paging={paging} recordCount={list.data.recordCount} />}
    </>
  )
}

function AllColumns() {
  const t = useText('columns')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [isPay, setIsPay] = useIsPay(paging.reset)
  const { page, pageSize } = paging
  const subscribed = useQuery(q(columns.subscribedColumns, { query: { page: 1, pageSize: 12 } }))
  const list = useQuery({
    ...q(columns.recommendedColumns, { query: { page, pageSize, search, isPay } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('all.title')}
        description={t('all.description')}
        actions={<Link to={columnPaths.own()}>{t('manage')}</Link>}
      />
      {subscribed.data && subscribed.data.items.length > 0 && (
        <section className="sy-section" aria-labelledby="subscribed-columns">
          <div className="sy-section-head">
            <h2 id="subscribed-columns">{t('all.subscribed')}</h2>
          </div>
          <ColumnCards items={subscribed.data.items} label={t('all.subscribed')} />
        </section>
      )}
      <section className="sy-section" aria-labelledby="all-columns">
        <div className="sy-section-head">
          <h2 id="all-columns">{t('all.most')}</h2>
          <div className="sy-row sy-wrap sy-gap-3 co-columns-tools">
            <PaidFilter businessTypes={[columnBusinessType]} value={isPay} onChange={setIsPay} />
            <SearchBox label={t('search')} onSearch={setSearch} />
          </div>
        </div>
        <List list={list} isFiltered={search !== undefined || isPay !== undefined} none={t('all.none')} />
        {list.data && <Pager paging={paging} recordCount={list.data.recordCount} />}
      </section>
    </>
  )
}

interface ListProps {
  readonly list: {
    readonly data: { readonly items: Parameters<typeof ColumnCards>[0]['items'] } | undefined
    readonly isError: boolean
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly isFiltered: boolean
  readonly none: string
}

function List({ list, isFiltered, none }: ListProps) {
  const t = useText('columns')
  if (list.isError && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <LoadingState rows={5} />
  if (list.data.items.length === 0) return <EmptyState title={isFiltered ? t('noMatch') : none} />
  return <ColumnCards items={list.data.items} label={t('all.title')} />
}
