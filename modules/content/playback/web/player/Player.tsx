/** The player of every module: it plays, shows its controls, obeys its keys, and reports what was really played. */
import './player.css'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Interval } from '#kit/playback.ts'
import { QualityChoice, useVideoSource, WatermarkOverlay } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { unionOf } from '#web/media/intervals.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Cue } from '../../contract/captions.ts'
import type { Reporting } from '../reporting/reporting.ts'
import { Captions } from './Captions.tsx'
import { handleMediaKey, isKeyTaken, togglePlaying } from './media-keys.ts'
import { type CaptionChoice, PlayerControls } from './PlayerControls.tsx'
import { keepTaste } from './player-taste.ts'
import { ResumeHint } from './ResumeHint.tsx'
import type { TimeMark } from './TimeLine.tsx'
import { type MediaState, useMediaState } from './use-media-state.ts'
import { useIdle, usePageKeys, useRecording, useStart } from './use-player.ts'

type Source = Parameters<typeof useVideoSource>[1]

/** What stands over the picture gets these parts. */
export interface PlayerParts {
  readonly media: RefObject<HTMLVideoElement | null>
  readonly state: MediaState
  readonly watched: readonly Interval[]
  /** While it answers true, the keys of the player do nothing. */
  readonly keysTaken: RefObject<boolean>
}

export interface PlayerProps {
  readonly media: RefObject<HTMLVideoElement | null>
  readonly isVideo: boolean
  readonly title: string
  readonly source: Source & { readonly posterUrl: string | null }
  readonly durationMs: number
  readonly rateMax: number
  readonly resumeMs: number
  readonly watched: readonly Interval[]
  readonly watermark: boolean
  /** Whether it plays by itself: the member has just asked for it. */
  readonly autoPlay: boolean
  /** The position to start from instead of `resumeMs`, once. */
  readonly takeStart?: () => number | undefined
  /** Without it nothing is counted: a preview. */
  readonly reporting?: Reporting
  readonly marks: readonly TimeMark[]
  readonly captions?: CaptionChoice & { readonly cues: readonly Cue[] }
  /** Buttons among the controls. */
  readonly tools?: ReactNode
  /** In place of a picture, for audio. */
  readonly face?: (parts: PlayerParts) => ReactNode
  /** Over the picture. */
  readonly children?: (parts: PlayerParts) => ReactNode
  readonly onTime?: (ms: number) => void
  readonly onEnded?: () => void
  /** The browser can't continue with the file: its address may have expired, or the server is away. */
  readonly onBroken: () => void
}

/** An iPhone shows only the video itself in full screen. */
function toggleFullscreen(frame: HTMLElement | null, media: HTMLVideoElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (frame?.requestFullscreen) void frame.requestFullscreen()
  else (media as unknown as { webkitEnterFullscreen?: () => void })?.webkitEnterFullscreen?.()
}

function useKeys(
  { media, captions }: Pick<PlayerProps, 'media' | 'captions'>,
  keysTaken: RefObject<boolean>,
  onFullscreen: () => void,
): void {
  usePageKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !media.current || isKeyTaken(event.target, event.key)) return
    if (keysTaken.current) return
    const first = captions?.tracks[0]
    if (event.key === 'c' && captions && first) captions.choose(captions.chosen === 'off' ? first.language : 'off')
    else if (handleMediaKey(media.current, event.key, onFullscreen)) event.preventDefault()
  })
}

/** The title of the part at a position. The parts are in order. */
function chapterAt(marks: readonly TimeMark[], ms: number): string | undefined {
  return marks.findLast(({ kind, atMs }) => (kind === 'chapter' || kind === 'question') && atMs <= ms)?.title
}

export default function Player(props: PlayerProps) {
  const { media, isVideo, title, source, durationMs, resumeMs, reporting, onTime, onBroken } = props
  const t = useText('playback')
  const frame = useRef<HTMLElement>(null)
  const keysTaken = useRef(false)
  const state = useMediaState(media, durationMs)
  const [watched, setWatched] = useState(props.watched)
  const idle = useIdle(frame, !state.paused)
  const choice = useVideoSource(media, source, onBroken, resumeMs)
  useStart(media, props)
  useRecording(media, durationMs, reporting, (played) => setWatched((known) => unionOf([...known, ...played])))
  const onFullscreen = () => toggleFullscreen(frame.current, media.current)
  useKeys(props, keysTaken, onFullscreen)
  useEffect(() => onTime?.(state.currentMs), [onTime, state.currentMs])
  const parts: PlayerParts = { media, state, watched, keysTaken }
  const toggle = () => media.current && togglePlaying(media.current)
  const element = {
    ref: media,
    preload: 'metadata',
    onEnded: props.onEnded,
    // A stream's faults are mended by its own player.
    onError: source.stream ? undefined : onBroken,
    onRateChange: () => media.current && keepTaste(media.current),
    onVolumeChange: () => media.current && keepTaste(media.current),
  } as const
  return (
    <section
      className={`pb-player ${isVideo ? 'pb-video' : 'pb-audio'}`}
      ref={frame}
      aria-label={title}
      data-idle={idle && !state.paused && isVideo}
    >
      {isVideo ? (
        <video {...element} playsInline poster={source.posterUrl ?? undefined} onClick={toggle} />
      ) : (
        <>
          {props.face?.(parts)}
          <audio {...element} />
        </>
      )}
      {state.waiting && <span className="pb-waiting sy-spinner" aria-hidden="true" />}
      {state.paused && !state.ended && isVideo && (
        <button type="button" className="pb-big" aria-label={t('player.play')} onClick={toggle}>
          <Icon name="play" size={36} />
        </button>
      )}
      {props.watermark && <WatermarkOverlay onTampered={() => media.current?.pause()} />}
      <ResumeHint media={media} positionMs={resumeMs} />
      <PlayerControls
        media={media}
        state={state}
        watched={watched}
        marks={props.marks}
        chapter={chapterAt(props.marks, state.currentMs)}
        rateMax={props.rateMax}
        isVideo={isVideo}
        captions={props.captions}
        quality={<QualityChoice {...choice} />}
        tools={props.tools}
        onFullscreen={onFullscreen}
      />
      {props.captions && <Captions cues={props.captions.cues} ms={state.currentMs} />}
      {props.children?.(parts)}
    </section>
  )
}
