/** Seats: an item bought several times by one member, who gives it to others. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertMembersOfCompany, directorySql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { sqlPage } from '#server/db/page.ts'
import { SEAT_IN_USE, SEATS_USED_UP, type SeatHolder } from '../contract/shapes.ts'
import type { entitlements } from '../contract.ts'
import { type EntitlementsDb, entitlementsTables } from './db.ts'
import { followLoss, giveAgain, giveEntitlements } from './entitled.ts'
import { endOf, findSoldKind, type ItemRef } from './kinds.ts'

interface Seats extends ItemRef {
  readonly id: string
  readonly companyId: string
  readonly seatCount: number
  readonly usedCount: number
  readonly returnedCount: number
}

const columns = sql`s.id, s.company_id as "companyId", s.business_type as "businessType", s.item_id as "itemId",
  s.seat_count as "seatCount", s.used_count as "usedCount", s.returned_count as "returnedCount"`

const freeOf = ({ seatCount, usedCount, returnedCount }: Seats) => seatCount - usedCount - returnedCount

/** Makes the seats of a line of an order. The same line makes them once. */
export async function makeSeats(
  db: Connection,
  seats: ItemRef & { companyId: string; ownerId: string; sourceId: string; count: number; now: number },
): Promise<void> {
  const { companyId, ownerId, businessType, itemId, sourceId, count, now } = seats
  await sql`
    insert into entitlements.seats (id, company_id, owner_id, business_type, item_id, source_id, seat_count, created_at)
    values (${uuid()}, ${companyId}, ${ownerId}, ${businessType}, ${itemId}, ${sourceId}, ${count}, ${now})
    on conflict (source_id) do nothing`.execute(entitlementsTables(db))
}

/** How many seats of each source are in use or were returned before: these are not paid back any more. One statement. */
export async function seatsOf(
  db: Connection,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly used: number; readonly returned: number; readonly free: number }>> {
  const { rows } = await sql<Seats & { sourceId: string }>`
    select ${columns}, s.source_id as "sourceId" from entitlements.seats s
    where s.source_id = any(${[...sourceIds]}::uuid[])`.execute(entitlementsTables(db))
  return new Map(
    rows.map((row) => [row.sourceId, { used: row.usedCount, returned: row.returnedCount, free: freeOf(row) }]),
  )
}

/** Takes free seats out of use, because they are paid back; below 0 they come back. False where fewer are free. */
export async function returnSeats(db: Connection, sourceId: string, count: number): Promise<boolean> {
  const { rows } = await sql`
    update entitlements.seats s set returned_count = s.returned_count + ${count}
    where s.source_id = ${sourceId} and s.seat_count - s.used_count - s.returned_count >= ${count}
    returning s.id`.execute(entitlementsTables(db))
  return rows.length > 0
}

/** The caller's own seats, locked: of two givings at once the second sees what the first left. */
async function lockOwn(db: EntitlementsDb, caller: Caller, id: string): Promise<Seats> {
  const { rows } = await sql<Seats>`
    select ${columns} from entitlements.seats s where s.id = ${id} and s.owner_id = ${caller.memberId}
    for no key update`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  return row
}

/** Locks the seats that an entitlement is one of, if it is, before the entitlement itself: who gives seats locks them so. */
export async function lockSeatsOf(db: EntitlementsDb, entitlementId: string): Promise<void> {
  await sql`select from entitlements.seats s join entitlements.entitlement e on e.source_id = s.id
    where e.id = ${entitlementId} for no key update of s`.execute(db)
}

/** A seat that an administrator has taken from its member is free for somebody else. The seats are locked. */
export async function freeSeat(db: EntitlementsDb, id: string, { businessType, itemId }: ItemRef): Promise<void> {
  await sql`update entitlements.seats s set used_count = s.used_count - 1
    where s.id = ${id} and s.business_type = ${businessType} and s.item_id = ${itemId}`.execute(db)
}

async function setUsed(db: EntitlementsDb, id: string, usedCount: number): Promise<void> {
  await db.updateTable('entitlements.seats').set({ used_count: usedCount }).where('id', '=', id).execute()
}

export async function giveSeats(
  db: EntitlementsDb,
  caller: Caller,
  id: string,
  memberIds: readonly string[],
  now: number,
) {
  const seats = await lockOwn(db, caller, id)
  const { companyId, businessType, itemId } = seats
  await assertMembersOfCompany(db, companyId, memberIds)
  const endsAt = await endOf(db, companyId, seats, now)
  const giving = {
    ...{ companyId, memberIds, businessType, itemId, source: 'seat' as const, sourceId: id, endsAt },
    ...{ by: caller.memberId, now },
  }
  // A seat that was taken back from a member and is given again.
  const again = await giveAgain(db, giving, sql`e.state = 'revoked'`)
  const given = (await giveEntitlements(db, giving)).length + again.length
  const free = freeOf(seats) - given
  if (free < 0) throw refuse(SEATS_USED_UP, { free: freeOf(seats) })
  await setUsed(db, id, seats.usedCount + given)
  return { given, free }
}

/** Those of the members who have started. */
async function startedOf(db: EntitlementsDb, seats: Seats, memberIds: readonly string[]): Promise<ReadonlySet<string>> {
  const kind = findSoldKind(seats.businessType)
  return new Set(await kind?.started(db, seats.companyId, memberIds, [seats.itemId]))
}

export async function takeSeat(db: EntitlementsDb, caller: Caller, id: string, memberId: string, now: number) {
  const seats = await lockOwn(db, caller, id)
  const started = await startedOf(db, seats, [memberId])
  const { rows } = await sql<ItemRef>`
    update entitlements.entitlement e set state = 'revoked', changed_at = ${now}, changed_by = ${caller.memberId}
    where e.source_id = ${id} and e.member_id = ${memberId} and e.state <> 'revoked'
    returning e.business_type as "businessType", e.item_id as "itemId"`.execute(db)
  const isSeat = (row: ItemRef) => row.businessType === seats.businessType && row.itemId === seats.itemId
  if (!rows.some(isSeat)) throw refuse(NOT_FOUND)
  if (started.has(memberId)) throw refuse(SEAT_IN_USE)
  const { companyId } = seats
  await followLoss(
    db,
    rows.map((row) => ({ ...row, companyId, memberId })),
    now,
  )
  await setUsed(db, id, seats.usedCount - 1)
  return { free: freeOf(seats) + 1 }
}

export async function listSeatHolders(
  db: EntitlementsDb,
  caller: Caller,
  id: string,
  paging: Input<typeof entitlements.seatHolders>['query'],
) {
  const { rows: own } = await sql<Seats>`
    select ${columns} from entitlements.seats s where s.id = ${id} and s.owner_id = ${caller.memberId}`.execute(db)
  const [seats] = own
  if (!seats) throw refuse(NOT_FOUND)
  const matching = sql`from entitlements.entitlement e join ${directorySql(caller.companyId)} p on p.id = e.member_id
    where e.source_id = ${id} and e.state <> 'revoked'`
  const page = await sqlPage(db, paging, {
    matching,
    rows: (window) => sql<Omit<SeatHolder, 'hasStarted'>>`
      select e.member_id as "memberId", p.full_name as "memberName", p.organization_name as "organizationName",
        e.starts_at as "givenAt" ${matching} order by e.starts_at desc, e.id desc ${window}`,
  })
  const started = await startedOf(
    db,
    seats,
    page.items.map((row) => row.memberId),
  )
  const items = page.items.map((row) => ({ ...row, hasStarted: started.has(row.memberId) }))
  return { items, recordCount: page.recordCount }
}
