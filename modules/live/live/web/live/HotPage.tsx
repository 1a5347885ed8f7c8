import '../live.css'
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
import { livesPerPage } from '../../contract/shapes.ts'
import { liveCalls } from '../calls.ts'
import { liveState } from '../live-state.ts'
import { LiveGrid } from '../parts/LiveCard.tsx'
import { livePaths } from '../paths.ts'
import { useLiveScreen } from '../use-live-screen.ts'

/** All popular live sessions, page by page (LIVE-002). */
export default function HotPage() {
  const t = useText('live')
  useLiveScreen()
  const { supplier } = liveState.use()
  const paging = usePaging(livesPerPage)
  const { page, pageSize } = paging
  const hot = useQuery({
    ...q(liveCalls(supplier).hot, { query: { page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t('hot.title')}
        description={t('hot.description')}
        back={<Link to={livePaths.home}>{t('detail.back')}</Link>}
      />
      {hot.isPending && <LoadingState shape="cards" rows={8} />}
      {hot.isError && !hot.data && <ErrorState error={hot.error} onRetry={() => void hot.refetch()} />}
      {hot.data?.items.length === 0 && <EmptyState title={t('home.noHot')} description={t('home.noneHint')} />}
      {hot.data && <LiveGrid lives={hot.data.items} ranked={(page - 1) * pageSize + 1} />}
      <Pager paging={paging} recordCount={hot.data?.recordCount ?? 0} />
    </>
  )
}
