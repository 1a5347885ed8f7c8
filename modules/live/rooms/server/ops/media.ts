/** Audio and video: who publishes has a seat, checked at each operation; the rest is the engine's. */
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

/** Connections of one browser: seven feeds, its own two, and what is just being replaced. */
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
      const { serving, me, line } = context
      await assertOnStage(context)
      const step = await serving.media.publish(me.id, input)
      if (step.peerId !== undefined) line.peers.set(step.peerId, input.source)
      // Sent off the stage while the engine was at it.
      if (step.peerId === undefined || (await hasSeat(context))) return step
      await serving.media.closePeer(step.peerId)
      line.peers.delete(step.peerId)
      throw refuse(NOT_ON_STAGE)
    },
  },
  'media.subscribe': {
    way: 'outside',
    async run(context, { feeds }) {
      const { serving, me, line } = context
      if (serving.viewing === 'stream' && me.role === 'viewer' && !(await hasSeat(context))) throw refuse(USE_STREAM)
      if (line.peers.size >= peersMax) throw refuse(USE_STREAM)
      const offer = await serving.media.subscribe(me.id, feeds)
      line.peers.set(offer.peerId, 'receive')
      return offer
    },
  },
  'media.answer': {
    way: 'outside',
    async run(context, { peerId, sdp }) {
      const { serving, line } = context
      const through = line.peers.get(peerId)
      if (through === undefined) throw refuse(NOT_FOUND)
      if (through !== 'receive') await assertOnStage(context)
      await serving.media.answer(peerId, sdp)
      return {}
    },
  },
  'media.closePeer': {
    way: 'outside',
    async run({ serving, line }, { peerId }) {
      if (!line.peers.delete(peerId)) return {}
      await serving.media.closePeer(peerId)
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
    run: ({ serving, me }) => serving.media.entry({ id: me.id, name: me.name }),
  },
  'media.stream': {
    way: 'shared',
    async run({ db, place, me, line }) {
      const { companyId, roomId, now } = place
      const ticket = await createTicket(db, {
        ...{ companyId, roomId, participantId: me.id, purpose: 'stream', now },
        ...{ sessionId: line.sessionId, device: line.device },
      })
      return { path: `/api/v1/rooms/${roomId}/stream?ticket=${ticket}` }
    },
  },
}
