/** The settings of administrators: the supplier of each organization, the banners of the live home page. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalTitle, WebAddress } from '#kit/schema.ts'
import { managesCompanyLives, managesLives } from './access.ts'

export const bannersMax = 10

const Banner = Type.Object({
  id: Id,
  title: Type.String(),
  /** A path that `pictureUrl` of the shell takes. */
  picturePath: Type.String(),
  pictureId: Id,
  /** The link of the banner: a live session, an address, or nothing. */
  liveId: Nullable(Id),
  url: Nullable(Type.String()),
})
export type Banner = Static<typeof Banner>

const SupplierSetting = Type.Object({
  organizationId: Id,
  organizationName: Type.String(),
  /** null: no live provider. */
  supplier: Nullable(OneOf([0, 3, 4] as const)),
  expiresAt: Nullable(Instant),
  updatedAt: Instant,
})

const SupplierNumber = OneOf([0, 3, 4] as const)
const checkStates = ['ok', 'warning', 'down', 'off'] as const
export type CheckState = (typeof checkStates)[number]

/** A supplier with the newest check of it; `state` is null before the first one. */
const SupplierStatus = Type.Object({
  supplier: SupplierNumber,
  /** What serves it in this installation. */
  engine: OneOf(['built-in', 'bigbluebutton'] as const),
  state: Nullable(OneOf(checkStates)),
  tookMs: Nullable(Type.Integer()),
  checkedAt: Nullable(Instant),
  /** How many organizations that the caller manages have chosen it for themselves. */
  organizationCount: Type.Integer(),
})
export type SupplierStatus = Static<typeof SupplierStatus>

export const managementCalls = contract({
  banners: {
    method: 'GET',
    path: '/live/banner/get-banners',
    summary: 'The banners of the live home (LIVE-198)',
    access: 'signed-in',
    query: Type.Object({ client: Type.Optional(Type.Integer({ minimum: 1, maximum: 2, default: 1 })) }),
    response: Type.Object({ items: Type.Array(Banner), recordCount: Type.Integer() }),
  },
  setBanners: {
    method: 'PUT',
    path: '/live/banner',
    summary: 'Set the banners of the live home, in their order',
    access: managesCompanyLives,
    body: Body({
      items: Type.Array(
        Type.Object(
          {
            title: OptionalTitle(60),
            pictureId: Id,
            liveId: Type.Optional(Nullable(Id)),
            url: Type.Optional(Nullable(WebAddress(500))),
          },
          { additionalProperties: false },
        ),
        { maxItems: bannersMax },
      ),
    }),
    response: Done,
    errors: [NOT_FOUND],
  },
  suppliers: {
    method: 'GET',
    path: '/live/supplier-setting',
    summary: 'The organizations with a live supplier of their own; the others inherit one (LIVE-138)',
    access: managesLives,
    response: Type.Object({ items: Type.Array(SupplierSetting), recordCount: Type.Integer() }),
    cacheSeconds: 0,
  },
  supplierStatus: {
    method: 'GET',
    path: '/live/supplier-status',
    summary: 'Each live supplier with what serves it and whether it worked at the newest check',
    access: managesLives,
    response: Type.Object({ items: Type.Array(SupplierStatus) }),
    cacheSeconds: 0,
  },
  checkSupplier: {
    method: 'POST',
    path: '/live/supplier-status/{supplier}/check',
    summary: 'Tries a live supplier now, and keeps the result',
    access: managesLives,
    noDryRun: 'outside',
    params: Type.Object({ supplier: SupplierNumber }),
    response: SupplierStatus,
    outside: true,
    rate: { max: 20, windowSeconds: 60 },
  },
  setSupplier: {
    method: 'PUT',
    path: '/live/supplier-setting/{id}',
    summary: 'Sets the live supplier of an organization and its descendants, and the end of the service (LIVE-138)',
    access: managesLives,
    params: Type.Object({ id: Id }),
    body: Body({
      supplier: Nullable(OneOf([0, 3, 4] as const)),
      expiresAt: Type.Optional(Nullable(Instant)),
    }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
})
