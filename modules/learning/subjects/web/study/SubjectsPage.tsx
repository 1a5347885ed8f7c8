import '../subjects.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
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
import { LIST_PAGE_SIZE, type Paging } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { businessType, type SubjectType } from '../../contract/wire.ts'
import { subjects } from '../../contract.ts'
import { type SubjectsPlace, subjectPaths } from '../paths.ts'
import { SubjectGrid } from '../SubjectCard.tsx'

const states = ['all', 'learning', 'not-started', 'done'] as const
const types: readonly SubjectType[] = [0, 1, 2, 3]

/** What the address says; anything that it can't mean counts as not said. */
function usePlace() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const state = states.find((known) => known === query.get('state')) ?? 'all'
  const type = types.find((known) => String(known) === query.get('type'))
  const search = (query.get('search') ?? '').slice(0, 100)
  const isPay = isPayOf(query)
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const go = (change: SubjectsPlace) =>
    void navigate(
      subjectPaths.all({
        search,
        ...(type !== undefined && { type }),
        state: state === 'all' ? '' : state,
        isPay,
        ...change,
      }),
    )
  const paging: Paging = {
    ...{ page, pageSize: LIST_PAGE_SIZE },
    change: (next) => go({ page: next }),
    reset: () => go({}),
  }
  return { state, type, search, isPay, paging, go }
}

type Place = ReturnType<typeof usePlace>

/** All subjects that the member may study, and those that are theirs. The address keeps the filter. */
export default function SubjectsPage() {
  const t = useText('subjects')
  const place = usePlace()
  const { state } = place
  const tabs = states.map((key) => ({ key, title: t(`list.state.${key}`) }))
  return (
    <>
      <PageHeader
        title={t('list.title')}
        description={t('list.hint')}
        back={<Link to={subjectPaths.study}>{t('list.study')}</Link>}
      />
      <TabBar
        label={t('list.states')}
        tabs={tabs}
        active={state}
        panelId="subjects-list"
        onChange={(next) => place.go({ state: next === 'all' ? '' : next })}
      />
      <div id="subjects-list" className="sb-list" role="tabpanel" aria-label={t(`list.state.${state}`)}>
        {state === 'all' ? <AllSubjects place={place} /> : <OwnSubjects place={place} state={state} />}
      </div>
    </>
  )
}

function AllSubjects({ place }: { place: Place }) {
  const t = useText('subjects')
  const { type, search, isPay, paging, go } = place
  const { page, pageSize } = paging
  const query = { page, pageSize, subjectType: type, search: search || undefined, isPay }
  const found = useQuery({
    ...q(subjects.subjects, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const options = [
    { value: 'all', label: t('list.allTypes') },
    ...types.map((value) => ({ value: String(value), label: t(`maps.subject-type.${value}`) })),
  ]
  const choose = (value: string) => go({ page: 1, type: value === 'all' ? undefined : Number(value) } as SubjectsPlace)
  const filtered = search !== '' || type !== undefined || isPay !== undefined
  return (
    <>
      <div className="sy-row sy-wrap sy-gap-3 sb-toolbar">
        <SearchBox label={t('list.search')} defaultValue={search} onSearch={(text) => go({ search: text, page: 1 })} />
        <Choice
          label={t('list.types')}
          options={options}
          value={type === undefined ? 'all' : String(type)}
          onChange={choose}
        />
        <PaidFilter businessTypes={[businessType]} value={isPay} onChange={(value) => go({ page: 1, isPay: value })} />
      </div>
      {found.isPending && <LoadingState shape="cards" rows={6} />}
      {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <div className="sb-results" data-stale={found.isPlaceholderData} aria-live="polite">
          {found.data.items.length > 0 ? (
            <SubjectGrid subjects={found.data.items} />
          ) : (
            <EmptyState
              title={t(filtered ? 'list.noMatch' : 'list.none')}
              description={t(filtered ? 'list.noMatchHint' : 'list.noneHint')}
            />
          )}
          <Pager paging={paging} recordCount={found.data.recordCount} />
        </div>
      )}
    </>
  )
}

function OwnSubjects({ place, state }: { place: Place; state: 'learning' | 'not-started' | 'done' }) {
  const t = useText('subjects')
  const { page, pageSize } = place.paging
  const found = useQuery({
    ...q(subjects.mySubjects, { query: { page, pageSize, state } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (found.isPending) return <LoadingState shape="cards" rows={6} />
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (found.data.items.length === 0)
    return (
      <EmptyState
        title={t(`list.noneOf.${state}`)}
        action={
          <Link className="sy-button" to={subjectPaths.all()}>
            {t('list.toAll')}
          </Link>
        }
      />
    )
  return (
    <div className="sb-results" data-stale={found.isPlaceholderData}>
      <SubjectGrid subjects={found.data.items} />
      <Pager paging={place.paging} recordCount={found.data.recordCount} />
    </div>
  )
}
