import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type PlaybackPhase, type Reporting, usePlayback } from '#modules/content/playback/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { TabView } from '#web/ui/TabView.tsx'
import type { Replay, ReplayPlayback } from '../../contract/replay.ts'
import { rooms } from '../../contract.ts'
import { Chapters } from './Chapters.tsx'
import { ReplayPlayer } from './ReplayPlayer.tsx'
import { ReplayTools } from './ReplayTools.tsx'
import { replayReporting } from './replay-reporting.ts'
import { Talk } from './Talk.tsx'

interface Props {
  readonly roomId: string
  readonly replay: Replay
  readonly onChange: () => void
}

const encryptingMs = 5000

/** The video, its chapters, and its chat. Each opening of the page is a playback of its own. */
export function ReplayView({ roomId, replay, onChange }: Props) {
  const t = useText('rooms')
  const media = useRef<HTMLVideoElement>(null)
  const [positionMs, setPosition] = useState(0)
  const [coveredMs, setCovered] = useState(replay.watched.coveredMs)
  const { state, link, restart } = usePlayback({
    contentKey: `${roomId}/${replay.watermark}`,
    reporting: replayReporting,
    start: () => call(rooms.startReplay, { params: { id: roomId } }, { handles: 'all', quiet: true, outdates: [] }),
    onAnswer: (answer) => setCovered(answer.coveredMs),
    // Starting again says what it costs.
    onNotBought: (): void => restart(),
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
      title: t('replay.chapters'),
      children: <Chapters roomId={roomId} replay={replay} positionMs={positionMs} onSeek={seek} onChange={onChange} />,
    },
    {
      key: 'talk',
      title: t('replay.talk'),
      children: <Talk roomId={roomId} beginsAt={replay.beginsAt} positionMs={positionMs} onSeek={seek} />,
    },
  ]
  return (
    <div className="sy-grid sy-gap-5 rp">
      <div className="rp-stage">
        <Stage state={state} onAgain={restart}>
          {(playback, reporting) => (
            <ReplayPlayer
              key={playback.playbackId}
              media={media}
              playback={playback}
              reporting={reporting}
              replay={replay}
              onPosition={setPosition}
              onBroken={restart}
            />
          )}
        </Stage>
        {link === 'away' && state.phase === 'open' && (
          <p className="sy-row rp-offline" role="status">
            <Icon name="refresh" size={14} />
            {t('replay.keptHere')}
          </p>
        )}
      </div>
      <aside className="sy-box rp-side" aria-label={t('replay.beside')}>
        <TabView label={t('replay.beside')} tabs={tabs} />
      </aside>
      <div className="sy-grid sy-gap-4 rp-below">
        <Minutes replay={replay} coveredMs={coveredMs} />
        <ReplayTools roomId={roomId} replay={replay} onChange={onChange} />
      </div>
    </div>
  )
}

interface StageProps {
  readonly state: PlaybackPhase<ReplayPlayback>
  readonly onAgain: () => void
  readonly children: (playback: ReplayPlayback, reporting: Reporting) => ReactNode
}

/** The player, or what stands in its place. */
function Stage({ state, onAgain, children }: StageProps) {
  const t = useText('rooms')
  const playback = state.phase === 'open' ? state.playback : undefined
  const isEncrypting = playback !== undefined && !playback.url && !playback.stream
  useEffect(() => {
    if (!isEncrypting) return
    // The video appears when its encrypted stream is ready.
    const timer = setTimeout(onAgain, encryptingMs)
    return () => clearTimeout(timer)
  }, [isEncrypting, onAgain])
  if (state.phase === 'refused') return <ErrorState error={state.error} onRetry={onAgain} />
  if (state.phase === 'away') return <StageNote icon="refresh" text={t('replay.away')} />
  if (state.phase === 'taken-over') {
    return (
      <StageNote icon="users" text={t('replay.takenOver')}>
        <button type="button" className="sy-button" onClick={onAgain}>
          {t('replay.here')}
        </button>
      </StageNote>
    )
  }
  if (state.phase === 'starting') return <LoadingState shape="spinner" />
  if (!isEncrypting) return children(state.playback, state.reporting)
  const percent = Math.floor(state.playback.progressPermille / 10)
  return <StageNote icon="lock" text={t('replay.encrypting', { percent })} />
}

interface StageNoteProps {
  readonly icon: 'refresh' | 'users' | 'lock'
  readonly text: string
  readonly children?: ReactNode
}

function StageNote({ icon, text, children }: StageNoteProps) {
  return (
    <div className="sy-grid sy-gap-3 rp-note" role="status">
      <Icon name={icon} size={28} />
      <p>{text}</p>
      {children}
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
    <dl className="sy-flow rp-minutes">
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
