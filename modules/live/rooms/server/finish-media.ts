/** The network work at the end of a room: closing every peer, and finishing the recordings. */
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
