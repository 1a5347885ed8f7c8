import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { lotteries } from '../../contract.ts'
import { LotteryRows } from '../parts/LotteryRows.tsx'
import { lotteryPaths } from '../paths.ts'

/** The lotteries of the company for the member. */
export default function LotteriesPage() {
  const t = useText('lotteries')
  const paging = usePaging()
  const query = { page: paging.page, pageSize: paging.pageSize }
  const { data, isPending, isError, error, refetch } = useQuery({
    ...q(lotteries.lotteries, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={t('list.description')}
        actions={
          <Link className="sy-button sy-button-plain sy-button-small" to={lotteryPaths.prizes}>
            {t('own.title')}
          </Link>
        }
      />
      {isPending && <LoadingState rows={4} />}
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.recordCount === 0 && <EmptyState title={t('list.none')} description={t('list.noneHint')} />}
      {data !== undefined && data.items.length > 0 && <LotteryRows items={data.items} />}
      {data && <Pager paging={paging} recordCount={data.recordCount} />}
    </>
  )
}
