/** Cards among what is sold (COMMERCE-033): bought and paid like anything else, and owned as an entitlement. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { everOwned, findSoldKind, soldKind } from '#modules/commerce/entitlements/server.ts'
import { memberCardType } from '#modules/commerce/prices/contract.ts'
import { itemsByCard } from '#modules/commerce/prices/server.ts'
import type { ContentItem } from '#modules/content/catalog/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { containsSql } from '#server/db/search.ts'
import { managesCards } from '../contract/access.ts'
import { cardsTables } from './db.ts'
import { cardLink } from './links.ts'

const dayMs = 86_400_000

/** Cards `c` as items. One statement. */
async function readItems(db: Connection, rest: RawBuilder<unknown>): Promise<ContentItem[]> {
  const { rows } = await sql<{ id: string; name: string; isAvailable: boolean }>`
    select c.id, c.name, c.status = 'on-sale' as "isAvailable" from cards.card c ${rest}`.execute(cardsTables(db))
  return rows.map((row) => ({ ...row, link: cardLink(row.id), coverFileId: null }))
}

/**
 * A card is used once its holder has started anything that it opens by a price that is not replaced, whatever else opened that to them before: what was
 * learned by a card cannot be separated from what was learned beside it.
 */
async function started(db: Connection, companyId: string, memberIds: readonly string[], ids: readonly string[]) {
  const users = new Set<string>()
  for (const cardId of ids)
    for (const [type, itemIds] of await itemsByCard(db, { companyId, cardId }))
      for (const id of (await findSoldKind(type)?.started(db, companyId, memberIds, itemIds)) ?? []) users.add(id)
  return [...users]
}

export const cardKind = soldKind({
  businessType: memberCardType,
  label: { cn: '会员卡', en: 'Member card' },
  // COMMERCE-077
  tradeType: 6,
  items: (db, companyId, ids) =>
    readItems(db, sql`where c.company_id = ${companyId} and c.id = any(${[...ids]}::uuid[])`),
  async visible(db, caller: Caller, ids) {
    const owned = await everOwned(db, caller.memberId, memberCardType, ids)
    return readItems(
      db,
      sql`where c.company_id = ${caller.companyId} and c.id = any(${[...ids]}::uuid[])
        and (c.status = 'on-sale' or c.id = any(${[...owned]}::uuid[]))`,
    )
  },
  search: (db, { companyId }, search, limit) =>
    readItems(
      db,
      sql`where c.company_id = ${companyId} and c.status = 'on-sale' and ${containsSql(sql`c.name`, search)}
        order by c.name, c.id limit ${limit}`,
    ),
  async mayPrice(_db, caller) {
    return coversCompany(caller, managesCards.permission)
  },
  started,
  async validity(db, companyId, id) {
    const { rows } = await sql<{ days: number | null }>`
      select c.validity_days as days from cards.card c where c.company_id = ${companyId} and c.id = ${id}`.execute(
      cardsTables(db),
    )
    const days = rows[0]?.days ?? null
    return days === null ? null : days * dayMs
  },
})
