/** Entitlements that administrators grant, pause and take back. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import { ENTITLEMENT_STATE, type EntitlementState, KIND_NOT_SOLD, type Source } from '../contract/shapes.ts'
import type { entitlements } from '../contract.ts'
import type { EntitlementsDb } from './db.ts'
import { followLoss, giveAgain, giveEntitlements, lockContained, setItems } from './entitled.ts'
import { endOf, getSoldKind, type ItemRef, namedItems } from './kinds.ts'
import { runsMemberSql } from './lists.ts'
import { freeSeat, lockSeatsOf } from './seats.ts'

/** Refuses members that the caller does not run, as if they did not exist. */
async function assertRun(db: EntitlementsDb, caller: Caller, memberIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${directorySql(caller.companyId)} p
    where p.id = any(${[...memberIds]}::uuid[]) and ${runsMemberSql(caller)}`.execute(db)
  if (rows[0]?.count !== memberIds.length) throw refuse(NOT_FOUND)
}

/** Granting the same item to the same member has the same source: it gives it once. */
async function grantedSource(
  db: EntitlementsDb,
  companyId: string,
  { businessType, itemId }: ItemRef,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into entitlements.granted_item (company_id, business_type, item_id, id)
    values (${companyId}, ${businessType}, ${itemId}, ${uuid()})
    on conflict (company_id, business_type, item_id) do update set id = granted_item.id returning id`.execute(db)
  return (rows[0] as { id: string }).id
}

export async function grantEntitlements(
  db: EntitlementsDb,
  caller: Caller,
  body: Input<typeof entitlements.grantEntitlements>['body'],
  now: number,
) {
  const { businessType, itemId, memberIds, reason = '' } = body
  const kind = getSoldKind(businessType)
  // Goods are given by orders: nothing opens by them.
  if (kind.stocked) throw refuse(KIND_NOT_SOLD)
  const { companyId } = caller
  const [item] = await kind.items(db, companyId, [itemId])
  const endsAt = body.endsAt === undefined ? await endOf(db, companyId, body, now) : body.endsAt
  if (!item || (endsAt !== null && endsAt <= now)) throw refuse(NOT_FOUND)
  await assertRun(db, caller, memberIds)
  const sourceId = await grantedSource(db, companyId, body)
  const giving = {
    ...{ companyId, memberIds, businessType, itemId, source: 'grant' as const, sourceId, endsAt, reason },
    ...{ by: caller.memberId, now },
  }
  // Who was granted it before, and lost it, gets it again.
  const again = await giveAgain(db, giving, sql`(e.state <> 'active' or e.ends_at <= ${now})`)
  const given = await giveEntitlements(db, giving)
  return { granted: again.length + given.length }
}

interface Row extends ItemRef {
  readonly memberId: string
  readonly state: EntitlementState
  readonly source: Source
  readonly sourceId: string
}

/** What an item contains pauses, goes on and closes with it, as far as the same source has opened it. */
export async function changeEntitlement(
  db: EntitlementsDb,
  caller: Caller,
  id: string,
  { state, reason = '' }: Input<typeof entitlements.changeEntitlement>['body'],
  now: number,
) {
  await lockSeatsOf(db, id)
  const { rows } = await sql<Row>`
    select e.member_id as "memberId", e.state, e.source, e.source_id as "sourceId", e.business_type as "businessType", e.item_id as "itemId"
    from entitlements.entitlement e join ${directorySql(caller.companyId)} p on p.id = e.member_id
    where e.id = ${id} and e.company_id = ${caller.companyId} and ${runsMemberSql(caller)}
    for no key update of e`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  assertNotSelf(caller, [row.memberId])
  if (row.state === 'revoked') throw refuse(ENTITLEMENT_STATE, { state: row.state })
  const { memberId, sourceId } = row
  const items = [row, ...(await lockContained(db, caller.companyId, row))]
  const changed = await setItems(db, items, { sourceId, memberId, state, reason, by: caller.memberId, now })
  if (state === 'revoked' && row.source === 'seat') await freeSeat(db, sourceId, row)
  if (state === 'revoked') await followLoss(db, changed, now)
  return { state }
}

interface FactsRow extends ItemRef {
  readonly id: string
  readonly memberName: string
  readonly state: EntitlementState
  readonly reason: string
  readonly endsAt: number | null
}

/** What the audit log keeps of an entitlement: the member and the item by name. */
async function factsOf(db: EntitlementsDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<FactsRow>`
    select e.id, e.business_type as "businessType", e.item_id as "itemId", e.state, e.reason, e.ends_at as "endsAt",
      p.full_name as "memberName"
    from entitlements.entitlement e join ${directorySql(companyId)} p on p.id = e.member_id
    where e.id = any(${[...ids]}::uuid[]) and e.company_id = ${companyId}`.execute(db)
  const named = await namedItems(db, companyId, rows)
  return rows.map(({ id, state, reason, endsAt, memberName, ...ref }) => {
    const item = named(ref).item?.name ?? ''
    return { id, label: `${memberName} · ${item}`, member: memberName, item, state, reason, endsAt }
  })
}

export const auditedEntitlements = audited<EntitlementsDb, 'entitlement'>({ entitlement: factsOf })
