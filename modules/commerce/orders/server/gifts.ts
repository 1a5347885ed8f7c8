/** Prizes: goods that a member gets without paying, as an order that is paid already. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { getSoldKind } from '#modules/commerce/entitlements/server.ts'
import { goodsType, payTypes } from '#modules/commerce/prices/contract.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { ordersTables } from './db.ts'
import { addEvent } from './events.ts'
import { handOut } from './goods-lines.ts'
import { linesOf } from './order-record.ts'
import { nextNumber } from './placing.ts'

const stocked = () => {
  const { stocked: found } = getSoldKind(goodsType)
  if (!found) throw new Error('goods have a stock')
  return found
}

interface SetAside {
  readonly companyId: string
  readonly goodsId: string
  /** Below 0: back into stock. */
  readonly quantity: number
  /** What for: it stands in the history of the stock. */
  readonly reason: string
  readonly by: string | null
  readonly now: number
}

/** Sets units aside for prizes, so that `giveGoods` always has them; below 0 back into stock. False where there are not so many. */
export function setAsideGoods(db: Connection, { goodsId: itemId, ...aside }: SetAside): Promise<boolean> {
  return stocked().setAside(db, { itemId, ...aside })
}

export interface Gift {
  readonly companyId: string
  readonly memberId: string
  readonly goodsId: string
  readonly quantity: number
  /** Of the prize: said twice, it is the same order. Unique in the company. */
  readonly key: string
  /** What it was won by: its winner reads it in the timeline. */
  readonly note: string
  readonly now: number
}

/**
 * Gives goods that were set aside before (`setAsideGoods`): a paid order of nothing. What is sent waits until its winner says where
 * to (`setReceiver`); what is handed out is there at once. 900005: no such goods or member in the company.
 */
export async function giveGoods(connection: Connection, gift: Gift): Promise<{ readonly orderId: string }> {
  const { companyId, memberId, goodsId, quantity, key, note, now } = gift
  const db = ordersTables(connection)
  const kind = getSoldKind(goodsType)
  const [item] = await kind.items(db, companyId, [goodsId])
  const member = (await membersByIds(db, companyId, [memberId])).get(memberId)
  const form = (await stocked().naturesOf(db, companyId, [goodsId])).get(goodsId)
  if (!item || !member || !form) throw refuse(NOT_FOUND)
  const id = uuid()
  const number = await nextNumber(db, companyId, now)
  const isSent = form === 'physical'
  const { rows } = await sql<{ id: string }>`
    insert into orders.order (id, company_id, number, buyer_id, organization_id, request_key, status, delivery, pay_type, amount,
      created_at, expires_at, paid_at, done_at, gift_key)
    values (${id}, ${companyId}, ${number}, ${memberId}, ${member.organizationId}, ${uuid()},
      ${isSent ? 'paid' : 'deal-done'}, ${isSent ? 'not-shipped' : null}, ${payTypes.coin}, 0, ${now}, ${now}, ${now},
      ${isSent ? null : now}::bigint, ${key})
    on conflict (company_id, gift_key) where gift_key is not null do nothing returning id`.execute(db)
  if (!rows[0]) {
    const before = await sql<{ id: string }>`
      select o.id from orders.order o where o.company_id = ${companyId} and o.gift_key = ${key}`.execute(db)
    return { orderId: (before.rows[0] as { id: string }).id }
  }
  await db
    .insertInto('orders.line')
    .values({
      ...{ id: uuid(), order_id: id, company_id: companyId, place: 0, business_type: goodsType, item_id: goodsId },
      ...{ name: item.name, quantity, price_id: goodsId, range_begin: 1, range_end: -1, original_unit: 0, unit: 0 },
      ...{ amount: 0, goods: form },
    })
    .execute()
  const order = { id, companyId, buyerId: memberId }
  await addEvent(db, order, { kind: 'given', actorId: null, at: now, data: { reason: note } })
  for (const line of (await linesOf(db, [id])).get(id) ?? []) await handOut(db, order, line, now)
  return { orderId: id }
}
