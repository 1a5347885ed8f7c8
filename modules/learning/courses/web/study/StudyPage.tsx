import '../courses.css'
import './study.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { courses } from '../../contract.ts'
import { CourseGrid } from '../CourseCard.tsx'
import { coursePaths } from '../paths.ts'
import { ResumeCard, ResumeRow } from '../ResumeCard.tsx'
import { StudyFigures } from '../StudyFigures.tsx'
import { useLeftovers } from './use-leftovers.ts'

const RESUMED = 4

/** The study home (COURSE-001): where the member stands, and what there is to begin. */
export default function StudyPage() {
  const t = useText('courses')
  useLeftovers()
  return (
    <>
      <PageHeader title={t('study.title')} description={t('study.description')} />
      <div className="sy-grid sy-gap-6 co-study-top">
        <Continue />
        <Figures />
      </div>
      <Slot name="study" values={{}} />
      <CategoryEntrance />
      <Shelf sort="newest" count={8} />
      <Shelf sort="hot" count={4} />
    </>
  )
}

function Continue() {
  const t = useText('courses')
  const query = { state: 'learning', pageSize: RESUMED } as const
  const learning = useQuery({
    ...q(courses.myCourses, { query }, { quiet: true }),
    refetchOnWindowFocus: 'always',
  })
  const open = learning.data?.items.filter((course) => course.status === 'on-shelf') ?? []
  const [first, ...others] = open
  return (
    <section className="co-continue" aria-label={t('study.continue')}>
      <div className="co-section-head">
        <h2>{t('study.continue')}</h2>
        <Link to={coursePaths.catalogue({ state: 'learning' })}>{t('study.mine')}</Link>
      </div>
      {learning.isPending && <LoadingState rows={4} />}
      {learning.isError && <ErrorState small error={learning.error} onRetry={() => void learning.refetch()} />}
      {learning.data && !first && (
        <div className="co-continue-empty">
          <EmptyState
            small
            title={t('study.nothing')}
            description={t('study.nothingHint')}
            action={
              <Link className="sy-button" to={coursePaths.catalogue()}>
                {t('study.toCatalogue')}
              </Link>
            }
          />
        </div>
      )}
      {first && <ResumeCard course={first} />}
      {others.length > 0 && (
        <div className="sy-grid sy-gap-3 co-resume-rows">
          {others.map((course) => (
            <ResumeRow key={course.id} course={course} />
          ))}
        </div>
      )}
    </section>
  )
}

function Figures() {
  const t = useText('courses')
  const figures = useQuery(q(courses.studyHome, {}, { quiet: true }))
  return (
    <section className="co-study-figures" aria-label={t('figures.title')}>
      <div className="co-section-head">
        <h2>{t('figures.title')}</h2>
      </div>
      {figures.isPending && <LoadingState rows={4} />}
      {figures.isError && <ErrorState small error={figures.error} onRetry={() => void figures.refetch()} />}
      {figures.data && <StudyFigures figures={figures.data} />}
    </section>
  )
}

function CategoryEntrance() {
  const t = useText('courses')
  const categories = useQuery(q(courses.categories, {}, { quiet: true, cache: 'wide' }))
  const roots = categories.data?.items.filter((category) => category.level === 1) ?? []
  return (
    <nav className="sy-flow sy-gap-3 co-entrance" aria-label={t('catalogue.categories')}>
      <Link className="co-entrance-all" to={coursePaths.catalogue()}>
        <Icon name="library" size={20} />
        {t('study.allCourses')}
      </Link>
      {roots.map((category) => (
        <Link key={category.id} to={coursePaths.catalogue({ categoryId: category.id })}>
          {category.name}
          <small className="sy-number">{category.courseCount}</small>
        </Link>
      ))}
    </nav>
  )
}

function Shelf({ sort, count }: { sort: 'newest' | 'hot'; count: number }) {
  const t = useText('courses')
  const shelf = useQuery(q(courses.catalogue, { query: { sort, pageSize: count } }, { quiet: true }))
  if (sort === 'hot' && (shelf.data?.recordCount ?? 0) <= count) return null
  return (
    <section aria-label={t(`study.${sort}`)}>
      <div className="co-section-head">
        <h2>{t(`study.${sort}`)}</h2>
        <Link to={coursePaths.catalogue({ sort })}>{t('study.more')}</Link>
      </div>
      {shelf.isPending && <LoadingState shape="cards" rows={count} />}
      {shelf.isError && <ErrorState small error={shelf.error} onRetry={() => void shelf.refetch()} />}
      {shelf.data?.items.length === 0 && <EmptyState title={t('catalogue.none')} />}
      {shelf.data && <CourseGrid courses={shelf.data.items} withPrices />}
    </section>
  )
}
