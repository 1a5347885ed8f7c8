/** Audio and video: only people on the stage publish, checked at each operation; the engine does the rest. */
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { NOT_ON_STAGE, USE_STREAM } from '../../contract/errors.ts'
import { addEvents } from '../events.ts'
import { createTicket } from '../tickets.ts'
import type { OpContext, Operations } from './operation.ts'

async function hasSeat({ db, place, me }: OpContext): Promise<boolean> {
  const seat = await db
    .selectFrom('rooms.seat')
    .select('number')
    .where('room_id', '=', place.roomId)
    .where('participant_id', '=', me.id)
    .executeTakeFirst()
  return seat !== undefined
}

async function assertOnStage(context: OpContext): Promise<void> {
  if (!(await hasSeat(context))) throw refuse(NOT_ON_STAGE)
}

/** Peers of one browser: seven feeds, its own two, and some that are being replaced. */
const peersMax = 24

export const mediaOps: Operations<
  | 'media.publish'
  | 'media.subscribe'
  | 'media.answer'
  | 'media.closePeer'
  | 'media.state'
  | 'media.vendorPublished'
  | 'media.entry'
  | 'media.stream'
> = {
  'media.publish': {
    way: 'outside',
    async run(context, input) {
      const { servedRoom, me, connection } = context
      await assertOnStage(context)
      const step = await servedRoom.media.publish(me.id, input)
      if (step.peerId !== undefined) connection.peers.set(step.peerId, input.source)
      // The person was removed from the stage during the engine's work.
      if (step.peerId === undefined || (await hasSeat(context))) return step
      await servedRoom.media.closePeer(step.peerId)
      connection.peers.delete(step.peerId)
      throw refuse(NOT_ON_STAGE)
    },
  },
  'media.subscribe': {
    way: 'outside',
    async run(context, { feeds }) {
      const { servedRoom, me, connection } = context
      if (servedRoom.viewing === 'stream' && me.role === 'viewer' && !(await hasSeat(context))) throw refuse(USE_STREAM)
      if (connection.peers.size >= peersMax) throw refuse(USE_STREAM)
      const offer = await servedRoom.media.subscribe(me.id, feeds)
      connection.peers.set(offer.peerId, 'receive')
      return offer
    },
  },
  'media.answer': {
    way: 'outside',
    async run(context, { peerId, sdp }) {
      const { servedRoom, connection } = context
      const through = connection.peers.get(peerId)
      if (through === undefined) throw refuse(NOT_FOUND)
      if (through !== 'receive') await assertOnStage(context)
      await servedRoom.media.answer(peerId, sdp)
      return {}
    },
  },
  'media.closePeer': {
    way: 'outside',
    async run({ servedRoom, connection }, { peerId }) {
      if (!connection.peers.delete(peerId)) return {}
      await servedRoom.media.closePeer(peerId)
      return {}
    },
  },
  'media.state': {
    async run(context, { microphone, camera, screen }) {
      await assertOnStage(context)
      const { db, place, me } = context
      await db
        .updateTable('rooms.seat')
        .set({ microphone, camera, screen })
        .where('room_id', '=', place.roomId)
        .where('participant_id', '=', me.id)
        .execute()
      await addEvents(db, place, [{ name: 'stage' }])
      return {}
    },
  },
  'media.vendorPublished': {
    async run(context) {
      await assertOnStage(context)
      await addEvents(context.db, context.place, [{ name: 'stage' }])
      return {}
    },
  },
  'media.entry': {
    way: 'outside',
    run: ({ servedRoom, me }) => servedRoom.media.entry({ id: me.id, name: me.name }),
  },
  'media.stream': {
    way: 'shared',
    async run({ db, place, me, connection }) {
      const { companyId, roomId, now } = place
      const ticket = await createTicket(db, {
        ...{ companyId, roomId, participantId: me.id, purpose: 'stream', now },
        ...{ sessionId: connection.sessionId, device: connection.device },
      })
      return { path: `/api/v1/rooms/${roomId}/stream?ticket=${ticket}` }
    },
  },
}
