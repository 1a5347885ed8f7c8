/** What those who run a contest decide of it. */
import { type Static, Type } from 'typebox'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Title } from '#kit/schema.ts'

export const contestNameLengthMax = 100
export const contestSummaryLengthMax = 300
const descriptionLengthMax = 20_000
export const groupsMax = 20
export const roundsMax = 3
export const criteriaMax = 20
export const pointsMax = 100
export const awardsMax = 20
export const winnersMax = 100
export const worksPerMemberMax = 10
export const votesPerDayMax = 100
export const versionsMax = 20
export const workTitleLengthMax = 100
export const workTextLengthMax = 1000
export const commentLengthMax = 1000
export const reasonLengthMax = 300
/** How far the certificate of an award is; gone: the winner may not sign in any more. */
export const certificateStates = ['waiting', 'issued', 'gone'] as const

/** SYSTEM-226 and SYSTEM-225. */
export const recommendedWorksMax = 5
export const recommendedContestsMax = 8

const Key = Type.String({ pattern: '^[a-z0-9-]{1,36}$' })
const closed = { additionalProperties: false } as const

/** Works are ranked within their group. */
export const Group = Type.Object({ key: Key, name: Title(50) }, closed)
export type Group = Static<typeof Group>

/**
 * Works, or in later rounds better versions of those that got on, are handed in from `opensAt` to `closesAt`. From then on
 * they are reviewed until `reviewUntil` and voted for until `votingUntil`; null: there is no voting.
 */
export const Round = Type.Object(
  {
    name: Title(50),
    opensAt: Nullable(Instant),
    closesAt: Nullable(Instant),
    reviewUntil: Nullable(Instant),
    votingUntil: Nullable(Instant),
  },
  closed,
)
export type Round = Static<typeof Round>

export const Criterion = Type.Object(
  {
    key: Key,
    title: Title(50),
    hint: OptionalText(300),
    points: Type.Integer({ minimum: 1, maximum: pointsMax }),
  },
  closed,
)
export type Criterion = Static<typeof Criterion>

/** What an award earns beside its text is the company's rule of rewards for its level. */
export const awardLevels = ['first', 'second', 'third', 'merit'] as const
export const Award = Type.Object(
  {
    key: Key,
    level: OneOf(awardLevels),
    name: Title(50),
    text: OptionalText(500),
    /** So many works win it. */
    count: Type.Integer({ minimum: 1, maximum: winnersMax }),
    /** The certificate that its winners are given with the results. */
    certificateTemplateId: Nullable(Id),
  },
  closed,
)
export type Award = Static<typeof Award>

const shownFields = {
  name: Title(contestNameLengthMax),
  summary: OptionalText(contestSummaryLengthMax),
  coverFileId: Nullable(Id),
}

export const contestFields = {
  ...shownFields,
  /** Rich text. */
  description: OptionalText(descriptionLengthMax),
  /** These organizations and those below them; empty: the whole company. */
  organizationIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
  /** Until the results are published, nobody learns who made a work but its author and those who run the contest. */
  isAnonymous: Type.Boolean(),
  groups: Type.Array(Group, { maxItems: groupsMax }),
  rounds: Type.Array(Round, { minItems: 1, maxItems: roundsMax }),
  rubric: Type.Array(Criterion, { minItems: 1, maxItems: criteriaMax }),
  awards: Type.Array(Award, { maxItems: awardsMax }),
  worksPerMember: Type.Integer({ minimum: 1, maximum: worksPerMemberMax }),
  votesPerDay: Type.Integer({ minimum: 1, maximum: votesPerDayMax }),
  /** What the review counts, per cent; the votes count the rest. */
  reviewWeight: Type.Integer({ minimum: 0, maximum: 100 }),
}
export const ContestInput = Body(contestFields)
export type ContestInput = Static<typeof ContestInput>

const emptyRound: Omit<Round, 'name'> = { opensAt: null, closesAt: null, reviewUntil: null, votingUntil: null }

/** What a contest holds until those who run it write it. */
export const newContest = (texts: {
  readonly name: string
  readonly round: string
  readonly criteria: readonly string[]
}): ContestInput => ({
  ...{ name: texts.name, summary: '', coverFileId: null, description: '', organizationIds: [], isAnonymous: true },
  ...{ groups: [], awards: [], worksPerMember: 1, votesPerDay: 3, reviewWeight: 70 },
  rounds: [{ name: texts.round, ...emptyRound }],
  rubric: texts.criteria.map((title, at) => ({
    ...{ key: `criterion-${at + 1}`, title, hint: '' },
    points: Math.floor(pointsMax / texts.criteria.length),
  })),
})

/** What is missing before a contest is published. */
export const notReadyReasons = ['times', 'order', 'keys'] as const
export type NotReadyReason = (typeof notReadyReasons)[number]

const areApart = (keys: readonly string[]) => new Set(keys).size === keys.length

/** Of the rounds in their order: each closes after it opens, and the next opens after review and voting of this one. */
function timesFit(rounds: readonly Round[]): boolean {
  return rounds.every((round, at) => {
    const { opensAt, closesAt, reviewUntil, votingUntil } = round
    const before = rounds[at - 1]
    const from = before ? Math.max(before.reviewUntil ?? 0, before.votingUntil ?? 0) : 0
    if (opensAt === null || closesAt === null || reviewUntil === null) return false
    return from <= opensAt && opensAt < closesAt && closesAt < reviewUntil && (votingUntil ?? reviewUntil) > closesAt
  })
}

export function missingOf({
  rounds,
  groups,
  rubric,
  awards,
}: Pick<ContestInput, 'rounds' | 'groups' | 'rubric' | 'awards'>): NotReadyReason[] {
  const hasTimes = rounds.every((round) =>
    [round.opensAt, round.closesAt, round.reviewUntil].every((at) => at !== null),
  )
  const keys = [groups, rubric, awards].every((list) => areApart(list.map(({ key }) => key)))
  return [
    ...(hasTimes ? [] : (['times'] as const)),
    ...(hasTimes && !timesFit(rounds) ? (['order'] as const) : []),
    ...(keys ? [] : (['keys'] as const)),
  ]
}
