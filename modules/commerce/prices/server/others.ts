/** What an item costs others than the caller: the members in a room, and guests. */
import { sql } from 'kysely'
import { entitledMembers } from '#modules/commerce/entitlements/server.ts'
import { organizationsAboveSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { memberCardType } from '../contract/shapes.ts'
import { choosePrice, isOpen, keepsIt, readPriced, unpriced } from './current.ts'
import { type PricesDb, pricesTables } from './db.ts'

interface OneItem {
  readonly companyId: string
  readonly businessType: number
  readonly id: string
}

const pricedOf = async (db: PricesDb, { companyId, businessType, id }: OneItem) =>
  (await readPriced(db, companyId, businessType, [id])).get(id) ?? unpriced

/** Each organization with those above it, its own first. One statement. */
async function pathsOf(db: PricesDb, companyId: string, organizationIds: readonly string[]) {
  const { rows } = await sql<{ below: string; ids: string[] }>`
    select o.below_id as below, array_agg(o.id order by o.level desc) as ids from ${organizationsAboveSql(companyId)} o
    where o.below_id = any(${[...organizationIds]}::uuid[]) group by o.below_id`.execute(db)
  return new Map(rows.map(({ below, ids }) => [below, ids]))
}

export interface OtherMember {
  readonly memberId: string
  readonly organizationId: string
  /** Since when they have had it. */
  readonly hadSince: number | null
}

/** Those of the members who have still to buy the item: as `mustBuy`, for many at once. */
export async function membersWhoMustBuy(
  connection: Connection,
  item: OneItem,
  members: readonly OtherMember[],
  now: number,
): Promise<ReadonlySet<string>> {
  const db = pricesTables(connection)
  const priced = await pricedOf(db, item)
  if (priced.prices.length === 0) return new Set()
  const isByOrganization = priced.prices.some(({ organizationId }) => organizationId !== null)
  const organizationIds = isByOrganization ? [...new Set(members.map(({ organizationId }) => organizationId))] : []
  const paths = await pathsOf(db, item.companyId, organizationIds)
  const unpaid = members.flatMap(({ memberId, organizationId, hadSince }) => {
    const price = choosePrice(priced.prices, paths.get(organizationId) ?? [], now)
    return price === undefined || isOpen(price) || keepsIt(hadSince, priced) ? [] : { memberId, cardIds: price.cardIds }
  })
  const ids = unpaid.map(({ memberId }) => memberId)
  const cardIds = [...new Set(unpaid.flatMap((one) => one.cardIds))]
  const isEntitled = await entitledMembers(db, ids, item.businessType, [item.id], now)
  const hasCard = await entitledMembers(db, ids, memberCardType, cardIds, now)
  return new Set(
    unpaid.flatMap((one) =>
      isEntitled(one.memberId, item.id) || one.cardIds.some((card) => hasCard(one.memberId, card)) ? [] : one.memberId,
    ),
  )
}

/** Whether a guest would have to pay: the item has a price for everybody. Guests cannot. */
export async function isClosedToGuests(connection: Connection, item: OneItem, now: number): Promise<boolean> {
  return !isOpen(choosePrice((await pricedOf(pricesTables(connection), item)).prices, [], now))
}

/** Those of the items of a kind that cost somebody something, now or later. One statement. */
export async function pricedAmong(
  connection: Connection,
  { companyId, businessType }: Omit<OneItem, 'id'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const found = await readPriced(pricesTables(connection), companyId, businessType, ids)
  return new Set([...found].flatMap(([id, { prices }]) => (prices.every(isOpen) ? [] : id)))
}
