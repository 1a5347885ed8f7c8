/** The work behind a message: a large audience told in pieces, and the rows of what goes out by other channels. */
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { job } from '#server/module.ts'

export const fanOutJob = job({
  name: 'messages.fan-out',
  payload: Type.Object({ messageId: Id, organizationIds: Type.Array(Id), after: Type.Optional(Id) }),
  async run() {},
})

export const prepareJob = job({
  name: 'messages.prepare',
  payload: Type.Object({ messageId: Id, after: Type.Optional(Id) }),
  async run() {},
})
