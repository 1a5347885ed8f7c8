/** The filters of the gradebook stand in its address, so that it can be sent and kept. */
import { useAddress } from '#web/address.ts'
import { PAGE_SIZES, type Paging, turnedTo } from '#web/ui/paging.ts'
import { type GradebookFilter, gradebookItemsMax, gradeStates } from '../../contract/gradebook.ts'

const keyPattern = /^[1-9]\d{0,3}:[0-9a-f-]{36}$/
const idPattern = /^[0-9a-f-]{36}$/
const firstPageSize = 20

/** A change of the filters: `undefined` takes one away. */
export type FilterChange = { readonly [Name in keyof GradebookFilter]?: GradebookFilter[Name] | undefined }

/** What an address says, without what is no filter. */
export function filterOf(place: URLSearchParams): GradebookFilter {
  const items = (place.get('items') ?? '').split(',').filter((key) => keyPattern.test(key))
  const organizationId = place.get('department') ?? ''
  const state = gradeStates.find((known) => known === place.get('state'))
  const search = place.get('search') ?? ''
  return {
    ...(items.length > 0 && { items: items.slice(0, gradebookItemsMax) }),
    ...(idPattern.test(organizationId) && { organizationId }),
    ...(state !== undefined && { state }),
    ...(search !== '' && { search: search.slice(0, 100) }),
    ...(place.get('left') === '1' && { withLeft: true }),
  }
}

export function addressOf(filter: FilterChange): Record<string, string> {
  const { items, organizationId, state, search, withLeft } = filter
  return {
    ...(items !== undefined && items.length > 0 && { items: items.join(',') }),
    ...(organizationId !== undefined && { department: organizationId }),
    ...(state !== undefined && { state }),
    ...(search !== undefined && search !== '' && { search }),
    ...(withLeft === true && { left: '1' }),
  }
}

const ofSize = (size: number): Record<string, string> => (size === firstPageSize ? {} : { size: String(size) })
const pageOf = (place: URLSearchParams) => Math.max(1, Number.parseInt(place.get('page') ?? '', 10) || 1)
const sizeOf = (place: URLSearchParams) =>
  PAGE_SIZES.find((known) => known === Number(place.get('size'))) ?? firstPageSize

export function useGradebookFilters() {
  const [place, changePlace] = useAddress()
  const pageSize = sizeOf(place)
  const turn = (next: { page: number; pageSize: number }) =>
    changePlace((now) => ({
      ...addressOf(filterOf(now)),
      ...(next.page > 1 && { page: String(next.page) }),
      ...ofSize(next.pageSize),
    }))
  const paging: Paging = {
    ...{ page: pageOf(place), pageSize },
    change: (nextPage, nextSize) => turn(turnedTo(pageSize, nextPage, nextSize)),
    reset: () => turn({ page: 1, pageSize }),
  }
  const change = (part: FilterChange) =>
    changePlace((now) => ({ ...addressOf({ ...filterOf(now), ...part }), ...ofSize(sizeOf(now)) }))
  return { filter: filterOf(place), paging, change }
}
