/** Rooms: those that members book, and how those who manage them write them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { ownsFile } from '#modules/platform/files/server.ts'
import {
  assertMembersOfCompany,
  directorySql,
  getTimeZone,
  membersByIds,
  organizationNames,
  organizationsSql,
} from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { refusingTaken } from '#server/db/unique.ts'
import { ROOM_CHANGED, ROOM_HAS_BOOKINGS, ROOM_NAME_USED } from '../contract/codes.ts'
import type { ManagedRoom, Room, RoomInput } from '../contract/rooms.ts'
import type { classrooms } from '../contract.ts'
import type { ClassroomsDb } from './db.ts'
import { columnsOf } from './room-columns.ts'
import { administersSql, assertAdministers, isForSql, managesSql } from './room-policy.ts'
import { isFreeSql } from './times.ts'

/** Of room `r`: what members see. */
export const roomSql = sql`r.id, r.name, r.building, r.seats, r.equipment, r.picture_file_id as "pictureFileId", r.note,
  r.hours, r.is_reviewed as "isReviewed", r.ahead_days as "aheadDays"`

const searchedSql = (search: string | undefined) =>
  containsWordsSql(sql`(r.building || ' ' || r.name || ' ' || array_to_string(r.equipment, ' '))`, search)

interface RoomFilter {
  readonly roomId?: string | undefined
  readonly search?: string | undefined
  readonly seats?: number | undefined
}

/** The rooms `r` that the caller may book, as `from … where …`. */
export const bookableSql = (caller: Caller, { roomId, search, seats = 1 }: RoomFilter) =>
  sql`from classrooms.room r where r.company_id = ${caller.companyId} and r.is_enabled and r.seats >= ${seats}
    and ${roomId === undefined ? sql`true` : sql`r.id = ${roomId}`} and (${isForSql(caller)} or ${managesSql(caller)})
    and ${searchedSql(search)}`

export async function listRooms(
  db: ClassroomsDb,
  caller: Caller,
  { search, seats, from, to, ...paging }: Input<typeof classrooms.rooms>['query'],
) {
  if ((from === undefined) !== (to === undefined)) throw refuse(INVALID_INPUT, wrong('to', 'belongs to `from`'))
  const isFree =
    from === undefined || to === undefined
      ? sql`true`
      : isFreeSql({ from, to }, await getTimeZone(db, caller.companyId))
  const matching = sql`${bookableSql(caller, { search, seats })} and ${isFree}`
  return sqlPage<Room>(db, paging, {
    matching,
    rows: (window) => sql<Room>`select ${roomSql} ${matching} order by r.building, r.name, r.id ${window}`,
  })
}

export async function listManagedRooms(
  db: ClassroomsDb,
  caller: Caller,
  { search, isEnabled, ...paging }: Input<typeof classrooms.managedRooms>['query'],
  now: number,
) {
  const { companyId } = caller
  const matching = sql`from classrooms.room r where r.company_id = ${companyId} and ${administersSql(caller)}
    and ${isEnabled === undefined ? sql`true` : sql`r.is_enabled = ${isEnabled}`} and ${searchedSql(search)}`
  return sqlPage<ManagedRoom>(db, paging, {
    matching,
    rows: (window) => sql<ManagedRoom>`
      select ${roomSql}, r.organization_id as "organizationId", r.organization_ids as "organizationIds",
        r.manager_ids as "managerIds", r.is_enabled as "isEnabled", r.revision,
        coalesce((select o.name from ${organizationsSql(companyId)} o where o.id = r.organization_id), '') as "organizationName",
        (select count(*)::int from classrooms.booking b where b.room_id = r.id and b.ends_at > ${now}
          and b.state in ('pending', 'booked')) as "comingBookings",
        coalesce((select json_agg(json_build_object('id', d.id, 'fullName', d.full_name) order by d.full_name, d.id)
          from ${directorySql(companyId)} d where d.id = any(r.manager_ids)), '[]') as managers
      ${matching} order by r.building, r.name, r.id ${window}`,
  })
}

const wrong = (path: string, message: string) => ({ fields: [{ path, rule: 'order', message }] })

/** Each weekday is open once at most, and closes after it opens. */
function assertHours(hours: RoomInput['hours']): void {
  const isTwice = new Set(hours.map(({ weekday }) => weekday)).size !== hours.length
  if (isTwice) throw refuse(INVALID_INPUT, wrong('hours', 'has a weekday twice'))
  if (hours.some(({ from, until }) => until <= from))
    throw refuse(INVALID_INPUT, wrong('hours', 'ends before it begins'))
}

/** Refuses what names others than the company has. `pictureFileId`: the picture so far. */
async function assertInput(db: ClassroomsDb, caller: Caller, input: RoomInput, pictureFileId: string | null) {
  const { companyId } = caller
  assertHours(input.hours)
  const organizationIds = [...new Set([...input.organizationIds, input.organizationId])]
  const known = await organizationNames(db, companyId, organizationIds)
  if (known.size !== organizationIds.length) throw refuse(NOT_FOUND)
  await assertAdministers(db, caller, input.organizationId)
  await assertMembersOfCompany(db, companyId, input.managerIds)
  const isNewPicture = input.pictureFileId !== null && input.pictureFileId !== pictureFileId
  if (isNewPicture && !(await ownsFile(db, caller, input.pictureFileId ?? ''))) throw refuse(NOT_FOUND)
  const { name, building, note } = input
  await assertClean(db, companyId, { name, building, note, equipment: input.equipment.join('\n') })
}

/** Of two who use a name at once the constraint refuses the second. */
const refusingUsedName = <T>(write: () => Promise<T>): Promise<T> => refusingTaken({ room_name: ROOM_NAME_USED }, write)

export async function createRoom(db: ClassroomsDb, caller: Caller, input: RoomInput, now: number) {
  await assertInput(db, caller, input, null)
  const id = uuid()
  const whose = { id, company_id: caller.companyId, created_by: caller.memberId, created_at: now, updated_at: now }
  await refusingUsedName(() =>
    db
      .insertInto('classrooms.room')
      .values({ ...whose, ...columnsOf(input) })
      .execute(),
  )
  return { id }
}

/** The room of the caller's company, for one who administers it. */
async function lockAdministered(db: ClassroomsDb, caller: Caller, id: string) {
  const found = await db
    .selectFrom('classrooms.room')
    .select(['organization_id', 'picture_file_id', 'revision'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  await assertAdministers(db, caller, found.organization_id)
  return found
}

export async function changeRoom(
  db: ClassroomsDb,
  caller: Caller,
  id: string,
  { revision, ...input }: Input<typeof classrooms.changeRoom>['body'],
  now: number,
) {
  const found = await lockAdministered(db, caller, id)
  if (found.revision !== revision) throw refuse(ROOM_CHANGED, { revision: found.revision })
  await assertInput(db, caller, input, found.picture_file_id)
  const columns = { ...columnsOf(input), revision: revision + 1, updated_at: now }
  await refusingUsedName(() => db.updateTable('classrooms.room').set(columns).where('id', '=', id).execute())
  return { id, revision: revision + 1 }
}

export async function deleteRoom(db: ClassroomsDb, caller: Caller, id: string) {
  await lockAdministered(db, caller, id)
  const { rows } = await sql`select from classrooms.booking where room_id = ${id} limit 1`.execute(db)
  if (rows.length > 0) throw refuse(ROOM_HAS_BOOKINGS)
  await db.deleteFrom('classrooms.room').where('id', '=', id).execute()
  return {}
}

const hourText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** What the audit log keeps of a room: names instead of ids. */
async function roomFacts(db: ClassroomsDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<RoomInput & { readonly id: string }>`
    select ${roomSql}, r.organization_id as "organizationId", r.organization_ids as "organizationIds",
      r.manager_ids as "managerIds", r.is_enabled as "isEnabled"
    from classrooms.room r where r.id = any(${[...ids]}::uuid[]) and r.company_id = ${companyId}`.execute(db)
  const named = rows.flatMap((row) => [row.organizationId, ...row.organizationIds])
  const organizations = await organizationNames(db, companyId, named)
  const members = await membersByIds(
    db,
    companyId,
    rows.flatMap((row) => row.managerIds),
  )
  return rows.map(({ organizationId, organizationIds, managerIds, hours, equipment, ...facts }) => ({
    ...facts,
    organization: organizations.get(organizationId) ?? '',
    organizations: organizationIds.flatMap((one) => organizations.get(one) ?? []).join('、'),
    managers: managerIds.flatMap((one) => members.get(one)?.fullName ?? []).join('、'),
    equipment: equipment.join('、'),
    hours: hours.map((one) => `${one.weekday} ${hourText(one.from)}–${hourText(one.until)}`).join('、'),
  }))
}

/** What the audit log keeps of a booking: what was booked, when, and what became of it. */
async function bookingFacts(db: ClassroomsDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<AuditFacts>`
    select b.id, b.title as name, r.name as room, b.starts_at as "startsAt", b.ends_at as "endsAt", b.state, b.reason
    from classrooms.booking b join classrooms.room r on r.id = b.room_id
    where b.id = any(${[...ids]}::uuid[]) and b.company_id = ${companyId}`.execute(db)
  return rows
}

export const auditedRooms = audited<ClassroomsDb, 'classroom' | 'classroom-booking'>({
  classroom: roomFacts,
  'classroom-booking': bookingFacts,
})
