import '../courses.css'
import './study.css'
import './player.css'
import './video/video.css'
import './notes/notes.css'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { ShareButton } from '#modules/community/sharing/web.tsx'
import { call, outdate, q, queryClient } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { CourseDetail, HeartbeatAnswer } from '../../contract/learning.ts'
import { courses } from '../../contract.ts'
import { coursePaths } from '../paths.ts'
import { Course } from './Course.tsx'
import { placeIn } from './place-in-section.ts'
import { useLeftovers } from './use-leftovers.ts'

/** After so many answers the whole course is asked for again: its percent is the server's word. */
const ASK_EVERY_ANSWERS = 4

/** A course and its player (COURSE-008). */
export default function CoursePage() {
  const t = useText('courses')
  useLeftovers()
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  // Who comes back to the page may have studied on another device meanwhile.
  const detail = useQuery({ ...q(courses.courseDetail, { params: { id } }), refetchOnWindowFocus: 'always' })
  const { busy: registering, run } = useAction()
  const answers = useRef(0)

  const register = () =>
    run(async () => {
      await call(courses.registerForCourse, { params: { id } })
      await detail.refetch()
    })
  const keep = (
    sectionId: string,
    answer: Pick<HeartbeatAnswer, 'progress' | 'courseStatus' | 'courseJustFinished'>,
  ) => {
    const key = q(courses.courseDetail, { params: { id } }).queryKey
    const before = queryClient.getQueryData<CourseDetail>(key)
    const known = before?.chapters.flatMap((chapter) => chapter.sections).find((section) => section.id === sectionId)
    queryClient.setQueryData<CourseDetail>(key, (course) => course && withProgress(course, sectionId, answer.progress))
    answers.current += 1
    const news = known?.progress.finished !== answer.progress.finished || answer.courseJustFinished
    if (news) outdate(courses.courseDetail)
    else if (answers.current % ASK_EVERY_ANSWERS === 0) void queryClient.invalidateQueries({ queryKey: key })
  }

  // SYSTEM-153. What was shared is shared, whether or not it can be counted.
  const countShare = () =>
    void call(courses.countShare, { body: { courseId: id } }, { quiet: true, handles: 'all' }).catch(() => undefined)

  if (detail.isPending) return <LoadingState rows={8} />
  if (!detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  return (
    <>
      <PageHeader
        title={detail.data.name}
        back={<Link to={coursePaths.catalogue()}>{t('catalogue.title')}</Link>}
        actions={<ShareButton item={sharedItem(detail.data)} onShared={countShare} />}
      />
      <Course
        key={id}
        course={detail.data}
        sectionId={query.get('section') ?? undefined}
        place={placeIn(query)}
        addressOf={(section) => coursePaths.course(id, section)}
        registering={registering}
        onRegister={register}
        onAnswer={keep}
      />
    </>
  )
}

/** What of the course the share popup and its poster tell (business type 1). */
function sharedItem({ id, name, summary, coverUrl }: CourseDetail) {
  return { id, type: 1, title: name, summary, ...(coverUrl !== null && { picture: coverUrl }) } as const
}

function withProgress(course: CourseDetail, sectionId: string, progress: HeartbeatAnswer['progress']): CourseDetail {
  const chapters = course.chapters.map((chapter) => ({
    ...chapter,
    sections: chapter.sections.map((section) => (section.id === sectionId ? { ...section, progress } : section)),
  }))
  return { ...course, chapters }
}
