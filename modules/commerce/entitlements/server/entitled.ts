/** Whether members are entitled, and what gives it to them. For the modules that sell, and for those whose items are sold. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { given } from '#server/db/given.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { EntitlementState, Source } from '../contract/shapes.ts'
import { entitlementsTables } from './db.ts'
import { findSoldKind, type ItemRef } from './kinds.ts'

/** Of the row `e`: it opens the item at this instant. */
const opensSql = (now: number) =>
  sql<boolean>`(e.state = 'active' and e.starts_at <= ${now} and (e.ends_at is null or e.ends_at > ${now}))`

/**
 * Those of the items that the member is entitled to now. One statement, by an index. `isStarting`: it stays so until the
 * transaction ends, so that nothing is paid back of what the member starts with in it.
 */
export async function entitledItems(
  db: Connection,
  memberId: string,
  businessType: number,
  itemIds: readonly string[],
  now: number,
  isStarting = false,
): Promise<ReadonlySet<string>> {
  if (itemIds.length === 0) return new Set()
  const { rows } = await sql<{ item_id: string }>`
    select e.item_id from entitlements.entitlement e
    where e.member_id = ${memberId} and e.business_type = ${businessType}
      and e.item_id = any(${[...itemIds]}::uuid[]) and ${opensSql(now)}
    ${isStarting ? sql`order by e.id for share` : sql``}`.execute(entitlementsTables(db))
  return new Set(rows.map((row) => row.item_id))
}

/** `x in ${entitledItemsSql(…)}`: the items of a kind that the member is entitled to now, found by an index. */
export function entitledItemsSql(memberId: string, businessType: number, now: number): RawBuilder<string> {
  return sql<string>`(select e.item_id from entitlements.entitlement e
    where e.member_id = ${memberId} and e.business_type = ${businessType} and ${opensSql(now)})`
}

/** One of the items, of any kinds, that the member is entitled to now. One statement, by an index. */
export async function firstEntitled(
  db: Connection,
  memberId: string,
  items: readonly ItemRef[],
  now: number,
): Promise<ItemRef | undefined> {
  if (items.length === 0) return undefined
  const { rows } = await sql<ItemRef>`
    select e.business_type as "businessType", e.item_id as "itemId" from entitlements.entitlement e
    join unnest(${items.map((item) => item.businessType)}::smallint[], ${items.map((item) => item.itemId)}::uuid[])
      w (business_type, item_id) on e.business_type = w.business_type and e.item_id = w.item_id
    where e.member_id = ${memberId} and ${opensSql(now)} limit 1`.execute(entitlementsTables(db))
  return rows[0]
}

/** Which of the members are entitled to which of the items now. One statement, by an index. */
export async function entitledMembers(
  db: Connection,
  memberIds: readonly string[],
  businessType: number,
  itemIds: readonly string[],
  now: number,
): Promise<(memberId: string, itemId: string) => boolean> {
  if (memberIds.length === 0 || itemIds.length === 0) return () => false
  const { rows } = await sql<{ member_id: string; item_id: string }>`
    select e.member_id, e.item_id from entitlements.entitlement e
    where e.member_id = any(${[...memberIds]}::uuid[]) and e.business_type = ${businessType}
      and e.item_id = any(${[...itemIds]}::uuid[]) and ${opensSql(now)}`.execute(entitlementsTables(db))
  const pairs = new Set(rows.map((row) => `${row.member_id} ${row.item_id}`))
  return (memberId, itemId) => pairs.has(`${memberId} ${itemId}`)
}

/** The items of a kind that the member is entitled to now, each with when that ends; null: never. One statement, by an index. */
export async function ownedItems(
  db: Connection,
  memberId: string,
  businessType: number,
  now: number,
): Promise<ReadonlyMap<string, number | null>> {
  const { rows } = await sql<{ itemId: string; endsAt: number | null }>`
    select e.item_id as "itemId", case when bool_or(e.ends_at is null) then null else max(e.ends_at) end as "endsAt"
    from entitlements.entitlement e
    where e.member_id = ${memberId} and e.business_type = ${businessType} and ${opensSql(now)}
    group by e.item_id`.execute(entitlementsTables(db))
  return new Map(rows.map(({ itemId, endsAt }) => [itemId, endsAt]))
}

/** Those of the items that the member is or was entitled to, but for what was taken back. One statement, by an index. */
export async function everOwned(
  db: Connection,
  memberId: string,
  businessType: number,
  itemIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ itemId: string }>`
    select distinct e.item_id as "itemId" from entitlements.entitlement e
    where e.member_id = ${memberId} and e.business_type = ${businessType}
      and e.item_id = any(${[...itemIds]}::uuid[]) and e.state <> 'revoked'`.execute(entitlementsTables(db))
  return rows.map((row) => row.itemId)
}

export interface Giving extends ItemRef {
  readonly companyId: string
  readonly memberIds: readonly string[]
  readonly source: Source
  readonly sourceId: string
  /** Milliseconds since 1970; null: without an end. */
  readonly endsAt?: number | null
  readonly reason?: string
  /** Null: the platform itself. */
  readonly by: string | null
  readonly now: number
}

/** A row for each member and item. Answers who got the item itself. */
async function insertEntitlements(
  db: Connection,
  giving: Giving,
  items: readonly ItemRef[],
): Promise<readonly string[]> {
  const { companyId, memberIds, businessType, itemId, source, sourceId, by, now } = giving
  const pairs = memberIds.flatMap((memberId) => items.map((item) => ({ memberId, ...item })))
  const { rows } = await sql<{ member_id: string; business_type: number; item_id: string }>`
    insert into entitlements.entitlement (id, company_id, member_id, business_type, item_id, source, source_id, starts_at,
      ends_at, reason, changed_by, created_at, changed_at)
    select g.id, ${companyId}::uuid, g.member_id, g.business_type, g.item_id, ${source}, ${sourceId}::uuid,
      ${now}::bigint, ${giving.endsAt ?? null}::bigint, ${giving.reason ?? ''}, ${by}::uuid, ${now}::bigint, ${now}::bigint
    from unnest(${pairs.map(() => uuid())}::uuid[], ${pairs.map((pair) => pair.memberId)}::uuid[],
      ${pairs.map((pair) => pair.businessType)}::smallint[], ${pairs.map((pair) => pair.itemId)}::uuid[])
      g (id, member_id, business_type, item_id)
    order by g.member_id, g.business_type, g.item_id
    on conflict (source_id, member_id, business_type, item_id) do nothing
    returning member_id, business_type, item_id`.execute(entitlementsTables(db))
  return rows.flatMap((row) => (row.business_type === businessType && row.item_id === itemId ? [row.member_id] : []))
}

/**
 * What an item contains now. Who buys a container, who adds to it and who closes it to a member wait for each other: so nobody misses
 * what is added meanwhile.
 */
export async function lockContained(
  db: Connection,
  companyId: string,
  { businessType, itemId }: ItemRef,
): Promise<readonly ItemRef[]> {
  const kind = findSoldKind(businessType)
  if (!kind?.contains) return []
  await lockNames(db, `sold container ${businessType} ${itemId}`)
  return kind.contains(db, companyId, itemId)
}

/**
 * Gives what a container holds now to all who hold the container: by the same source, as long, and paused where it is. What was
 * taken out of it stays with who has it. For the module of the container, when it publishes or changes it. One statement.
 */
export async function openContained(
  db: Connection,
  container: ItemRef & { readonly companyId: string },
  now: number,
): Promise<void> {
  const { companyId, businessType, itemId } = container
  const contained = await lockContained(db, companyId, container)
  if (contained.length === 0) return
  await sql`
    insert into entitlements.entitlement (id, company_id, member_id, business_type, item_id, source, source_id, state,
      is_paused_by_source, starts_at, ends_at, reason, changed_by, created_at, changed_at)
    select gen_random_uuid(), e.company_id, e.member_id, c.business_type, c.item_id, e.source, e.source_id, e.state,
      e.is_paused_by_source, greatest(e.starts_at, ${now}::bigint), e.ends_at, e.reason, null, ${now}::bigint, ${now}::bigint
    from entitlements.entitlement e
    cross join unnest(${contained.map((ref) => ref.businessType)}::smallint[],
      ${contained.map((ref) => ref.itemId)}::uuid[]) c (business_type, item_id)
    where e.company_id = ${companyId} and e.business_type = ${businessType} and e.item_id = ${itemId}
      and e.state <> 'revoked' and (e.ends_at is null or e.ends_at > ${now})
    order by e.member_id, c.business_type, c.item_id
    on conflict (source_id, member_id, business_type, item_id) do nothing`.execute(entitlementsTables(db))
}

/**
 * Entitles members to an item and to what is sold with it. The same source entitles the same member to the same item
 * once: a repeat gives nothing. Answers who is entitled now and was not before.
 */
export async function giveEntitlements(db: Connection, giving: Giving): Promise<readonly string[]> {
  const { companyId, memberIds, businessType, itemId, now } = giving
  if (memberIds.length === 0) return []
  const contained = await lockContained(db, companyId, { businessType, itemId })
  const given = await insertEntitlements(db, giving, [{ businessType, itemId }, ...contained])
  if (given.length > 0) await findSoldKind(businessType)?.entitled?.(db, companyId, given, itemId, now)
  return given
}

/**
 * The same for members who had it by this source before and have lost it, which the condition on `e` says: for as long as whoever gets
 * it now. Answers them.
 */
export async function giveAgain(
  db: Connection,
  giving: Giving,
  isLost: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const { companyId, memberIds, businessType, itemId, sourceId, endsAt = null, reason = '', by, now } = giving
  const { rows } = await sql<ItemRef & { memberId: string }>`
    update entitlements.entitlement e set state = 'active', is_paused_by_source = false, starts_at = ${now}, ends_at = ${endsAt}, reason = ${reason},
      changed_by = ${by}, changed_at = ${now}
    where e.source_id = ${sourceId} and e.member_id = any(${[...memberIds]}::uuid[]) and ${isLost}
    returning e.member_id as "memberId", e.business_type as "businessType", e.item_id as "itemId"`.execute(
    entitlementsTables(db),
  )
  const again = rows.flatMap((row) =>
    row.businessType === businessType && row.itemId === itemId ? [row.memberId] : [],
  )
  if (again.length > 0) await findSoldKind(businessType)?.entitled?.(db, companyId, again, itemId, now)
  return again
}

/**
 * Sets the state of what a source gave, for good when it is revoked. Answers how many changed. What it pauses goes on
 * with `isPausedBySource`, unless somebody paused it by hand before or meanwhile.
 */
export async function setEntitlements(
  db: Connection,
  {
    sourceId,
    state,
    memberId,
    isPausedBySource,
    reason = '',
    by,
    now,
  }: {
    readonly sourceId: string
    readonly state: EntitlementState
    /** Only what this function paused. */
    readonly isPausedBySource?: true
    /** Of this member alone. */
    readonly memberId?: string
    readonly reason?: string
    readonly by: string | null
    readonly now: number
  },
): Promise<number> {
  const { rows } = await sql<Lost>`
    update entitlements.entitlement e
    set state = ${state}, is_paused_by_source = ${state === 'paused'}, reason = ${reason}, changed_by = ${by}, changed_at = ${now}
    where e.source_id = ${sourceId} and e.state <> 'revoked' and e.state <> ${state}
      and ${given(memberId, (id) => sql`e.member_id = ${id}`)} and ${given(isPausedBySource, () => sql`e.is_paused_by_source`)}
    returning e.company_id as "companyId", e.member_id as "memberId", e.business_type as "businessType",
      e.item_id as "itemId"`.execute(entitlementsTables(db))
  if (state === 'revoked') await followLoss(db, rows, now)
  return rows.length
}

export interface Lost extends ItemRef {
  readonly companyId: string
  readonly memberId: string
}

/**
 * Sets what one source gave one member of some items; what was taken back for good stays as it is. Answers what changed. What follows
 * from a loss is the caller's: `followLoss`.
 */
export async function setItems(
  db: Connection,
  items: readonly ItemRef[],
  set: {
    readonly sourceId: string
    readonly memberId: string
    readonly state: EntitlementState
    readonly reason: string
    readonly by: string
    readonly now: number
  },
): Promise<readonly Lost[]> {
  const { sourceId, memberId, state, reason, by, now } = set
  const { rows } = await sql<Lost>`
    update entitlements.entitlement e
    set state = ${state}, is_paused_by_source = false, reason = ${reason}, changed_by = ${by}, changed_at = ${now}
    from unnest(${items.map((ref) => ref.businessType)}::smallint[], ${items.map((ref) => ref.itemId)}::uuid[])
      w (business_type, item_id)
    where e.source_id = ${sourceId} and e.member_id = ${memberId} and e.business_type = w.business_type
      and e.item_id = w.item_id and e.state <> 'revoked'
    returning e.company_id as "companyId", e.member_id as "memberId", e.business_type as "businessType",
      e.item_id as "itemId"`.execute(entitlementsTables(db))
  return rows
}

/** What follows in the modules when members have lost items for good. */
export async function followLoss(db: Connection, lost: readonly Lost[], now: number): Promise<void> {
  const items = Map.groupBy(lost, ({ businessType, itemId }) => `${businessType} ${itemId}`)
  for (const of of items.values()) {
    const { companyId, businessType, itemId } = of[0] as Lost
    const kind = findSoldKind(businessType)
    if (!kind?.lost) continue
    const memberIds = [...new Set(of.map(({ memberId }) => memberId))]
    const isEntitled = await entitledMembers(db, memberIds, businessType, [itemId], now)
    const without = memberIds.filter((memberId) => !isEntitled(memberId, itemId))
    if (without.length > 0) await kind.lost(db, companyId, without, itemId, now)
  }
}
