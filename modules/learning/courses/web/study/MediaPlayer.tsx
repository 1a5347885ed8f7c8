import { useEffect, useMemo, useRef } from 'react'
import { ExerciseCard } from '#modules/assessment/exercises/web.tsx'
import {
  Player,
  type PlayerParts,
  type Reporting,
  type TimeMark,
  useCaptionChoice,
} from '#modules/content/playback/web.tsx'
import { outdate } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { BarrageQuestion } from '../../contract/guided.ts'
import type { Segment } from '../../contract/segments.ts'
import { courses } from '../../contract.ts'
import { AudioFace } from './AudioFace.tsx'
import type { PlayedContent } from './played-content.ts'
import { Barrage, useBarrageShown, useQuestions } from './video/Barrage.tsx'
import { type PlacedExercise, placedIn } from './video/stops.ts'
import { useSeekLimit, useStops } from './video/use-stops.ts'
import { useCues, useTimedContent } from './video/use-timed-content.ts'
import { useVideo } from './video/video.ts'

interface Props {
  readonly courseId: string
  readonly sectionId: string
  readonly content: PlayedContent
  /** Nobody seeks forward here before the section is finished. */
  readonly isSeekLimited: boolean
  readonly title: string
  readonly courseName: string
  readonly coverUrl: string | null
  /** Without it nothing is counted: a preview. */
  readonly reporting?: Reporting
  /** The viewer has not registered: what learners ask is theirs. */
  readonly isFree?: boolean
  readonly onEnded: () => void
  /** The browser can't continue with the file: its address may have expired, or the server is away. */
  readonly onBroken: () => void
}

/** Chapters and exercises of the video, in order. */
function marksOf(segments: readonly Segment[], exercises: readonly PlacedExercise[]): TimeMark[] {
  const chapters = segments.map(({ id, from, title }) => ({ id, atMs: from, kind: 'chapter' as const, title }))
  const stops = exercises.map(({ id, at, questions }) => {
    const kind = questions.some(({ state }) => state === null) ? ('stop' as const) : ('done' as const)
    return { id, atMs: at, kind, title: '' }
  })
  return [...chapters, ...stops].sort((one, other) => one.atMs - other.atMs)
}

/** Plays the video or audio of a section, with its exercises, captions and questions. */
export function MediaPlayer(props: Props) {
  const { courseId, sectionId, content, title, courseName, coverUrl, reporting, onEnded, onBroken } = props
  const t = useText('courses')
  const media = useRef<HTMLVideoElement>(null)
  const isVideo = content.kind === 'video'
  const video = useVideo()
  const timedContent = useTimedContent(courseId, sectionId).data
  const exercises = useMemo(
    () => placedIn(timedContent?.exercises ?? [], content.unitCount),
    [timedContent, content.unitCount],
  )
  const captions = useCaptionChoice(timedContent?.captions ?? [])
  const cues = useCues(courseId, captions.track)
  const questions = useQuestions(courseId, props.isFree ? undefined : sectionId).data?.items ?? []
  const [barrage, showBarrage] = useBarrageShown()
  return (
    <Player
      media={media}
      isVideo={isVideo}
      title={title}
      source={content}
      durationMs={content.unitCount}
      rateMax={content.rateMax}
      resumeMs={content.resumePosition}
      watched={content.watched}
      watermark={content.watermark}
      autoPlay
      takeStart={() => video.takeStart(sectionId)}
      reporting={reporting}
      marks={marksOf(timedContent?.segments ?? [], exercises)}
      captions={{
        tracks: timedContent?.captions ?? [],
        chosen: captions.track?.language ?? 'off',
        choose: captions.choose,
        cues,
      }}
      tools={
        isVideo &&
        questions.length > 0 && (
          <button
            type="button"
            className="pb-word"
            aria-pressed={barrage}
            title={t('player.barrage')}
            onClick={() => showBarrage(!barrage)}
          >
            {t('player.barrageShort')}
          </button>
        )
      }
      face={({ state }) => (
        <AudioFace title={title} courseName={courseName} coverUrl={coverUrl} playing={!state.paused} />
      )}
      onEnded={onEnded}
      onBroken={onBroken}
    >
      {(parts) => (
        <OverVideo
          parts={parts}
          sectionId={sectionId}
          exercises={exercises}
          questions={barrage && isVideo ? questions : []}
          isSeekLimited={props.isSeekLimited}
          isPreview={!reporting}
        />
      )}
    </Player>
  )
}

interface OverVideoProps {
  readonly parts: PlayerParts
  readonly sectionId: string
  readonly exercises: readonly PlacedExercise[]
  readonly questions: readonly BarrageQuestion[]
  readonly isSeekLimited: boolean
  readonly isPreview: boolean
}

/** What a course shows over the picture. It stops the video at exercises and limits seeking. */
function OverVideo({ parts, sectionId, exercises, questions, isSeekLimited, isPreview }: OverVideoProps) {
  const t = useText('courses')
  const { media, state, watched, keysTaken } = parts
  const video = useVideo()
  useEffect(() => (media.current ? video.attach(media.current, sectionId) : undefined), [video, media, sectionId])
  const { stop, goOn, goBack } = useStops(media, exercises)
  const isTooFar = useSeekLimit(media, isSeekLimited, watched)
  useEffect(() => {
    keysTaken.current = stop !== undefined
  }, [keysTaken, stop])
  return (
    <>
      {questions.length > 0 && <Barrage questions={questions} ms={state.currentMs} paused={state.paused} />}
      {isTooFar && (
        <p className="pb-hint" role="status">
          {t('player.seekLimited')}
        </p>
      )}
      {stop && (
        <ExerciseCard
          key={stop.id}
          exercise={stop}
          isPreview={isPreview}
          onGoOn={goOn}
          onBack={goBack}
          onAnswered={() => outdate(courses.sectionTimedContent, courses.guideRecord)}
        />
      )}
    </>
  )
}
