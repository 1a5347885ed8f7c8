/** What a member card opens: the items whose price of now names it (COMMERCE-078). */
import { sql } from 'kysely'
import type { ItemRef } from '#modules/commerce/entitlements/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { pricesTables } from './db.ts'

interface CardRef {
  readonly companyId: string
  readonly cardId: string
  /** Left out: by any price that is not replaced, whenever that counts. */
  readonly now?: number
}

/** Whether the price `p` counts now. */
export const validSql = (now: number) =>
  sql`(p.valid_from is null or p.valid_from <= ${now}) and (p.valid_until is null or p.valid_until > ${now})`

/** One item for each, whatever prices for organizations and times name the card besides. By the index of cards. */
const namingSql = ({ companyId, cardId, now }: CardRef) => sql`from (
  select p.business_type, p.item_id, min(p.created_at) as named_at from prices.price p
  where p.replaced_at is null and p.card_ids @> array[${cardId}::uuid] and p.company_id = ${companyId}
    and ${now === undefined ? sql`true` : validSql(now)}
  group by p.business_type, p.item_id) i`

const itemSql = sql`select i.business_type as "businessType", i.item_id as "itemId"`

/** All of them, by kind. One statement. */
export async function itemsByCard(db: Connection, card: CardRef): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await sql<ItemRef>`${itemSql} ${namingSql(card)}`.execute(pricesTables(db))
  const byType = Map.groupBy(rows, ({ businessType }) => businessType)
  return new Map([...byType].map(([type, some]) => [type, some.map(({ itemId }) => itemId)]))
}

/** A page of them, the newest first. */
export function pageOfCard(db: Connection, card: CardRef, paging: Paging) {
  const matching = namingSql(card)
  return sqlPage<ItemRef>(pricesTables(db), paging, {
    matching,
    rows: (window) => sql<ItemRef>`${itemSql} ${matching} order by i.named_at desc, i.item_id ${window}`,
  })
}
