import type { ReactNode, RefObject } from 'react'
import type { Interval } from '#kit/playback.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { seekBy, togglePlaying } from './media-keys.ts'
import { PlayerIcon } from './PlayerIcon.tsx'
import { speedsUpTo } from './player-taste.ts'
import { TimeLine, type TimeMark } from './TimeLine.tsx'
import type { MediaState } from './use-media-state.ts'

const backSeconds = 10

export interface CaptionChoice {
  readonly tracks: readonly { readonly language: string; readonly label: string }[]
  /** A language, or `off`. */
  readonly chosen: string
  readonly choose: (language: string) => void
}

interface Props {
  readonly media: RefObject<HTMLVideoElement | null>
  readonly state: MediaState
  readonly watched: readonly Interval[]
  readonly marks: readonly TimeMark[]
  readonly chapter: string | undefined
  readonly rateMax: number
  readonly isVideo: boolean
  readonly captions: CaptionChoice | undefined
  /** The choice of a stream's quality, where there is one. */
  readonly quality: ReactNode
  /** Buttons of the screen in which the player stands. */
  readonly tools: ReactNode
  readonly onFullscreen: () => void
}

export function PlayerControls(props: Props) {
  const { media, state, watched, marks, chapter, rateMax, isVideo, captions, quality, tools, onFullscreen } = props
  const t = useText('playback')
  const act = (change: (element: HTMLVideoElement) => void) => () => media.current && change(media.current)
  return (
    <div className="pb-controls">
      <TimeLine media={media} state={state} watched={watched} marks={marks} chapter={chapter} />
      <div className="sy-row pb-row">
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
          onClick={act((element) => seekBy(element, -backSeconds))}
        >
          <PlayerIcon name="back" />
        </button>
        <span className="pb-clock sy-number">
          {clockText(state.currentMs)} <i>/</i> {clockText(state.durationMs)}
        </span>
        <span className="sy-one-line pb-chapter">{chapter}</span>
        <SpeedChoice media={media} rate={state.rate} rateMax={rateMax} />
        {captions && captions.tracks.length > 0 && <CaptionMenu {...captions} />}
        {tools}
        {quality}
        <Volume media={media} state={state} />
        {isVideo && document.pictureInPictureEnabled && <PictureInPicture media={media} />}
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

function SpeedChoice({ media, rate, rateMax }: Pick<Props, 'media' | 'rateMax'> & { rate: number }) {
  const t = useText('playback')
  return (
    <label className="pb-choice">
      <span className="sy-visually-hidden">{t('player.speed')}</span>
      <select
        value={rate}
        title={t('player.speed')}
        onChange={({ target }) => {
          if (media.current) media.current.playbackRate = Number(target.value)
        }}
      >
        {speedsUpTo(rateMax).map((speed) => (
          <option key={speed} value={speed}>
            {speed === 1 ? t('player.normalSpeed') : `${speed}×`}
          </option>
        ))}
      </select>
    </label>
  )
}

function CaptionMenu({ tracks, chosen, choose }: CaptionChoice) {
  const t = useText('playback')
  return (
    <label className="pb-choice pb-caption-choice">
      <span className="sy-visually-hidden">{t('player.captions')}</span>
      <select value={chosen} title={t('player.captionsKey')} onChange={({ target }) => choose(target.value)}>
        <option value="off">{t('player.captionsOff')}</option>
        {tracks.map(({ language, label }) => (
          <option key={language} value={language}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

function Volume({ media, state }: Pick<Props, 'media' | 'state'>) {
  const t = useText('playback')
  const silent = state.muted || state.volume === 0
  return (
    <span className="sy-row pb-volume">
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
        onChange={({ target }) => {
          if (!media.current) return
          media.current.muted = false
          media.current.volume = Number(target.value)
        }}
      />
    </span>
  )
}

function PictureInPicture({ media }: Pick<Props, 'media'>) {
  const t = useText('playback')
  const toggle = () => {
    if (document.pictureInPictureElement) void document.exitPictureInPicture()
    else void media.current?.requestPictureInPicture().catch(() => undefined)
  }
  return (
    <button
      type="button"
      className="sy-wide-only"
      aria-label={t('player.pictureInPicture')}
      title={t('player.pictureInPicture')}
      onClick={toggle}
    >
      <PlayerIcon name="picture" />
    </button>
  )
}
