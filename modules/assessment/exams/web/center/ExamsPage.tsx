import { keepPreviousData, useQuery } from '@tanstack/react-query'
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
import { businessType, exams } from '../../contract.ts'
import { ExamList } from '../parts/ExamList.tsx'
import { examPaths } from '../paths.ts'

/** All exams for the member. */
export default function ExamsPage() {
  const t = useText('exams')
  const paging = usePaging()
  const [search, setSearch] = useSearch(paging)
  const [isPay, setIsPay] = useIsPay(paging.reset)
  const query = { page: paging.page, pageSize: paging.pageSize, search, isPay }
  const isFiltered = search !== undefined || isPay !== undefined
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(exams.exams, { query }),
    placeholderData: keepPreviousData,
  })
  const records = (
    <Link className="sy-button sy-button-plain sy-button-small" to={examPaths.records}>
      {t('records.title')}
    </Link>
  )
  return (
    <>
      <PageHeader title={t('list.title')} description={t('list.description')} actions={records} />
      <div className="sy-toolbar">
        <SearchBox label={t('list.search')} onSearch={setSearch} />
        <PaidFilter businessTypes={[businessType]} value={isPay} onChange={setIsPay} />
      </div>
      {isPending && <LoadingState rows={5} />}
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.recordCount === 0 && <EmptyState title={t(isFiltered ? 'list.noMatch' : 'list.none')} />}
      {data && data.items.length > 0 && <ExamList items={data.items} />}
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </>
  )
}
