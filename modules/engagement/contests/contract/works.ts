/** Contests and works as members meet them. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Title } from '#kit/schema.ts'
import {
  ALREADY_VOTED,
  AUTHOR_NAMED,
  CONTEST_NOT_FOR_YOU,
  FILE_UNFIT,
  HAND_IN_CLOSED,
  OWN_WORK,
  TOO_MANY,
  VOTES_USED_UP,
  VOTING_CLOSED,
  VOTING_TOO_FAST,
  WORK_OUT,
} from './codes.ts'
import {
  awardLevels,
  Criterion,
  certificateStates,
  contestFields,
  Group,
  Round,
  workTextLengthMax,
  workTitleLengthMax,
} from './fields.ts'
import { ContestState, copyStates, fileKinds, workStates } from './states.ts'

export const Person = Type.Object({
  id: Id,
  fullName: Type.String(),
  avatarPath: Type.String(),
  organizationName: Type.String(),
})
export type Person = Static<typeof Person>

export const ContestListItem = Type.Object({
  id: Id,
  name: Type.String(),
  summary: Type.String(),
  coverFileId: Nullable(Id),
  state: ContestState,
  /** The round that runs. */
  round: Type.Integer(),
  roundName: Type.String(),
  /** When the state changes next; null where nothing is to come. */
  until: Nullable(Instant),
  works: Type.Integer(),
})
export type ContestListItem = Static<typeof ContestListItem>

/** A work as others see it. `author` is null while nobody may know who made it. */
export const WorkListItem = Type.Object({
  id: Id,
  contestId: Id,
  contestName: Type.String(),
  number: Type.Integer(),
  title: Type.String(),
  fileKind: OneOf(fileKinds),
  groupKey: Nullable(Type.String()),
  round: Type.Integer(),
  author: Nullable(Person),
  isOwn: Type.Boolean(),
  isRecommended: Type.Boolean(),
  votes: Type.Integer(),
  hasVoted: Type.Boolean(),
  /** Once the results are published. */
  rank: Nullable(Type.Integer()),
  award: Nullable(Type.String()),
})
export type WorkListItem = Static<typeof WorkListItem>

const OwnWork = Type.Object({
  id: Id,
  number: Type.Integer(),
  title: Type.String(),
  text: Type.String(),
  groupKey: Nullable(Type.String()),
  state: OneOf(workStates),
  reason: Type.String(),
  round: Type.Integer(),
  /** Once the results are published. */
  rank: Nullable(Type.Integer()),
  award: Nullable(Type.String()),
  /** Why its award was taken back. */
  awardTakenBack: Type.String(),
  certificate: Nullable(Type.Object({ id: Id, number: Type.String(), titleCn: Type.String(), titleEn: Type.String() })),
  /** A new version may be handed in now. */
  isOpen: Type.Boolean(),
  versions: Type.Array(
    Type.Object({
      number: Type.Integer(),
      fileId: Id,
      fileName: Type.String(),
      fileKind: OneOf(fileKinds),
      handedInAt: Instant,
      copy: OneOf(copyStates),
    }),
  ),
})
export type OwnWork = Static<typeof OwnWork>

/** Templates of certificates that awards name. */
export const CertificateNames = Type.Array(Type.Object({ id: Id, name: Type.String() }))

export const ContestDetails = Type.Object({
  ...ContestListItem.properties,
  description: Type.String(),
  isAnonymous: Type.Boolean(),
  groups: Type.Array(Group),
  rounds: Type.Array(Round),
  rubric: Type.Array(Criterion),
  awards: contestFields.awards,
  /** The names of the certificates that they give. */
  certificates: CertificateNames,
  worksPerMember: Type.Integer(),
  votesPerDay: Type.Integer(),
  reviewWeight: Type.Integer(),
  resultsAt: Nullable(Instant),
  own: Type.Array(OwnWork),
  /** How many works the caller reviews in it, and how many of them wait. */
  reviews: Type.Integer(),
  reviewsWaiting: Type.Integer(),
  /** Why the caller cannot hand in a further work now; null: nothing is in the way. */
  obstacle: Nullable(OneOf(['coming', 'closed', 'not-for-you', 'too-many'] as const)),
  votesLeft: Type.Integer(),
  isVotingOpen: Type.Boolean(),
  /** The caller runs the contest. */
  isRun: Type.Boolean(),
})
export type ContestDetails = Static<typeof ContestDetails>

/** How a file of a work is shown: played, read as a PDF, or loaded down. All null: its copy is not made yet. */
export const ShownFile = Type.Object({
  kind: OneOf(fileKinds),
  name: Type.String(),
  url: Nullable(Type.String()),
  pdfUrl: Nullable(Type.String()),
  copy: OneOf(copyStates),
})
export type ShownFile = Static<typeof ShownFile>

export const WorkDetails = Type.Object({
  ...WorkListItem.properties,
  text: Type.String(),
  version: Type.Integer(),
  file: ShownFile,
  votesLeft: Type.Integer(),
  /** Why the caller cannot vote for it now. */
  obstacle: Nullable(OneOf(['closed', 'own', 'voted', 'none-left', 'not-for-you'] as const)),
  /** Once the results are published: hundredths of a per cent of the points of its reviews, and of all. */
  reviewScore: Nullable(Type.Integer()),
  score: Nullable(Type.Integer()),
})
export type WorkDetails = Static<typeof WorkDetails>

export const RankedWork = Type.Object({
  rank: Type.Integer(),
  work: WorkListItem,
  reviews: Type.Integer(),
  votes: Type.Integer(),
  reviewScore: Type.Integer(),
  voteScore: Type.Integer(),
  score: Type.Integer(),
  awardKey: Nullable(Type.String()),
  awardLevel: Nullable(OneOf(awardLevels)),
  /** How far its certificate is; null: it is given none. */
  certificate: Nullable(OneOf(certificateStates)),
})
export type RankedWork = Static<typeof RankedWork>

const params = Type.Object({ id: Id })
const work = {
  title: Title(workTitleLengthMax),
  text: OptionalText(workTextLengthMax),
  groupKey: Nullable(Type.String({ maxLength: 36 })),
  fileId: Id,
}
const HandedIn = Type.Object({ id: Id, version: Type.Integer() })
const ids = Type.Union([Id, Type.Array(Id, { minItems: 1, maxItems: 100 })])

export const workCalls = {
  contests: {
    method: 'GET',
    path: '/microclass/competition',
    summary: 'The published contests for the caller, those that end last first; `mine`: in which the caller takes part',
    access: 'signed-in',
    query: PageQuery({
      search: Type.Optional(OptionalText(100)),
      state: Type.Optional(ContestState),
      mine: Type.Optional(Type.Boolean()),
    }),
    response: Page(ContestListItem),
    cacheSeconds: 0,
  },
  contestsByIds: {
    method: 'GET',
    path: '/microclass/competition/find-by-ids',
    summary: 'The contests of the ids in their order, without those that the caller may not see (TRAINING-065)',
    access: 'signed-in',
    query: Type.Object({ ids }),
    response: Type.Array(ContestListItem),
    cacheSeconds: 0,
  },
  recommendedContests: {
    method: 'GET',
    path: '/microclass/competition/recommended',
    summary: 'At most 8 recommended contests and 5 recommended works for the caller (SYSTEM-225, SYSTEM-226)',
    access: 'signed-in',
    response: Type.Object({ contests: Type.Array(ContestListItem), works: Type.Array(WorkListItem) }),
    cacheSeconds: 0,
  },
  contest: {
    method: 'GET',
    path: '/microclass/competition/{id}',
    summary: 'One contest with the own works of the caller',
    access: 'signed-in',
    params,
    response: ContestDetails,
    errors: [NOT_FOUND, CONTEST_NOT_FOR_YOU],
    cacheSeconds: 0,
  },
  works: {
    method: 'GET',
    path: '/microclass/competition/{id}/works',
    summary: 'The works of a contest, once they are no longer handed in; without names while they are reviewed so',
    access: 'signed-in',
    params,
    query: PageQuery({
      search: Type.Optional(OptionalText(100)),
      groupKey: Type.Optional(Type.String({ maxLength: 36 })),
      round: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
      order: Type.Optional(OneOf(['number', 'votes'] as const)),
    }),
    response: Page(WorkListItem),
    errors: [NOT_FOUND, CONTEST_NOT_FOR_YOU],
    cacheSeconds: 0,
  },
  work: {
    method: 'GET',
    path: '/microclass/work/{id}',
    summary: 'One work with its file; while it is reviewed without names, the copy that holds none',
    access: 'signed-in',
    params,
    response: WorkDetails,
    errors: [NOT_FOUND, CONTEST_NOT_FOR_YOU],
    cacheSeconds: 0,
  },
  handIn: {
    method: 'POST',
    path: '/microclass/competition/{id}/works',
    summary: 'Hand in a work: a video or a document',
    access: 'signed-in',
    params,
    body: Body(work),
    response: HandedIn,
    errors: [NOT_FOUND, CONTEST_NOT_FOR_YOU, HAND_IN_CLOSED, TOO_MANY, FILE_UNFIT, AUTHOR_NAMED],
  },
  handInVersion: {
    method: 'POST',
    path: '/microclass/work/{id}/versions',
    summary: 'Hand in a further version of an own work; the newest at the end of handing in is reviewed',
    access: 'signed-in',
    params,
    body: Body({ title: work.title, text: work.text, fileId: work.fileId }),
    response: HandedIn,
    errors: [NOT_FOUND, HAND_IN_CLOSED, TOO_MANY, FILE_UNFIT, AUTHOR_NAMED, WORK_OUT],
  },
  withdrawWork: {
    method: 'POST',
    path: '/microclass/work/{id}/withdraw',
    summary: 'Withdraw an own work while works are handed in',
    access: 'signed-in',
    params,
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, HAND_IN_CLOSED, WORK_OUT],
  },
  vote: {
    method: 'POST',
    path: '/microclass/work/{id}/vote',
    summary: 'Vote for a work of somebody else: once, and so many times a day as the contest allows',
    access: 'signed-in',
    params,
    response: Type.Object({ votes: Type.Integer(), votesLeft: Type.Integer() }),
    errors: [
      ...[NOT_FOUND, CONTEST_NOT_FOR_YOU, WORK_OUT, VOTING_CLOSED],
      ...[OWN_WORK, ALREADY_VOTED, VOTES_USED_UP, VOTING_TOO_FAST],
    ],
  },
  contestResults: {
    method: 'GET',
    path: '/microclass/competition/{id}/results',
    summary: 'The ranking of the last round, once it is published',
    access: 'signed-in',
    params,
    query: PageQuery({ groupKey: Type.Optional(Type.String({ maxLength: 36 })) }),
    response: Page(RankedWork),
    errors: [NOT_FOUND, CONTEST_NOT_FOR_YOU],
    cacheSeconds: 0,
  },
} as const
