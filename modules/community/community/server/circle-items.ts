/** What modules above ask of circles: whose they are, and what is placed in them. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { startScoreSql } from './circle-sharing.ts'
import { circlesAreOpen } from './circles.ts'
import { communityTables } from './db.ts'

/** `x in ${circlesOfMemberSql(caller)}`: the circles that the caller belongs to. */
export function circlesOfMemberSql(caller: Caller): RawBuilder<string> {
  return sql<string>`(select m.circle_id from community.circle_member m
    join community.circle c on c.id = m.circle_id and c.removed_at is null
    where m.company_id = ${caller.companyId} and m.member_id = ${caller.memberId})`
}

/** `x in ${itemsOfOwnCirclesSql(…)}`: the items of a kind that stand in a circle of the caller. */
export function itemsOfOwnCirclesSql(caller: Caller, businessType: number): RawBuilder<string> {
  return sql<string>`(select item_id from community.circle_share
    where circle_id in ${circlesOfMemberSql(caller)} and item_type = ${businessType})`
}

/** The names of these circles of the company; none while circles are switched off. */
export async function circleNames(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const db = communityTables(connection)
  if (ids.length === 0 || !(await circlesAreOpen(db, companyId))) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`select id, name from community.circle
    where company_id = ${companyId} and removed_at is null and id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

interface Placed {
  readonly businessType: number
  readonly businessId: string
  readonly circleIds: readonly string[]
}

/** Refuses circles that the caller does not belong to (900005), and all of them while circles are switched off. */
export async function assertOwnCircles(
  connection: Connection,
  caller: Caller,
  circleIds: readonly string[],
): Promise<void> {
  if (circleIds.length === 0) return
  const db = communityTables(connection)
  const { rows } = await sql<{ known: number }>`select count(*) as known from ${circlesOfMemberSql(caller)} as own
    where own.circle_id = any(${[...circleIds]}::uuid[])`.execute(db)
  if (rows[0]?.known !== circleIds.length || !(await circlesAreOpen(db, caller.companyId))) throw refuse(NOT_FOUND)
}

/** Places an item in circles of the caller; where it stands already it stays as it is. */
export async function placeInCircles(
  connection: Connection,
  caller: Caller,
  { businessType, businessId, circleIds }: Placed,
  now: number,
): Promise<void> {
  if (circleIds.length === 0) return
  await assertOwnCircles(connection, caller, circleIds)
  const ids = circleIds.map(() => uuid())
  await sql`
    insert into community.circle_share (id, circle_id, company_id, item_type, item_id, shared_by, hot_score, created_at)
    select s.id, s.circle_id, ${caller.companyId}, ${businessType}, ${businessId}, ${caller.memberId},
      ${startScoreSql(now)}, ${now}
    from unnest(${ids}::uuid[], ${[...circleIds]}::uuid[]) as s (id, circle_id)
    on conflict (circle_id, item_id) do nothing`.execute(communityTables(connection))
}

/** Whether the item stands in a circle. */
export async function isSharedIntoCircles(connection: Connection, companyId: string, itemId: string): Promise<boolean> {
  const { rows } = await sql`select from community.circle_share s
    join community.circle c on c.id = s.circle_id and c.removed_at is null
    where s.company_id = ${companyId} and s.item_id = ${itemId} limit 1`.execute(communityTables(connection))
  return rows.length > 0
}
