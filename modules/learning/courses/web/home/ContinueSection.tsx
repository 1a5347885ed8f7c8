import '../courses.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { courses } from '../../contract.ts'
import { coursePaths } from '../paths.ts'
import { ResumeCard, ResumeRow } from '../ResumeCard.tsx'

const SHOWN = 4

/** On the home page: where studying goes on. Who studies nothing yet sees the newest courses alone. */
export default function ContinueSection() {
  const t = useText('courses')
  const query = { state: 'learning', pageSize: SHOWN } as const
  const learning = useQuery(q(courses.myCourses, { query }, { quiet: true }))
  const [first, ...others] = learning.data?.items.filter((course) => course.status === 'on-shelf') ?? []
  if (learning.isPending) return <LoadingState rows={4} />
  if (!first) return null
  return (
    <HomeSection title={t('study.continue')} more={<Link to={coursePaths.home}>{t('study.title')}</Link>}>
      <ResumeCard course={first} />
      {others.length > 0 && (
        <div className="sy-grid sy-gap-3 co-resume-rows">
          {others.map((course) => (
            <ResumeRow key={course.id} course={course} />
          ))}
        </div>
      )}
    </HomeSection>
  )
}
