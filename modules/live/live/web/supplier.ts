/** The supplier of a company's live sessions, for the screens. */
import type { Supplier } from '../contract/states.ts'

export const suppliers: readonly Supplier[] = [3, 0, 4]

/** The supplier for a number in an answer; an unknown number means the platform's own rooms. */
export function supplierOf(liveSupply: number): Supplier {
  return suppliers.find((known) => known === liveSupply) ?? 3
}
