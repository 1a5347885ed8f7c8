/** Rooms, from their opening to their end. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { NOT_NOW, ROOM_ENDED } from '../contract/errors.ts'
import { type RoomRow, type RoomsDb, roomsTables } from './db.ts'
import { addEvents, type NewEvent } from './events.ts'
import { finishMedia } from './finish-media.ts'
import { kindOf } from './kinds.ts'
import { requestReplay } from './replay/request.ts'
import { type Settings, seatsOf, settingsOf } from './settings.ts'

type Mode = 'audio' | 'video' | 'interactive'

export interface NewRoom {
  readonly companyId: string
  readonly kind: string
  readonly roomId: string
  readonly title: string
  readonly mode: Mode
  readonly plannedEndAt: number
  readonly hostId: string
  readonly lecturerIds: readonly string[]
  /** Who was there live for so long has attended. */
  readonly minimumMinutes?: number
  readonly settings?: Partial<Settings>
  readonly now: number
}

interface RoomAsk {
  readonly companyId: string
  readonly roomId: string
  readonly now: number
}

/** The room, locked until the transaction ends. Refuses with 900005 where the company has none with this id. */
export async function lockRoom(db: RoomsDb, companyId: string, roomId: string): Promise<RoomRow> {
  const room = await db
    .selectFrom('rooms.room')
    .selectAll()
    .where('id', '=', roomId)
    .where('company_id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!room) throw refuse(NOT_FOUND)
  return room
}

/**
 * Takes the room's row before the owner takes its own: both sides lock in one order, so that a start by the host in the
 * room and a cancellation by the owner never wait for each other. No room is no error.
 */
export async function holdRoom(connection: Connection, companyId: string, roomId: string): Promise<void> {
  await sql`select from rooms.room where id = ${roomId} and company_id = ${companyId} for no key update`.execute(
    roomsTables(connection),
  )
}

export async function getRoom(db: RoomsDb, companyId: string, roomId: string): Promise<RoomRow> {
  const room = await db
    .selectFrom('rooms.room')
    .selectAll()
    .where('id', '=', roomId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!room) throw refuse(NOT_FOUND)
  return room
}

/** Who leads and teaches stands in the room before coming; who is no longer named becomes a viewer. */
async function appoint(db: RoomsDb, room: RoomAsk, hostId: string, lecturerIds: readonly string[]): Promise<void> {
  const { companyId, roomId, now } = room
  const ids = [...new Set([hostId, ...lecturerIds])]
  const members = await membersByIds(db, companyId, ids)
  const rows = ids.flatMap((id) => {
    const member = members.get(id)
    if (!member) return []
    const role = id === hostId ? 'host' : 'lecturer'
    return [{ id: uuid(), member_id: id, name: member.fullName, avatar_path: member.avatarPath, role }]
  })
  await sql`insert into rooms.participant (id, company_id, room_id, member_id, name, avatar_path, role, created_at)
    select r.id, ${companyId}, ${roomId}, r.member_id, r.name, r.avatar_path, r.role, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, member_id uuid, name text, avatar_path text, role text)
    on conflict (room_id, member_id) do update set role = excluded.role`.execute(db)
  await sql`update rooms.participant set role = 'viewer' where room_id = ${roomId} and role in ('host', 'lecturer')
    and member_id is not null and member_id <> all(${ids})`.execute(db)
  await sql`update rooms.room set owner_id = ${hostId}, host_participant_id =
    (select id from rooms.participant where room_id = ${roomId} and member_id = ${hostId}) where id = ${roomId}`.execute(
    db,
  )
  await seatHost(db, room)
}

/** Seat 0 belongs to who leads the room. */
export async function seatHost(db: RoomsDb, { companyId, roomId, now }: RoomAsk): Promise<void> {
  await sql`delete from rooms.seat s using rooms.room r where r.id = ${roomId} and s.room_id = r.id
    and (s.number = 0 or s.participant_id = r.host_participant_id)`.execute(db)
  await sql`insert into rooms.seat (room_id, number, company_id, participant_id, taken_at)
    select id, 0, ${companyId}, host_participant_id, ${now} from rooms.room
    where id = ${roomId} and host_participant_id is not null`.execute(db)
}

/** Opens a room that waits for its host. A repeat changes nothing. */
export async function openRoom(connection: Connection, room: NewRoom): Promise<void> {
  const db = roomsTables(connection)
  const opened = await db
    .insertInto('rooms.room')
    .values({
      ...{ id: room.roomId, company_id: room.companyId, kind: room.kind, title: room.title, mode: room.mode },
      ...{ planned_end_at: room.plannedEndAt, minimum_minutes: room.minimumMinutes ?? 0 },
      ...{ settings: JSON.stringify(settingsOf(room.settings)), created_at: room.now },
    })
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (opened) await appoint(db, room, room.hostId, room.lecturerIds)
}

export interface RoomChange extends RoomAsk {
  readonly title?: string
  readonly mode?: Mode
  readonly plannedEndAt?: number
  readonly minimumMinutes?: number
  readonly settings?: Partial<Settings>
  /** Both together. */
  readonly hostId?: string
  readonly lecturerIds?: readonly string[]
}

function roomEvent(room: RoomRow): NewEvent {
  const { title, mode, planned_end_at: plannedEndAt } = room
  const settings = settingsOf(room.settings)
  return { name: 'room', data: { title, mode, plannedEndAt, settings, seatsMax: seatsOf(mode) } }
}

/** Refuses with 370107 to change the mode of a room that runs, with 370101 once it has ended. */
export async function changeRoom(connection: Connection, change: RoomChange): Promise<void> {
  const db = roomsTables(connection)
  const { companyId, roomId } = change
  const before = await lockRoom(db, companyId, roomId)
  if (before.state === 'ended' || before.state === 'closed') throw refuse(ROOM_ENDED)
  if (change.mode !== undefined && change.mode !== before.mode && before.state !== 'waiting') throw refuse(NOT_NOW)
  const after = {
    ...before,
    title: change.title ?? before.title,
    mode: change.mode ?? before.mode,
    planned_end_at: change.plannedEndAt ?? before.planned_end_at,
    minimum_minutes: change.minimumMinutes ?? before.minimum_minutes,
    settings: { ...settingsOf(before.settings), ...change.settings },
  }
  await db
    .updateTable('rooms.room')
    .set({
      ...{ title: after.title, mode: after.mode, planned_end_at: after.planned_end_at },
      ...{ minimum_minutes: after.minimum_minutes, settings: JSON.stringify(after.settings) },
    })
    .where('id', '=', roomId)
    .execute()
  if (change.hostId !== undefined) await appoint(db, change, change.hostId, change.lecturerIds ?? [])
  const told: NewEvent[] = [roomEvent(after)]
  if (change.hostId !== undefined) told.push({ name: 'host' }, { name: 'stage' })
  await addEvents(db, change, told)
}

/** The room runs from now on. Refuses with 370107 unless it waits; a repeat while it runs changes nothing. */
export async function startRoom(connection: Connection, ask: RoomAsk & { readonly by: string | null }): Promise<void> {
  const db = roomsTables(connection)
  const { companyId, roomId, now } = ask
  const room = await lockRoom(db, companyId, roomId)
  if (room.state === 'running') return
  if (room.state !== 'waiting') throw refuse(ROOM_ENDED)
  await db.updateTable('rooms.room').set({ state: 'running', started_at: now }).where('id', '=', roomId).execute()
  await addEvents(db, ask, [{ name: 'state', data: { state: 'running', startedAt: now, endedAt: null } }])
  await kindOf(room.kind).started?.(connection, ask)
}

async function finish(db: RoomsDb, room: RoomRow, ask: RoomAsk, state: 'ended' | 'closed', by: string | null) {
  const { roomId, now } = ask
  await db.updateTable('rooms.room').set({ state, ended_at: now, ended_by: by }).where('id', '=', roomId).execute()
  await sql`update rooms.poll set state = 'closed', closed_at = ${now} where room_id = ${roomId} and state = 'open'`.execute(
    db,
  )
  await sql`update rooms.sign_round set closed_at = ${now} where room_id = ${roomId} and closed_at is null
    and number > 0`.execute(db)
  await sql`update rooms.participant set hand_at = null, invited_at = null
    where room_id = ${roomId} and (hand_at is not null or invited_at is not null)`.execute(db)
  await addEvents(db, ask, [{ name: 'state', data: { state, startedAt: room.started_at, endedAt: now } }])
}

/**
 * Ends the room for everybody, for good; `by` nobody: by itself. Its kind is told in the same transaction; the engine
 * is ended and the replay made by jobs. A repeat changes nothing. Refuses with 370107 where it never began.
 */
export async function endRoom(connection: Connection, ask: RoomAsk & { readonly by: string | null }): Promise<void> {
  const db = roomsTables(connection)
  const { companyId, roomId } = ask
  const room = await lockRoom(db, companyId, roomId)
  if (room.state === 'ended' || room.state === 'closed') return
  if (room.state === 'waiting') throw refuse(NOT_NOW)
  await finish(db, room, ask, 'ended', ask.by)
  await kindOf(room.kind).ended(connection, ask)
  await enqueue(connection, finishMedia, { companyId, roomId }, { key: `rooms.finish-media:${roomId}` })
  await requestReplay(connection, ask)
}

/** Cancelled before it began: nobody enters any more. Refuses with 370107 where it runs. A repeat changes nothing. */
export async function closeRoom(connection: Connection, ask: RoomAsk): Promise<void> {
  const db = roomsTables(connection)
  const room = await lockRoom(db, ask.companyId, ask.roomId)
  if (room.state === 'closed') return
  if (room.state !== 'waiting') throw refuse(NOT_NOW)
  await finish(db, room, ask, 'closed', null)
}

/** A cancelled room waits again (a broadcast that is published once more). */
export async function reopenRoom(
  connection: Connection,
  ask: RoomAsk & { readonly plannedEndAt?: number },
): Promise<void> {
  const db = roomsTables(connection)
  const room = await lockRoom(db, ask.companyId, ask.roomId)
  if (room.state !== 'closed') throw refuse(NOT_NOW)
  await db
    .updateTable('rooms.room')
    .set({
      ...{ state: 'waiting', ended_at: null, ended_by: null },
      planned_end_at: ask.plannedEndAt ?? room.planned_end_at,
    })
    .where('id', '=', ask.roomId)
    .execute()
  await addEvents(db, ask, [{ name: 'state', data: { state: 'waiting', startedAt: null, endedAt: null } }])
}
