/** Who carries a company's lives: 3 has pages of its own, 0 and 4 are the same legacy family (LIVE-144, LIVE-145). */
export const suppliers = [0, 3, 4] as const
export type Supplier = (typeof suppliers)[number]

export function isOwnPage(supplier: Supplier): boolean {
  return supplier === 3
}

/** What a supplier number of an answer means; what nobody knows counts as the platform's own. */
export function supplierOf(liveSupply: number): Supplier {
  return suppliers.find((known) => known === liveSupply) ?? 3
}
