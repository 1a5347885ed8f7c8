import '../courses.css'
import './study.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { isPayOf, PaidFilter } from '#modules/commerce/prices/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { LIST_PAGE_SIZE, PAGE_SIZES, type Paging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { businessType } from '../../contract/wire.ts'
import { courses } from '../../contract.ts'
import { CourseGrid } from '../CourseCard.tsx'
import { type CataloguePlace, coursePaths } from '../paths.ts'
import { CategoryNav } from './CategoryNav.tsx'

const states = ['all', 'learning', 'not-started', 'done', 'abandoned'] as const
type State = (typeof states)[number]

/** What the address says; anything that it can't mean counts as not said. */
function usePlace() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const state = states.find((known) => known === query.get('state')) ?? 'all'
  const sort = query.get('sort') === 'hot' ? ('hot' as const) : ('newest' as const)
  const pageSize = PAGE_SIZES.find((size) => String(size) === query.get('pageSize')) ?? LIST_PAGE_SIZE
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const categoryId = /^[0-9a-f-]{36}$/.exec(query.get('categoryId') ?? '')?.[0]
  const search = (query.get('search') ?? '').slice(0, 100)
  const isPay = isPayOf(query)
  const linkTo = (change: CataloguePlace) =>
    coursePaths.catalogue({
      categoryId,
      search,
      sort: sort === 'newest' ? undefined : sort,
      state: state === 'all' ? undefined : state,
      isPay,
      pageSize: pageSize === LIST_PAGE_SIZE ? undefined : pageSize,
      ...change,
    })
  const paging: Paging = {
    page,
    pageSize,
    change: (nextPage, nextSize) =>
      void navigate(linkTo({ page: nextSize === pageSize && nextPage > 1 ? nextPage : undefined, pageSize: nextSize })),
    reset: () => void navigate(linkTo({})),
  }
  return { categoryId, search, sort, isPay, state: state as State, paging, linkTo, navigate }
}

type Place = ReturnType<typeof usePlace>

/** All courses that the member may study, and those that are theirs. The address keeps the filter. */
export default function CataloguePage() {
  const t = useText('courses')
  const place = usePlace()
  const tabs = states.map((key) => ({ key, title: t(`catalogue.state.${key}`) }))
  return (
    <>
      <PageHeader title={t('catalogue.title')} back={<Link to={coursePaths.home}>{t('study.title')}</Link>} />
      <TabBar
        label={t('catalogue.states')}
        tabs={tabs}
        active={place.state}
        panelId="catalogue-list"
        onChange={(state) => place.navigate(coursePaths.catalogue(state === 'all' ? {} : { state }))}
      />
      <div id="catalogue-list" role="tabpanel" aria-label={t(`catalogue.state.${place.state}`)}>
        {place.state === 'all' ? <AllCourses place={place} /> : <OwnCourses place={place} state={place.state} />}
      </div>
    </>
  )
}

function AllCourses({ place }: { place: Place }) {
  const t = useText('courses')
  const { categoryId, search, sort, isPay, paging, linkTo, navigate } = place
  const { page, pageSize } = paging
  const found = useQuery({
    ...q(
      courses.catalogue,
      { query: { page, pageSize, sort, categoryId, search: search || undefined, isPay } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  const sorts = (['newest', 'hot'] as const).map((value) => ({ value, label: t(`catalogue.sort.${value}`) }))
  return (
    <div className="sy-grid sy-gap-6 co-catalogue">
      <CategoryNav active={categoryId} linkOf={(id) => linkTo({ categoryId: id })} />
      <div className="co-catalogue-main">
        <div className="co-toolbar">
          <AddressedSearch
            search={search}
            onSearch={(text) => navigate(linkTo({ search: text }), { replace: search !== '' })}
          />
          <div className="sy-row sy-wrap sy-gap-3">
            <Choice
              label={t('catalogue.sort.label')}
              options={sorts}
              value={sort}
              onChange={(value) => navigate(linkTo({ sort: value === 'newest' ? undefined : value }))}
            />
            <PaidFilter
              businessTypes={[businessType]}
              value={isPay}
              onChange={(value) => navigate(linkTo({ isPay: value }), { replace: true })}
            />
          </div>
        </div>
        {found.isPending && <LoadingState shape="cards" rows={8} />}
        {found.isError && <ErrorState onRetry={() => void found.refetch()} />}
        {found.data && (
          <div className="co-results" data-stale={found.isPlaceholderData} aria-live="polite">
            {found.data.items.length === 0 ? (
              <Nothing filtered={search !== '' || categoryId !== undefined || isPay !== undefined} />
            ) : (
              <CourseGrid courses={found.data.items} withPrices />
            )}
            <Pager paging={paging} recordCount={found.data.recordCount} />
          </div>
        )}
      </div>
    </div>
  )
}

/** A search box that follows the address, but never while it is typed in. */
function AddressedSearch({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const t = useText('courses')
  const latestSave = useRef(search)
  const [version, changed] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (latestSave.current === search) return
    latestSave.current = search
    changed()
  }, [search])
  return (
    <SearchBox
      key={version}
      label={t('catalogue.search')}
      defaultValue={search}
      onSearch={(text) => {
        latestSave.current = text
        onSearch(text)
      }}
    />
  )
}

function Nothing({ filtered }: { filtered: boolean }) {
  const t = useText('courses')
  if (!filtered) return <EmptyState title={t('catalogue.none')} description={t('catalogue.noneHint')} />
  return (
    <EmptyState
      title={t('catalogue.noMatch')}
      description={t('catalogue.noMatchHint')}
      action={
        <Link className="sy-button" to={coursePaths.catalogue()}>
          {t('catalogue.showAll')}
        </Link>
      }
    />
  )
}

function OwnCourses({ place, state }: { place: Place; state: Exclude<State, 'all'> }) {
  const t = useText('courses')
  const { page, pageSize } = place.paging
  const found = useQuery({
    ...q(courses.myCourses, { query: { page, pageSize, state } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (found.isPending) return <LoadingState shape="cards" rows={8} />
  if (found.isError) return <ErrorState onRetry={() => void found.refetch()} />
  if (found.data.items.length === 0) {
    return (
      <EmptyState
        title={t(`catalogue.noneOf.${state}`)}
        action={
          <Link className="sy-button" to={coursePaths.catalogue()}>
            {t('study.toCatalogue')}
          </Link>
        }
      />
    )
  }
  return (
    <div className="co-results" data-stale={found.isPlaceholderData}>
      <CourseGrid courses={found.data.items} withPrices />
      <Pager paging={place.paging} recordCount={found.data.recordCount} />
    </div>
  )
}
