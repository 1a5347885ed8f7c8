/** Where a prize is that is sent as an order. */
import { giftStates } from '#modules/commerce/orders/server.ts'
import type { PrizeOrder } from '../contract/drawing.ts'
import type { LotteriesDb } from './db.ts'

/** A draw as it is read, with the id of its order in place of the order. */
export type OrderedDraw<T extends { readonly order: PrizeOrder | null }> = Omit<T, 'order'> & {
  readonly orderId: string | null
}

/** One statement for all of them. */
export async function withOrders<T extends { readonly order: PrizeOrder | null }>(
  db: LotteriesDb,
  companyId: string,
  rows: readonly OrderedDraw<T>[],
): Promise<T[]> {
  const ids = rows.flatMap(({ orderId }) => orderId ?? [])
  const states = ids.length === 0 ? new Map<string, PrizeOrder>() : await giftStates(db, companyId, ids)
  return rows.map(({ orderId, ...row }) => ({ ...row, order: states.get(orderId ?? '') ?? null }) as unknown as T)
}
