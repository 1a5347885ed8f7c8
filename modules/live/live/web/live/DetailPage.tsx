import { useLocation, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { liveCalls } from '../calls.ts'
import { LiveDetail } from '../detail/LiveDetail.tsx'
import { useLive } from '../detail/use-live.ts'
import { useLiveScreen } from '../use-live-screen.ts'

const legacyPages = '/activity/gensee/'

/** A live session for a learner; inside a class, with a link back to it (LIVE-003, LIVE-007, LIVE-011). */
export default function DetailPage() {
  const t = useText('live')
  useLiveScreen()
  const { id = '', classID, resourceType } = useParams()
  const { pathname } = useLocation()
  const calls = liveCalls(pathname.startsWith(legacyPages) ? 0 : 3)
  const ofClass = { params: { id }, query: { businessId: classID, type: resourceType } }
  const found = useLive(classID === undefined ? q(calls.front, { params: { id } }) : q(calls.detail, ofClass))
  if (found.isPending) return <LoadingState rows={8} />
  if (!found.data) return <ErrorState page error={found.error} onRetry={() => void found.refetch()} />
  const note = classID !== undefined && (
    <p className="lv-note">
      <Icon name="study" size={16} />
      {t('detail.classNote')}
    </p>
  )
  return <LiveDetail live={found.data} note={note} />
}
