import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { notices } from '../../contract.ts'
import { NoticeRows } from '../parts/NoticeRows.tsx'

/** All notices for the member. */
export default function NoticesPage() {
  const t = useText('notices')
  const paging = usePaging()
  const query = { page: paging.page, pageSize: paging.pageSize }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(notices.ownNotices, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title={t('own.title')} description={t('own.description')} />
      {isPending && <LoadingState rows={5} />}
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.recordCount === 0 && <EmptyState title={t('own.none')} description={t('own.noneHint')} />}
      {data !== undefined && data.recordCount > 0 && (
        <>
          <NoticeRows items={data.items} />
          <Pager paging={paging} recordCount={data.recordCount} />
        </>
      )}
    </>
  )
}
