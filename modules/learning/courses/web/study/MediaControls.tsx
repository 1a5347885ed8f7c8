import type { ReactNode, RefObject } from 'react'
import type { Interval } from '#modules/content/playback/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { seekBy, togglePlaying } from '#web/media/media-keys.ts'
import { PlayerIcon } from '#web/media/PlayerIcon.tsx'
import { speedsUpTo } from '#web/media/player-taste.ts'
import type { MediaState } from '#web/media/use-media-state.ts'
import type { CaptionTrack, Exercise, Segment } from '../../contract/segments.ts'
import { clockText } from '../durations.ts'

const BACK_SECONDS = 10

interface Props {
  readonly media: RefObject<HTMLVideoElement | null>
  readonly state: MediaState
  /** What counts as watched: it stands out on the time line. */
  readonly watched: readonly Interval[]
  readonly rateMax: number
  readonly isVideo: boolean
  readonly onFullscreen: () => void
  /** The choice of a stream's quality, where there is one. */
  readonly quality: ReactNode
  readonly segments: readonly Segment[]
  readonly stops: readonly Exercise[]
  readonly captions: {
    readonly tracks: readonly CaptionTrack[]
    /** A language, or `off`. */
    readonly chosen: string
    readonly choose: (language: string) => void
  }
  /** Questions that pass by, where there are any. */
  readonly barrage: { readonly shown: boolean; readonly show: (shown: boolean) => void } | undefined
}

export function MediaControls(props: Props) {
  const { media, state, watched, rateMax, isVideo, onFullscreen, quality, segments, stops, captions, barrage } = props
  const t = useText('courses')
  const act = (change: (element: HTMLVideoElement) => void) => () => media.current && change(media.current)
  return (
    <div className="co-controls">
      <TimeLine media={media} state={state} watched={watched} segments={segments} stops={stops} />
      <div className="co-controls-row">
        <button
          type="button"
          aria-label={t(state.paused ? 'player.play' : 'player.pause')}
          title={t(state.paused ? 'player.playKey' : 'player.pauseKey')}
          onClick={act(togglePlaying)}
        >
          <PlayerIcon name={state.paused ? 'play' : 'pause'} />
        </button>
        <button
          type="button"
          aria-label={t('player.back')}
          title={t('player.backKey')}
          onClick={act((element) => seekBy(element, -BACK_SECONDS))}
        >
          <PlayerIcon name="back" />
        </button>
        <span className="co-controls-time sy-number">
          {clockText(state.currentMs)} <i>/</i> {clockText(state.durationMs)}
        </span>
        <span className="co-controls-gap" />
        <label className="co-controls-speed">
          <span className="sy-visually-hidden">{t('player.speed')}</span>
          <select
            value={state.rate}
            title={t('player.speed')}
            onChange={(event) => {
              if (media.current) media.current.playbackRate = Number(event.target.value)
            }}
          >
            {speedsUpTo(rateMax).map((speed) => (
              <option key={speed} value={speed}>
                {speed === 1 ? t('player.normalSpeed') : `${speed}×`}
              </option>
            ))}
          </select>
        </label>
        {captions.tracks.length > 0 && (
          <label className="co-controls-speed">
            <span className="sy-visually-hidden">{t('player.captions')}</span>
            <select
              value={captions.chosen}
              title={t('player.captionsKey')}
              onChange={(event) => captions.choose(event.target.value)}
            >
              <option value="off">{t('player.captionsOff')}</option>
              {captions.tracks.map(({ language, label }) => (
                <option key={language} value={language}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        {barrage && (
          <button
            type="button"
            className="co-controls-word"
            aria-pressed={barrage.shown}
            title={t('player.barrage')}
            onClick={() => barrage.show(!barrage.shown)}
          >
            {t('player.barrageShort')}
          </button>
        )}
        {quality}
        <Volume media={media} state={state} />
        {isVideo && document.pictureInPictureEnabled && (
          <button
            type="button"
            className="sy-wide-only"
            aria-label={t('player.pictureInPicture')}
            title={t('player.pictureInPicture')}
            onClick={() => {
              if (document.pictureInPictureElement) void document.exitPictureInPicture()
              else void media.current?.requestPictureInPicture().catch(() => undefined)
            }}
          >
            <PlayerIcon name="picture" />
          </button>
        )}
        {isVideo && (
          <button
            type="button"
            aria-label={t('player.fullscreen')}
            title={t('player.fullscreenKey')}
            onClick={onFullscreen}
          >
            <PlayerIcon name="fullscreen" />
          </button>
        )}
      </div>
    </div>
  )
}

type TimeLineProps = Pick<Props, 'media' | 'state' | 'watched' | 'segments' | 'stops'>

function TimeLine({ media, state, watched, segments, stops }: TimeLineProps) {
  const t = useText('courses')
  const { currentMs, durationMs, bufferedMs } = state
  const place = t('player.seekValue', { at: clockText(currentMs), of: clockText(durationMs) })
  const segmentAt = segments.find(({ from, to }) => from <= currentMs && currentMs < to)?.title ?? ''
  const share = (ms: number) => `${durationMs > 0 ? Math.min(100, (ms / durationMs) * 100) : 0}%`
  return (
    <div className="co-time">
      <span className="co-time-track" aria-hidden="true">
        <i className="co-time-buffered" style={{ width: share(bufferedMs) }} />
        {watched.map(({ from, to }) => (
          <i key={from} className="co-time-watched" style={{ left: share(from), width: share(to - from) }} />
        ))}
        <i className="co-time-played" style={{ width: share(currentMs) }} />
        {segments.slice(1).map(({ id, from }) => (
          <i key={id} className="co-time-segment" style={{ left: share(from) }} />
        ))}
        {stops.map(({ id, at, state: answer }) => (
          <i key={id} className="co-time-stop" data-done={answer !== null} style={{ left: share(at) }} />
        ))}
      </span>
      <input
        type="range"
        min={0}
        max={Math.round(durationMs)}
        step={1000}
        value={Math.round(currentMs)}
        aria-label={t('player.seek')}
        aria-valuetext={[place, segmentAt].filter((text) => text !== '').join(' · ')}
        onChange={(event) => {
          if (media.current) media.current.currentTime = Number(event.target.value) / 1000
        }}
      />
    </div>
  )
}

function Volume({ media, state }: Pick<Props, 'media' | 'state'>) {
  const t = useText('courses')
  const silent = state.muted || state.volume === 0
  return (
    <span className="co-volume">
      <button
        type="button"
        aria-label={t(silent ? 'player.unmute' : 'player.mute')}
        title={t('player.muteKey')}
        onClick={() => {
          const element = media.current
          if (!element) return
          element.muted = !silent
          if (silent && element.volume === 0) element.volume = 0.6
        }}
      >
        <PlayerIcon name={silent ? 'silent' : 'sound'} />
      </button>
      <input
        type="range"
        className="sy-wide-only"
        min={0}
        max={1}
        step={0.05}
        value={silent ? 0 : state.volume}
        aria-label={t('player.volume')}
        onChange={(event) => {
          if (!media.current) return
          media.current.muted = false
          media.current.volume = Number(event.target.value)
        }}
      />
    </span>
  )
}
