import { AskAbout } from '#modules/community/ask/web.tsx'
import type { CourseDetail, LearnerSection } from '../../contract/learning.ts'
import { coursePaths } from '../paths.ts'
import { useReadPage, useVideoMs } from './video/video.ts'

/** Map `business-type`. */
const COURSE = 1

/** Asks the colleagues about the second or the page that is on the screen. */
export function AskHere({ course, section }: { course: CourseDetail; section: LearnerSection | undefined }) {
  const ms = useVideoMs(section?.id)
  const page = useReadPage(section?.id)
  return (
    <AskAbout
      businessType={COURSE}
      businessId={course.id}
      name={section ? `${course.name} · ${section.title}` : course.name}
      from={coursePaths.course(course.id, section?.id)}
      sectionId={section?.id}
      second={ms === undefined ? undefined : Math.floor(ms / 1000)}
      page={page}
    />
  )
}
