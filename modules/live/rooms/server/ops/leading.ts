/** Leading the room: start and end, settings, change of host, removal of people. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { HOST_PRESENT } from '../../contract/errors.ts'
import { addEvents } from '../events.ts'
import { presenceSpansSql } from '../presence.ts'
import { changeRoom, endRoom, startRoom } from '../rooms.ts'
import { listPeople } from '../wire-objects.ts'
import { findPerson, findSubordinate, type OpContext, type Operations } from './operation.ts'
import { handOver, leaveSeat } from './stage.ts'

/** A lecturer may take over after the host has been away for this long. */
const hostAwayMs = 60_000

/** The time when the host left; null while the host is there. */
export async function hostAwaySince({ db, room, place }: Pick<OpContext, 'db' | 'room' | 'place'>) {
  const host = room.host_participant_id
  const { rows } = await sql<{ online: boolean | null; last: number | null }>`
    with span as (${presenceSpansSql(place.roomId, place.now)})
    select bool_or(online) as online, max(ended_at) as last from span where participant_id = ${host}`.execute(db)
  const [presence] = rows
  if (presence?.online === true) return null
  return presence?.last ?? room.started_at ?? room.created_at
}

export const leadingOps: Operations<
  | 'room.start'
  | 'room.end'
  | 'room.settings'
  | 'room.leave'
  | 'room.remove'
  | 'room.takeOver'
  | 'room.handOver'
  | 'people.list'
> = {
  'room.start': {
    async run({ db, place, me }) {
      await startRoom(db, { ...place, by: me.member_id })
      return {}
    },
  },
  'room.end': {
    async run({ db, place, me }) {
      await endRoom(db, { ...place, by: me.member_id })
      return {}
    },
  },
  'room.settings': {
    async run({ db, place }, { settings }) {
      await changeRoom(db, { ...place, settings })
      return {}
    },
  },
  'room.leave': {
    async run(context) {
      const { db, place, me } = context
      await db
        .updateTable('rooms.participant')
        .set({ hand_at: null, invited_at: null })
        .where('id', '=', me.id)
        .execute()
      const hadSeat = await leaveSeat(context, me.id)
      const isKnown = hadSeat || me.hand_at !== null || me.role !== 'viewer'
      if (isKnown)
        await addEvents(db, place, [
          { name: 'person', participantId: me.id },
          ...(hadSeat ? [{ name: 'stage' } as const] : []),
        ])
      return {}
    },
  },
  'room.remove': {
    async run(context, { participantId }) {
      const { db, place } = context
      const whose = await findSubordinate(context, participantId)
      await db
        .updateTable('rooms.participant')
        .set({ removed_at: place.now, hand_at: null, invited_at: null })
        .where('id', '=', whose.id)
        .execute()
      await db.deleteFrom('rooms.ticket').where('participant_id', '=', whose.id).execute()
      await leaveSeat(context, whose.id)
      await addEvents(db, place, [
        { name: 'bye', audience: 'one', participantId: whose.id, data: { reason: 'removed' } },
        { name: 'stage' },
      ])
      return {}
    },
  },
  'room.takeOver': {
    async run(context) {
      const since = await hostAwaySince(context)
      if (since === null || context.place.now - since < hostAwayMs)
        throw refuse(HOST_PRESENT, { seconds: hostAwayMs / 1000 })
      await handOver(context, context.me.id)
      return {}
    },
  },
  'room.handOver': {
    async run(context, { participantId }) {
      const to = await findPerson(context, participantId)
      if (to.id !== context.me.id) await handOver(context, to.id)
      return {}
    },
  },
  'people.list': {
    way: 'shared',
    run: ({ db, place }, input) => listPeople(db, { ...input, roomId: place.roomId, now: place.now }),
  },
}
