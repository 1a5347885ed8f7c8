/** Entitlements: who may use what has its price, apart from what was paid for it. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { managesEntitlements } from './contract/access.ts'
import {
  BusinessType,
  ENTITLEMENT_STATE,
  Entitlement,
  entitlementStates,
  KIND_NOT_SOLD,
  OwnEntitlement,
  SEAT_IN_USE,
  SEATS_USED_UP,
  SeatHolder,
  SeatPool,
  sources,
} from './contract/shapes.ts'

export { KIND_NOT_SOLD } from './contract/shapes.ts'

const ofRow = Type.Object({ id: Id })
const membersMax = 500
const reasonLengthMax = 200

export const entitlements = contract({
  ownEntitlements: {
    method: 'GET',
    path: '/entitlement/own',
    summary: 'What the caller has bought or was given, the newest first',
    access: 'signed-in',
    query: PageQuery({ businessType: Type.Optional(BusinessType) }),
    response: Page(OwnEntitlement),
    cacheSeconds: 0,
  },
  entitlements: {
    method: 'GET',
    path: '/entitlement',
    summary: 'Entitlements of members of the organizations that the caller runs, the newest first',
    access: managesEntitlements,
    query: PageQuery({
      businessType: Type.Optional(BusinessType),
      itemId: Type.Optional(Id),
      memberId: Type.Optional(Id),
      source: Type.Optional(OneOf(sources)),
      state: Type.Optional(OneOf(entitlementStates)),
    }),
    response: Page(Entitlement),
    cacheSeconds: 0,
  },
  grantEntitlements: {
    method: 'POST',
    path: '/entitlement',
    summary: 'Opens an item to members without payment; who has been granted it already keeps what they have',
    access: managesEntitlements,
    body: Body({
      businessType: BusinessType,
      itemId: Id,
      memberIds: Type.Array(Id, { minItems: 1, maxItems: membersMax, uniqueItems: true }),
      /** Left out: as long as a purchase lasts. */
      endsAt: Type.Optional(Nullable(Instant)),
      reason: Type.Optional(OptionalText(reasonLengthMax)),
    }),
    response: Type.Object({ granted: Type.Integer() }),
    errors: [NOT_FOUND, KIND_NOT_SOLD],
    onSelf: { refused: ['body.memberIds'] },
  },
  changeEntitlement: {
    method: 'PUT',
    path: '/entitlement/{id}/state',
    summary: 'Pauses an entitlement, lets it go on, or takes it back for good',
    access: managesEntitlements,
    params: ofRow,
    body: Body({ state: OneOf(entitlementStates), reason: Type.Optional(OptionalText(reasonLengthMax)) }),
    response: Type.Object({ state: OneOf(entitlementStates) }),
    errors: [NOT_FOUND, ENTITLEMENT_STATE],
    onSelf: { refusedByRow: 'the entitlement is of the caller' },
  },
  ownSeats: {
    method: 'GET',
    path: '/entitlement/own-seats',
    summary: 'The seats that the caller has bought for others, the newest first',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(SeatPool),
    cacheSeconds: 0,
  },
  seatHolders: {
    method: 'GET',
    path: '/entitlement/own-seats/{id}/holder',
    summary: 'The members that hold the seats of the caller',
    access: 'signed-in',
    params: ofRow,
    query: PageQuery({}),
    response: Page(SeatHolder),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  giveSeats: {
    method: 'POST',
    path: '/entitlement/own-seats/{id}/holder',
    summary: 'Gives seats to members of the company; who has one already keeps it and uses no other',
    access: 'signed-in',
    params: ofRow,
    body: Body({ memberIds: Type.Array(Id, { minItems: 1, maxItems: membersMax, uniqueItems: true }) }),
    response: Type.Object({ given: Type.Integer(), free: Type.Integer() }),
    errors: [NOT_FOUND, SEATS_USED_UP],
    onSelf: { allowed: 'The seats are the caller’s own purchase, and one of them may be theirs' },
    rate: { max: 60, windowSeconds: 60 },
  },
  takeSeat: {
    method: 'DELETE',
    path: '/entitlement/own-seats/{id}/holder/{memberId}',
    summary: 'Takes a seat back from a member who has not started, for somebody else',
    access: 'signed-in',
    params: Type.Object({ id: Id, memberId: Id }),
    response: Type.Object({ free: Type.Integer() }),
    errors: [NOT_FOUND, SEAT_IN_USE],
    onSelf: { allowed: 'The seats are the caller’s own purchase' },
  },
})
