/** Contents of any kind that administrators set on top. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { managesAdvertisements } from './access.ts'
import { ADVERTISEMENT_PERIOD, ADVERTISEMENTS_FULL, ON_TOP_ALREADY } from './codes.ts'

export const topContentsMax = 100
const BusinessType = Type.Integer({ minimum: 1, maximum: 1000 })

const topStatuses = ['scheduled', 'running', 'ended'] as const

export const TopContent = Type.Object({
  id: Id,
  businessType: BusinessType,
  businessId: Id,
  /** The label of the kind, in the caller's language. */
  kind: Type.String(),
  name: Type.String(),
  coverPath: Nullable(Type.String()),
  /** The screen on which it is opened, as a path of the hash router. */
  link: Type.String(),
})
export type TopContent = Static<typeof TopContent>

const Managed = Type.Object({
  ...TopContent.properties,
  /** False: deleted or taken off the shelf, so nobody sees it. */
  isAvailable: Type.Boolean(),
  organizationId: Id,
  organizationName: Type.String(),
  startsAt: Nullable(Instant),
  endsAt: Nullable(Instant),
  status: OneOf(topStatuses),
})
export type ManagedTopContent = Static<typeof Managed>

const period = { startsAt: Nullable(Instant), endsAt: Nullable(Instant) }
const params = Type.Object({ id: Id })

export const topContentCalls = contract({
  topContents: {
    method: 'GET',
    path: '/system/top-content/find-list',
    summary: 'The contents that are set on top and that the caller may open, in their order',
    access: 'signed-in',
    query: Type.Object({ businessType: Type.Optional(BusinessType) }),
    response: Type.Object({ items: Type.Array(TopContent) }),
    cacheSeconds: 0,
  },
  managedTopContents: {
    method: 'GET',
    path: '/system/top-content-manage',
    summary: 'What is set on top in the organizations of the caller, in its order',
    access: managesAdvertisements,
    response: Type.Object({ items: Type.Array(Managed) }),
    cacheSeconds: 0,
  },
  setOnTop: {
    method: 'POST',
    path: '/system/top-content-manage',
    summary: 'Set content on top, after what is there; only what the caller may choose for others',
    access: managesAdvertisements,
    body: Body({
      items: Type.Array(Type.Object({ businessType: BusinessType, businessId: Id }, { additionalProperties: false }), {
        ...{ minItems: 1, maxItems: 20 },
      }),
      organizationId: Id,
      ...period,
    }),
    response: Type.Object({ ids: Type.Array(Id) }),
    errors: [NOT_FOUND, ADVERTISEMENT_PERIOD, ADVERTISEMENTS_FULL, ON_TOP_ALREADY],
  },
  changeTopContent: {
    method: 'PUT',
    path: '/system/top-content-manage/{id}',
    summary: 'Change from when until when content is on top',
    access: managesAdvertisements,
    params,
    body: Body(period),
    response: Done,
    errors: [NOT_FOUND, ADVERTISEMENT_PERIOD],
  },
  removeTopContent: {
    method: 'DELETE',
    path: '/system/top-content-manage/{id}',
    summary: 'Content is no longer on top; the content itself stays',
    access: managesAdvertisements,
    params,
    response: Done,
    errors: [NOT_FOUND],
  },
  orderTopContents: {
    method: 'PUT',
    path: '/system/top-content-manage-order',
    summary: 'The order of what is on top: the places are given in the order of the list',
    access: managesAdvertisements,
    body: Body({ ids: Type.Array(Id, { minItems: 1, maxItems: topContentsMax, uniqueItems: true }) }),
    response: Done,
    errors: [NOT_FOUND],
  },
})
