import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { LIST_PAGE_SIZE, turnedTo } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { hitsCountedMax, type SearchAnswer, type SearchHit, search, searchFilters } from '../../contract.ts'
import { searchAddress, searchedIn } from '../address.ts'
import { BeforeSearch } from './BeforeSearch.tsx'
import { Hit } from './Hit.tsx'
import './search.css'

const PANEL = 'search-hits'

/** Everything that the member may open, by what its title, its texts, its captions say (SYSTEM-005, SYSTEM-218, SYSTEM-219). */
export default function SearchPage() {
  const t = useText('search')
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const { text, filter, page } = searchedIn(query)
  const [pageSize, setPageSize] = useState<number>(LIST_PAGE_SIZE)
  const found = useQuery({
    ...q(search.search, { query: { query: text, filter, page, pageSize } }),
    enabled: text !== '',
    placeholderData: (last) => last,
  })
  // What is typed on replaces the address: going back leads to where the search began, not through every word of it.
  const type = (typed: string) => navigate(searchAddress({ text: typed, filter }), { replace: text !== '' })
  const counts = new Map(found.data?.counts.map((one) => [one.filter, one.count]))
  const countOf = (key: (typeof searchFilters)[number]) => {
    const count = counts.get(key) ?? 0
    return count >= hitsCountedMax ? `${hitsCountedMax}+` : String(count)
  }
  return (
    <div className="sr-page">
      <header className="sr-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <SearchBox
          key={text === '' ? 'new' : 'same'}
          label={t('label')}
          placeholder={t('placeholder')}
          defaultValue={text}
          onSearch={type}
        />
      </header>
      {text === '' ? (
        <BeforeSearch />
      ) : (
        <>
          <TabBar
            label={t('filters')}
            tabs={searchFilters.map((key) => ({
              key,
              title: found.data
                ? t('filterCount', { name: t(`filter.${key}`), count: countOf(key) })
                : t(`filter.${key}`),
            }))}
            active={filter}
            onChange={(next) => setQuery(new URLSearchParams(searchAddress({ text, filter: next }).split('?')[1]))}
            panelId={PANEL}
          />
          <section id={PANEL} role="tabpanel" aria-label={t(`filter.${filter}`)} aria-busy={found.isFetching}>
            {found.isPending && <LoadingState rows={6} />}
            {found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
            {found.data && (
              <>
                <ShownInstead answer={found.data} text={text} />
                {found.data.items.length === 0 ? (
                  <NothingFound answer={found.data} text={text} filter={filter} />
                ) : (
                  <ol className="sr-hits" onKeyDown={moveByArrows}>
                    {found.data.items.map((hit, at) => (
                      <Hit
                        key={`${hit.kind} ${hit.id}`}
                        hit={hit}
                        onOpen={() => noteClick(found.data, hit, (page - 1) * pageSize + at + 1)}
                      />
                    ))}
                  </ol>
                )}
                <Pager
                  paging={{
                    page,
                    pageSize,
                    reset: () => undefined,
                    change: (next, size) => {
                      const turned = turnedTo(pageSize, next, size)
                      setPageSize(size)
                      void navigate(searchAddress({ text, filter, page: turned.page }))
                    },
                  }}
                  recordCount={found.data.recordCount}
                />
              </>
            )}
          </section>
        </>
      )}
    </div>
  )
}

/** For the quality of the search; the member is on the way to the hit, so nothing is said where it fails. */
function noteClick({ searchId }: SearchAnswer, { kind, id }: SearchHit, place: number): void {
  if (searchId === null) return
  void call(
    search.click,
    { body: { searchId, kind, id, place } },
    { quiet: true, handles: 'all', outdates: 'nothing' },
  ).catch(() => undefined)
}

/** Arrows go from hit to hit. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.sr-title')]
  const here = links.findIndex((link) => link.closest('li')?.contains(document.activeElement))
  const next = links[here + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Nothing matched what was typed, so something near it was looked for. */
function ShownInstead({ answer: { shownInstead }, text }: { answer: SearchAnswer; text: string }) {
  const t = useText('search')
  if (!shownInstead) return null
  return (
    <p className="sr-instead" role="status">
      <Icon name="info" size={16} />
      <span>
        {t(`instead.${shownInstead.by}`, { text })}
        {shownInstead.text !== '' && (
          <>
            {' '}
            {t('instead.meant')} <Link to={searchAddress({ text: shownInstead.text })}>{shownInstead.text}</Link>
          </>
        )}
      </span>
    </p>
  )
}

function NothingFound({ answer, text, filter }: { answer: SearchAnswer; text: string; filter: string }) {
  const t = useText('search')
  const elsewhere = answer.counts.find((one) => one.filter === 'all')?.count ?? 0
  if (filter !== 'all' && elsewhere > 0)
    return (
      <EmptyState
        title={t('none.here', { name: t(`filter.${filter}`) })}
        description={t('none.elsewhere', { count: elsewhere })}
        action={
          <Link className="sy-button" to={searchAddress({ text })}>
            {t('none.showAll')}
          </Link>
        }
      />
    )
  return <EmptyState title={t('none.title', { text })} description={t('none.hint')} />
}
