/** Certificates: its calls. Imports kit/ and typebox only, for both sides read it. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { Id } from '#kit/schema.ts'

export { TEMPLATE_NOT_OFFERED } from './contract/shapes.ts'

export const certificates = contract({
  offeredTemplates: {
    method: 'GET',
    path: '/certificates/templates/offered',
    summary: 'The certificates that an author may let an item earn, by name',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(Type.Object({ id: Id, name: Type.String() })) }),
  },
})
