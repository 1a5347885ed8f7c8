/**
 * The stage: hands, invitations, places. The operation locks the room's row, and the primary key guards the place
 * numbers.
 */
import { sql } from 'kysely'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { NO_STAGE, NOT_INVITED, STAGE_FULL, SWITCHED_OFF } from '../../contract/errors.ts'
import { addEvents, type NewEvent } from '../events.ts'
import type { RoomRole } from '../kinds.ts'
import { seatsOf, settingsOf } from '../settings.ts'
import { findPerson, findSubordinate, type OpContext, type Operations } from './operation.ts'

const person = (participantId: string): NewEvent => ({ name: 'person', participantId })

function assertStage({ room }: OpContext): void {
  if (seatsOf(room.mode) === 1) throw refuse(NO_STAGE)
}

/** The lowest free place, or the person's current one. Refuses with 370104 if there is none (LIVE-040). */
async function takeSeat(context: OpContext, participantId: string): Promise<number> {
  const { db, place, room } = context
  const seats = seatsOf(room.mode)
  const isHost = participantId === room.host_participant_id
  await sql`insert into rooms.seat (room_id, number, company_id, participant_id, taken_at)
    select ${place.roomId}, n, ${place.companyId}, ${participantId}, ${place.now}
    from generate_series(${isHost ? 0 : 1}::int, ${isHost ? 0 : seats - 1}::int) n
    where not exists (select from rooms.seat s where s.room_id = ${place.roomId}
      and (s.number = n or s.participant_id = ${participantId}))
    order by n limit 1 on conflict do nothing`.execute(db)
  const seat = await db
    .selectFrom('rooms.seat')
    .select('number')
    .where('room_id', '=', place.roomId)
    .where('participant_id', '=', participantId)
    .executeTakeFirst()
  if (!seat) throw refuse(STAGE_FULL, { seats })
  return seat.number
}

/** Answers whether the person left a place. The host keeps the place. */
export async function leaveSeat({ db, place }: OpContext, participantId: string): Promise<boolean> {
  const left = await db
    .deleteFrom('rooms.seat')
    .where('room_id', '=', place.roomId)
    .where('participant_id', '=', participantId)
    .where('number', '>', 0)
    .returning('number')
    .executeTakeFirst()
  return left !== undefined
}

async function setHand(context: OpContext, participantId: string, hand: number | null, invited: number | null) {
  await context.db
    .updateTable('rooms.participant')
    .set({ hand_at: hand, invited_at: invited })
    .where('id', '=', participantId)
    .execute()
}

async function goOnStage(context: OpContext): Promise<{ seat: number }> {
  const { me } = context
  const seat = await takeSeat(context, me.id)
  await setHand(context, me.id, null, null)
  await addEvents(context.db, context.place, [{ name: 'stage' }, person(me.id)])
  return { seat }
}

export const stageOps: Operations<
  | 'stage.raiseHand'
  | 'stage.lowerHand'
  | 'stage.invite'
  | 'stage.accept'
  | 'stage.decline'
  | 'stage.enter'
  | 'stage.leave'
  | 'stage.remove'
  | 'stage.mute'
> = {
  'stage.raiseHand': {
    async run(context) {
      const { room, me, place } = context
      assertStage(context)
      if (!settingsOf(room.settings).handsOpen) throw refuse(SWITCHED_OFF)
      if (me.hand_at !== null) return {}
      await setHand(context, me.id, place.now, me.invited_at)
      await addEvents(context.db, place, [person(me.id)])
      return {}
    },
  },
  'stage.lowerHand': {
    async run(context, { participantId }) {
      const { me } = context
      if (participantId !== undefined && participantId !== me.id && me.role === 'viewer') throw refuse(NO_PERMISSION)
      const whose = participantId === undefined ? me : await findPerson(context, participantId)
      if (whose.hand_at === null) return {}
      await setHand(context, whose.id, null, whose.invited_at)
      await addEvents(context.db, context.place, [person(whose.id)])
      return {}
    },
  },
  'stage.invite': {
    async run(context, { participantId }) {
      const { place, db, me } = context
      assertStage(context)
      const guest = await findPerson(context, participantId)
      if (guest.invited_at !== null) return {}
      await setHand(context, guest.id, guest.hand_at, place.now)
      await addEvents(db, place, [
        { name: 'invited', audience: 'one', participantId: guest.id, data: { by: me.id } },
        person(guest.id),
      ])
      return {}
    },
  },
  'stage.accept': {
    async run(context) {
      if (context.me.invited_at === null) throw refuse(NOT_INVITED)
      return goOnStage(context)
    },
  },
  'stage.decline': {
    async run(context) {
      const { me } = context
      if (me.invited_at === null) return {}
      await setHand(context, me.id, null, null)
      await addEvents(context.db, context.place, [person(me.id)])
      return {}
    },
  },
  'stage.enter': {
    async run(context) {
      if (context.me.role !== 'host') assertStage(context)
      return goOnStage(context)
    },
  },
  'stage.leave': {
    async run(context) {
      if (await leaveSeat(context, context.me.id)) await addEvents(context.db, context.place, [{ name: 'stage' }])
      return {}
    },
  },
  'stage.remove': {
    async run(context, { participantId }) {
      const whose = await findSubordinate(context, participantId)
      const hadSeat = await leaveSeat(context, whose.id)
      await setHand(context, whose.id, null, null)
      await addEvents(context.db, context.place, [person(whose.id), ...(hadSeat ? [{ name: 'stage' } as const] : [])])
      return {}
    },
  },
  'stage.mute': {
    async run(context, { participantId, medium, muted }) {
      const whose = participantId === context.me.id ? context.me : await findSubordinate(context, participantId)
      await context.db
        .updateTable('rooms.seat')
        .set(medium === 'audio' ? { audio_muted: muted } : { video_muted: muted })
        .where('room_id', '=', context.place.roomId)
        .where('participant_id', '=', whose.id)
        .execute()
      await addEvents(context.db, context.place, [{ name: 'stage' }])
      return {}
    },
    async after({ servedRoom }, { participantId, medium, muted }) {
      await servedRoom.media.mute(participantId, medium, muted)
    },
  },
}

/**
 * The host's place and role go to another person; the previous host becomes a lecturer, on the stage if there is room.
 */
export async function handOver(context: OpContext, to: string): Promise<void> {
  const { db, place, room } = context
  const from = room.host_participant_id
  await db.deleteFrom('rooms.seat').where('room_id', '=', place.roomId).where('participant_id', '=', to).execute()
  await db.deleteFrom('rooms.seat').where('room_id', '=', place.roomId).where('number', '=', 0).execute()
  await db.updateTable('rooms.room').set({ host_participant_id: to }).where('id', '=', place.roomId).execute()
  const role = (id: string, of: RoomRole) =>
    db
      .updateTable('rooms.participant')
      .set({ role: of, invited_at: null, hand_at: null })
      .where('id', '=', id)
      .execute()
  await role(to, 'host')
  const after = { ...context, room: { ...room, host_participant_id: to } }
  await takeSeat(after, to)
  if (from !== null) {
    await role(from, 'lecturer')
    if (seatsOf(room.mode) > 1) await takeSeat(after, from).catch(ignoreStageFull)
  }
  await addEvents(db, place, [
    { name: 'host' },
    { name: 'stage' },
    person(to),
    ...(from === null ? [] : [person(from)]),
  ])
}

/** If the stage is full, the previous host becomes a viewer. */
function ignoreStageFull(error: unknown): void {
  const isFull = (error as { error?: unknown }).error === STAGE_FULL
  if (!isFull) throw error
}
