/** The price that counts for a buyer now, and whether the item is open to them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { entitledItems } from '#modules/commerce/entitlements/server.ts'
import { organizationsAbove } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { keptMany } from '#server/db/kept.ts'
import { isFreeOfCharge, type PriceRange } from '../contract/price-rules.ts'
import { type AccessState, memberCardType } from '../contract/shapes.ts'
import { type PricesDb, pricesTables } from './db.ts'

export interface CurrentPrice {
  readonly id: string
  readonly organizationId: string | null
  readonly validFrom: number | null
  readonly validUntil: number | null
  readonly isPay: 0 | 1
  readonly payType: 1 | 2 | 3 | null
  readonly isLadder: 0 | 1
  readonly ranges: readonly PriceRange[]
  readonly cardIds: readonly string[]
}

export interface PricedItem {
  readonly revision: number
  readonly paidSince: number | null
  readonly prices: readonly CurrentPrice[]
}

export const priceColumns = sql`p.id, p.organization_id as "organizationId", p.valid_from as "validFrom",
  p.valid_until as "validUntil", p.is_pay as "isPay", p.pay_type as "payType", p.is_ladder as "isLadder", p.ranges,
  p.card_ids as "cardIds"`

export const unpriced: PricedItem = { revision: 0, paidSince: null, prices: [] }

/** The prices of these items that are not replaced, by id; an item without a price has none. One statement. */
export async function readPriced(
  db: PricesDb,
  companyId: string,
  businessType: number,
  ids: readonly string[],
): Promise<Map<string, PricedItem>> {
  const { rows } = await sql<CurrentPrice & { itemId: string; revision: number; paidSince: number | null }>`
    select i.item_id as "itemId", i.revision, i.paid_since as "paidSince", ${priceColumns}
    from prices.item i join prices.price p on p.company_id = i.company_id and p.business_type = i.business_type
      and p.item_id = i.item_id and p.replaced_at is null
    where i.company_id = ${companyId} and i.business_type = ${businessType} and i.item_id = any(${[...ids]}::uuid[])
    order by p.created_at, p.id`.execute(db)
  const found = new Map<string, PricedItem>(ids.map((id) => [id, unpriced]))
  for (const { itemId, revision, paidSince, ...price } of rows) {
    const prices = [...(found.get(itemId)?.prices ?? []), price]
    found.set(itemId, { revision, paidSince, prices })
  }
  return found
}

/** Who would buy. */
export type Buyer = Pick<Caller, 'companyId' | 'memberId' | 'organizationId' | 'lastEdit'>

function keptPriced(
  db: PricesDb,
  caller: Pick<Caller, 'companyId' | 'lastEdit'>,
  businessType: number,
  ids: readonly string[],
) {
  const keys = ids.map((id) => `${businessType} ${id}`)
  const idOf = (key: string) => key.slice(key.indexOf(' ') + 1)
  return keptMany(db, caller, 'prices.item', keys, async (missing) => {
    const found = await readPriced(db, caller.companyId, businessType, missing.map(idOf))
    return new Map(missing.map((key) => [key, found.get(idOf(key)) ?? unpriced]))
  })
}

const isValid = ({ validFrom, validUntil }: CurrentPrice, now: number) =>
  (validFrom ?? 0) <= now && (validUntil === null || validUntil > now)

/**
 * The one that counts: of those valid now, that of the first organization upward; there, one for a time before one for always, and of
 * two for a time the one that began later. `organizations`: the buyer's own first, up to the company.
 */
export function choosePrice(
  prices: readonly CurrentPrice[],
  organizations: readonly string[],
  now: number,
): CurrentPrice | undefined {
  const rank = ({ organizationId }: CurrentPrice) =>
    organizationId === null ? organizations.length : organizations.indexOf(organizationId)
  const isTimed = ({ validFrom, validUntil }: CurrentPrice) => (validFrom === null && validUntil === null ? 0 : 1)
  return prices
    .filter((price) => isValid(price, now) && rank(price) >= 0)
    .toSorted((a, b) => rank(a) - rank(b) || isTimed(b) - isTimed(a) || (b.validFrom ?? 0) - (a.validFrom ?? 0))[0]
}

export interface Offered {
  readonly access: AccessState
  /** Undefined: the item has no price. */
  readonly price: CurrentPrice | undefined
  /** Since when it has to be paid for; null while it is free for everybody. */
  readonly paidSince: number | null
}

/** Nothing has to be paid, and no card is asked for. */
export const isOpen = (price: CurrentPrice | undefined) =>
  price === undefined || price.isPay === 0 || isFreeOfCharge(price.ranges, price.payType)

/**
 * What these items cost the caller now, and whether they are open: free, entitled, or still to be bought (COMMERCE-078 with a
 * member card). Of items without any price it takes no statement, once they are known.
 */
export async function offeredTo(
  connection: Connection,
  caller: Buyer,
  businessType: number,
  ids: readonly string[],
  now: number,
  isStarting = false,
): Promise<ReadonlyMap<string, Offered>> {
  const db = pricesTables(connection)
  const known = await keptPriced(db, caller, businessType, ids)
  const items = ids.map((id) => ({ id, ...(known.get(`${businessType} ${id}`) ?? unpriced) }))
  const needsPath = items.some(({ prices }) => prices.some(({ organizationId }) => organizationId !== null))
  const path = needsPath ? await organizationsAbove(db, caller.companyId, caller.organizationId) : []
  const chosen = items.map(({ id, paidSince, prices }) => ({ id, paidSince, price: choosePrice(prices, path, now) }))
  const closed = chosen.filter(({ price }) => !isOpen(price))
  const own = await entitledItems(
    db,
    caller.memberId,
    businessType,
    closed.map(({ id }) => id),
    now,
    isStarting,
  )
  // Whoever is entitled to the item itself needs no card, and holds none.
  const cardIds = [...new Set(closed.flatMap(({ id, price }) => (own.has(id) ? [] : (price?.cardIds ?? []))))]
  const cards = await entitledItems(db, caller.memberId, memberCardType, cardIds, now, isStarting)
  return new Map(
    chosen.map(({ id, price, paidSince }): [string, Offered] => {
      if (isOpen(price)) return [id, { access: 'free', price, paidSince }]
      const isEntitled = own.has(id) || price?.cardIds.some((card) => cards.has(card))
      return [id, { access: isEntitled ? 'entitled' : 'unpaid', price, paidSince }]
    }),
  )
}

/** Who had it before it had a price keeps it. */
export const keepsIt = (hadSince: number | null, { paidSince }: Pick<Offered, 'paidSince'>) =>
  hadSince !== null && hadSince < (paidSince ?? 0)

export interface OwnItem {
  readonly id: string
  /** Since when the caller has had it; who had it before it had a price keeps it. */
  readonly hadSince: number | null
}

/** Those of the items of a kind that the caller has still to buy. */
export async function mustBuyAmong(
  connection: Connection,
  caller: Buyer,
  businessType: number,
  items: readonly OwnItem[],
  now: number,
  isStarting = false,
): Promise<ReadonlySet<string>> {
  if (items.length === 0) return new Set()
  const ids = [...new Set(items.map(({ id }) => id))]
  const offered = await offeredTo(connection, caller, businessType, ids, now, isStarting)
  const closed = items.filter(({ id, hadSince }) => {
    const one = offered.get(id)
    return one?.access === 'unpaid' && !keepsIt(hadSince, one)
  })
  return new Set(closed.map(({ id }) => id))
}

/**
 * Whether the caller has still to buy the item. The one door for modules whose items are sold. `isStarting`: the caller
 * starts with it in this transaction, and nothing of it is paid back meanwhile.
 */
export async function mustBuy(
  connection: Connection,
  caller: Buyer,
  {
    businessType,
    id,
    hadSince,
    isStarting,
  }: OwnItem & { readonly businessType: number; readonly isStarting?: boolean },
  now: number,
): Promise<boolean> {
  const offered = (await offeredTo(connection, caller, businessType, [id], now, isStarting)).get(id)
  return offered?.access === 'unpaid' && !keepsIt(hadSince, offered)
}
