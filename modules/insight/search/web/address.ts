/** The address of the search page: what is searched for, the filter and the page stand in it, so it can be shared and gone back to. */
import { queryLengthMax, type SearchFilter, searchFilters } from '../contract.ts'

export interface Searched {
  readonly text: string
  readonly filter: SearchFilter
  readonly page: number
}

export function searchedIn(query: URLSearchParams): Searched {
  const filter = searchFilters.find((one) => one === query.get('filter')) ?? 'all'
  const page = Number(query.get('page'))
  return {
    text: (query.get('q') ?? '').trim().slice(0, queryLengthMax),
    filter,
    page: Number.isInteger(page) && page > 0 && page <= 1000 ? page : 1,
  }
}

export function searchAddress({ text, filter = 'all', page = 1 }: Partial<Searched>): string {
  const query = new URLSearchParams({
    ...(text && { q: text }),
    ...(filter !== 'all' && { filter }),
    ...(page > 1 && { page: String(page) }),
  })
  return query.size === 0 ? '/search-v' : `/search-v?${query}`
}
