/** Which part of the bank is shown. The address keeps it, so that reloading and going back find it again. */
import { useSearchParams } from 'react-router'
import { PAGE_SIZES, type Paging, TABLE_PAGE_SIZE, turnedTo } from '#web/ui/paging.ts'
import { type QuestionStatus, questionStatuses } from '../../contract/bank.ts'
import { type QuestionKind, questionKinds } from '../../contract/question.ts'
import { type ItemFlag, itemFlags } from '../../contract/statistics.ts'

export const bankTabs = ['all', ...questionStatuses, 'recycled'] as const
export type BankTab = (typeof bankTabs)[number]

export interface BankFilters {
  readonly tab: BankTab
  readonly directoryId?: string | undefined
  readonly kind?: QuestionKind | undefined
  readonly difficulty?: number | undefined
  readonly topicId?: string | undefined
  readonly flag?: ItemFlag | undefined
  readonly search?: string | undefined
}

const SEARCH_LENGTH_MAX = 100
const idPattern = /^[0-9a-f-]{36}$/

/** What the address says; what it can't mean counts as not said. */
export function filtersOf(address: URLSearchParams): BankFilters {
  const id = (name: string) => [address.get(name)].find((text) => text !== null && idPattern.test(text)) ?? undefined
  const difficulty = Number(address.get('difficulty'))
  return {
    tab: bankTabs.find((tab) => tab === address.get('tab')) ?? 'all',
    directoryId: id('directory'),
    kind: questionKinds.find((kind) => kind === address.get('kind')),
    difficulty: difficulty >= 1 && difficulty <= 5 && Number.isInteger(difficulty) ? difficulty : undefined,
    topicId: id('topic'),
    flag: itemFlags.find((flag) => flag === address.get('flag')),
    search: address.get('search')?.trim().slice(0, SEARCH_LENGTH_MAX) || undefined,
  }
}

export function addressOf(filters: BankFilters, page = 1, pageSize: number = TABLE_PAGE_SIZE): Record<string, string> {
  const { tab, directoryId, kind, difficulty, topicId, flag, search } = filters
  const said = {
    tab: tab === 'all' ? undefined : tab,
    ...{ directory: directoryId, kind, difficulty, topic: topicId, flag, search },
    page: page === 1 ? undefined : page,
    size: pageSize === TABLE_PAGE_SIZE ? undefined : pageSize,
  }
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/** What the list is asked for. */
export function queryOf({ tab, directoryId, kind, difficulty, topicId, flag, search }: BankFilters) {
  const status = questionStatuses.find((known): known is QuestionStatus => known === tab)
  return {
    ...(directoryId !== undefined && { directoryId }),
    ...(kind !== undefined && { kind }),
    ...(status !== undefined && { status }),
    ...(difficulty !== undefined && { difficulty }),
    ...(topicId !== undefined && { topicId }),
    ...(flag !== undefined && { flag }),
    ...(search !== undefined && { search }),
  }
}

export function useBankPlace() {
  const [address, setAddress] = useSearchParams()
  const filters = filtersOf(address)
  const page = Math.max(1, Number.parseInt(address.get('page') ?? '', 10) || 1)
  const pageSize = PAGE_SIZES.find((size) => String(size) === address.get('size')) ?? TABLE_PAGE_SIZE
  const go = (next: BankFilters, at = 1, size: number = pageSize) =>
    setAddress(addressOf(next, at, size), { replace: true })
  const paging: Paging = {
    ...{ page, pageSize },
    change: (nextPage, nextSize) => {
      const turned = turnedTo(pageSize, nextPage, nextSize)
      go(filters, turned.page, turned.pageSize)
    },
    reset: () => go(filters),
  }
  const filter = (change: Partial<BankFilters>) => go({ ...filters, ...change })
  return { filters, filter, paging }
}
