/** Entering a room: the person's role in it, and the ticket for its socket. */

import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { EngineUnavailable, iceServers } from '#modules/live/engines/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { LINK_INVALID, MEDIA_UNAVAILABLE, REMOVED_FROM_ROOM, ROOM_ENDED } from '../contract/errors.ts'
import { type ParticipantRow, type RoomRow, type RoomsDb, roomsTables } from './db.ts'
import { engineOf, openMedia } from './engine.ts'
import { addEvents, type NewEvent } from './events.ts'
import { assertNoImitation, staffNames } from './guest-names.ts'
import { kindOf, type RoomRole } from './kinds.ts'
import { createSecret, hashSecret } from './links.ts'
import { getRoom, lockRoom, seatHost } from './rooms.ts'
import { createTicket } from './tickets.ts'

interface Admission {
  readonly room: RoomRow
  readonly participant: ParticipantRow
  readonly ticket: string
  readonly resumeToken: string | null
}

function assertOpen(room: RoomRow): void {
  if (room.state === 'ended' || room.state === 'closed') throw refuse(ROOM_ENDED)
}

function assertNotRemoved(participant: ParticipantRow): void {
  if (participant.removed_at !== null) throw refuse(REMOVED_FROM_ROOM)
}

/** The person who leads the room keeps leading it: a hand-over during the session counts more than the planned role. */
function effectiveRole(room: RoomRow, before: ParticipantRow | undefined, admitted: RoomRole): RoomRole {
  if (before && before.id === room.host_participant_id) return 'host'
  return admitted === 'host' && room.host_participant_id !== null ? 'lecturer' : admitted
}

async function admitMember(db: RoomsDb, roomId: string, device: string, context: Context): Promise<Admission> {
  const { companyId, memberId, sessionId } = context.caller
  const { now } = context
  const before = await getRoom(db, companyId, roomId)
  assertOpen(before)
  const admitted = await kindOf(before.kind).admit(db, { companyId, roomId, memberId, now })
  const known = await db
    .selectFrom('rooms.participant')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (known) assertNotRemoved(known)
  const role = effectiveRole(before, known, admitted)
  const member = (await membersByIds(db, companyId, [memberId])).get(memberId)
  const participant = await db
    .insertInto('rooms.participant')
    .values({
      ...{ id: uuid(), company_id: companyId, room_id: roomId, member_id: memberId, role, created_at: now },
      ...{ name: member?.fullName ?? '', avatar_path: member?.avatarPath ?? '' },
    })
    .onConflict((c) =>
      c.columns(['room_id', 'member_id']).doUpdateSet((e) => ({
        ...{ name: e.ref('excluded.name'), avatar_path: e.ref('excluded.avatar_path'), role: e.ref('excluded.role') },
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  if (role === 'host' && before.host_participant_id === null) await assignFirstHost(db, before, participant, now)
  else if (known && known.role !== role)
    await addEvents(db, { companyId, roomId, now }, [{ name: 'person', participantId: participant.id }])
  const ticket = await createTicket(db, {
    ...{ companyId, roomId, participantId: participant.id, purpose: 'socket', sessionId, now, device },
  })
  return { room: before, participant, ticket, resumeToken: null }
}

/** Makes this person the host of a room without one. */
async function assignFirstHost(
  db: RoomsDb,
  { company_id: companyId, id: roomId }: RoomRow,
  host: ParticipantRow,
  now: number,
) {
  const room = await lockRoom(db, companyId, roomId)
  if (room.host_participant_id !== null) return
  await db.updateTable('rooms.room').set({ host_participant_id: host.id }).where('id', '=', roomId).execute()
  await seatHost(db, { companyId, roomId, now })
  await addEvents(db, { companyId, roomId, now }, [{ name: 'host' }, { name: 'stage' }])
}

interface GuestJoinInput {
  readonly token: string
  readonly name: string
  readonly device: string
  readonly resumeToken?: string
}

async function admitGuestByLink(
  db: RoomsDb,
  input: GuestJoinInput,
  context: Context<Caller | undefined>,
): Promise<Admission> {
  const { now } = context
  const link = await db
    .selectFrom('rooms.link')
    .selectAll()
    .where('token_hash', '=', hashSecret(input.token))
    .executeTakeFirst()
  const isGood = link && link.revoked_at === null && (link.expires_at === null || link.expires_at > now)
  if (!isGood) throw refuse(LINK_INVALID)
  const { company_id: companyId, room_id: roomId } = link
  const room = await lockRoom(db, companyId, roomId)
  assertOpen(room)
  await kindOf(room.kind).admitGuest(db, { companyId, roomId, now, role: link.role as RoomRole })
  const known =
    input.resumeToken === undefined
      ? undefined
      : await db
          .selectFrom('rooms.participant')
          .selectAll()
          .where('resume_hash', '=', hashSecret(input.resumeToken))
          .where('link_id', '=', link.id)
          .executeTakeFirst()
  if (known) assertNotRemoved(known)
  const resumeToken = createSecret()
  const { name } = input
  if (link.role === 'viewer') assertNoImitation(name, await staffNames(db, room, now))
  const participant = known
    ? await db
        .updateTable('rooms.participant')
        .set({ name, resume_hash: hashSecret(resumeToken) })
        .where('id', '=', known.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('rooms.participant')
        .values({
          ...{ id: uuid(), company_id: companyId, room_id: roomId, link_id: link.id, name, created_at: now },
          ...{ role: effectiveRole(room, undefined, link.role as RoomRole), resume_hash: hashSecret(resumeToken) },
        })
        .returningAll()
        .executeTakeFirstOrThrow()
  if (participant.role === 'host' && room.host_participant_id === null)
    await assignFirstHost(db, room, participant, now)
  await db
    .insertInto('rooms.link_use')
    .values({
      ...{ id: uuid(), company_id: companyId, room_id: roomId, link_id: link.id, participant_id: participant.id },
      ...{ name, ip: context.ip, at: now },
    })
    .execute()
  await db
    .updateTable('rooms.link')
    .set((e) => ({ use_count: e('use_count', '+', 1) }))
    .where('id', '=', link.id)
    .execute()
  const ticket = await createTicket(db, {
    ...{ companyId, roomId, participantId: participant.id, purpose: 'socket', sessionId: null, now },
    device: input.device,
  })
  return { room, participant, ticket, resumeToken }
}

function chosenEngine(outside: Context['outside'], db: Connection) {
  try {
    return engineOf(outside, db)
  } catch (error) {
    if (error instanceof EngineUnavailable) throw refuse(MEDIA_UNAVAILABLE)
    throw error
  }
}

async function entrance(db: Connection, admission: Admission, context: Context<Caller | undefined>) {
  const { room, participant, ticket, resumeToken } = admission
  const { outside, now } = context
  const engine = chosenEngine(outside, db)
  const isVendor = engine.signalling === 'vendor'
  return {
    participantId: participant.id,
    role: participant.role as RoomRole,
    ticket,
    socketPath: `/api/v1/rooms/${room.id}/socket`,
    engine: engine.signalling,
    entry: isVendor && room.state === 'running' ? await vendorEntry(db, room, participant, context) : null,
    iceServers: iceServers(outside.config.live, participant.id, now).map((server) => ({
      ...server,
      urls: [...server.urls],
    })),
    resumeToken,
    roomId: room.id,
    title: room.title,
  }
}

/** The address for the engine's own client; its token permits publishing only on the stage. */
export async function vendorEntry(
  db: Connection,
  room: RoomRow,
  participant: { readonly id: string; readonly name: string },
  { outside }: { readonly outside: Context['outside'] },
): Promise<{ url: string; token: string }> {
  const engine = engineOf(outside, db)
  const seat = await roomsTables(db)
    .selectFrom('rooms.seat')
    .select('number')
    .where('room_id', '=', room.id)
    .where('participant_id', '=', participant.id)
    .executeTakeFirst()
  try {
    await openMedia(engine, { id: room.id, companyId: room.company_id, mode: room.mode })
    const entry = await engine.entry?.(room.id, {
      ...{ id: participant.id, name: participant.name, mayPublish: seat !== undefined },
    })
    if (!entry) throw refuse(MEDIA_UNAVAILABLE)
    return entry
  } catch (error) {
    if (error instanceof EngineUnavailable) throw refuse(MEDIA_UNAVAILABLE)
    throw error
  }
}

export async function join(db: RoomsDb, roomId: string, device: string, context: Context) {
  const admission = await inTransaction(db, (transaction) => admitMember(transaction, roomId, device, context))
  return entrance(db, admission, context)
}

export async function guestJoin(db: RoomsDb, input: GuestJoinInput, context: Context<Caller | undefined>) {
  const admission = await inTransaction(db, (transaction) => admitGuestByLink(transaction, input, context))
  return entrance(db, admission, context)
}

/** A guest gives up the place on the stage, the raised hand and the resume token. */
export async function guestLeave(db: RoomsDb, resumeToken: string, now: number): Promise<void> {
  const left = await db
    .updateTable('rooms.participant')
    .set({ resume_hash: null, hand_at: null, invited_at: null })
    .where('resume_hash', '=', hashSecret(resumeToken))
    .returning(['id', 'room_id', 'company_id'])
    .executeTakeFirst()
  if (!left) throw refuse(LINK_INVALID)
  const place = { companyId: left.company_id, roomId: left.room_id, now }
  await lockRoom(db, place.companyId, place.roomId)
  const seat = await db
    .deleteFrom('rooms.seat')
    .where('participant_id', '=', left.id)
    .where('number', '>', 0)
    .returning('number')
    .executeTakeFirst()
  await db.deleteFrom('rooms.ticket').where('participant_id', '=', left.id).execute()
  const deliveries: NewEvent[] = [{ name: 'bye', audience: 'one', participantId: left.id, data: { reason: 'left' } }]
  if (seat) deliveries.push({ name: 'stage' })
  await addEvents(db, place, deliveries)
}

/** The room, for its managers; refuses everybody else with 900005, as if there were no room. */
export async function assertManages(db: RoomsDb, roomId: string, { caller, now }: Context): Promise<RoomRow> {
  const room = await getRoom(db, caller.companyId, roomId)
  const isTheirs = await kindOf(room.kind).mayManage(db, { companyId: caller.companyId, roomId, now, caller })
  if (!isTheirs) throw refuse(NOT_FOUND)
  return room
}
