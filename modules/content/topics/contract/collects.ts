/** Collecting: a member keeps an item of any kind for later. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OptionalText, PageQuery } from '#kit/schema.ts'
import { TOO_MANY_COLLECTED } from './codes.ts'
import { BusinessType, item, ShownItem } from './shapes.ts'

/** What one member may keep. */
export const COLLECTED_MAX = 2000

const Collected = Type.Object({
  id: Id,
  ...item,
  /** The item's name when it was collected: what is left of one that is gone. */
  collectedName: Type.String(),
  item: ShownItem,
  createTime: Instant,
})
export type Collected = Static<typeof Collected>

export const collectCalls = contract({
  findCollects: {
    method: 'GET',
    path: '/system/collect',
    summary:
      "The caller's collection of an object (businessType and businessId), or the caller's collections, newest first (SYSTEM-190)",
    access: 'signed-in',
    query: PageQuery({
      businessType: Type.Optional(BusinessType),
      businessId: Type.Optional(Id),
      keyword: Type.Optional(OptionalText(50)),
    }),
    response: Type.Object({
      /** Of the object that was asked for; null where it is not collected. */
      collectId: Nullable(Id),
      items: Type.Array(Collected),
      recordCount: Type.Integer(),
    }),
  },
  collectKinds: {
    method: 'GET',
    path: '/system/collect/kinds',
    summary: 'The kinds of things that the caller has collected, each with its number',
    access: 'signed-in',
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          businessType: BusinessType,
          label: Type.Object({ cn: Type.String(), en: Type.String() }),
          count: Type.Integer(),
        }),
      ),
    }),
  },
  collect: {
    method: 'POST',
    path: '/system/collect',
    summary: 'Collects an object; a second time answers the first entry (SYSTEM-180, SYSTEM-191)',
    access: 'signed-in',
    body: Body(item),
    response: Type.Object({ collectId: Id }),
    errors: [NOT_FOUND, TOO_MANY_COLLECTED],
  },
  removeCollect: {
    method: 'DELETE',
    path: '/system/collect/{id}',
    summary: 'Removes a collection of the caller; one that is gone stays gone (SYSTEM-181, SYSTEM-192)',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: Done,
  },
})
