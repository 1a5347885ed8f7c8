/** The calls of members: redeeming a card, and what was redeemed. */
import { contract } from '#kit/contract.ts'
import type { ErrorCode } from '#kit/errors.ts'
import { Body, Page, PageQuery } from '#kit/schema.ts'
import {
  ACCOUNT_FULL,
  BATCH_PAUSED,
  CARD_EXPIRED,
  CARD_NOT_YET_VALID,
  CARD_UNKNOWN,
  CARD_USED,
  CARD_VOID,
  MEMBER_LIMIT_REACHED,
  TOO_MANY_WRONG_CODES,
} from './codes.ts'
import { RedeemedCard, TypedCode } from './shapes.ts'

const redeemErrors: readonly ErrorCode[] = [
  ...[CARD_UNKNOWN, CARD_USED, CARD_EXPIRED, CARD_NOT_YET_VALID, BATCH_PAUSED, MEMBER_LIMIT_REACHED, CARD_VOID],
  ...[TOO_MANY_WRONG_CODES, ACCOUNT_FULL],
]

export const redeemingCalls = contract({
  redeem: {
    method: 'POST',
    path: '/redeem-card/redeem',
    summary: 'Redeem a card. Doing it again answers the same; ten wrong codes in an hour, and the caller is refused',
    access: 'signed-in',
    body: Body({ code: TypedCode }),
    unlogged: ['code'],
    response: RedeemedCard,
    errors: redeemErrors,
    noDryRun: 'keeps-writes',
    onSelf: { refusedByRow: 'a card whose code the caller has made, and so has seen' },
    rate: { max: 600, windowSeconds: 60 },
  },
  ownCards: {
    method: 'GET',
    path: '/redeem-card/own',
    summary: 'The cards that the caller has redeemed, the newest first',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(RedeemedCard),
    cacheSeconds: 0,
  },
})
