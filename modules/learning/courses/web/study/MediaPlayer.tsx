import { type RefObject, useEffect, useRef, useState } from 'react'
import { QualityChoice, useVideoSource, WatermarkOverlay } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { unionOf } from '#web/media/intervals.ts'
import { handleMediaKey, isKeyTaken, togglePlaying } from '#web/media/media-keys.ts'
import { keepTaste } from '#web/media/player-taste.ts'
import { useMediaState } from '#web/media/use-media-state.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Exercise } from '../../contract/segments.ts'
import { clockText } from '../durations.ts'
import { AudioFace } from './AudioFace.tsx'
import { Barrage, useBarrageShown, useQuestions } from './film/Barrage.tsx'
import { Captions } from './film/Captions.tsx'
import { ExerciseCard } from './film/ExerciseCard.tsx'
import { useFilm } from './film/film.ts'
import { useCaptionChoice, useCues, useExtras } from './film/use-extras.ts'
import { useSeekLimit, useStops } from './film/use-stops.ts'
import { MediaControls } from './MediaControls.tsx'
import type { Reporting } from './playback/reporting.ts'
import type { PlayedContent } from './played-content.ts'
import { useIdle, usePageKeys, useRecording, useStart } from './use-player.ts'

const HINT_MS = 7000
const noExercises: readonly Exercise[] = []

interface Props {
  readonly courseId: string
  readonly sectionId: string
  readonly content: PlayedContent
  /** Nobody seeks forward here before the section is finished. */
  readonly isHeldBack: boolean
  readonly title: string
  readonly courseName: string
  readonly coverUrl: string | null
  /** Without it nothing is counted: a preview. */
  readonly reporting?: Reporting
  readonly onEnded: () => void
  /** The browser can't go on with the file: its address may have expired, or the server is away. */
  readonly onBroken: () => void
}

/** Plays a video or an audio, and hands on what was really played. */
export function MediaPlayer(props: Props) {
  const { courseId, sectionId, content, isHeldBack, title, courseName, coverUrl, reporting, onEnded, onBroken } = props
  const t = useText('courses')
  const frame = useRef<HTMLElement>(null)
  const media = useRef<HTMLVideoElement>(null)
  const state = useMediaState(media, content.unitCount)
  const [watched, setWatched] = useState(content.watched)
  const idle = useIdle(frame, !state.paused)
  const choice = useVideoSource(media, content, onBroken)
  const film = useFilm()
  useEffect(() => (media.current ? film.attach(media.current, sectionId) : undefined), [film, sectionId])
  const extras = useExtras(courseId, sectionId).data
  const exercises = extras?.exercises ?? noExercises
  const captions = useCaptionChoice(extras?.captions ?? [])
  const cues = useCues(courseId, captions.track)
  const { stop, goOn } = useStops(media, exercises)
  const heldBack = useSeekLimit(media, isHeldBack, watched)
  const questions = useQuestions(courseId, sectionId).data?.items ?? []
  const [barrage, showBarrage] = useBarrageShown()
  useStart(media, content, () => film.takeStart(sectionId))
  useRecording(media, content, reporting, (played) => setWatched((known) => unionOf([...known, ...played])))

  const toggleFullscreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (frame.current?.requestFullscreen) void frame.current.requestFullscreen()
    // A phone of Apple shows only the video itself in full.
    else (media.current as unknown as { webkitEnterFullscreen?: () => void })?.webkitEnterFullscreen?.()
  }
  const onKey = (
    event: Pick<KeyboardEvent, 'key' | 'target' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>,
  ) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !media.current || isKeyTaken(event.target, event.key)) return
    if (stop) return
    if (event.key === 'c' && extras?.captions[0]) {
      captions.choose(captions.track ? 'off' : extras.captions[0].language)
      return
    }
    if (handleMediaKey(media.current, event.key, toggleFullscreen)) event.preventDefault()
  }
  usePageKeys(onKey)
  const element = {
    ref: media,
    preload: 'metadata',
    onEnded,
    // A stream's faults are its player's to mend.
    onError: content.stream ? undefined : onBroken,
    onRateChange: () => media.current && keepTaste(media.current),
    onVolumeChange: () => media.current && keepTaste(media.current),
  } as const
  return (
    <section
      className={`co-player co-player-${content.kind}`}
      ref={frame}
      aria-label={title}
      data-idle={idle && !state.paused && content.kind === 'video'}
    >
      {content.kind === 'video' ? (
        <video
          {...element}
          playsInline
          poster={content.posterUrl ?? undefined}
          onClick={() => media.current && togglePlaying(media.current)}
        />
      ) : (
        <>
          <AudioFace title={title} courseName={courseName} coverUrl={coverUrl} playing={!state.paused} />
          <audio {...element} />
        </>
      )}
      {state.waiting && <span className="co-player-waiting sy-spinner" aria-hidden="true" />}
      {state.paused && !state.ended && content.kind === 'video' && (
        <button
          type="button"
          className="co-player-big"
          aria-label={t('player.play')}
          onClick={() => media.current && togglePlaying(media.current)}
        >
          <Icon name="play" size={36} />
        </button>
      )}
      {barrage && content.kind === 'video' && (
        <Barrage questions={questions} ms={state.currentMs} paused={state.paused} />
      )}
      <Captions cues={cues} ms={state.currentMs} />
      {heldBack && (
        <p className="co-player-hint" role="status">
          {t('player.heldBack')}
        </p>
      )}
      {content.watermark && <WatermarkOverlay onTampered={() => media.current?.pause()} />}
      <ResumeHint media={media} positionMs={content.resumePosition} />
      <MediaControls
        media={media}
        state={state}
        watched={watched}
        rateMax={content.rateMax}
        isVideo={content.kind === 'video'}
        onFullscreen={toggleFullscreen}
        quality={<QualityChoice {...choice} />}
        segments={extras?.segments ?? []}
        stops={exercises}
        captions={{
          tracks: extras?.captions ?? [],
          chosen: captions.track?.language ?? 'off',
          choose: captions.choose,
        }}
        barrage={content.kind === 'video' && questions.length > 0 ? { shown: barrage, show: showBarrage } : undefined}
      />
      {stop && <ExerciseCard key={stop.id} exercise={stop} preview={!reporting} onGoOn={goOn} />}
    </section>
  )
}

/** Says where it went on, and offers the beginning. */
function ResumeHint({ media, positionMs }: { media: RefObject<HTMLVideoElement | null>; positionMs: number }) {
  const t = useText('courses')
  const [shown, setShown] = useState(positionMs > 0)
  useEffect(() => {
    setShown(positionMs > 0)
    const timer = setTimeout(() => setShown(false), HINT_MS)
    return () => clearTimeout(timer)
  }, [positionMs])
  if (!shown) return null
  const restart = () => {
    if (media.current) media.current.currentTime = 0
    setShown(false)
  }
  return (
    <p className="co-player-hint" role="status">
      {t('player.resumed', { at: clockText(positionMs) })}
      <button type="button" onClick={restart}>
        {t('player.fromStart')}
      </button>
    </p>
  )
}
