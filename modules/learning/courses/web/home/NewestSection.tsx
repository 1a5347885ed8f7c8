import '../courses.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { courses } from '../../contract.ts'
import { CourseGrid } from '../CourseCard.tsx'
import { coursePaths } from '../paths.ts'

const SHOWN = 8

/** On the home page: the newest courses. */
export default function NewestSection() {
  const t = useText('courses')
  const newest = useQuery(q(courses.catalogue, { query: { sort: 'newest', pageSize: SHOWN } }, { quiet: true }))
  return (
    <HomeSection title={t('study.newest')} more={<Link to={coursePaths.catalogue()}>{t('study.allCourses')}</Link>}>
      {newest.isPending && <LoadingState shape="cards" rows={4} />}
      {newest.isError && <ErrorState small error={newest.error} onRetry={() => void newest.refetch()} />}
      {newest.data?.items.length === 0 && (
        <EmptyState title={t('catalogue.none')} description={t('catalogue.noneHint')} />
      )}
      {newest.data && <CourseGrid courses={newest.data.items} withPrices />}
    </HomeSection>
  )
}
