/** Which page of a managed list is shown, under which filters. The address keeps it, so reloading and going back find it again. */
import { useAddress } from '#web/address.ts'
import { PAGE_SIZES, type Paging, TABLE_PAGE_SIZE, turnedTo } from '#web/ui/paging.ts'

const SEARCH_LENGTH_MAX = 100

export interface ListFilters<Tab extends string> {
  readonly tab: Tab
  readonly search?: string
  readonly category?: string
  readonly mine?: true
}

export interface ListPlace<Tab extends string> extends ListFilters<Tab> {
  readonly page: number
  readonly pageSize: number
}

/** What the address says; what it can't mean counts as not said. `undefined` categories: they are not known yet. */
export function readPlace<Tab extends string>(
  address: URLSearchParams,
  tabs: readonly [Tab, ...Tab[]],
  categories: ReadonlySet<string> | undefined,
): ListPlace<Tab> {
  const search = address.get('search')?.trim().slice(0, SEARCH_LENGTH_MAX)
  const category = address.get('category')
  const isKnown = category !== null && (categories === undefined || categories.has(category))
  return {
    tab: tabs.find((known) => known === address.get('status')) ?? tabs[0],
    ...(search && { search }),
    ...(isKnown && { category }),
    ...(address.get('mine') === '1' && { mine: true as const }),
    page: Math.max(1, Number.parseInt(address.get('page') ?? '', 10) || 1),
    pageSize: PAGE_SIZES.find((size) => String(size) === address.get('size')) ?? TABLE_PAGE_SIZE,
  }
}

/** The address of a place; whatever else the address says stays in it. */
export function writePlace<Tab extends string>(
  address: URLSearchParams,
  { tab, search, category, mine, page, pageSize }: ListPlace<Tab>,
  firstTab: Tab,
): URLSearchParams {
  const next = new URLSearchParams(address)
  const said = {
    status: tab === firstTab ? undefined : tab,
    ...{ search, category },
    mine: mine && '1',
    page: page === 1 ? undefined : String(page),
    size: pageSize === TABLE_PAGE_SIZE ? undefined : String(pageSize),
  }
  for (const [name, value] of Object.entries(said)) {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** A change of the filters: `undefined` takes one away. */
export type FilterChange<Tab extends string> = {
  readonly [Name in keyof ListFilters<Tab>]?: ListFilters<Tab>[Name] | undefined
}

export function useListPlace<Tab extends string>(
  tabs: readonly [Tab, ...Tab[]],
  categories: ReadonlySet<string> | undefined,
) {
  const [address, changeAddress] = useAddress()
  const place = readPlace(address, tabs, categories)
  const { page, pageSize, ...filters } = place
  const go = (change: FilterChange<Tab> & Pick<ListPlace<Tab>, 'page'> & { readonly pageSize?: number }) =>
    changeAddress((now) =>
      writePlace(now, { ...readPlace(now, tabs, categories), ...change } as ListPlace<Tab>, tabs[0]),
    )
  const filter = (change: FilterChange<Tab>) => go({ ...change, page: 1 })
  const clear = () => filter({ tab: tabs[0], search: undefined, category: undefined, mine: undefined })
  const paging: Paging = {
    ...{ page, pageSize },
    change: (nextPage, nextSize) => go(turnedTo(pageSize, nextPage, nextSize)),
    reset: () => filter({}),
  }
  return { place, filters, filter, clear, paging }
}
