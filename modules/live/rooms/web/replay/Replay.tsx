/** The replay of a room, for any module's screen: its state, or the video with its details. */
import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Replay as ReplayFacts } from '../../contract/replay.ts'
import { rooms } from '../../contract.ts'
import { ReplayTools } from './ReplayTools.tsx'
import { ReplayView } from './ReplayView.tsx'
import './replay.css'

const refetchMs = 3000

export interface ReplayProps {
  readonly roomId: string
}

export default function Replay({ roomId }: ReplayProps) {
  const params = { id: roomId }
  const replay = useQuery({
    ...q(rooms.replay, { params }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? refetchMs : false),
  })
  if (replay.isPending) return <LoadingState rows={8} />
  if (!replay.data) return <ErrorState error={replay.error} onRetry={() => void replay.refetch()} />
  const { data } = replay
  if (data.state === 'ready') return <ReplayView roomId={roomId} replay={data} onChange={() => void replay.refetch()} />
  return (
    <section className="rp-state sy-card">
      <State roomId={roomId} replay={data} onChange={() => void replay.refetch()} />
      {data.mayManage && <ReplayTools roomId={roomId} replay={data} onChange={() => void replay.refetch()} />}
    </section>
  )
}

interface StateProps {
  readonly roomId: string
  readonly replay: ReplayFacts
  readonly onChange: () => void
}

function State({ roomId, replay, onChange }: StateProps) {
  const t = useText('rooms')
  if (replay.state === 'none') return <EmptyState title={t('replay.none')} description={t('replay.noneHint')} />
  if (replay.state === 'failed') {
    return (
      <EmptyState
        title={t('replay.failed')}
        description={t(`replay.failure.${replay.failure ?? 'program'}`)}
        action={replay.mayManage && <Retry roomId={roomId} onDone={onChange} />}
      />
    )
  }
  const percent = Math.floor(replay.progressPermille / 10)
  return (
    <div className="rp-making" role="status">
      <h2>{t('replay.making')}</h2>
      <p>{t('replay.makingHint')}</p>
      <Progress percent={percent} aria-label={t('replay.makingProgress', { percent })} />
    </div>
  )
}

function Retry({ roomId, onDone }: { roomId: string; onDone: () => void }) {
  const t = useText('rooms')
  const { busy, run } = useAction()
  const retry = () =>
    run(async () => {
      await call(rooms.retryReplay, { params: { id: roomId } })
      onDone()
    })
  return (
    <Button type="primary" loading={busy} onClick={() => void retry()}>
      {t('replay.retry')}
    </Button>
  )
}
