/** Calls of those who push: drafts, publishing, who has got it and how far they are. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Text, Title } from '#kit/schema.ts'
import {
  CONTENT_NOT_AVAILABLE,
  CUT_OFF_TOO_EARLY,
  NEEDS_CONTENT_AND_MEMBERS,
  NEEDS_REQUIRED_ITEM,
  NOT_SUBORDINATE,
  PUSH_CHANGED,
  PUSH_NOT_CHANGEABLE,
  TOO_MANY_ITEMS,
} from './errors.ts'
import {
  audienceMembersMax,
  audienceOrganizationsMax,
  Content,
  ContentRef,
  Percent,
  PushMember,
  PushRow,
  PushState,
  PushStatus,
  TaskStatus,
} from './shapes.ts'

const base = '/course-study/study-push'
const push = Type.Object({ id: Id })
const Search = Type.Optional(Type.String({ maxLength: 100 }))
const idsUpTo = (maxItems: number) => Type.Array(Id, { maxItems })

const audience = {
  organizationIds: idsUpTo(audienceOrganizationsMax),
  memberIds: idsUpTo(audienceMembersMax),
}

/** What a draft says. What is left out keeps its value. */
const draftFields = {
  name: Type.Optional(Title(100)),
  description: Type.Optional(OptionalText(1000)),
  // One more than a package may hold is still read, so that the refusal can say the number.
  contents: Type.Optional(Type.Array(ContentRef, { maxItems: 500 })),
  organizationIds: Type.Optional(audience.organizationIds),
  memberIds: Type.Optional(audience.memberIds),
  includesNewcomers: Type.Optional(Type.Boolean()),
  /** At once where null. */
  startTime: Type.Optional(Nullable(Instant)),
  /** The cut-off; null: without one. */
  finishTime: Type.Optional(Nullable(Instant)),
  /** So many days before the cut-off, who is not done is reminded. */
  remindDays: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 90 }), { maxItems: 5, uniqueItems: true })),
}

const Named = Type.Object({ id: Id, name: Type.String() })

export const PushDetail = Type.Object({
  ...PushRow.properties,
  description: Type.String(),
  /** Counts the changes of a draft: the next one says which it was made on. */
  revision: Type.Integer(),
  contents: Type.Array(Content),
  organizations: Type.Array(Named),
  /** The single members that were chosen; those of the organizations are not among them. */
  members: Type.Array(PushMember),
  includesNewcomers: Type.Boolean(),
  remindDays: Type.Array(Type.Integer()),
  revokeTime: Nullable(Instant),
  revokeReason: Type.String(),
  /** Members by task status, of those who got it. */
  notStartedCount: Type.Integer(),
  learningCount: Type.Integer(),
  /** When the states were last asked for: they are asked for again when the detail is opened. */
  refreshTime: Nullable(Instant),
})
export type PushDetail = Static<typeof PushDetail>

/** COURSE-023 */
export const MemberRow = Type.Object({
  pushMember: PushMember,
  pushStatus: PushStatus,
  taskStatus: TaskStatus,
  pushTime: Nullable(Instant),
  failReason: Nullable(OneOf(['disabled', 'content-gone', 'error'])),
  percent: Percent,
  /** Required contents that are done, of those that count. */
  finishedCount: Type.Integer(),
  requiredCount: Type.Integer(),
  finishedAt: Nullable(Instant),
  /** Done after the cut-off, or not done though it is over. */
  isLate: Type.Boolean(),
  urgeTime: Nullable(Instant),
})
export type MemberRow = Static<typeof MemberRow>

const memberFilters = {
  pushStatus: Type.Optional(PushStatus),
  taskStatus: Type.Optional(TaskStatus),
  search: Search,
}

const draftErrors = [NO_PERMISSION, NOT_SUBORDINATE, TOO_MANY_ITEMS, CONTENT_NOT_AVAILABLE] as const

export const managing = contract({
  pushScope: {
    method: 'GET',
    path: `${base}/scope`,
    summary:
      'The push scope of the caller: organizations (with all below them), and members managed directly or through others',
    access: 'signed-in',
    response: Type.Object({
      organizations: Type.Array(Named),
      subordinateCount: Type.Integer(),
    }),
  },
  pushPeople: {
    method: 'GET',
    path: `${base}/people`,
    summary: 'Members of the push scope of the caller, by name; at most 30',
    access: 'signed-in',
    query: Type.Object({ search: Search }),
    response: Type.Object({ items: Type.Array(PushMember), recordCount: Type.Integer() }),
  },
  audienceSize: {
    method: 'POST',
    path: `${base}/audience-size`,
    summary: 'How many members an audience has now, each counted once',
    access: 'signed-in',
    body: Body(audience),
    onSelf: { allowed: 'It only reads.' },
    response: Type.Object({ count: Type.Integer() }),
    errors: [NO_PERMISSION, NOT_SUBORDINATE],
  },
  listPushes: {
    method: 'GET',
    path: `${base}/page`,
    summary: 'The push tasks that the caller made or manages, the newest first (COURSE-010, COURSE-022)',
    access: 'signed-in',
    query: PageQuery({ search: Search, state: Type.Optional(PushState), mine: Type.Optional(Type.Boolean()) }),
    response: Page(PushRow),
    cacheSeconds: 0,
  },
  createPush: {
    method: 'POST',
    path: base,
    summary: 'A new draft',
    access: 'signed-in',
    body: Body({ ...draftFields, name: Title(100) }),
    onSelf: { allowed: 'A task is work to do.' },
    response: Type.Object({ id: Id }),
    errors: draftErrors,
  },
  changePush: {
    method: 'PUT',
    path: `${base}/{id}`,
    summary: 'Change a draft as it was read; 380607 where somebody else has changed it since',
    access: 'signed-in',
    params: push,
    body: Body({ ...draftFields, revision: Type.Integer({ minimum: 0 }) }),
    onSelf: { allowed: 'A task is work to do.' },
    response: PushDetail,
    errors: [...draftErrors, NOT_FOUND, PUSH_NOT_CHANGEABLE, PUSH_CHANGED],
  },
  publishPush: {
    method: 'POST',
    path: `${base}/{id}/publish`,
    summary: 'Deliver it, at once or at its begin. Members see it as soon as it is delivered to them (COURSE-075)',
    access: 'signed-in',
    params: push,
    response: PushDetail,
    errors: [
      NOT_FOUND,
      NO_PERMISSION,
      NOT_SUBORDINATE,
      CONTENT_NOT_AVAILABLE,
      PUSH_NOT_CHANGEABLE,
      NEEDS_CONTENT_AND_MEMBERS,
      NEEDS_REQUIRED_ITEM,
      CUT_OFF_TOO_EARLY,
    ],
  },
  extendPush: {
    method: 'POST',
    path: `${base}/{id}/extend`,
    summary: 'After publishing: another cut-off, more members. The contents stay as they were pushed',
    access: 'signed-in',
    params: push,
    body: Body({
      finishTime: Type.Optional(Nullable(Instant)),
      addOrganizationIds: Type.Optional(audience.organizationIds),
      addMemberIds: Type.Optional(audience.memberIds),
    }),
    onSelf: { allowed: 'A task is work to do.' },
    response: PushDetail,
    errors: [NOT_FOUND, NO_PERMISSION, NOT_SUBORDINATE, PUSH_NOT_CHANGEABLE, CUT_OFF_TOO_EARLY],
  },
  retryPush: {
    method: 'POST',
    path: `${base}/{id}/retry`,
    summary: 'Deliver again to the members whose delivery failed',
    access: 'signed-in',
    params: push,
    response: PushDetail,
    errors: [NOT_FOUND, NO_PERMISSION, PUSH_NOT_CHANGEABLE],
  },
  revokePush: {
    method: 'POST',
    path: `${base}/{id}/revoke`,
    summary: 'Call it off: it is no task any more. What was studied stays',
    access: 'signed-in',
    params: push,
    body: Body({ reason: Text(300) }),
    response: PushDetail,
    errors: [NOT_FOUND, NO_PERMISSION, PUSH_NOT_CHANGEABLE],
  },
  copyPush: {
    method: 'POST',
    path: `${base}/{id}/copy`,
    summary: 'A new draft with the same contents and audience',
    access: 'signed-in',
    params: push,
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  deletePush: {
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Delete a draft',
    access: 'signed-in',
    params: push,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, PUSH_NOT_CHANGEABLE],
  },
  pushDetail: {
    method: 'GET',
    path: `${base}/{id}`,
    summary: 'A push as those who manage it see it (COURSE-005); asks for the states of its members again',
    access: 'signed-in',
    noDryRun: 'reading',
    params: push,
    response: PushDetail,
    errors: [NOT_FOUND, NO_PERMISSION],
    writes: true,
    cacheSeconds: 0,
  },
  pushMembers: {
    method: 'GET',
    path: `${base}/{id}/members`,
    summary: 'The members of a push with push and task status (COURSE-011, COURSE-023)',
    access: 'signed-in',
    noDryRun: 'reading',
    params: push,
    query: PageQuery(memberFilters),
    response: Page(MemberRow),
    errors: [NOT_FOUND, NO_PERMISSION],
    writes: true,
    cacheSeconds: 0,
  },
  exportPush: {
    method: 'GET',
    path: `${base}/{id}/export`,
    summary: 'The filtered members of a push as an xlsx file, up to 20,000 rows',
    access: 'signed-in',
    params: push,
    query: Type.Object(memberFilters),
    kind: 'stream',
    response: Type.Unknown(),
    errors: [NOT_FOUND, NO_PERMISSION],
    timeoutMs: 120_000,
  },
})
