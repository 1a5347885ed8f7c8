/** Reports of finance on the wire. Coins and yuan are never added together: each figure is of one pay type. */
import { type Static, Type } from 'typebox'
import { CalendarDay } from '#kit/days.ts'
import { Hundredths, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

/** The longest time of a report: a leap year. */
export const daysMax = 366

export const units = ['day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

/** What revenue is shown by, besides periods. */
export const groupings = ['item', 'organization', 'kind'] as const
export type Grouping = (typeof groupings)[number]

const PayType = OneOf([1, 2] as const)

/** The days, both included, in the company's time zone. */
export const range = { from: CalendarDay, until: CalendarDay }

export const filters = {
  ...range,
  payType: PayType,
  /** Buyers of this organization and those below it. */
  organizationId: Type.Optional(Id),
  businessType: Type.Optional(Type.Integer({ minimum: 1, maximum: 32_767 })),
  itemId: Type.Optional(Id),
}

export const Figures = Type.Object({
  orders: Type.Integer(),
  units: Type.Integer(),
  buyers: Type.Integer(),
  /** By the sale prices. */
  gross: Hundredths,
  discount: Hundredths,
  /** What was paid back in this time, whenever it had been paid. */
  refunded: Hundredths,
  /** Gross less discount less refunded: below 0 where more was paid back than paid. */
  net: Hundredths,
})
export type Figures = Static<typeof Figures>

/** The same figures of the days before, as many as these. */
const compared = { current: Figures, previous: Figures }

const Compared = Type.Object(compared)
export type Compared = Static<typeof Compared>

export const RevenueRow = Type.Object({
  ...compared,
  key: Type.String(),
  name: Type.String(),
  /** Of an item and of a kind of content. */
  businessType: Nullable(Type.Integer()),
  itemId: Nullable(Id),
  organizationId: Nullable(Id),
})
export type RevenueRow = Static<typeof RevenueRow>

/** As instants, for lists that are filtered by them: from the first to before the second. */
const span = { beginsAt: Instant, endsAt: Instant }

const ReportFacts = {
  ...span,
  total: Compared,
  previousFrom: CalendarDay,
  previousUntil: CalendarDay,
  timeZone: Type.String(),
}

export const Revenue = Type.Object({
  ...ReportFacts,
  items: Type.Array(RevenueRow),
  recordCount: Type.Integer({ minimum: 0 }),
})
export type Revenue = Static<typeof Revenue>

const days = { from: CalendarDay, until: CalendarDay }

export const PeriodRow = Type.Object({ ...compared, ...days, ...span })
export type PeriodRow = Static<typeof PeriodRow>

export const RevenueByPeriod = Type.Object({ ...ReportFacts, items: Type.Array(PeriodRow) })
export type RevenueByPeriod = Static<typeof RevenueByPeriod>

const movements = {
  issued: Hundredths,
  /** Issued before and taken back by an administrator. */
  takenBack: Hundredths,
  spent: Hundredths,
  refunded: Hundredths,
  expired: Hundredths,
}

export const LedgerTotals = Type.Object(movements)
export type LedgerTotals = Static<typeof LedgerTotals>

export const LedgerRow = Type.Object({
  ...days,
  ...movements,
  /** What people, teams and organizations had at the end of it. */
  circulation: Hundredths,
})
export type LedgerRow = Static<typeof LedgerRow>

export const Ledger = Type.Object({
  items: Type.Array(LedgerRow),
  total: LedgerTotals,
  /** By map `trade-type`. */
  purposes: Type.Array(Type.Object({ tradeType: Type.Integer(), entered: Hundredths, gone: Hundredths })),
  /** Before the first day, and now. */
  circulationBefore: Hundredths,
  circulationNow: Hundredths,
})
export type Ledger = Static<typeof Ledger>

/** How long a refund waits: less than a day, 1 to 3, 3 to 7, longer. */
export const waits = ['day', 'days3', 'week', 'longer'] as const

export const OpenRefunds = Type.Object({
  items: Type.Array(
    Type.Object({
      payType: PayType,
      status: OneOf(['requested', 'processing'] as const),
      count: Type.Integer(),
      /** Of what is paid in RMB: without what comes back as coins. */
      amount: Hundredths,
      /** What comes back as coins of orders in RMB, by its worth in fen. */
      coinValue: Hundredths,
      oldestAt: Instant,
      /** How many of them, in the order of `waits`. */
      waiting: Type.Array(Type.Integer()),
    }),
  ),
})
export type OpenRefunds = Static<typeof OpenRefunds>

export const Settlement = Type.Object({
  providers: Type.Array(
    Type.Object({
      provider: Type.String(),
      paidCount: Type.Integer(),
      paid: Hundredths,
      refundCount: Type.Integer(),
      refunded: Hundredths,
      automatic: Hundredths,
      /** Days of it whose bill was imported, and how many lines of these bills differ. */
      billDays: Type.Integer(),
      differenceCount: Type.Integer(),
    }),
  ),
  invoices: Type.Object({
    /** Of the applications of these days, by map `invoice-status`. */
    states: Type.Array(Type.Object({ state: Type.Integer(), count: Type.Integer(), amount: Hundredths })),
    issuedCount: Type.Integer(),
    issued: Hundredths,
    /** By red-letter invoices. */
    reversed: Hundredths,
  }),
  /** RMB of orders in these days, less what was paid back in them. */
  paid: Hundredths,
})
export type Settlement = Static<typeof Settlement>

/** How many orders a check names. */
export const differingMax = 50

export const Check = Type.Object({
  payType: PayType,
  /** What the report of revenue says: from the totals of days. */
  report: Hundredths,
  /** What orders and their refunds say. */
  orders: Hundredths,
  /** What was booked: postings of the ledger for coins, payments and their refunds for RMB. */
  booked: Hundredths,
  orderCount: Type.Integer(),
  differingCount: Type.Integer(),
  differing: Type.Array(
    Type.Object({ orderId: Id, number: Type.String(), orders: Hundredths, booked: Hundredths, difference: Hundredths }),
  ),
})
export type Check = Static<typeof Check>

export const Checks = Type.Object({ items: Type.Array(Check), checkedAt: Instant, beginsAt: Instant, endsAt: Instant })
export type Checks = Static<typeof Checks>
