import type { ReactNode, RefObject } from 'react'
import { useText } from '#web/i18n/texts.ts'
import type { Interval } from '#web/media/intervals.ts'
import { seekBy, togglePlaying } from '#web/media/media-keys.ts'
import { PlayerIcon } from '#web/media/PlayerIcon.tsx'
import { speedsUpTo } from '#web/media/player-taste.ts'
import type { MediaState } from '#web/media/use-media-state.ts'
import type { Chapter } from '../../contract/replay.ts'
import { chapterAt } from './chapter-at.ts'
import { clockText } from './clock.ts'

const backSeconds = 10

interface Props {
  readonly media: RefObject<HTMLVideoElement | null>
  readonly state: MediaState
  readonly watched: readonly Interval[]
  readonly chapters: readonly Chapter[]
  readonly rateMax: number
  readonly onFullscreen: () => void
  readonly quality: ReactNode
}

export function ReplayControls({ media, state, watched, chapters, rateMax, onFullscreen, quality }: Props) {
  const t = useText('rooms')
  const act = (change: (element: HTMLVideoElement) => void) => () => media.current && change(media.current)
  const silent = state.muted || state.volume === 0
  const chapter = chapterAt(chapters, state.currentMs)
  return (
    <div className="rp-controls">
      <TimeLine media={media} state={state} watched={watched} chapters={chapters} />
      <div className="rp-row">
        <button
          type="button"
          aria-label={t(state.paused ? 'replay.play' : 'replay.pause')}
          title={t(state.paused ? 'replay.playKey' : 'replay.pauseKey')}
          onClick={act(togglePlaying)}
        >
          <PlayerIcon name={state.paused ? 'play' : 'pause'} />
        </button>
        <button
          type="button"
          aria-label={t('replay.back')}
          title={t('replay.backKey')}
          onClick={act((element) => seekBy(element, -backSeconds))}
        >
          <PlayerIcon name="back" />
        </button>
        <span className="rp-clock sy-number">
          {clockText(state.currentMs)} <i>/</i> {clockText(state.durationMs)}
        </span>
        <span className="rp-now">{chapter?.title}</span>
        <label className="rp-speed">
          <span className="sy-visually-hidden">{t('replay.speed')}</span>
          <select
            value={state.rate}
            title={t('replay.speed')}
            onChange={({ target }) => {
              if (media.current) media.current.playbackRate = Number(target.value)
            }}
          >
            {speedsUpTo(rateMax).map((speed) => (
              <option key={speed} value={speed}>
                {speed === 1 ? t('replay.normalSpeed') : `${speed}×`}
              </option>
            ))}
          </select>
        </label>
        {quality}
        <button
          type="button"
          aria-label={t(silent ? 'replay.unmute' : 'replay.mute')}
          title={t('replay.muteKey')}
          onClick={act((element) => {
            element.muted = !silent
            if (silent && element.volume === 0) element.volume = 0.6
          })}
        >
          <PlayerIcon name={silent ? 'silent' : 'sound'} />
        </button>
        <button
          type="button"
          aria-label={t('replay.fullscreen')}
          title={t('replay.fullscreenKey')}
          onClick={onFullscreen}
        >
          <PlayerIcon name="fullscreen" />
        </button>
      </div>
    </div>
  )
}

function TimeLine({ media, state, watched, chapters }: Pick<Props, 'media' | 'state' | 'watched' | 'chapters'>) {
  const t = useText('rooms')
  const { currentMs, durationMs, bufferedMs } = state
  const share = (ms: number) => `${durationMs > 0 ? Math.min(100, (ms / durationMs) * 100) : 0}%`
  return (
    <div className="rp-time">
      <span className="rp-track" aria-hidden="true">
        <i className="rp-buffered" style={{ width: share(bufferedMs) }} />
        {watched.map(({ from, to }) => (
          <i key={from} className="rp-watched" style={{ left: share(from), width: share(to - from) }} />
        ))}
        <i className="rp-played" style={{ width: share(currentMs) }} />
      </span>
      <span className="rp-marks" aria-hidden="true">
        {chapters.map(({ id, atMs, kind, title }) => (
          <i key={id} data-kind={kind} title={title} style={{ left: share(atMs) }} />
        ))}
      </span>
      <input
        type="range"
        min={0}
        max={Math.round(durationMs)}
        step={1000}
        value={Math.round(currentMs)}
        aria-label={t('replay.seek')}
        aria-valuetext={t('replay.seekValue', { at: clockText(currentMs), of: clockText(durationMs) })}
        onChange={({ target }) => {
          if (media.current) media.current.currentTime = Number(target.value) / 1000
        }}
      />
    </div>
  )
}
