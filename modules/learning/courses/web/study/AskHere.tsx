import { Link } from 'react-router'
import { askAboutPath } from '#modules/community/ask/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { CourseDetail, LearnerSection } from '../../contract/learning.ts'
import { coursePaths } from '../paths.ts'
import { useReadPage, useVideoMs } from './video/video.ts'

/** Map `business-type`. */
const COURSE = 1

/** Asks the colleagues about the second or the page that is on the screen. */
export function AskHere({ course, section }: { course: CourseDetail; section: LearnerSection | undefined }) {
  const t = useText('courses')
  const ms = useVideoMs(section?.id)
  const page = useReadPage(section?.id)
  const about = askAboutPath({
    businessType: COURSE,
    businessId: course.id,
    name: section ? `${course.name} · ${section.title}` : course.name,
    from: coursePaths.course(course.id, section?.id),
    sectionId: section?.id,
    second: ms === undefined ? undefined : Math.floor(ms / 1000),
    page,
  })
  return (
    <Link className="sy-button sy-button-small sy-button-plain" to={about}>
      <Icon name="community" size={16} />
      {t('study.askHere')}
    </Link>
  )
}
