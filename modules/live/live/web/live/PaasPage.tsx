import '../live.css'
import '../detail/detail.css'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { live } from '../../contract.ts'
import { isOwnRoom } from '../detail/own-room.ts'
import { organizerIdentity, urlTypeOf } from '../form/buttons.ts'
import { useLiveScreen } from '../use-live-screen.ts'

const entries = ['host', 'lecturer', 'viewer'] as const
type Entry = (typeof entries)[number]

/**
 * A provider's room inside the platform (LIVE-006): `?id=…&entry=host|lecturer|viewer`. The address comes from the
 * server, never from a link.
 */
export default function PaasPage() {
  const t = useText('live')
  useLiveScreen()
  const [query] = useSearchParams()
  const id = query.get('id')
  const entry = entries.find((known) => known === query.get('entry')) ?? 'viewer'
  if (id === null) {
    return <EmptyState page title={t('paas.missing')} description={t('paas.missingHint')} />
  }
  return <Container id={id} entry={entry} />
}

function Container({ id, entry }: { id: string; entry: Entry }) {
  const t = useText('live')
  const params = { id }
  const watching = useQuery({ ...q(live.enter, { params }), enabled: entry === 'viewer' })
  const running = useQuery({
    ...q(live.enterUrl, {
      params,
      query: { identity: organizerIdentity, urlType: urlTypeOf[entry === 'lecturer' ? 'lecturer' : 'host'] },
    }),
    enabled: entry !== 'viewer',
  })
  const found = entry === 'viewer' ? watching : running
  if (found.isPending) return <LoadingState shape="spinner" />
  if (!found.data) return <ErrorState page error={found.error} onRetry={() => void found.refetch()} />
  const { webUrl } = found.data
  if (isOwnRoom(webUrl)) return <Navigate replace to={new URL(webUrl, location.href).hash.slice(1)} />
  return (
    <>
      <h1 className="sy-visually-hidden">{t('paas.title')}</h1>
      <iframe
        className="lv-paas"
        title={t('paas.frame')}
        src={webUrl}
        allow="camera; microphone; display-capture; fullscreen; autoplay; clipboard-write"
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
      />
    </>
  )
}
