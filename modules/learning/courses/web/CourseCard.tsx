import { Link } from 'react-router'
import { PriceBadge } from '#modules/commerce/prices/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import type { Retraining } from '../contract/learning.ts'
import { businessType, type CourseCard as Course } from '../contract/wire.ts'
import { CourseCover } from './CourseCover.tsx'
import { badgeText } from './durations.ts'
import { ProgressRing } from './ProgressRing.tsx'
import { coursePaths } from './paths.ts'

/** Finished, and studied once more, where the list knows it. */
type Shown = Course & { readonly retraining?: Retraining | null }

/** A course in a list. The whole card leads to it. */
function CourseCard({ course, priced }: { course: Shown; priced: readonly string[] | undefined }) {
  const t = useText('courses')
  const { study, retraining } = course
  const note = retraining ? t('card.retraining', { percent: retraining.percent }) : undefined
  return (
    <Link className="sy-box sy-column co-card" to={coursePaths.course(course.id)}>
      <CourseCover name={course.name} url={course.coverUrl}>
        {course.durationSeconds > 0 && <span className="co-cover-badge">{badgeText(t, course.durationSeconds)}</span>}
        {priced && <PriceBadge businessType={businessType} id={course.id} ids={priced} onCover />}
      </CourseCover>
      <span className="co-card-body">
        <span className="sy-column co-card-words">
          <strong>{course.name}</strong>
          {course.summary !== '' && <span>{course.summary}</span>}
        </span>
        <span className="sy-row sy-apart sy-gap-3 co-card-foot">
          <span className="sy-column sy-note co-card-facts">
            <span className="sy-row sy-one-line co-card-lecturer">
              {note !== undefined && note}
              {note === undefined && course.lecturer && (
                <>
                  <Avatar name={course.lecturer.fullName} path={course.lecturer.avatarPath} size={20} />
                  {course.lecturer.fullName}
                </>
              )}
              {note === undefined && !course.lecturer && course.organization.name}
            </span>
            <span className="co-card-figures">
              <span>{t('card.sections', { count: course.sectionCount })}</span>
              {course.score && (
                <span className="co-card-score">
                  <Icon name="star" size={14} />
                  {course.score.average.toFixed(1)}
                  <span className="sy-visually-hidden">{t('card.score', { count: course.score.count })}</span>
                </span>
              )}
              <span>
                <Icon name="users" size={14} />
                <NumberText value={course.learnerCount} />
                <span className="sy-visually-hidden">{t('card.learners')}</span>
              </span>
            </span>
          </span>
          {study && <ProgressRing percent={study.percent} label={t('card.progress', { percent: study.percent })} />}
        </span>
      </span>
    </Link>
  )
}

/** Cards in as many columns as there is room for; `withPrices`: each says what it costs. */
export function CourseGrid({ courses, withPrices }: { courses: readonly Shown[]; withPrices?: boolean }) {
  const priced = withPrices ? courses.map(({ id }) => id) : undefined
  return (
    <ul className="co-grid">
      {courses.map((course) => (
        <li key={course.id}>
          <CourseCard course={course} priced={priced} />
        </li>
      ))}
    </ul>
  )
}
