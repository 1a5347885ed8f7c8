import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { prices } from '../../contract.ts'

/** Whether the company sells anything of these kinds: most sell nothing, and their screens need not even load what says prices. */
export function useIsSold(businessTypes: readonly number[]): boolean {
  const kinds = useQuery(q(prices.paidKinds, {}, { quiet: true, handles: 'all', cache: 'wide' }))
  return kinds.data?.items.some((kind) => businessTypes.includes(kind)) ?? false
}
