/** Entitlements and seats in lists, with the names of what they open. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { directorySql, grantedOrganizations, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { given } from '#server/db/given.ts'
import { sqlPage } from '#server/db/page.ts'
import { managesEntitlements } from '../contract/access.ts'
import type { Entitlement, OwnEntitlement, SeatPool } from '../contract/shapes.ts'
import type { entitlements } from '../contract.ts'
import type { EntitlementsDb } from './db.ts'
import { type ItemRef, namedItems } from './kinds.ts'

/** Who reads a list, and in which language. */
export type Reader = Pick<Caller, 'companyId'> & { readonly language: Language }

/** The rows with the names of their items; an item that is gone keeps its kind. */
async function withItems<Row extends ItemRef>(
  db: EntitlementsDb,
  { companyId, language }: Reader,
  rows: readonly Row[],
): Promise<(Row & { itemName: string; kindName: string; link: string })[]> {
  const named = await namedItems(db, companyId, rows)
  return rows.map((row) => {
    const { kind, item } = named(row)
    return { ...row, itemName: item?.name ?? '', kindName: kind?.label[language] ?? '', link: item?.link ?? '' }
  })
}

const itemSql = sql`e.business_type as "businessType", e.item_id as "itemId"`
const stateSql = sql`e.source, e.state, e.starts_at as "startsAt", e.ends_at as "endsAt", e.created_at as "createdAt"`

export async function listOwnEntitlements(
  db: EntitlementsDb,
  caller: Caller,
  { businessType, ...paging }: Input<typeof entitlements.ownEntitlements>['query'],
  language: Language,
) {
  const matching = sql`from entitlements.entitlement e
    where e.member_id = ${caller.memberId} and e.state <> 'revoked'
      and ${given(businessType, (type) => sql`e.business_type = ${type}`)}`
  const { items, recordCount } = await sqlPage(db, paging, {
    matching,
    rows: (window) => sql<Omit<OwnEntitlement, 'itemName' | 'kindName' | 'link'>>`
      select e.id, ${itemSql}, ${stateSql} ${matching} order by e.created_at desc, e.id desc ${window}`,
  })
  return { items: await withItems(db, { companyId: caller.companyId, language }, items), recordCount }
}

/** That the member `p` belongs to an organization whose orders the caller runs. */
export const runsMemberSql = (caller: Caller) =>
  sql<boolean>`p.organization_id in ${organizationsBelowSql(grantedOrganizations(caller, managesEntitlements.permission))}`

export async function listEntitlements(
  db: EntitlementsDb,
  caller: Caller,
  query: Input<typeof entitlements.entitlements>['query'],
  language: Language,
) {
  const { businessType, itemId, memberId, source, state, ...paging } = query
  const matching = sql`from entitlements.entitlement e join ${directorySql(caller.companyId)} p on p.id = e.member_id
    where e.company_id = ${caller.companyId} and ${runsMemberSql(caller)}
      and ${given(businessType, (type) => sql`e.business_type = ${type}`)}
      and ${given(itemId, (id) => sql`e.item_id = ${id}`)} and ${given(memberId, (id) => sql`e.member_id = ${id}`)}
      and ${given(source, (one) => sql`e.source = ${one}`)} and ${given(state, (one) => sql`e.state = ${one}`)}`
  const { items, recordCount } = await sqlPage(db, paging, {
    matching,
    rows: (window) => sql<Omit<Entitlement, 'itemName' | 'kindName' | 'link'>>`
      select e.id, ${itemSql}, ${stateSql}, e.reason, e.changed_at as "changedAt", e.member_id as "memberId",
        p.full_name as "memberName", p.organization_name as "organizationName", coalesce((select c.full_name
          from ${directorySql(caller.companyId)} c where c.id = e.changed_by), '') as "changedByName"
      ${matching} order by e.created_at desc, e.id desc ${window}`,
  })
  return { items: await withItems(db, { companyId: caller.companyId, language }, items), recordCount }
}

export async function listOwnSeats(
  db: EntitlementsDb,
  caller: Caller,
  paging: Input<typeof entitlements.ownSeats>['query'],
  language: Language,
) {
  const matching = sql`from entitlements.seats e where e.owner_id = ${caller.memberId}`
  const { items, recordCount } = await sqlPage(db, paging, {
    matching,
    rows: (window) => sql<Omit<SeatPool, 'itemName' | 'kindName' | 'link'>>`
      select e.id, ${itemSql}, e.seat_count as "seatCount", e.used_count as "usedCount",
        e.returned_count as "returnedCount", e.created_at as "createdAt"
      ${matching} order by e.created_at desc, e.id desc ${window}`,
  })
  return { items: await withItems(db, { companyId: caller.companyId, language }, items), recordCount }
}
