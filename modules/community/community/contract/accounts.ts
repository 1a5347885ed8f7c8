/** Finding and following share accounts, their news, and their figures for those who run them. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Done, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { AccountCard } from './shapes.ts'

const base = '/knowledge-operation/come-enjoy'
const Accounts = Type.Object({ items: Type.Array(AccountCard), recordCount: Type.Integer() })
const HowMany = Type.Object({ pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })) })

/** The unread news of followed accounts that one answer holds; what is older is no news. */
export const noticesMax = 50

const AccountNotice = Type.Object({
  id: Id,
  accountId: Id,
  accountName: Type.String(),
  headPortraitPath: Type.String(),
  businessType: Type.Integer(),
  businessId: Id,
  title: Type.String(),
  /** A hash path of the shell. */
  link: Type.String(),
  createTime: Instant,
})
export type AccountNotice = Static<typeof AccountNotice>

const Months = Type.Optional(Type.Integer({ minimum: 1, maximum: 24, default: 12 }))

/** Figures of a day or month. */
const figures = {
  /** Followers won and lost. */
  won: Type.Integer(),
  lost: Type.Integer(),
  /** Visits of the account’s page. */
  visits: Type.Integer(),
  /** Likes and reads of what the account has published. */
  praise: Type.Integer(),
  reads: Type.Integer(),
  contents: Type.Integer(),
}

/** `2026-11-27`, a day of the company. */
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const DayFigures = Type.Object({ day: Day, ...figures })
export type DayFigures = Static<typeof DayFigures>

const MonthFigures = Type.Object({
  /** `2026-11`. */
  month: Type.String(),
  /** Followers at the end of the month. */
  attentionNum: Type.Integer(),
  ...figures,
})
export type MonthFigures = Static<typeof MonthFigures>

export const accountCalls = {
  hotAccounts: {
    method: 'GET',
    path: `${base}/gethot`,
    summary: 'The most followed share accounts, then the newest (COMMUNITY-146)',
    access: 'signed-in',
    query: HowMany,
    response: Accounts,
  },
  recommendedAccounts: {
    method: 'GET',
    path: `${base}/recommend`,
    summary:
      'Share accounts that the caller does not follow: those with topics that the caller follows first, then by followers (COMMUNITY-147)',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(AccountCard),
    cacheSeconds: 0,
  },
  randomAccounts: {
    method: 'GET',
    path: `${base}/recommend/random`,
    summary: 'Share accounts at random that the caller does not follow (COMMUNITY-148)',
    access: 'signed-in',
    query: HowMany,
    response: Accounts,
    cacheSeconds: 0,
  },
  followedAccounts: {
    method: 'GET',
    path: `${base}/getattention`,
    summary: 'The share accounts that the caller follows, the newest follow first (COMMUNITY-151)',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(AccountCard),
    cacheSeconds: 0,
  },
  experts: {
    method: 'GET',
    path: `${base}/experts`,
    summary: 'The experts of the company: active personal accounts (COMMUNITY-028)',
    access: 'signed-in',
    query: PageQuery({
      search: Type.Optional(Type.String({ maxLength: 60 })),
      topicId: Type.Optional(Id),
      order: Type.Optional(OneOf(['followers', 'newest'] as const)),
    }),
    response: Page(AccountCard),
    cacheSeconds: 0,
  },
  accountNotices: {
    method: 'GET',
    path: `${base}/getnotice`,
    summary: 'The unread news of followed accounts, the newest first (COMMUNITY-109, COMMUNITY-149)',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(AccountNotice), recordCount: Type.Integer() }),
    cacheSeconds: 0,
  },
  clearNotices: {
    method: 'GET',
    path: `${base}/clearnotice`,
    summary: 'Marks the news of followed accounts as read (COMMUNITY-109, COMMUNITY-150)',
    access: 'signed-in',
    writes: true,
    response: Done,
    cacheSeconds: 0,
  },
  accountAnalysis: {
    method: 'GET',
    path: `${base}/get-analysis`,
    summary: 'Figures of a share account by day, for its administrators (COMMUNITY-130)',
    access: 'signed-in',
    query: Type.Object({ id: Id, days: Type.Optional(Type.Integer({ minimum: 7, maximum: 366, default: 30 })) }),
    response: Type.Object({
      /** Of all time. */
      total: Type.Object({
        attentionNum: Type.Integer(),
        visits: Type.Integer(),
        praise: Type.Integer(),
        reads: Type.Integer(),
        contents: Type.Integer(),
      }),
      /** Every day up to today, the oldest first. */
      items: Type.Array(DayFigures),
    }),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  accountReport: {
    method: 'GET',
    path: `${base}/get-report`,
    summary:
      'Figures of a share account by month since it exists, the newest first, for its administrators (COMMUNITY-135)',
    access: 'signed-in',
    query: Type.Object({ id: Id, months: Months }),
    response: Type.Object({
      id: Id,
      name: Type.String(),
      createTime: Instant,
      administrator: Nullable(Type.String()),
      items: Type.Array(MonthFigures),
    }),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  exportReport: {
    method: 'GET',
    path: `${base}/report-export`,
    summary: 'The report of a share account as a csv or xlsx file',
    access: 'signed-in',
    query: Type.Object({ id: Id, months: Months, format: Type.Optional(OneOf(['csv', 'xlsx'] as const)) }),
    kind: 'stream',
    response: Type.Unknown(),
    errors: [NOT_FOUND, NO_PERMISSION],
  },
} as const
