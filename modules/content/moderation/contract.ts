/** Moderation: its calls. Imports kit/ and typebox only, for both sides read it. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import {
  Body,
  Done,
  Id,
  Instant,
  idPattern,
  Nullable,
  OneOf,
  OptionalText,
  Page,
  PageQuery,
  Text,
} from '#kit/schema.ts'
import { moderates } from './contract/access.ts'
import {
  ALREADY_APPEALED,
  ALREADY_REPORTED,
  APPEAL_OVER,
  CASE_CHANGED,
  CASE_CLAIMED,
  OTHER_MODERATOR,
  TARGET_GONE,
} from './contract/codes.ts'

export { moderates } from './contract/access.ts'
export { MUTED } from './contract/codes.ts'

/** COMMUNITY-108; what a moderator writes and an appeal have the same limit. */
export const REASON_MAX = 1000
const MUTE_DAYS_MAX = 365
export const APPEAL_DAYS = 14
export const CLAIM_MS = 15 * 60_000

/** Which rule a content breaks; for reports and decisions alike. */
export const reasonCodes = [
  ...(['spam', 'abuse', 'illegal', 'privacy'] as const),
  ...(['copyright', 'falsehood', 'off-topic', 'other'] as const),
] as const
export type ReasonCode = (typeof reasonCodes)[number]
/** What a decision names: a rule, or that none is broken. */
export const decisionReasons = [...reasonCodes, 'none'] as const
export type DecisionReason = (typeof decisionReasons)[number]

export const causes = ['report', 'words', 'review', 'appeal'] as const
export type Cause = (typeof causes)[number]
export const outcomes = ['keep', 'remove', 'restored', 'withdrawn'] as const
export type CaseOutcome = (typeof outcomes)[number]

const BusinessType = Type.Integer({ minimum: 1, maximum: 32_767 })
const Person = Nullable(
  Type.Object({
    memberId: Id,
    memberFullName: Type.String(),
    headPortrait: Type.String(),
    organizationName: Type.String(),
  }),
)
const Named = Type.Object({ cn: Type.String(), en: Type.String() })

const caseFields = {
  id: Id,
  businessType: BusinessType,
  businessId: Id,
  /** What kind of content it is, in both languages. */
  label: Named,
  title: Type.String(),
  excerpt: Type.String(),
  causes: Type.Array(OneOf(causes)),
  state: OneOf(['open', 'appealed', 'decided', 'closed']),
  reportCount: Type.Integer(),
  author: Person,
  /** Moderators do not read either who wrote it. */
  isAnonymous: Type.Boolean(),
  organizationName: Type.String(),
  /** Another moderator, or the caller, has it before them until then. */
  claim: Nullable(Type.Object({ memberId: Id, name: Type.String(), until: Instant })),
  createdAt: Instant,
  /** Since when it waits: an appeal waits from its own time on. */
  queuedAt: Instant,
  outcome: Nullable(OneOf(outcomes)),
  revision: Type.Integer(),
}

const CaseRow = Type.Object(caseFields)
export type CaseRow = Static<typeof CaseRow>

const Decision = Type.Object({
  outcome: OneOf(outcomes),
  reasonCode: OneOf(decisionReasons),
  note: Type.String(),
  warned: Type.Boolean(),
  muteDays: Type.Integer(),
  decidedAt: Instant,
  decidedBy: Type.String(),
})

const Appeal = Type.Object({
  text: Type.String(),
  appealedAt: Instant,
  outcome: Nullable(OneOf(['upheld', 'overturned'])),
  note: Type.String(),
  decidedAt: Nullable(Instant),
  /** Nobody else could decide it. */
  bySameModerator: Type.Boolean(),
})

export const CaseDetails = Type.Object({
  ...caseFields,
  /** The content in full, plain text; empty where it is gone. */
  text: Type.String(),
  /** A hash path of the shell; null where it is gone. */
  link: Nullable(Type.String()),
  contentState: OneOf(['shown', 'waiting', 'removed', 'gone']),
  /** Sensitive words in `text`, in UTF-16 units. */
  hits: Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer(), word: Type.String() })),
  reports: Type.Array(
    Type.Object({
      id: Id,
      /** Who has written the content does not read who has reported it. */
      reporter: Person,
      reasonCode: OneOf(reasonCodes),
      reason: Type.String(),
      createdAt: Instant,
    }),
  ),
  decision: Nullable(Decision),
  appeal: Nullable(Appeal),
  /** What was decided about the author before, newest first. */
  history: Type.Array(
    Type.Object({
      id: Id,
      title: Type.String(),
      outcome: OneOf(outcomes),
      reasonCode: OneOf(decisionReasons),
      decidedAt: Instant,
    }),
  ),
  authorMutedUntil: Nullable(Instant),
  /** The content or a report of it is the caller's: another moderator decides. */
  isOwn: Type.Boolean(),
  /** The appeal is about the caller's decision, and another moderator can decide it. */
  needsOther: Type.Boolean(),
})
export type CaseDetails = Static<typeof CaseDetails>

const OwnDecision = Type.Object({
  id: Id,
  businessType: BusinessType,
  businessId: Id,
  label: Named,
  title: Type.String(),
  excerpt: Type.String(),
  outcome: OneOf(outcomes),
  reasonCode: OneOf(decisionReasons),
  note: Type.String(),
  warned: Type.Boolean(),
  muteDays: Type.Integer(),
  decidedAt: Instant,
  appeal: Nullable(Appeal),
  appealUntil: Instant,
  mayAppeal: Type.Boolean(),
})
export type OwnDecision = Static<typeof OwnDecision>

const Statistics = Type.Object({
  days: Type.Array(Type.Object({ day: Type.String(), opened: Type.Integer(), decided: Type.Integer() })),
  reasons: Type.Array(
    Type.Object({
      reasonCode: OneOf(decisionReasons),
      reports: Type.Integer(),
      decided: Type.Integer(),
      removed: Type.Integer(),
    }),
  ),
  medianMs: Nullable(Type.Integer()),
  appealed: Type.Integer(),
  upheld: Type.Integer(),
  overturned: Type.Integer(),
})
export type Statistics = Static<typeof Statistics>

const params = Type.Object({ id: Id })
const revision = Type.Integer({ minimum: 0 })
const period = { from: Instant, to: Instant }
const AfterWrite = Type.Object({ revision: Type.Integer() })
const own = { refusedByRow: 'a content or a report of the caller' } as const

export const moderation = contract({
  isAccuse: {
    method: 'GET',
    path: '/knowledge-operation/accuse/isAccuse',
    summary: 'Whether the caller has reported the content (COMMUNITY-192)',
    access: 'signed-in',
    query: Type.Object({ businessId: Id, businessType: Type.Optional(BusinessType) }),
    response: Type.Object({ isAccuse: Type.Boolean() }),
    cacheSeconds: 0,
  },
  accuse: {
    method: 'POST',
    path: '/knowledge-operation/accuse',
    summary: 'Reports a content to the moderators, once (COMMUNITY-193)',
    access: 'signed-in',
    body: Body({
      businessId: Id,
      businessType: Type.Optional(BusinessType),
      reason: OptionalText(REASON_MAX),
      reasonCode: Type.Optional({ ...OneOf(reasonCodes), default: 'other' }),
    }),
    onSelf: { refusedByRow: 'a content of the caller' },
    response: Done,
    errors: [ALREADY_REPORTED, TARGET_GONE],
    rate: { max: 60, windowSeconds: 60 },
  },
  queue: {
    method: 'GET',
    path: '/system/moderation/cases',
    summary:
      'The cases of the organizations that the caller moderates: what waits longest first, what is decided newest first',
    access: moderates,
    query: Type.Object({
      cause: Type.Optional(OneOf(causes)),
      businessType: Type.Optional(BusinessType),
      state: Type.Optional({ ...OneOf(['waiting', 'open', 'claimed', 'decided']), default: 'waiting' }),
      organizationId: Type.Optional(Id),
      after: Type.Optional(Type.String({ maxLength: 100, pattern: `^[0-9]{1,15}_${idPattern.source.slice(1)}` })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    }),
    response: Type.Object({
      items: Type.Array(CaseRow),
      /** Hand it back as `after` for what follows; null at the end. */
      next: Nullable(Type.String()),
      /** The kinds of content that can be reported. */
      kinds: Type.Array(Type.Object({ businessType: BusinessType, label: Named })),
    }),
    cacheSeconds: 0,
  },
  details: {
    method: 'GET',
    path: '/system/moderation/cases/{id}',
    summary: 'A case: the content with its sensitive words, all reports of it, what was decided about its author',
    access: moderates,
    params,
    response: CaseDetails,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  claim: {
    method: 'POST',
    path: '/system/moderation/cases/{id}/claim',
    summary: 'The caller, who may decide the case, takes it for 15 minutes; nobody else decides it then',
    access: moderates,
    params,
    onSelf: own,
    response: Type.Object({ until: Instant }),
    errors: [NOT_FOUND, CASE_CLAIMED, CASE_CHANGED, OTHER_MODERATOR],
  },
  release: {
    method: 'DELETE',
    path: '/system/moderation/cases/{id}/claim',
    summary: 'The caller gives the case back',
    access: moderates,
    params,
    response: Done,
    errors: [NOT_FOUND],
  },
  decide: {
    method: 'POST',
    path: '/system/moderation/cases/{id}/decision',
    summary: 'Keeps or removes the content, warns or mutes its author. The author learns the rule and the reason',
    access: moderates,
    params,
    body: Body({
      revision,
      outcome: OneOf(['keep', 'remove']),
      reasonCode: OneOf(decisionReasons),
      note: OptionalText(REASON_MAX),
      warn: Type.Boolean(),
      muteDays: Type.Integer({ minimum: 0, maximum: MUTE_DAYS_MAX }),
    }),
    onSelf: own,
    response: AfterWrite,
    errors: [NOT_FOUND, CASE_CHANGED, CASE_CLAIMED],
  },
  restore: {
    method: 'POST',
    path: '/system/moderation/cases/{id}/restoration',
    summary: 'Shows a content again that a decision has removed',
    access: moderates,
    params,
    body: Body({ revision, note: OptionalText(REASON_MAX) }),
    onSelf: own,
    response: AfterWrite,
    errors: [NOT_FOUND, CASE_CHANGED],
  },
  decideAppeal: {
    method: 'POST',
    path: '/system/moderation/cases/{id}/appeal-decision',
    summary:
      'Upholds or overturns a decision after an appeal; another moderator than the one who has decided, where there is one',
    access: moderates,
    params,
    body: Body({ revision, outcome: OneOf(['upheld', 'overturned']), note: OptionalText(REASON_MAX) }),
    onSelf: own,
    response: Type.Object({ revision: Type.Integer(), bySameModerator: Type.Boolean() }),
    errors: [NOT_FOUND, CASE_CHANGED, CASE_CLAIMED, OTHER_MODERATOR],
  },
  statistics: {
    method: 'GET',
    path: '/system/moderation/statistics',
    summary: 'Cases by day and by rule, the usual time to a decision, and what became of appeals',
    access: moderates,
    query: Type.Object(period),
    response: Statistics,
    cacheSeconds: 0,
  },
  exportStatistics: {
    method: 'GET',
    path: '/system/moderation/statistics/export',
    summary: 'The statistics by day and by rule as a spreadsheet',
    access: moderates,
    query: Type.Object({ ...period, format: Type.Optional({ ...OneOf(['xlsx', 'csv']), default: 'csv' }) }),
    response: Type.Unknown(),
    kind: 'stream',
  },
  ownDecisions: {
    method: 'GET',
    path: '/system/moderation/own-decisions',
    summary: 'What was decided about contents of the caller, newest first',
    access: 'signed-in',
    query: PageQuery({ businessId: Type.Optional(Id) }),
    response: Page(OwnDecision),
    cacheSeconds: 0,
  },
  appeal: {
    method: 'POST',
    path: '/system/moderation/own-decisions/{id}/appeal',
    summary: 'The author asks for another look, once, within 14 days',
    access: 'signed-in',
    params,
    body: Body({ text: Text(REASON_MAX) }),
    response: Done,
    errors: [NOT_FOUND, CASE_CHANGED, APPEAL_OVER, ALREADY_APPEALED],
    rate: { max: 20, windowSeconds: 60 },
  },
})
