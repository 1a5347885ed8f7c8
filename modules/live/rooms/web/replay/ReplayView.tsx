import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { useRef, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { Replay } from '../../contract/replay.ts'
import { rooms } from '../../contract.ts'
import { Chapters } from './Chapters.tsx'
import { ReplayPlayer } from './ReplayPlayer.tsx'
import { ReplayTools } from './ReplayTools.tsx'
import { Talk } from './Talk.tsx'

interface Props {
  readonly roomId: string
  readonly replay: Replay
  readonly onChange: () => void
}

/** The video, its chapters, and its chat. Each opening of the page is a playback of its own. */
export function ReplayView({ roomId, replay, onChange }: Props) {
  const t = useText('rooms')
  const media = useRef<HTMLVideoElement>(null)
  const [positionMs, setPosition] = useState(0)
  const [coveredMs, setCovered] = useState(replay.watched.coveredMs)
  const playback = useQuery({
    queryKey: ['rooms.playback', roomId, replay.watermark],
    queryFn: () => call(rooms.startReplay, { params: { id: roomId } }, { quiet: true, outdates: [] }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The video appears when its encrypted stream is ready.
    refetchInterval: ({ state }) => (state.data && !state.data.url && !state.data.stream ? 5000 : false),
  })
  const seek = (atMs: number) => {
    if (!media.current) return
    media.current.currentTime = atMs / 1000
    void media.current.play().catch(() => undefined)
    media.current.closest('section')?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }
  const tabs = [
    {
      key: 'chapters',
      label: t('replay.chapters'),
      children: <Chapters roomId={roomId} replay={replay} positionMs={positionMs} onSeek={seek} onChange={onChange} />,
    },
    {
      key: 'talk',
      label: t('replay.talk'),
      children: <Talk roomId={roomId} beginsAt={replay.beginsAt} positionMs={positionMs} onSeek={seek} />,
    },
  ]
  return (
    <div className="rp">
      <div className="rp-stage">
        {playback.isPending && <LoadingState shape="spinner" />}
        {playback.isError && <ErrorState error={playback.error} onRetry={() => void playback.refetch()} />}
        {playback.data && !playback.data.url && !playback.data.stream && (
          <div className="rp-encrypting" role="status">
            <Icon name="lock" size={28} />
            <p>{t('replay.encrypting', { percent: Math.floor(playback.data.progressPermille / 10) })}</p>
          </div>
        )}
        {playback.data && (playback.data.url !== null || playback.data.stream !== null) && (
          <ReplayPlayer
            key={playback.data.playbackId}
            media={media}
            playback={playback.data}
            replay={replay}
            onPosition={setPosition}
            onCovered={setCovered}
            onAgain={() => void playback.refetch()}
          />
        )}
      </div>
      <aside className="rp-side" aria-label={t('replay.beside')}>
        <Tabs items={tabs} />
      </aside>
      <div className="rp-below">
        <Minutes replay={replay} coveredMs={coveredMs} />
        <ReplayTools roomId={roomId} replay={replay} onChange={onChange} />
      </div>
    </div>
  )
}

/** Live and replay minutes together, with the requirement of the room. */
function Minutes({ replay, coveredMs }: { replay: Replay; coveredMs: number }) {
  const t = useText('rooms')
  const live = Math.floor(replay.liveSeconds / 60)
  const watched = Math.floor(coveredMs / 60_000)
  const together = Math.floor((replay.liveSeconds + coveredMs / 1000) / 60)
  const percent = replay.durationMs === 0 ? 0 : Math.min(100, Math.floor((coveredMs / replay.durationMs) * 100))
  return (
    <dl className="rp-minutes">
      <div>
        <dt>{t('replay.liveMinutes')}</dt>
        <dd className="sy-number">{t('replay.minutes', { minutes: live })}</dd>
      </div>
      <div>
        <dt>{t('replay.replayMinutes')}</dt>
        <dd className="sy-number">
          {t('replay.minutes', { minutes: watched })} <small>{percent}%</small>
        </dd>
      </div>
      {replay.minimumMinutes > 0 && (
        <div>
          <dt>{t('replay.together')}</dt>
          <dd className="sy-number" data-done={together >= replay.minimumMinutes}>
            {t('replay.ofMinutes', { minutes: together, needed: replay.minimumMinutes })}
          </dd>
        </div>
      )}
    </dl>
  )
}
