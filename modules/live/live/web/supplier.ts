/** Who carries a company's lives, as the screens read it. */
import type { Supplier } from '../contract/states.ts'

export const suppliers: readonly Supplier[] = [3, 0, 4]

/** What a supplier number of an answer means; what nobody knows counts as the platform's own. */
export function supplierOf(liveSupply: number): Supplier {
  return suppliers.find((known) => known === liveSupply) ?? 3
}
