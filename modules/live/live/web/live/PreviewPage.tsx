import { useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { live } from '../../contract.ts'
import { LiveDetail } from '../detail/LiveDetail.tsx'
import { useLive } from '../detail/use-live.ts'
import { useLiveScreen } from '../use-live-screen.ts'

/** An unpublished live session, as learners will see it (LIVE-009). */
export default function PreviewPage() {
  const t = useText('live')
  useLiveScreen()
  const { id = '' } = useParams()
  const found = useLive(q(live.preview, { params: { id } }))
  if (found.isPending) return <LoadingState rows={8} />
  if (!found.data) return <ErrorState page error={found.error} onRetry={() => void found.refetch()} />
  const note = (
    <p className="lv-note">
      <Icon name="eye" size={16} />
      <strong>{t('preview.badge')}</strong> {t('preview.note')}
    </p>
  )
  return <LiveDetail live={found.data} note={note} preview />
}
