import '../live.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { liveCalls } from '../calls.ts'
import { liveState } from '../live-state.ts'
import { ShareContent } from '../parts/ShareContent.tsx'
import { livePaths } from '../paths.ts'
import { useLiveScreen } from '../use-live-screen.ts'

/** The share content of a live session on a page of its own (LIVE-017). */
export default function SharePage() {
  const t = useText('live')
  useLiveScreen()
  const { id = '' } = useParams()
  const { supplier } = liveState.use()
  const live = useQuery(q(liveCalls(supplier).live, { params: { id } }))
  if (live.isError && !live.data) return <ErrorState page error={live.error} onRetry={() => void live.refetch()} />
  return (
    <>
      <PageHeader title={t('share.title')} back={<Link to={livePaths.home}>{t('detail.back')}</Link>} />
      <div className="sy-card">
        <ShareContent id={id} supplier={supplier} celebrates />
      </div>
    </>
  )
}
