/**
 * Short links and the record of shares. A short link (`/s/{code}`) leads only to addresses of this platform: it is no
 * open redirect.
 */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, IdList, OneOf } from '#kit/schema.ts'

/** The content kind of a link, a QR code or a record: the map `business-type` (SYSTEM-157). */
export const businessTypes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] as const
export type BusinessType = (typeof businessTypes)[number]

/** Keys of the map `share-channel` (SYSTEM-158); the optional last part of a share link (SYSTEM-140). */
export const shareChannels = ['weChat', 'qq', 'blog', 'ask', 'shareSwitchKnowledge', 'poster', 'copy'] as const
export type ShareChannel = (typeof shareChannels)[number]

/** The map `action-type` (SYSTEM-159), and praise (COMMUNITY-100). */
export const actionTypes = { praise: 1, share: 2, posterDownload: 3 } as const

/** A short link expires this long after the last request for it. */
export const shortLinkLifeDays = 180

const ShareCount = Type.Object({ businessId: Id, shares: Type.Integer(), posters: Type.Integer() })
export type ShareCount = Static<typeof ShareCount>

export const sharing = contract({
  shortLink: {
    method: 'GET',
    path: '/cloud-file/short/generate',
    summary: 'The short link of an address of this platform; each address has one link (SYSTEM-156)',
    access: 'signed-in',
    query: Type.Object({
      type: Type.Optional(OneOf([0])),
      longUrl: Type.String({ minLength: 1, maxLength: 2000 }),
    }),
    response: Type.Object({ shortUrl: Type.String() }),
    writes: true,
    rate: { max: 120, windowSeconds: 60 },
    cacheSeconds: 300,
  },
  recordAction: {
    method: 'POST',
    path: '/knowledge-operation/action',
    summary: 'Record that an item was praised (1), shared (2), or its poster downloaded (3) (SYSTEM-151, SYSTEM-152)',
    access: 'signed-in',
    body: Body({
      businessId: Id,
      actionType: OneOf([1, 2, 3]),
      businessType: OneOf([0]),
      /** The kind of the item, and the channel. */
      itemType: Type.Optional(OneOf(businessTypes)),
      channel: Type.Optional(OneOf(shareChannels)),
    }),
    response: Done,
    errors: [NOT_FOUND],
    rate: { max: 120, windowSeconds: 60 },
  },
  shareCounts: {
    method: 'GET',
    path: '/knowledge-operation/action/counts',
    summary: 'How often each of these items was shared, and its poster downloaded',
    access: 'signed-in',
    query: Type.Object({ ids: IdList(100) }),
    response: Type.Object({ items: Type.Array(ShareCount) }),
  },
})
