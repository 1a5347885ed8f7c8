import '../courses.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { courses } from '../../contract.ts'
import { coursePaths } from '../paths.ts'
import { ResumeCard } from '../ResumeCard.tsx'

/** On the home page: the course studied last. Nothing where nothing has been begun. */
export default function ContinueWidget() {
  const t = useText('courses')
  const query = { state: 'learning', pageSize: 4 } as const
  const { data } = useQuery(q(courses.myCourses, { query }, { quiet: true }))
  const course = data?.items.find(({ status }) => status === 'on-shelf')
  if (!course) return null
  return (
    <HomeSection
      title={t('study.continue')}
      more={<Link to={coursePaths.catalogue({ state: 'learning' })}>{t('study.mine')}</Link>}
    >
      <ResumeCard course={course} />
    </HomeSection>
  )
}
