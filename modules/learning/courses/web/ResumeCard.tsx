import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { LearnerSection } from '../contract/learning.ts'
import { courses } from '../contract.ts'
import { CourseCover } from './CourseCover.tsx'
import { coursePaths } from './paths.ts'
import { retrainingText } from './study/RetrainingNote.tsx'

export type MyCourse = Output<typeof courses.myCourses>['items'][number]

/** Where studying stopped in a section, in words. */
export function placeText(t: TextOf, section: LearnerSection): string {
  const { unit, unitCount, progress } = section
  if (progress.finished) return t('place.finished')
  if (progress.position === 0) return t('place.start')
  if (unit === 'ms') return t('place.time', { at: clockText(progress.position), of: clockText(unitCount) })
  if (unit === 'page') return t('place.page', { at: progress.position, of: unitCount })
  return t('place.open')
}

/** Where a link leads into a section, in words. */
export function startText(t: TextOf, { unit }: Pick<LearnerSection, 'unit'>, place: number): string {
  return unit === 'ms' ? t('place.fromTime', { at: clockText(place) }) : t('place.fromPage', { at: place })
}

/** Of what is studied once more: how far that is. */
function percentOf({ retraining, study }: MyCourse): number {
  return retraining?.percent ?? study?.percent ?? 0
}

/** The course studied last: one click leads back to the very place. */
export function ResumeCard({ course }: { course: MyCourse }) {
  const t = useText('courses')
  const sectionId = course.study?.lastSectionId ?? null
  const detail = useQuery({
    ...q(courses.courseDetail, { params: { id: course.id } }, { quiet: true }),
    enabled: sectionId !== null && course.status === 'on-shelf',
  })
  const section = detail.data?.chapters.flatMap((chapter) => chapter.sections).find(({ id }) => id === sectionId)
  const percent = percentOf(course)
  return (
    <Link className="sy-box co-resume" to={coursePaths.course(course.id, sectionId)} state={{ play: true }}>
      <CourseCover name={course.name} url={course.coverUrl}>
        <span className="co-resume-play">
          <Icon name="play" size={28} />
        </span>
      </CourseCover>
      <span className="sy-column sy-gap-2 co-resume-body">
        <span className="sy-note">
          {course.retraining ? (
            retrainingText(t, course.retraining)
          ) : course.study?.lastStudiedAt ? (
            <>
              {t('resume.last')} <DateText value={course.study.lastStudiedAt} style="relative" />
            </>
          ) : (
            t('resume.new')
          )}
        </span>
        <strong className="co-resume-title">{course.name}</strong>
        <span className="sy-column co-resume-place">
          {course.lastSectionTitle ?? t('resume.first')}
          {section && <em>{placeText(t, section)}</em>}
        </span>
        <span className="sy-row sy-gap-3 sy-note-tiny co-line">
          <span className="co-line-track">
            <i style={{ width: `${percent}%` }} />
          </span>
          <span className="sy-number">{t('resume.percent', { percent })}</span>
        </span>
        <span className="sy-inline co-resume-action">
          {t(course.lastSectionTitle ? 'resume.go' : 'resume.start')}
          <Icon name="arrow-right" size={16} />
        </span>
      </span>
    </Link>
  )
}

/** Other courses under way, small. */
export function ResumeRow({ course }: { course: MyCourse }) {
  const t = useText('courses')
  return (
    <Link
      className="sy-row sy-gap-3 co-resume-row"
      to={coursePaths.course(course.id, course.study?.lastSectionId)}
      state={{ play: true }}
    >
      <CourseCover name={course.name} url={course.coverUrl} />
      <span>
        <strong>{course.name}</strong>
        <small>{course.retraining ? t('retraining.title') : (course.lastSectionTitle ?? t('resume.first'))}</small>
        <span className="sy-row sy-gap-3 sy-note-tiny co-line">
          <span className="co-line-track">
            <i style={{ width: `${percentOf(course)}%` }} />
          </span>
          <span className="sy-number">{percentOf(course)}%</span>
        </span>
      </span>
    </Link>
  )
}
