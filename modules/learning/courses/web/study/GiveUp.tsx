import { useState } from 'react'
import { call, outdate } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { CourseDetail } from '../../contract/learning.ts'
import { courses } from '../../contract.ts'

/** Giving the course up (COURSE-059), asked for once more. Studying takes it back. */
export function GiveUp({ course }: { course: CourseDetail }) {
  const t = useText('courses')
  const [asks, setAsks] = useState(false)
  const { busy, run } = useAction()
  const { registered, finished, status } = course.progress
  if (!registered || finished) return null
  if (status === 3) return <p className="co-given-up">{t('giveUp.done')}</p>
  const abandon = () =>
    run(
      async () => {
        await call(courses.abandonCourse, { params: { id: course.id } })
        outdate(courses.courseDetail, courses.myCourses, courses.studyHome)
      },
      { after: () => setAsks(false) },
    )
  if (!asks) {
    return (
      <button type="button" className="co-give-up" onClick={() => setAsks(true)}>
        {t('giveUp.ask')}
      </button>
    )
  }
  return (
    <fieldset className="sy-flow co-give-up-ask">
      <legend>{t('giveUp.sure')}</legend>
      <button
        type="button"
        className="sy-button sy-button-plain sy-button-small"
        disabled={busy}
        onClick={() => void abandon()}
      >
        {t('giveUp.yes')}
      </button>
      <button type="button" className="sy-button sy-button-small" onClick={() => setAsks(false)}>
        {t('giveUp.no')}
      </button>
    </fieldset>
  )
}
