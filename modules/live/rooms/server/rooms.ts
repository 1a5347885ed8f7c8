/** Rooms, from opening to end. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { ROOM_ENDED, WRONG_ROOM_STATE } from '../contract/errors.ts'
import { type RoomRow, type RoomsDb, roomsTables } from './db.ts'
import { addEvents, type NewEvent } from './events.ts'
import { finishMedia } from './finish-media.ts'
import { kindOf } from './kinds.ts'
import { requestReplay } from './replay/replay-requests.ts'
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
  /** The live minutes that count as attendance. */
  readonly minimumMinutes?: number
  readonly settings?: Partial<Settings>
  /** The room whose settings and minutes are taken over. */
  readonly like?: string | null
  readonly now: number
}

interface RoomTarget {
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
 * Locks the room before its owner locks its own row. Both sides lock in the same order, so that a start by the host and
 * a cancellation by the owner never wait for each other. A missing room is no error.
 */
export async function lockRoomIfExists(connection: Connection, companyId: string, roomId: string): Promise<void> {
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

/**
 * The planned host and lecturers get their role before they come; a person who is no longer planned becomes a viewer.
 */
async function appoint(db: RoomsDb, room: RoomTarget, hostId: string, lecturerIds: readonly string[]): Promise<void> {
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

/** Place 0 belongs to the host. */
export async function seatHost(db: RoomsDb, { companyId, roomId, now }: RoomTarget): Promise<void> {
  await sql`delete from rooms.seat s using rooms.room r where r.id = ${roomId} and s.room_id = r.id
    and (s.number = 0 or s.participant_id = r.host_participant_id)`.execute(db)
  await sql`insert into rooms.seat (room_id, number, company_id, participant_id, taken_at)
    select id, 0, ${companyId}, host_participant_id, ${now} from rooms.room
    where id = ${roomId} and host_participant_id is not null`.execute(db)
}

/** Those of the room that this one is to be like, as far as it still exists; else the usual ones. */
async function firstSettings(db: RoomsDb, { companyId, like: model, ...room }: NewRoom) {
  const known =
    typeof model === 'string' &&
    (await db
      .selectFrom('rooms.room')
      .select(['settings', 'minimum_minutes'])
      .where('id', '=', model)
      .where('company_id', '=', companyId)
      .executeTakeFirst())
  return {
    settings: settingsOf({ ...(known && settingsOf(known.settings)), ...room.settings }),
    minimumMinutes: room.minimumMinutes ?? (known ? known.minimum_minutes : 0),
  }
}

/** Opens a room that waits for its host. A repeat changes nothing. */
export async function openRoom(connection: Connection, room: NewRoom): Promise<void> {
  const db = roomsTables(connection)
  const { settings, minimumMinutes } = await firstSettings(db, room)
  const opened = await db
    .insertInto('rooms.room')
    .values({
      ...{ id: room.roomId, company_id: room.companyId, kind: room.kind, title: room.title, mode: room.mode },
      ...{ planned_end_at: room.plannedEndAt, minimum_minutes: minimumMinutes },
      ...{ settings: JSON.stringify(settings), created_at: room.now },
    })
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (opened) await appoint(db, room, room.hostId, room.lecturerIds)
}

export interface RoomChange extends RoomTarget {
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
  if (change.mode !== undefined && change.mode !== before.mode && before.state !== 'waiting')
    throw refuse(WRONG_ROOM_STATE)
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
  const deliveries: NewEvent[] = [roomEvent(after)]
  if (change.hostId !== undefined) deliveries.push({ name: 'host' }, { name: 'stage' })
  await addEvents(db, change, deliveries)
}

/** Starts the room. Refuses with 370107 unless it waits; a repeat while it runs changes nothing. */
export async function startRoom(
  connection: Connection,
  input: RoomTarget & { readonly by: string | null },
): Promise<void> {
  const db = roomsTables(connection)
  const { companyId, roomId, now } = input
  const room = await lockRoom(db, companyId, roomId)
  if (room.state === 'running') return
  if (room.state !== 'waiting') throw refuse(ROOM_ENDED)
  await db.updateTable('rooms.room').set({ state: 'running', started_at: now }).where('id', '=', roomId).execute()
  await addEvents(db, input, [{ name: 'state', data: { state: 'running', startedAt: now, endedAt: null } }])
  await kindOf(room.kind).started?.(connection, input)
}

async function finish(db: RoomsDb, room: RoomRow, input: RoomTarget, state: 'ended' | 'closed', by: string | null) {
  const { roomId, now } = input
  await db.updateTable('rooms.room').set({ state, ended_at: now, ended_by: by }).where('id', '=', roomId).execute()
  await sql`update rooms.poll set state = 'closed', closed_at = ${now} where room_id = ${roomId} and state = 'open'`.execute(
    db,
  )
  await sql`update rooms.sign_round set closed_at = ${now} where room_id = ${roomId} and closed_at is null
    and number > 0`.execute(db)
  await sql`update rooms.participant set hand_at = null, invited_at = null
    where room_id = ${roomId} and (hand_at is not null or invited_at is not null)`.execute(db)
  await addEvents(db, input, [{ name: 'state', data: { state, startedAt: room.started_at, endedAt: now } }])
}

/**
 * Ends the room for everybody, for good; without `by` it ends by itself. Its kind receives a call in the same
 * transaction; jobs end the engine's room and make the replay. A repeat changes nothing. Refuses with 370107 if the
 * room never started.
 */
export async function endRoom(
  connection: Connection,
  input: RoomTarget & { readonly by: string | null },
): Promise<void> {
  const db = roomsTables(connection)
  const { companyId, roomId } = input
  const room = await lockRoom(db, companyId, roomId)
  if (room.state === 'ended' || room.state === 'closed') return
  if (room.state === 'waiting') throw refuse(WRONG_ROOM_STATE)
  await finish(db, room, input, 'ended', input.by)
  await kindOf(room.kind).ended(connection, input)
  await enqueue(connection, finishMedia, { companyId, roomId }, { key: `rooms.finish-media:${roomId}` })
  await requestReplay(connection, input)
}

/**
 * Cancels the room before it starts: nobody may enter any more. Refuses with 370107 if it runs. A repeat changes
 * nothing.
 */
export async function closeRoom(connection: Connection, input: RoomTarget): Promise<void> {
  const db = roomsTables(connection)
  const room = await lockRoom(db, input.companyId, input.roomId)
  if (room.state === 'closed') return
  if (room.state !== 'waiting') throw refuse(WRONG_ROOM_STATE)
  await finish(db, room, input, 'closed', null)
}

/** A cancelled room waits again, because its live session is published again. */
export async function reopenRoom(
  connection: Connection,
  input: RoomTarget & { readonly plannedEndAt?: number },
): Promise<void> {
  const db = roomsTables(connection)
  const room = await lockRoom(db, input.companyId, input.roomId)
  if (room.state !== 'closed') throw refuse(WRONG_ROOM_STATE)
  await db
    .updateTable('rooms.room')
    .set({
      ...{ state: 'waiting', ended_at: null, ended_by: null },
      planned_end_at: input.plannedEndAt ?? room.planned_end_at,
    })
    .where('id', '=', input.roomId)
    .execute()
  await addEvents(db, input, [{ name: 'state', data: { state: 'waiting', startedAt: null, endedAt: null } }])
}
