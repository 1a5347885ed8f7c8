/** Rankings: its calls. Imports kit/ and typebox only, for both sides read it. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND, SENSITIVE_WORDS } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Name, Nullable, OneOf } from '#kit/schema.ts'

/** The company has switched the ranking off. */
export const RANKING_OFF = errorCode(391601)
/** Members may see their own organization and those below it only. */
export const RANKING_SCOPE = errorCode(391602)
/** The alias is somebody else's, or the name of a colleague. */
export const ALIAS_TAKEN = errorCode(391603)

/** Map `ranking` (SYSTEM-243). */
export const rankingNames = [
  ...(['study', 'credit', 'browse-count', 'topic-watch', 'finish-count'] as const),
  ...(['hot-questions', 'class-hour', 'integral', 'study-time'] as const),
] as const
export type RankingName = (typeof rankingNames)[number]

/** Rankings of items; the others rank members. */
export const itemRankings: readonly RankingName[] = ['browse-count', 'topic-watch', 'finish-count', 'hot-questions']

export const periods = ['week', 'month', 'season', 'all'] as const
export type Period = (typeof periods)[number]

/** The whole company; the caller's organization with all below it; the members around the caller. */
export const scopes = ['company', 'organization', 'near'] as const
export type Scope = (typeof scopes)[number]

export const aliasLengthMax = 20
const rowsMax = 100

const RankedRow = Type.Object({
  /** From 1; equal figures share a rank. */
  rank: Type.Integer({ minimum: 1 }),
  /** A number; hundredths of class hours, credits and points; milliseconds of study time. */
  figure: Type.Integer(),
  isOwn: Type.Boolean(),
  /** The member or item; null of a member under an alias. */
  id: Nullable(Id),
  name: Type.String(),
  /** The organization of a member, the kind of an item. */
  note: Type.String(),
  picture: Nullable(Type.String()),
  link: Nullable(Type.String()),
  /** Map `business-type`; 0 of a member. */
  businessType: Type.Integer(),
})
export type RankedRow = Static<typeof RankedRow>

export const Ranking = Type.Object({
  items: Type.Array(RankedRow),
  /** The caller's own place, also beyond the items; null where nothing counts yet, and of items. Rank 0: hidden. */
  own: Nullable(Type.Object({ rank: Type.Integer(), figure: Type.Integer(), isHidden: Type.Boolean() })),
  /** What the next place above asks for; null at the top. */
  missing: Nullable(Type.Integer()),
  /** The first day of the period; null of all times. */
  startsOn: Nullable(Type.String()),
})
export type Ranking = Static<typeof Ranking>

const period = Type.Optional(OneOf(periods))
/** So many periods back: 0 is the present one. */
const ago = Type.Optional(Type.Integer({ minimum: 0, maximum: 60 }))
const query = Type.Object({
  period,
  ago,
  scope: Type.Optional(OneOf(scopes)),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: rowsMax, default: 20 })),
})

const ofItems = <const P extends string>(path: P, summary: string) =>
  ({
    method: 'GET',
    path,
    summary,
    access: 'signed-in',
    query,
    response: Ranking,
    errors: [RANKING_OFF],
    cacheSeconds: 0,
  }) as const

/** Of members, by the scope that the company shows. */
const ranking = <const P extends string>(path: P, summary: string) =>
  ({ ...ofItems(path, summary), errors: [RANKING_OFF, RANKING_SCOPE] }) as const

export const rankings = contract({
  studyRanking: ranking('/system/ranking/study', 'Members by how many items they have finished'),
  creditRanking: ranking('/system/ranking/credit', 'Members by the credits that they were given'),
  browseCountRanking: ofItems('/system/ranking/browse-count', 'Items by how many members opened them on how many days'),
  topicWatchRanking: ofItems('/system/ranking/topic-watch', 'Topics by how many members began to follow them'),
  finishCountRanking: ofItems('/system/ranking/finish-count', 'Items by how many members have finished them'),
  hotQuestionsRanking: ofItems('/system/ranking/hot-questions', 'Questions by their answers, followers and votes'),
  classHourRanking: ranking('/system/ranking/class-hour', 'Members by the class hours that they were given'),
  integralRanking: ranking('/system/ranking/integral', 'Members by the points that the company gave them'),
  studyTimeRanking: ranking('/system/ranking/study-time', 'Members by how long they studied'),
  rankingOverview: {
    method: 'GET',
    path: '/system/ranking-overview',
    summary: 'Which rankings there are, how far the caller sees, and how the caller appears in them',
    access: 'signed-in',
    response: Type.Object({
      rankings: Type.Array(OneOf(rankingNames)),
      scopes: Type.Array(OneOf(scopes)),
      isHidden: Type.Boolean(),
      alias: Nullable(Type.String()),
    }),
    cacheSeconds: 0,
  },
  rankingEvidence: {
    method: 'GET',
    path: '/system/ranking-evidence',
    summary: 'What a figure of a ranking is made of: the caller’s own, or that of an item that the caller may open',
    access: 'signed-in',
    query: Type.Object({
      ranking: OneOf(rankingNames),
      period,
      ago,
      businessType: Type.Optional(Type.Integer({ minimum: 1, maximum: 999 })),
      businessId: Type.Optional(Id),
    }),
    response: Type.Object({
      parts: Type.Array(Type.Object({ source: Type.String(), count: Type.Integer(), figure: Type.Integer() })),
      /** What counted last, at most 20; empty of items, whose figures are made by others. */
      items: Type.Array(
        Type.Object({ source: Type.String(), label: Type.String(), figure: Type.Integer(), at: Instant }),
      ),
      figure: Type.Integer(),
      /** What lies above the cap of its day and does not count. */
      uncounted: Type.Integer(),
    }),
    errors: [NOT_FOUND, RANKING_OFF],
    cacheSeconds: 0,
  },
  changeAppearance: {
    method: 'PUT',
    path: '/system/ranking-appearance',
    summary: 'How the caller appears in all rankings: by name, under an alias, or not at all',
    access: 'signed-in',
    body: Body({ isHidden: Type.Boolean(), alias: Nullable(Name(aliasLengthMax)) }),
    response: Done,
    errors: [ALIAS_TAKEN, SENSITIVE_WORDS],
    rate: { max: 30, windowSeconds: 600 },
  },
})
