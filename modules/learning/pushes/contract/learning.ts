/** Calls of those who are pushed to: their tasks, what is in each, and everything that was pushed to them. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { Content, Flag, Percent, Person, PushTaskStatus, TaskStatus } from './shapes.ts'

const base = '/course-study/study-push'

export const OwnTask = Type.Object({
  id: Id,
  name: Type.String(),
  pushTime: Instant,
  finishTime: Nullable(Instant),
  taskStatus: TaskStatus,
  percent: Percent,
  finishedCount: Type.Integer(),
  requiredCount: Type.Integer(),
  contentCount: Type.Integer(),
  finishedAt: Nullable(Instant),
  sender: Person,
  /** The cut-off is over, and it is not done. It can still be studied. */
  isOverdue: Type.Boolean(),
})
export type OwnTask = Static<typeof OwnTask>

/** A content of a package with how far the caller is. */
export const OwnContent = Type.Object({
  ...Content.properties,
  courseRegister: Type.Object({ isRegister: Flag }),
  courseStudyProgress: Type.Object({
    /** In the numbers of the kind: courses and subjects map `course-study-status`. */
    finishStatus: Type.Integer(),
    percent: Percent,
    isStarted: Type.Boolean(),
    isFinished: Type.Boolean(),
    finishedAt: Nullable(Instant),
  }),
})
export type OwnContent = Static<typeof OwnContent>

export const learning = contract({
  ownPushes: {
    method: 'GET',
    path: `${base}/mine`,
    summary: "The caller's push tasks; what is due first stands first among those that are not done",
    access: 'signed-in',
    query: PageQuery({ state: Type.Optional(OneOf(['open', 'done'])) }),
    response: Type.Object({ ...Page(OwnTask).properties, openCount: Type.Integer() }),
    cacheSeconds: 0,
  },
  ownPush: {
    method: 'GET',
    path: `${base}/{id}/package`,
    summary: 'The learning package of a push for a member who got it (COURSE-007)',
    access: 'signed-in',
    noDryRun: 'reading',
    params: Type.Object({ id: Id }),
    response: Type.Object({
      ...OwnTask.properties,
      description: Type.String(),
      isRevoked: Type.Boolean(),
      contents: Type.Array(OwnContent),
    }),
    errors: [NOT_FOUND],
    writes: true,
    cacheSeconds: 0,
  },
  pushRecords: {
    method: 'GET',
    path: `${base}/records`,
    summary: 'Everything that was pushed to the caller, content by content, the newest first (COURSE-024, COURSE-077)',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(
      Type.Object({
        ...OwnContent.properties,
        pushId: Id,
        pushName: Type.String(),
        pushTime: Instant,
        finishTime: Nullable(Instant),
      }),
    ),
    cacheSeconds: 0,
  },
  pushesByIds: {
    method: 'GET',
    path: `${base}/front/find-by-ids`,
    summary: 'The study pushes of the ids in their order, without those that are not for the caller (COURSE-100)',
    access: 'signed-in',
    query: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 100 }) }),
    response: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        startTime: Nullable(Instant),
        finishTime: Nullable(Instant),
        finishPushCount: Type.Integer(),
        status: PushTaskStatus,
        contentCount: Type.Integer(),
      }),
    ),
  },
})
