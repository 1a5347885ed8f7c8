/** The recycle bin: deleted items that can be restored (SYSTEM-244 to SYSTEM-246). */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Done, Id, Instant, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { Bilingual } from './shapes.ts'

/** The days during which a deleted item can be restored (SYSTEM-244). */
export const recycleDays = 15

const RecycledItem = Type.Object({
  id: Id,
  kind: Type.String(),
  kindLabel: Bilingual,
  itemId: Id,
  name: Type.String(),
  deletedBy: Id,
  deletedAt: Instant,
  /** The time of the permanent deletion. */
  purgeAt: Instant,
})
export type RecycledItem = Static<typeof RecycledItem>

const one = { params: Type.Object({ id: Id }), errors: [NOT_FOUND] }

export const recycleContract = {
  listRecycled: {
    method: 'GET',
    path: '/system/recycle',
    summary: "Items that can be restored: the caller's own deletions, or the whole company's for its managers",
    access: 'signed-in',
    query: PageQuery({
      scope: Type.Optional(OneOf(['own', 'company'])),
      kind: Type.Optional(Type.String({ maxLength: 60 })),
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    response: Type.Object({
      ...Page(RecycledItem).properties,
      kinds: Type.Array(Type.Object({ kind: Type.String(), label: Bilingual })),
    }),
    cacheSeconds: 0,
  },
  restoreRecycled: {
    ...one,
    method: 'POST',
    path: '/system/recycle/{id}/restore',
    summary: 'Restores an item within 15 days (SYSTEM-245)',
    access: 'signed-in',
    response: Done,
    // What the kind of the item refuses, such as one more than its place may hold.
    passesOnRefusals: true,
  },
  purgeRecycled: {
    ...one,
    method: 'DELETE',
    path: '/system/recycle/{id}',
    summary: 'Deletes an item permanently',
    access: 'signed-in',
    response: Done,
  },
} as const satisfies Contract
