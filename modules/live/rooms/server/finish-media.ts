/** What is left to do outside when a room has ended: every peer is closed, and the recordings are finished. */
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { job } from '#server/module.ts'
import { engineOf } from './engine.ts'

export const finishMedia = job({
  name: 'rooms.finish-media',
  payload: Type.Object({ companyId: Id, roomId: Id }),
  outside: true,
  async run(db, { roomId }, { outside }) {
    await engineOf(outside, db).end(roomId)
  },
})
