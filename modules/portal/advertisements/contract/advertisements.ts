/** Advertisements of home pages: what a member is shown, and how administrators keep them. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Title } from '#kit/schema.ts'
import { Audience, AudienceKey, audiencesMax } from '#modules/platform/identity/contract.ts'
import { managesAdvertisements } from './access.ts'
import { ADVERTISEMENT_CHANGED, ADVERTISEMENT_PERIOD, ADVERTISEMENTS_FULL } from './codes.ts'

export const advertisementsMax = 200
export const advertisementTitleLengthMax = 60
export const advertisementTextLengthMax = 120

/** A popup stands over the home page until it is closed; a banner stands in it. */
export const advertisementKinds = ['popup', 'banner'] as const
export type AdvertisementKind = (typeof advertisementKinds)[number]

/** When it comes back after the member has closed it: never, on another day, with the next visit. */
export const frequencies = ['once', 'daily', 'always'] as const
export type Frequency = (typeof frequencies)[number]

export const advertisementStatuses = ['off', 'scheduled', 'running', 'ended'] as const
export type AdvertisementStatus = (typeof advertisementStatuses)[number]

/** A screen of our own, or a page elsewhere that is read over TLS; never a script. */
export const linkPattern =
  '^(#/[^\\s\\p{Cc}\\p{Cf}]*|https://[^\\s\\p{Cc}\\p{Cf}/?#@\\\\]+([/?#][^\\s\\p{Cc}\\p{Cf}]*)?)$'
const Link = Type.String({ pattern: linkPattern, minLength: 2, maxLength: 500 })

const fields = {
  kind: OneOf(advertisementKinds),
  title: Title(advertisementTitleLengthMax),
  /** A line below the title; may be empty. */
  text: OptionalText(advertisementTextLengthMax),
  /** A picture that the administrator has uploaded. */
  pictureFileId: Nullable(Id),
  link: Nullable(Link),
  frequency: OneOf(frequencies),
  /** The company's root, or the branch whose members see it. */
  organizationId: Id,
  audiences: Type.Array(AudienceKey, { minItems: 1, maxItems: audiencesMax, uniqueItems: true }),
  startsAt: Nullable(Instant),
  endsAt: Nullable(Instant),
  isEnabled: Type.Boolean(),
}

/** An advertisement as a member sees it. */
export const Advertisement = Type.Object({
  id: Id,
  kind: OneOf(advertisementKinds),
  title: Type.String(),
  text: Type.String(),
  picturePath: Nullable(Type.String()),
  link: Nullable(Type.String()),
  frequency: OneOf(frequencies),
})
export type Advertisement = Static<typeof Advertisement>

const Managed = Type.Object({
  id: Id,
  ...fields,
  title: Type.String(),
  link: Nullable(Type.String()),
  audiences: Type.Array(Audience),
  picturePath: Nullable(Type.String()),
  organizationName: Type.String(),
  status: OneOf(advertisementStatuses),
  revision: Type.Integer(),
  /** How many members have seen it, how often, and how often they have followed its link. */
  memberCount: Type.Integer(),
  viewCount: Type.Integer(),
  clickCount: Type.Integer(),
  closeCount: Type.Integer(),
})
export type ManagedAdvertisement = Static<typeof Managed>

const params = Type.Object({ id: Id })

export const advertisementCalls = contract({
  homeAdvertisement: {
    method: 'GET',
    path: '/system/home-advertisement',
    summary: 'The advertisements of a home page that the caller is to see now, in their order; none: nothing is shown',
    access: 'signed-in',
    query: Type.Object({ homeConfigId: Type.Optional(Id) }),
    response: Type.Object({ items: Type.Array(Advertisement) }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  recordAdvertisement: {
    method: 'POST',
    path: '/system/home-advertisement/{id}/event',
    summary: 'The caller has seen an advertisement, followed its link, or closed it',
    access: 'signed-in',
    rate: { max: 120, windowSeconds: 60 },
    params,
    body: Body({ event: OneOf(['view', 'click', 'close'] as const) }),
    response: Done,
    errors: [NOT_FOUND],
  },
  managedAdvertisements: {
    method: 'GET',
    path: '/system/advertisement-manage',
    summary: 'The advertisements of the organizations of the caller in their order, with what came of them',
    access: managesAdvertisements,
    response: Type.Object({ items: Type.Array(Managed) }),
    cacheSeconds: 0,
  },
  createAdvertisement: {
    method: 'POST',
    path: '/system/advertisement-manage',
    summary: 'Make an advertisement; it comes after the others',
    access: managesAdvertisements,
    body: Body(fields),
    response: Type.Object({ id: Id, revision: Type.Integer() }),
    errors: [NOT_FOUND, INVALID_INPUT, ADVERTISEMENT_PERIOD, ADVERTISEMENTS_FULL],
  },
  changeAdvertisement: {
    method: 'PUT',
    path: '/system/advertisement-manage/{id}',
    summary: 'Change an advertisement, or turn it on or off',
    access: managesAdvertisements,
    params,
    body: Body({ ...fields, revision: Type.Integer({ minimum: 0 }) }),
    response: Type.Object({ revision: Type.Integer() }),
    errors: [NOT_FOUND, INVALID_INPUT, ADVERTISEMENT_CHANGED, ADVERTISEMENT_PERIOD],
  },
  deleteAdvertisement: {
    method: 'DELETE',
    path: '/system/advertisement-manage/{id}',
    summary: 'Delete an advertisement, with what came of it',
    access: managesAdvertisements,
    params,
    response: Done,
    errors: [NOT_FOUND],
  },
  orderAdvertisements: {
    method: 'PUT',
    path: '/system/advertisement-manage-order',
    summary: 'The order of advertisements: their places are given to them in the order of the list',
    access: managesAdvertisements,
    body: Body({ ids: Type.Array(Id, { minItems: 1, maxItems: advertisementsMax, uniqueItems: true }) }),
    response: Done,
    errors: [NOT_FOUND],
  },
})
