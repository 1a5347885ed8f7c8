/** The calls of those who run contests. */
import { type Static, Type } from 'typebox'
import { AuthoredContent, AuthoredPage, AuthoredQuery, Changed, lifecycleCalls } from '#kit/authored-content.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { TEMPLATE_NOT_OFFERED } from '#modules/learning/certificates/contract.ts'
import { runsContests } from './access.ts'
import {
  AWARDS_WRONG,
  CONTEST_CHANGED,
  CONTEST_IN_USE,
  CONTEST_NOT_READY,
  CONTEST_STATUS,
  NO_AWARD,
  REASON_NEEDED,
  RECOMMENDED_FULL,
  RESULTS_PUBLISHED,
  ROUND_RUNS,
} from './codes.ts'
import { ContestInput, contestFields, reasonLengthMax } from './fields.ts'
import { ContestState, copyStates, fileKinds, reviewStates, suspicions, workStates } from './states.ts'
import { CertificateNames, Person, RankedWork } from './works.ts'

const facts = {
  state: ContestState,
  works: Type.Integer(),
  isRecommended: Type.Boolean(),
  resultsAt: Nullable(Instant),
}

const ManagedContest = Type.Object({ ...AuthoredContent.properties, ...facts })
export type ManagedContest = Static<typeof ManagedContest>

export const EditedContest = Type.Object({
  ...AuthoredContent.properties,
  ...facts,
  ...contestFields,
  certificates: CertificateNames,
  needsApproval: Type.Boolean(),
  /** The caller reviews in it: names stay hidden from the caller until the results are published. */
  isReviewer: Type.Boolean(),
})
export type EditedContest = Static<typeof EditedContest>

/** `author` is null for those who run the contest and review in it. */
export const ManagedWork = Type.Object({
  id: Id,
  number: Type.Integer(),
  title: Type.String(),
  author: Nullable(Person),
  groupKey: Nullable(Type.String()),
  fileKind: OneOf(fileKinds),
  version: Type.Integer(),
  copy: OneOf(copyStates),
  state: OneOf(workStates),
  reason: Type.String(),
  round: Type.Integer(),
  isRecommended: Type.Boolean(),
  reviews: Type.Integer(),
  reviewed: Type.Integer(),
  votes: Type.Integer(),
  suspicious: Type.Integer(),
})
export type ManagedWork = Static<typeof ManagedWork>

const Assignment = Type.Object({
  id: Id,
  reviewer: Person,
  workId: Id,
  workNumber: Type.Integer(),
  title: Type.String(),
  round: Type.Integer(),
  state: OneOf(reviewStates),
  total: Nullable(Type.Integer()),
  totalMax: Type.Integer(),
  comment: Type.String(),
  reviewedAt: Nullable(Instant),
})
export type Assignment = Static<typeof Assignment>

const ManagedVote = Type.Object({
  id: Id,
  workId: Id,
  workNumber: Type.Integer(),
  title: Type.String(),
  voter: Person,
  votedAt: Instant,
  suspicion: Nullable(OneOf(suspicions)),
  voidedAt: Nullable(Instant),
  reason: Type.String(),
})
export type ManagedVote = Static<typeof ManagedVote>

const params = Type.Object({ id: Id })
const manage = lifecycleCalls({
  noun: 'contest',
  path: '/microclass/competition-manage',
  access: runsContests,
  changed: CONTEST_CHANGED,
  notPossible: CONTEST_STATUS,
  notReady: [CONTEST_NOT_READY],
})
const refusals = [NOT_FOUND, NO_PERMISSION] as const
const round = Type.Integer({ minimum: 0, maximum: 2 })
const Reason = OptionalText(reasonLengthMax)
const ids = (maxItems: number) => Type.Array(Id, { minItems: 1, maxItems, uniqueItems: true })

export const managingCalls = {
  managedContests: {
    method: 'GET',
    path: '/microclass/competition-manage',
    summary: 'The contests that the caller runs, the last changed first',
    access: runsContests,
    query: Type.Object({ ...AuthoredQuery.properties, state: Type.Optional(ContestState) }),
    response: AuthoredPage(ManagedContest),
    cacheSeconds: 0,
  },
  createContest: {
    method: 'POST',
    path: '/microclass/competition-manage',
    summary: 'Write a draft of a contest',
    access: runsContests,
    body: ContestInput,
    response: Changed,
    errors: [NOT_FOUND, TEMPLATE_NOT_OFFERED],
  },
  editedContest: {
    method: 'GET',
    path: '/microclass/competition-manage/{id}',
    summary: 'The contest as its editor shows it',
    access: runsContests,
    params,
    response: EditedContest,
    errors: refusals,
    cacheSeconds: 0,
  },
  changeContest: {
    method: 'PUT',
    path: '/microclass/competition-manage/{id}',
    summary: 'Change a contest. What works, scores or votes stand on stays as it is',
    access: runsContests,
    params,
    body: Body({ ...contestFields, revision: Type.Integer({ minimum: 0 }) }),
    response: Changed,
    errors: [...refusals, CONTEST_CHANGED, CONTEST_NOT_READY, CONTEST_IN_USE, RESULTS_PUBLISHED, TEMPLATE_NOT_OFFERED],
  },
  // Nobody has to agree first.
  publishContest: {
    ...manage.publish,
    errors: [...refusals, CONTEST_STATUS, CONTEST_CHANGED, CONTEST_NOT_READY],
  },
  takeDownContest: manage.takeDown,
  deleteContest: manage.remove,
  recommendContest: {
    method: 'PUT',
    path: '/microclass/competition-manage/{id}/recommended',
    summary: 'Recommend a contest on the home of contests, or no longer; at most 8',
    access: runsContests,
    params,
    body: Body({ isRecommended: Type.Boolean() }),
    response: Changed,
    errors: [...refusals, CONTEST_STATUS, RECOMMENDED_FULL],
  },
  managedWorks: {
    method: 'GET',
    path: '/microclass/competition-manage/{id}/works',
    summary: 'The works of a contest with what has come of them',
    access: runsContests,
    params,
    query: PageQuery({
      search: Type.Optional(OptionalText(100)),
      groupKey: Type.Optional(Type.String({ maxLength: 36 })),
      round: Type.Optional(round),
    }),
    response: Page(ManagedWork),
    errors: refusals,
    cacheSeconds: 0,
  },
  recommendWork: {
    method: 'PUT',
    path: '/microclass/competition-manage/{id}/works/{workId}/recommended',
    summary: 'Recommend a work, or no longer; at most 5 of a contest',
    access: runsContests,
    params: Type.Object({ id: Id, workId: Id }),
    body: Body({ isRecommended: Type.Boolean() }),
    response: Done,
    errors: [...refusals, RECOMMENDED_FULL],
  },
  excludeWork: {
    method: 'POST',
    path: '/microclass/competition-manage/{id}/works/{workId}/exclude',
    summary: 'Exclude a work with a reason that its author reads, or take it in again',
    access: runsContests,
    params: Type.Object({ id: Id, workId: Id }),
    body: Body({ isExcluded: Type.Boolean(), reason: Reason }),
    response: Done,
    errors: [...refusals, REASON_NEEDED, RESULTS_PUBLISHED],
    onSelf: { refusedByRow: 'a work of the caller' },
  },
  advanceWorks: {
    method: 'POST',
    path: '/microclass/competition-manage/{id}/advance',
    summary: 'Let works get on to the next round, after review and voting of theirs',
    access: runsContests,
    params,
    body: Body({ round, workIds: ids(500) }),
    response: Type.Object({ advanced: Type.Integer() }),
    errors: [...refusals, ROUND_RUNS, RESULTS_PUBLISHED],
    onSelf: { refusedByRow: 'a work of the caller' },
  },
  assignments: {
    method: 'GET',
    path: '/microclass/competition-manage/{id}/assignments',
    summary: 'Who reviews which work of a round, and how far that is',
    access: runsContests,
    params,
    query: PageQuery({ round, state: Type.Optional(OneOf(reviewStates)), workId: Type.Optional(Id) }),
    response: Page(Assignment),
    errors: refusals,
    cacheSeconds: 0,
  },
  assignReviewers: {
    method: 'POST',
    path: '/microclass/competition-manage/{id}/assignments',
    summary:
      'Spread the works of a round over reviewers: so many for each work, nobody the own one, everybody as many as possible alike',
    access: runsContests,
    params,
    body: Body({
      round,
      reviewerIds: ids(50),
      perWork: Type.Integer({ minimum: 1, maximum: 20 }),
      /** Nobody reviews a work from the own department. */
      sparesColleagues: Type.Optional(Type.Boolean()),
      /** Left out: all of the round. */
      workIds: Type.Optional(ids(500)),
    }),
    /** `short`: works that have fewer reviewers than asked for. */
    response: Type.Object({ assigned: Type.Integer(), short: Type.Integer() }),
    errors: [...refusals, RESULTS_PUBLISHED, CONTEST_STATUS],
    onSelf: { allowed: 'Whoever runs a contest may review in it: from then on its names are hidden from that person.' },
  },
  removeAssignments: {
    method: 'POST',
    path: '/microclass/competition-manage/{id}/assignments/removals',
    summary: 'Take works from their reviewers that are not scored yet',
    access: runsContests,
    params,
    body: Body({ assignmentIds: ids(500) }),
    response: Type.Object({ removed: Type.Integer() }),
    errors: refusals,
  },
  managedVotes: {
    method: 'GET',
    path: '/microclass/competition-manage/{id}/votes',
    summary: 'The votes of a contest, the newest first; suspicious ones alone where asked',
    access: runsContests,
    params,
    query: PageQuery({ isSuspicious: Type.Optional(Type.Boolean()), workId: Type.Optional(Id) }),
    response: Page(ManagedVote),
    errors: refusals,
    cacheSeconds: 0,
  },
  voidVotes: {
    method: 'POST',
    path: '/microclass/competition-manage/{id}/votes/void',
    summary: 'Void votes with a reason, or let them count again',
    access: runsContests,
    params,
    body: Body({ voteIds: ids(500), isVoid: Type.Boolean(), reason: Reason }),
    response: Type.Object({ changed: Type.Integer() }),
    errors: [...refusals, REASON_NEEDED, RESULTS_PUBLISHED],
    onSelf: { allowed: 'A vote is no advantage of who gave it, and the log says who voided it why.' },
  },
  ranking: {
    method: 'GET',
    path: '/microclass/competition-manage/{id}/ranking',
    summary: 'The ranking of a round as it stands, by review and votes; the best of all groups first',
    access: runsContests,
    params,
    query: PageQuery({ round, groupKey: Type.Optional(Type.String({ maxLength: 36 })) }),
    response: Page(RankedWork),
    errors: refusals,
    cacheSeconds: 0,
  },
  setAwards: {
    method: 'PUT',
    path: '/microclass/competition-manage/{id}/awards',
    summary: 'Say which works of the last round win which award; before the results are published',
    access: runsContests,
    params,
    body: Body({
      winners: Type.Array(Type.Object({ workId: Id, awardKey: Type.String({ maxLength: 36 }) }), { maxItems: 500 }),
    }),
    response: Changed,
    errors: [...refusals, AWARDS_WRONG, RESULTS_PUBLISHED],
    onSelf: { refusedByRow: 'a work of the caller' },
  },
  publishResults: {
    method: 'POST',
    path: '/microclass/competition-manage/{id}/results',
    summary:
      'Publish ranking, names and awards for good; winners get what the rules of rewards give for their award, and its certificate',
    access: runsContests,
    params,
    response: Changed,
    errors: [...refusals, ROUND_RUNS, RESULTS_PUBLISHED, CONTEST_STATUS],
    onSelf: { allowed: 'A work of the caller wins only what somebody else has awarded.' },
  },
  takeBackAward: {
    method: 'POST',
    path: '/microclass/competition-manage/{id}/works/{workId}/award-withdrawal',
    summary: 'Take back an award after the results, with a reason that the winner reads; its certificate is revoked',
    access: runsContests,
    params: Type.Object({ id: Id, workId: Id }),
    body: Body({ reason: Reason }),
    response: Done,
    errors: [...refusals, REASON_NEEDED, NO_AWARD],
    onSelf: { allowed: 'It only takes away.' },
  },
  exportRanking: {
    method: 'GET',
    path: '/microclass/competition-manage/{id}/export',
    summary: 'The ranking of a round as a spreadsheet, in the language of who asks',
    access: runsContests,
    params,
    query: Type.Object({ round }),
    response: Type.Unknown(),
    errors: refusals,
    kind: 'stream',
  },
} as const
