import { useEffect, useRef, useState } from 'react'
import { useTranscriptTrack } from '#modules/content/playback/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { CourseDetail, LearnerSection } from '../../../contract/learning.ts'
import type { Segment } from '../../../contract/segments.ts'
import { courses } from '../../../contract.ts'
import { Answer } from '../../Answer.tsx'
import { AskForm, useQuestions } from './Barrage.tsx'
import { ExerciseList } from './ExerciseList.tsx'
import { useCues, useTimedContent } from './use-timed-content.ts'
import { useVideoMs } from './video.ts'

interface Props {
  readonly course: CourseDetail
  readonly section: LearnerSection
  readonly onJump: (sectionId: string, place: number | null) => void
}

/** The video in words: its segments, and what is spoken, each a way to its place (COURSE-093). */
export function VideoPanel({ course, section, onJump }: Props) {
  const t = useText('courses')
  const timedContent = useTimedContent(course.id, section.id)
  const tracks = timedContent.data?.captions ?? []
  const cues = useCues(course.id, useTranscriptTrack(tracks))
  const ms = useVideoMs(section.id) ?? -1
  const [search, setSearch] = useState('')
  if (timedContent.isPending) return <LoadingState rows={4} />
  const segments = timedContent.data?.segments ?? []
  if (segments.length === 0 && tracks.length === 0)
    return <EmptyState small title={t('video.none')} description={t('video.noneHint')} />
  const wanted = search.trim().toLowerCase()
  const found = cues.filter(({ text }) => text.toLowerCase().includes(wanted))
  return (
    <div className="sy-card sy-grid sy-gap-5 co-video-panel">
      {segments.length > 0 && (
        <section aria-label={t('video.segments')}>
          <h3>{t('video.segments')}</h3>
          <ol className="sy-plain-list co-segments">
            {segments.map((segment) => (
              <li key={segment.id}>
                <SegmentRow segment={segment} ms={ms} onJump={() => onJump(section.id, segment.from)} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {cues.length > 0 && (
        <section aria-label={t('video.transcript')}>
          <div className="sy-row sy-wrap sy-apart sy-gap-3 co-video-head">
            <h3>{t('video.transcript')}</h3>
            <input
              type="search"
              className="co-input"
              value={search}
              placeholder={t('video.search')}
              aria-label={t('video.search')}
              onChange={(event) => setSearch(event.target.value)}
            />
          </div>
          {found.length === 0 && <p className="sy-faint">{t('video.noMatch')}</p>}
          <Transcript cues={found} ms={ms} follows={wanted === ''} onJump={(from) => onJump(section.id, from)} />
        </section>
      )}
    </div>
  )
}

function SegmentRow({ segment, ms, onJump }: { segment: Segment; ms: number; onJump: () => void }) {
  const now = segment.from <= ms && ms < segment.to
  return (
    <button type="button" aria-current={now ? 'true' : undefined} onClick={onJump}>
      <b className="sy-number">{clockText(segment.from)}</b>
      <span>
        <strong>{segment.title}</strong>
        {segment.summary !== '' && <small>{segment.summary}</small>}
      </span>
    </button>
  )
}

interface TranscriptProps {
  readonly cues: readonly { readonly from: number; readonly to: number; readonly text: string }[]
  readonly ms: number
  readonly follows: boolean
  readonly onJump: (from: number) => void
}

function Transcript({ cues, ms, follows, onJump }: TranscriptProps) {
  const list = useRef<HTMLOListElement>(null)
  const current = cues.findIndex(({ from, to }) => from <= ms && ms < to)
  useEffect(() => {
    const box = list.current
    const line = box?.children[current]
    if (!follows || !box || !(line instanceof HTMLElement)) return
    // Only the list moves, and not while somebody reads elsewhere in it.
    if (!box.matches(':hover, :focus-within')) box.scrollTop = line.offsetTop - box.clientHeight / 2
  }, [current, follows])
  return (
    <ol className="sy-plain-list co-transcript" ref={list}>
      {cues.map(({ from, text }, at) => (
        <li key={`${from} ${text}`}>
          <button type="button" aria-current={at === current ? 'true' : undefined} onClick={() => onJump(from)}>
            <b className="sy-number">{clockText(from)}</b>
            <span>{text}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Guided study of a section: its exercises and the learner's record, and the questions that were asked (COURSE-016). */
export function GuidePanel({ course, section, onJump }: Props) {
  const t = useText('courses')
  const timedContent = useTimedContent(course.id, section.id)
  const questions = useQuestions(course.id, section.id)
  const exercises = timedContent.data?.exercises ?? []
  const remove = (id: string) => void call(courses.deleteBarrageQuestion, { params: { id } }).catch(() => undefined)
  return (
    <div className="sy-card sy-grid sy-gap-5 co-video-panel">
      {exercises.length > 0 && <ExerciseList exercises={exercises} onJump={(place) => onJump(section.id, place)} />}
      <section aria-label={t('guide.questions')}>
        <h3>{t('guide.questions')}</h3>
        {course.progress.registered && <AskForm courseId={course.id} sectionId={section.id} />}
        {questions.data?.items.length === 0 && <p className="sy-faint">{t('guide.noQuestions')}</p>}
        <ol className="sy-plain-list co-segments">
          {(questions.data?.items ?? []).map((question) => (
            <li key={question.id} className="sy-row sy-wrap co-question">
              <button type="button" onClick={() => onJump(section.id, question.time)}>
                <b className="sy-number">{clockText(question.time)}</b>
                <span>
                  <strong>{question.text}</strong>
                  <small>{question.member.fullName}</small>
                </span>
              </button>
              {question.mayDelete && (
                <button type="button" className="sy-inline co-text-button" onClick={() => remove(question.id)}>
                  {t('notes.delete')}
                </button>
              )}
              <Answer key={question.answer?.answeredAt} question={question} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}
