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

const shownCount = 4

/** On the home page: the newest courses of the library. */
export default function NewestWidget() {
  const t = useText('courses')
  const query = { sort: 'newest', pageSize: shownCount } as const
  const { data, isPending, isError, refetch } = useQuery(q(courses.catalogue, { query }, { quiet: true }))
  return (
    <HomeSection title={t('study.newest')} more={<Link to={coursePaths.catalogue()}>{t('study.more')}</Link>}>
      {isPending && <LoadingState shape="cards" rows={shownCount} />}
      {isError && <ErrorState small onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <EmptyState small title={t('catalogue.none')} />}
      {data && <CourseGrid courses={data.items} />}
    </HomeSection>
  )
}
