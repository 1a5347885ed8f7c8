/** The calls of those who run lotteries: the lottery itself, and its winners. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { runsLotteries } from './access.ts'
import {
  GOODS_SHORT,
  GOODS_UNKNOWN,
  LOTTERY_CHANGED,
  LOTTERY_STATUS,
  NO_DRAWS,
  NO_THANKS_PRIZE,
  NOTHING_TO_WIN,
  PRIZE_WITHOUT_CHANCE,
  PRIZES_REMAIN,
  PROBABILITIES_WRONG,
  QUALIFICATION_UNKNOWN,
  SCOPE_CLOSED,
  SENT_BY_ORDER,
  TIMES_WRONG,
} from './codes.ts'
import { PrizeOrder, ShownPrize, ShownQualification } from './drawing.ts'
import {
  lotteryActions,
  lotteryFields,
  lotteryStates,
  lotteryStatuses,
  QualificationInput,
  ScopeKind,
} from './fields.ts'

const facts = {
  id: Id,
  name: Type.String(),
  state: OneOf(lotteryStates),
  opensAt: Nullable(Instant),
  closesAt: Nullable(Instant),
  drawsMade: Type.Integer(),
  revision: Type.Integer(),
  updatedAt: Instant,
  /** What the caller may do now. */
  possible: Type.Array(OneOf(lotteryActions)),
}

/** A lottery in the list of those who run it. */
export const ManagedLottery = Type.Object({
  ...facts,
  authorName: Type.String(),
  stock: Type.Integer(),
  remaining: Type.Integer(),
})
export type ManagedLottery = Static<typeof ManagedLottery>

/** A lottery as its editor shows it. */
export const EditedLottery = Type.Object({
  ...facts,
  description: Type.String(),
  organizationIds: lotteryFields.organizationIds,
  drawsPerMember: lotteryFields.drawsPerMember,
  drawsPerDay: lotteryFields.drawsPerDay,
  paidDraws: lotteryFields.paidDraws,
  qualifications: Type.Array(ShownQualification),
  needsAttendance: lotteryFields.needsAttendance,
  scopeKind: ScopeKind,
  scopeId: Id,
  /** Whose lottery it is: of who wrote it. */
  organizationId: Id,
  prizes: Type.Array(ShownPrize),
  commitment: Nullable(Type.String()),
  /** How many may draw, have joined, have won, and have got what they won. */
  entrants: Type.Integer(),
  joined: Type.Integer(),
  winners: Type.Integer(),
  delivered: Type.Integer(),
})
export type EditedLottery = Static<typeof EditedLottery>

/** A draw that won something. */
export const WinningDraw = Type.Object({
  id: Id,
  number: Type.Integer(),
  member: Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() }),
  organizationName: Type.String(),
  prizeName: Type.String(),
  drawnAt: Instant,
  deliveredAt: Nullable(Instant),
  /** Empty: not handed out yet. */
  deliveredByName: Type.String(),
  /** By which it is sent; null: it is handed out. */
  order: Nullable(PrizeOrder),
})
export type WinningDraw = Static<typeof WinningDraw>

const deliveriesMax = 100

/** Prizes that are to be handed out, that were, and that are sent as orders. */
export const deliveryFilters = ['open', 'delivered', 'order'] as const

const params = Type.Object({ id: Id })
const revision = Type.Integer({ minimum: 0 })
const Changed = Type.Object({ id: Id, revision: Type.Integer() })
const refusals = [NOT_FOUND, NO_PERMISSION] as const
const writing = [...refusals, LOTTERY_STATUS, SCOPE_CLOSED] as const

export const managingCalls = {
  managedLotteries: {
    method: 'GET',
    path: '/activity/lottery-manage',
    summary:
      'The lotteries of the company that the caller runs, the last changed first; with a scope, those of that scope',
    access: runsLotteries,
    query: PageQuery({
      search: Type.Optional(OptionalText(100)),
      status: Type.Optional(OneOf(lotteryStatuses)),
      scopeKind: Type.Optional(ScopeKind),
      scopeId: Type.Optional(Id),
    }),
    response: Page(ManagedLottery),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  createLottery: {
    method: 'POST',
    path: '/activity/lottery-manage',
    summary: 'Write a draft of a lottery; of the company where no scope is given',
    access: runsLotteries,
    body: Body({ ...lotteryFields, scopeKind: Type.Optional(ScopeKind), scopeId: Type.Optional(Id) }),
    response: Changed,
    errors: [NOT_FOUND, SCOPE_CLOSED, NO_DRAWS, QUALIFICATION_UNKNOWN, GOODS_UNKNOWN],
  },
  editedLottery: {
    method: 'GET',
    path: '/activity/lottery-manage/{id}',
    summary: 'The lottery as its editor shows it',
    access: runsLotteries,
    params,
    response: EditedLottery,
    errors: refusals,
    cacheSeconds: 0,
  },
  changeLottery: {
    method: 'PUT',
    path: '/activity/lottery-manage/{id}',
    summary: 'Change the draft of a lottery. A published one stays as it is (TRAINING-058)',
    access: runsLotteries,
    params,
    body: Body({ ...lotteryFields, revision }),
    response: Changed,
    errors: [...writing, LOTTERY_CHANGED, NO_DRAWS, QUALIFICATION_UNKNOWN, GOODS_UNKNOWN],
  },
  publishLottery: {
    method: 'POST',
    path: '/activity/lottery-manage/{id}/publish',
    summary:
      'Publish a lottery, with the hash of its seed. That is not taken back; `notify` sends its participants a message',
    access: runsLotteries,
    params,
    body: Body({ revision, notify: Type.Boolean() }),
    response: Changed,
    errors: [
      ...[...writing, LOTTERY_CHANGED, TIMES_WRONG, PROBABILITIES_WRONG, NO_THANKS_PRIZE],
      ...[NOTHING_TO_WIN, PRIZE_WITHOUT_CHANCE, GOODS_SHORT],
    ],
  },
  endLottery: {
    method: 'POST',
    path: '/activity/lottery-manage/{id}/end',
    summary: 'End a lottery whose prizes are all won, and reveal its seed; otherwise it ends at its time by itself',
    access: runsLotteries,
    params,
    response: Changed,
    errors: [...writing, PRIZES_REMAIN],
  },
  deleteLottery: {
    method: 'DELETE',
    path: '/activity/lottery-manage/{id}',
    summary: 'Delete the draft of a lottery',
    access: runsLotteries,
    params,
    response: Done,
    errors: writing,
  },
  lotteryQualifications: {
    method: 'GET',
    path: '/activity/lottery-qualification',
    summary: 'What a lottery may ask of members: the kinds, and of the named kind what the caller may choose from',
    access: runsLotteries,
    query: Type.Object({
      kind: Type.Optional(QualificationInput.properties.kind),
      search: Type.Optional(OptionalText(100)),
    }),
    response: Type.Object({
      kinds: Type.Array(Type.Object({ kind: Type.String(), label: Type.String() })),
      items: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    }),
  },
  lotteryGoods: {
    method: 'GET',
    path: '/activity/lottery-goods',
    summary: 'Goods of the points mall that can be prizes, by name',
    access: runsLotteries,
    query: Type.Object({ search: Type.Optional(OptionalText(100)) }),
    response: Type.Object({ items: Type.Array(Type.Object({ id: Id, name: Type.String() })) }),
  },
  winners: {
    method: 'GET',
    path: '/activity/lottery-manage/{id}/winners',
    summary: 'Who has won what, in the order of the draws',
    access: runsLotteries,
    params,
    query: PageQuery({ search: Type.Optional(OptionalText(100)), delivery: Type.Optional(OneOf(deliveryFilters)) }),
    response: Page(WinningDraw),
    errors: refusals,
    cacheSeconds: 0,
  },
  deliverPrizes: {
    method: 'POST',
    path: '/activity/lottery-manage/{id}/deliveries',
    summary: 'Note that prizes were handed out, or that they were not',
    access: runsLotteries,
    params,
    body: Body({
      drawIds: Type.Array(Id, { minItems: 1, maxItems: deliveriesMax, uniqueItems: true }),
      isDelivered: Type.Boolean(),
    }),
    response: Type.Object({ changed: Type.Integer() }),
    errors: [...refusals, SENT_BY_ORDER],
  },
  exportWinners: {
    method: 'GET',
    path: '/activity/lottery-manage/{id}/winners/export',
    summary: 'The winners as a spreadsheet, in the language of who asks',
    access: runsLotteries,
    params,
    response: Type.Unknown(),
    errors: refusals,
    kind: 'stream',
  },
} as const
