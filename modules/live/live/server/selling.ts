/** Live sessions that are sold: who has to buy them, and what a purchase gives. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { sold } from '#modules/commerce/entitlements/server.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { isClosedToGuests, membersWhoMustBuy, type OtherMember } from '#modules/commerce/prices/server.ts'
import type { Facet } from '#modules/content/catalog/server.ts'
import { watchersOfReplays } from '#modules/live/rooms/server.ts'
import { postsSql } from '#modules/platform/identity/server.ts'
import type { Supplier } from '../contract/states.ts'
import { reserve } from './audience.ts'
import { type LiveDb, liveTables } from './db.ts'
import { mayManage, viewerOf } from './policy.ts'
import { businessTypeOf, findForViewer } from './rows.ts'

/** Guests cannot buy: their link to watch is closed while the live session has a price for everybody. */
export async function assertOpenToGuests(
  db: LiveDb,
  {
    id,
    company_id: companyId,
    supplier,
  }: { readonly id: string; readonly company_id: string; readonly supplier: Supplier },
  now: number,
): Promise<void> {
  if (await isClosedToGuests(db, { companyId, businessType: businessTypeOf(supplier), id }, now))
    throw refuse(NOT_BOUGHT)
}

/** Those of the members who would watch the live session and have still to buy it; its host and lecturers never have. */
export async function unpaidViewers(
  db: LiveDb,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  memberIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<OtherMember & { supplier: Supplier }>`
    select p.member_id as "memberId", p.organization_id as "organizationId", l.supplier,
      least((select r.created_at from live.reservation r where r.live_id = l.id and r.member_id = p.member_id),
        (select a.first_at from live.attendee a where a.live_id = l.id and a.member_id = p.member_id)) as "hadSince"
    from live.live l cross join ${postsSql(companyId)} p
    where l.id = ${id} and l.company_id = ${companyId} and p.member_id = any(${[...memberIds]}::uuid[])
      and p.member_id <> l.host_id
      and not exists (select from live.lecturer t where t.live_id = l.id and t.member_id = p.member_id)`.execute(db)
  const [first] = rows
  if (!first) return new Set()
  return membersWhoMustBuy(db, { companyId, businessType: businessTypeOf(first.supplier), id }, rows, now)
}

/** A purchase reserves the place. Whoever has entered, or watched the replay, has used it. */
export const soldLive = (suppliers: readonly Supplier[]): Facet =>
  sold({
    tradeType: 19,
    async mayPrice(connection, caller, id) {
      return mayManage((await findForViewer(liveTables(connection), viewerOf(caller), id)).role)
    },
    async started(connection, companyId, memberIds, ids) {
      const entered = await liveTables(connection)
        .selectFrom('live.attendee')
        .select('member_id')
        .distinct()
        .where('company_id', '=', companyId)
        .where('live_id', 'in', [...ids])
        .where('member_id', 'in', [...memberIds])
        .execute()
      const watched = await watchersOfReplays(connection, { companyId, memberIds, roomIds: ids })
      return [...new Set([...entered.map((row) => row.member_id), ...watched])]
    },
    async entitled(connection, companyId, memberIds, id, now) {
      await reserve(liveTables(connection), { companyId, memberIds, ids: [id], suppliers }, now)
    },
  })
