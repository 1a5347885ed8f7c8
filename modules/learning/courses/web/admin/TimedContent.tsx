import { useQuery } from '@tanstack/react-query'
import type { AuthoredExercise } from '#modules/assessment/exercises/contract.ts'
import { CAPTION_UNREADABLE, type CaptionTrack } from '#modules/content/playback/contract.ts'
import { CaptionsEditor, type TimeMark } from '#modules/content/playback/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { TabView } from '#web/ui/TabView.tsx'
import type { Segment } from '../../contract/segments.ts'
import { courses } from '../../contract.ts'
import { ExercisesEditor } from './timed-content/ExercisesEditor.tsx'
import { SectionMedia } from './timed-content/SectionMedia.tsx'
import { SegmentsEditor } from './timed-content/SegmentsEditor.tsx'
import './timed-content/timed-content.css'

interface Props {
  readonly courseId: string
  readonly sectionId: string
}

/** As they are saved: where segments begin, and where the media stops for exercises. */
function marksOf(segments: readonly Segment[], exercises: readonly AuthoredExercise[]): TimeMark[] {
  const chapters = segments.map(({ id, from, title }) => ({ id, atMs: from, kind: 'chapter' as const, title }))
  const stops = exercises.flatMap(({ id, at }) =>
    at === null ? [] : [{ id, atMs: at, kind: 'stop' as const, title: '' }],
  )
  return [...chapters, ...stops].toSorted((one, other) => one.atMs - other.atMs)
}

/** What hangs on a section: exercises; on a video segments and captions, too. Each is saved by itself, and learners see it at once. */
export function TimedContent({ courseId, sectionId }: Props) {
  const t = useText('courses')
  const params = { id: courseId, sectionId }
  const timedContent = useQuery({ ...q(courses.authoredTimedContent, { params }), gcTime: 0 })
  if (timedContent.isPending) return <LoadingState rows={3} />
  if (!timedContent.data)
    return <ErrorState small error={timedContent.error} onRetry={() => void timedContent.refetch()} />
  const { length, segments, captions, exercises } = timedContent.data
  const common = { params, length }
  if (length === 0)
    return (
      <section className="co-timed" aria-label={t('timedContent.exercises', { count: exercises.length })}>
        <h3>{t('timedContent.exercises', { count: exercises.length })}</h3>
        <ExercisesEditor {...common} exercises={exercises} />
      </section>
    )
  const saveCaption = (language: string, text: string) =>
    call(courses.saveCaption, { params: { ...params, language }, body: { text } }, { handles: [CAPTION_UNREADABLE] })
  const deleteCaption = ({ language }: CaptionTrack) => call(courses.deleteCaption, { params: { ...params, language } })
  const tabs = [
    {
      key: 'segments',
      title: t('timedContent.segments', { count: segments.length }),
      children: <SegmentsEditor {...common} segments={segments} />,
    },
    {
      key: 'captions',
      title: t('timedContent.captions', { count: captions.length }),
      children: <CaptionsEditor captions={captions} onSave={saveCaption} onRemove={deleteCaption} />,
    },
    {
      key: 'exercises',
      title: t('timedContent.exercises', { count: exercises.length }),
      children: <ExercisesEditor {...common} exercises={exercises} />,
    },
  ]
  return (
    <section className="co-timed" aria-label={t('timedContent.title')}>
      <h3>{t('timedContent.title')}</h3>
      <p className="sy-faint">{t('timedContent.hint')}</p>
      <SectionMedia params={params} marks={marksOf(segments, exercises)}>
        <TabView label={t('timedContent.title')} tabs={tabs} />
      </SectionMedia>
    </section>
  )
}
