/** The calls of administrators: batches of cards, their codes, and single cards. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { KEY_USED_FOR_ANOTHER_REQUEST, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, OneOf, OptionalText, Page, PageQuery, Text, Title } from '#kit/schema.ts'
import { managesRedeem } from './access.ts'
import {
  ANOTHER_MAKES_CODES,
  CARD_UNKNOWN,
  CARD_USED,
  CARD_VOID,
  CODES_MADE,
  FACE_VALUE_ABOVE_LIMIT,
  NOTHING_TO_VOID,
  QUANTITY_ABOVE_LIMIT,
  VALIDITY_WRONG,
} from './codes.ts'
import { Batch, batchStates, Card, cardStates, quantityMax, rewardKinds, TypedCode } from './shapes.ts'

const params = Type.Object({ id: Id })
const reasonBody = Body({ reason: Text(200) })

export const batchCalls = contract({
  batches: {
    method: 'GET',
    path: '/redeem-card/batch',
    summary: 'The batches of redeem cards with their counts, the newest first',
    access: managesRedeem,
    query: PageQuery({
      search: Type.Optional(OptionalText(100)),
      state: Type.Optional(OneOf(batchStates)),
    }),
    response: Page(Batch),
    cacheSeconds: 0,
  },
  batch: {
    method: 'GET',
    path: '/redeem-card/batch/{id}',
    summary: 'One batch with its counts',
    access: managesRedeem,
    params,
    response: Batch,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  createBatch: {
    method: 'POST',
    path: '/redeem-card/batch',
    summary: 'Lay down a batch of redeem cards. It has no codes before they are made. Header Idempotency-Key',
    access: managesRedeem,
    body: Body({
      name: Title(100),
      reward: Type.Object(
        {
          kind: OneOf(rewardKinds),
          amount: Type.String({
            pattern: '^[1-9][0-9]{0,16}$',
            description: 'the face value: hundredths above 0, as decimal text',
          }),
        },
        { additionalProperties: false },
      ),
      quantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
      validFrom: Instant,
      validUntil: Instant,
      /** How many cards of the batch one member may redeem. */
      memberMax: Type.Integer({ minimum: 1, maximum: quantityMax }),
    }),
    response: Type.Object({ id: Id }),
    errors: [KEY_USED_FOR_ANOTHER_REQUEST, QUANTITY_ABOVE_LIMIT, FACE_VALUE_ABOVE_LIMIT, VALIDITY_WRONG],
  },
  makeCodes: {
    method: 'POST',
    path: '/redeem-card/batch/{id}/codes',
    summary: 'Make the codes of a batch and answer them as a file. Nobody can read them again',
    access: managesRedeem,
    params,
    body: Body({ format: OneOf(['xlsx', 'csv']) }),
    response: Type.Unknown(),
    kind: 'stream',
    errors: [NOT_FOUND, CODES_MADE, ANOTHER_MAKES_CODES],
    noDryRun: 'stream',
    timeoutMs: 120_000,
  },
  setBatchPaused: {
    method: 'PUT',
    path: '/redeem-card/batch/{id}/paused',
    summary: 'Pause a batch, so that none of its cards can be redeemed, or resume it',
    access: managesRedeem,
    params,
    body: Body({ isPaused: Type.Boolean() }),
    response: Done,
    errors: [NOT_FOUND],
  },
  voidBatch: {
    method: 'POST',
    path: '/redeem-card/batch/{id}/void',
    summary: 'Void all cards of a batch that nobody has redeemed',
    access: managesRedeem,
    params,
    body: reasonBody,
    response: Type.Object({ count: Type.Integer() }),
    errors: [NOT_FOUND, NOTHING_TO_VOID],
  },
  cards: {
    method: 'GET',
    path: '/redeem-card/batch/{id}/card',
    summary: 'The cards of a batch in the order of the file, without their codes',
    access: managesRedeem,
    params,
    query: PageQuery({
      state: Type.Optional(OneOf(cardStates)),
      /** The last four symbols of the code. */
      lastFour: Type.Optional(OptionalText(20)),
    }),
    response: Page(Card),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  findCard: {
    method: 'POST',
    path: '/redeem-card/card/find',
    summary: 'Find a card by its whole code, which a member tells the support',
    access: managesRedeem,
    body: Body({ code: TypedCode }),
    unlogged: ['code'],
    response: Type.Object({ batch: Batch, card: Card }),
    errors: [CARD_UNKNOWN],
  },
  voidCard: {
    method: 'POST',
    path: '/redeem-card/card/{id}/void',
    summary: 'Void a card that nobody has redeemed',
    access: managesRedeem,
    params,
    body: reasonBody,
    response: Done,
    errors: [NOT_FOUND, CARD_USED, CARD_VOID],
  },
})
