import { type RefObject, useEffect, useRef } from 'react'
import { QualityChoice, useVideoSource, WatermarkOverlay } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { handleMediaKey, isKeyTaken, togglePlaying } from '#web/media/media-keys.ts'
import { keepTaste, readTaste } from '#web/media/player-taste.ts'
import { useMediaState } from '#web/media/use-media-state.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Replay, ReplayPlayback } from '../../contract/replay.ts'
import { ReplayControls } from './ReplayControls.tsx'
import { useWatchReport } from './use-watch-report.ts'

interface Props {
  readonly media: RefObject<HTMLVideoElement | null>
  readonly playback: ReplayPlayback
  readonly replay: Replay
  readonly onPosition: (positionMs: number) => void
  readonly onCovered: (coveredMs: number) => void
  /** Starts another playback, because this one was taken over, or its address has expired. */
  readonly onAgain: () => void
}

/** Starts at the last position, at the member's preferred speed and volume. */
function usePlaybackStart(
  media: RefObject<HTMLVideoElement | null>,
  { playbackId, resumeMs, rateMax }: ReplayPlayback,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a playback starts once.
  useEffect(() => {
    const element = media.current
    if (!element) return
    const taste = readTaste()
    element.volume = taste.volume
    element.muted = taste.muted
    element.defaultPlaybackRate = Math.min(taste.rate, rateMax)
    element.playbackRate = element.defaultPlaybackRate
    const begin = () => {
      if (resumeMs > 0) element.currentTime = resumeMs / 1000
    }
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) begin()
    else element.addEventListener('loadedmetadata', begin, { once: true })
    return () => element.removeEventListener('loadedmetadata', begin)
  }, [playbackId])
}

export function ReplayPlayer({ media, playback, replay, onPosition, onCovered, onAgain }: Props) {
  const t = useText('rooms')
  const frame = useRef<HTMLElement>(null)
  const state = useMediaState(media, playback.durationMs)
  const choice = useVideoSource(media, playback, onAgain)
  usePlaybackStart(media, playback)
  const { watched, coveredMs, takenOver } = useWatchReport(media, playback, replay.watched.coveredMs)
  useEffect(() => onPosition(state.currentMs), [onPosition, state.currentMs])
  useEffect(() => onCovered(coveredMs), [onCovered, coveredMs])
  const toggleFullscreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (frame.current?.requestFullscreen) void frame.current.requestFullscreen()
    // An iPhone shows only the video itself in full screen.
    else (media.current as unknown as { webkitEnterFullscreen?: () => void })?.webkitEnterFullscreen?.()
  }
  const latest = useRef(toggleFullscreen)
  latest.current = toggleFullscreen
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open], .ant-modal-wrap, .ant-drawer-open')) return
      if (event.ctrlKey || event.metaKey || event.altKey || !media.current || isKeyTaken(event.target, event.key))
        return
      if (handleMediaKey(media.current, event.key, () => latest.current())) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [media])
  return (
    <section className="rp-player" ref={frame} aria-label={replay.title} data-playing={!state.paused}>
      {/* biome-ignore lint/a11y/useMediaCaption: there is no transcript; chat and questions are beside it. */}
      <video
        ref={media}
        preload="metadata"
        playsInline
        poster={playback.posterUrl ?? undefined}
        onClick={() => media.current && togglePlaying(media.current)}
        onError={playback.stream ? undefined : onAgain}
        onRateChange={() => media.current && keepTaste(media.current)}
        onVolumeChange={() => media.current && keepTaste(media.current)}
      />
      {state.waiting && <span className="rp-waiting sy-spinner" aria-hidden="true" />}
      {state.paused && !takenOver && (
        <button
          type="button"
          className="rp-big"
          aria-label={t('replay.play')}
          onClick={() => media.current && togglePlaying(media.current)}
        >
          <Icon name="play" size={36} />
        </button>
      )}
      {takenOver && (
        <div className="rp-veil" role="alert">
          <p>{t('replay.takenOver')}</p>
          <button type="button" className="sy-button" onClick={onAgain}>
            {t('replay.here')}
          </button>
        </div>
      )}
      {playback.watermark && <WatermarkOverlay onTampered={() => media.current?.pause()} />}
      <ReplayControls
        media={media}
        state={state}
        watched={watched}
        chapters={replay.chapters}
        rateMax={playback.rateMax}
        onFullscreen={toggleFullscreen}
        quality={<QualityChoice {...choice} />}
      />
    </section>
  )
}
