import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { classes } from '../../contract.ts'
import { ClassList } from './ClassList.tsx'

/** All classes for the member. */
export default function ClassesPage() {
  const t = useText('classes')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const query = { page: paging.page, pageSize: paging.pageSize, search }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(classes.classes, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title={t('list.title')} description={t('list.description')} />
      <div className="sy-toolbar">
        <SearchBox label={t('list.search')} onSearch={setSearch} />
      </div>
      {isPending && <LoadingState rows={5} />}
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.recordCount === 0 && <EmptyState title={t(search ? 'list.noMatch' : 'list.none')} />}
      {data && data.items.length > 0 && <ClassList items={data.items} />}
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </>
  )
}
