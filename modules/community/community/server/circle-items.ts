/** What modules above ask of circles: whose they are, and what is placed in them. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { inStretch, type Stretch } from '#server/db/stretch.ts'
import { circlesOfItemMax } from '../contract/circles/shapes.ts'
import { insertShares, lockCirclesOf } from './circle-sharing.ts'
import { circlesAreOpen, circlesAreOpenSql } from './circles.ts'
import { communityTables } from './db.ts'

/** `x in ${circlesOfMemberSql(caller)}`: the circles that the caller belongs to; none while circles are switched off. */
export function circlesOfMemberSql(caller: Pick<Caller, 'companyId' | 'memberId'>): RawBuilder<string> {
  return sql<string>`(select m.circle_id from community.circle_member m
    join community.circle c on c.id = m.circle_id and c.removed_at is null
    where m.company_id = ${caller.companyId} and m.member_id = ${caller.memberId}
      and ${circlesAreOpenSql(caller.companyId)})`
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

/**
 * Refuses circles that the caller does not belong to (900005), and all of them while circles are switched off. Where the item
 * stands already it may stay: nobody has to join a circle again to change what was placed there.
 */
export async function assertOwnCircles(
  connection: Connection,
  caller: Pick<Caller, 'companyId' | 'memberId'>,
  circleIds: readonly string[],
  itemId: string | null = null,
): Promise<void> {
  if (circleIds.length === 0) return
  const { rows } = await sql<{
    known: number
  }>`select count(*) as known from unnest(${[...circleIds]}::uuid[]) as w (id)
    where w.id in ${circlesOfMemberSql(caller)} or exists (select from community.circle_share s
      where s.circle_id = w.id and s.company_id = ${caller.companyId} and s.item_id = ${itemId})`.execute(
    communityTables(connection),
  )
  if (rows[0]?.known !== circleIds.length) throw refuse(NOT_FOUND)
}

/**
 * Those of the circles in which the item can be placed now: where it stands already, and others of the member while there is room.
 * None while circles are switched off. Nobody places the item meanwhile.
 */
export async function placeableCirclesAmong(
  connection: Connection,
  member: Pick<Caller, 'companyId' | 'memberId'>,
  { businessId, circleIds }: Omit<Placed, 'businessType'>,
): Promise<string[]> {
  if (circleIds.length === 0) return []
  await lockCirclesOf(connection, businessId)
  const { rows } = await sql<{ id: string; stands: boolean; standing: number }>`
    with standing as (select s.circle_id from community.circle_share s
      join community.circle c on c.id = s.circle_id and c.removed_at is null
      where s.company_id = ${member.companyId} and s.item_id = ${businessId} and ${circlesAreOpenSql(member.companyId)})
    select w.id, w.id in (select circle_id from standing) as stands, (select count(*)::int from standing) as standing
    from unnest(${[...circleIds]}::uuid[]) with ordinality as w (id, place)
    where w.id in (select circle_id from standing) or w.id in ${circlesOfMemberSql(member)}
    order by w.place`.execute(communityTables(connection))
  let room = circlesOfItemMax - (rows[0]?.standing ?? 0)
  return rows.flatMap(({ id, stands }) => {
    if (stands) return [id]
    room -= 1
    return room >= 0 ? [id] : []
  })
}

/** Places an item in circles of the caller, in so many at most (70314); where it stands already it stays as it is. */
export async function placeInCircles(
  connection: Connection,
  caller: Pick<Caller, 'companyId' | 'memberId'>,
  { businessType, businessId, circleIds }: Placed,
  now: number,
): Promise<void> {
  if (circleIds.length === 0) return
  await assertOwnCircles(connection, caller, circleIds, businessId)
  await lockCirclesOf(connection, businessId)
  await insertShares(
    communityTables(connection),
    caller,
    { itemType: businessType, itemId: businessId, circleIds },
    now,
  )
}

/** Whether the item stands in a circle. */
export async function isSharedIntoCircles(connection: Connection, companyId: string, itemId: string): Promise<boolean> {
  const { rows } = await sql`select from community.circle_share s
    join community.circle c on c.id = s.circle_id and c.removed_at is null
    where s.company_id = ${companyId} and s.item_id = ${itemId} limit 1`.execute(communityTables(connection))
  return rows.length > 0
}

/**
 * As a table (`at`, `id`): the newest items of a kind in the circles of the caller behind a place, whoever may read them. One in
 * two circles stands there for each, and once where it came into both at one moment.
 */
export function newestInCirclesSql(
  caller: Caller,
  businessType: number,
  { place, since }: Stretch,
  limit: number,
): RawBuilder<unknown> {
  // The index has the instants alone: those above the place are passed by it, those of its instant one by one.
  const down = place ? sql`and s.created_at <= ${place.at}::bigint` : sql``
  const part = inStretch({ place, since }, sql.ref('s.created_at'), sql.ref('s.item_id'))
  return sql`(
    select distinct newest.at, newest.id from ${circlesOfMemberSql(caller)} as own cross join lateral (
      select s.created_at as at, s.item_id as id from community.circle_share s
      where s.circle_id = own.circle_id and s.item_type = ${businessType}::smallint ${down} and ${part}
      order by s.created_at desc, s.item_id desc limit ${limit}::int
    ) newest order by newest.at desc, newest.id desc limit ${limit}::int)`
}

export interface PlaceInCircle {
  readonly itemId: string
  readonly circleId: string
  readonly name: string
  readonly at: number
}

/** In which circles of the caller these items stand; in none while circles are switched off. */
export async function ownCirclesOfItems(
  connection: Connection,
  caller: Caller,
  businessType: number,
  ids: readonly string[],
): Promise<PlaceInCircle[]> {
  const db = communityTables(connection)
  if (ids.length === 0 || !(await circlesAreOpen(db, caller.companyId))) return []
  const { rows } = await sql<PlaceInCircle>`
    select s.item_id as "itemId", s.circle_id as "circleId", c.name, s.created_at as at
    from community.circle_share s join community.circle c on c.id = s.circle_id
    where s.company_id = ${caller.companyId} and s.item_id = any(${[...ids]}::uuid[])
      and s.item_type = ${businessType}::smallint and s.circle_id in ${circlesOfMemberSql(caller)}
    order by s.created_at desc, s.circle_id`.execute(db)
  return rows
}

/** How many circles the caller belongs to; 0 while circles are switched off. */
export async function countOwnCircles(connection: Connection, caller: Caller): Promise<number> {
  const db = communityTables(connection)
  if (!(await circlesAreOpen(db, caller.companyId))) return 0
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${circlesOfMemberSql(caller)} as own`.execute(db)
  return rows[0]?.count ?? 0
}
