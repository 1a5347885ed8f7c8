/** Calls about class hours and credits: the caller's history, and what administrators set. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { Body, Hundredths, Id, Instant, Nullable, OneOf, Page, PageQuery, Text } from '#kit/schema.ts'
import { managesCredits } from './access.ts'

/** The member has entered or is to get more than a record holds. */
export const SCORE_OUT_OF_RANGE = errorCode(380191)

export const CLASS_HOURS = 1
export const CREDITS = 2
/** 1 class hours, 2 credits. */
export const CreditKind = OneOf([CLASS_HOURS, CREDITS])
export type CreditKind = Static<typeof CreditKind>

/** Ten a page unless asked otherwise (COURSE-062). */
const HISTORY_PAGE_SIZE = 10
/** A record holds up to 10,000.00; a year's cap 1,000,000.00. */
export const recordHundredthsMax = 1_000_000
export const capHundredthsMax = 100_000_000
const grantMembersMax = 500

/** COURSE-027. Amounts are hundredths. */
const CreditRecord = Type.Object({
  id: Id,
  /** What gave it, in the caller's language. */
  rule: Type.String(),
  /** What was finished, as it was called then. */
  source: Type.String(),
  businessType: Type.Integer(),
  businessId: Id,
  createTime: Instant,
  score: Hundredths,
  /** What the rule would have given; more than `score` where the year's maximum was reached. */
  askedScore: Hundredths,
  /** The rule's maximum for a year, and what was left of it afterwards; null: it has none. */
  maxScore: Nullable(Hundredths),
  availableScore: Nullable(Hundredths),
})

const YearOfRule = Type.Object({
  businessType: Type.Integer(),
  rule: Type.String(),
  score: Hundredths,
  maxScore: Nullable(Hundredths),
  availableScore: Nullable(Hundredths),
})

const Cap = Type.Object({
  businessType: Type.Integer(),
  label: Type.String(),
  type: CreditKind,
  maxScore: Nullable(Hundredths),
  updatedAt: Nullable(Instant),
})

export const creditCalls = {
  creditRecords: {
    method: 'GET',
    path: '/course-study/credit-record/page',
    summary: "The caller's class hours or credits, newest first, ten a page (COURSE-061, COURSE-062)",
    access: 'signed-in',
    query: PageQuery({
      type: CreditKind,
      year: Type.Optional(Type.Integer({ minimum: 1970, maximum: 9999 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: HISTORY_PAGE_SIZE })),
    }),
    response: Page(CreditRecord),
    cacheSeconds: 0,
  },
  creditYears: {
    method: 'GET',
    path: '/course-study/credit-record/years',
    summary: "The caller's class hours or credits by year and rule, the latest year first",
    access: 'signed-in',
    query: Type.Object({ type: CreditKind }),
    response: Type.Object({
      total: Hundredths,
      items: Type.Array(
        Type.Object({
          year: Type.Integer(),
          score: Hundredths,
          current: Type.Boolean(),
          rules: Type.Array(YearOfRule),
        }),
      ),
    }),
    cacheSeconds: 0,
  },
  creditCaps: {
    method: 'GET',
    path: '/course-study/credit-cap',
    summary: 'What a member gets at most in a year by each kind of study',
    access: managesCredits,
    response: Type.Object({ items: Type.Array(Cap) }),
    cacheSeconds: 0,
  },
  changeCreditCap: {
    method: 'PUT',
    path: '/course-study/credit-cap/{businessType}/{type}',
    summary: 'Set or lift the maximum of a year; what was given stays',
    access: managesCredits,
    params: Type.Object({ businessType: Type.Integer({ minimum: 1, maximum: 1000 }), type: CreditKind }),
    body: Body({ maxScore: Nullable(Hundredths) }),
    response: Cap,
    errors: [NOT_FOUND, SCORE_OUT_OF_RANGE],
  },
  grantCredits: {
    method: 'POST',
    path: '/course-study/credit-record',
    summary: 'Enter class hours or credits by hand, for study elsewhere. The same requestId again changes nothing',
    access: managesCredits,
    body: Body({
      requestId: Id,
      memberIds: Type.Array(Id, { minItems: 1, maxItems: grantMembersMax, uniqueItems: true }),
      type: CreditKind,
      score: Hundredths,
      reason: Text(200),
      finishedAt: Type.Optional(Instant),
    }),
    onSelf: { refused: ['body.memberIds'] },
    response: Type.Object({ recordCount: Type.Integer() }),
    errors: [NOT_FOUND, SCORE_OUT_OF_RANGE],
  },
} as const satisfies Contract
