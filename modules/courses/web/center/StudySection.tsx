import '../courses.css'
import './center.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { courses } from '../../contract.ts'
import { coursePaths } from '../paths.ts'
import { ResumeRow } from '../ResumeCard.tsx'
import { StudyFigures } from '../StudyFigures.tsx'

const SHOWN = 3

/** In the personal center: study time, completed courses, and what is under way (COURSE-017). */
export default function StudySection() {
  const t = useText('courses')
  const figures = useQuery(q(courses.studyHome, {}, { quiet: true }))
  const query = { pageSize: SHOWN } as const
  const mine = useQuery(q(courses.myCourses, { query }, { quiet: true }))
  const open = mine.data?.items.filter((course) => course.status === 'on-shelf') ?? []
  return (
    <HomeSection
      title={t('figures.title')}
      more={<Link to={coursePaths.catalogue({ state: 'learning' })}>{t('study.mine')}</Link>}
    >
      {figures.isPending && <LoadingState rows={4} />}
      {figures.isError && <ErrorState small onRetry={() => void figures.refetch()} />}
      {figures.data && (
        <div className="sy-card co-center">
          <StudyFigures figures={figures.data} />
        </div>
      )}
      {open.length > 0 && (
        <div className="co-resume-rows">
          {open.map((course) => (
            <ResumeRow key={course.id} course={course} />
          ))}
        </div>
      )}
    </HomeSection>
  )
}
