/** The shapes that several calls of pushes share. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#kit/schema.ts'

/** Map `push-status`: 1 not started, 2 success, 3 failed (COURSE-035). */
export const PushStatus = OneOf([1, 2, 3])
/** Map `task-status`: 1 not started, 2 learning, 3 done (COURSE-034). */
export const TaskStatus = OneOf([1, 2, 3])
export type TaskStatus = Static<typeof TaskStatus>
/** Map `push-task-status`: 1 not started, 2 in progress, 3 done (COURSE-036). */
export const PushTaskStatus = OneOf([1, 2, 3])
export const Flag = OneOf([0, 1])
export const Percent = Type.Integer({ minimum: 0, maximum: 100 })

/** `scheduled` waits for its begin, `sending` is being delivered; `ended` is past its cut-off. */
export const pushStates = ['draft', 'scheduled', 'sending', 'running', 'ended', 'revoked'] as const
export const PushState = OneOf(pushStates)
export type PushState = Static<typeof PushState>

export const pushActions = ['edit', 'publish', 'extend', 'urge', 'retry', 'copy', 'revoke', 'delete'] as const
export type PushAction = (typeof pushActions)[number]

export const Person = Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })
export type Person = Static<typeof Person>

/** A member as the rows of the learning domain name one. */
export const PushMember = Type.Object({
  id: Id,
  fullName: Type.String(),
  /** The name to sign in with. */
  name: Type.String(),
  avatarPath: Type.String(),
  organization: Type.Object({ id: Id, name: Type.String() }),
})
export type PushMember = Static<typeof PushMember>

export const PushRow = Type.Object({
  id: Id,
  name: Type.String(),
  startTime: Nullable(Instant),
  finishTime: Nullable(Instant),
  finishPushCount: Type.Integer(),
  status: PushTaskStatus,
  state: PushState,
  memberCount: Type.Integer(),
  failedCount: Type.Integer(),
  /** Members who are done. */
  doneCount: Type.Integer(),
  contentCount: Type.Integer(),
  author: Person,
  createTime: Instant,
  publishTime: Nullable(Instant),
  /** What the caller may do with it now. */
  actions: Type.Array(OneOf(pushActions)),
})
export type PushRow = Static<typeof PushRow>

/** COURSE-025 */
export const Content = Type.Object({
  businessType: Type.Integer(),
  businessId: Id,
  businessName: Type.String(),
  isRequired: Flag,
  /** Of the kind: 课程, Course. */
  kindLabel: Type.Object({ cn: Type.String(), en: Type.String() }),
  /** The screen on which it is studied, as a path of the hash router; null where it is no longer known. */
  link: Nullable(Type.String()),
  coverPath: Nullable(Type.String()),
  /** False for what is off the shelf or deleted. It no longer counts for who has not finished it. */
  isAvailable: Type.Boolean(),
})
export type Content = Static<typeof Content>

export const ContentRef = Type.Object(
  { businessType: Type.Integer({ minimum: 1, maximum: 1000 }), businessId: Id, isRequired: Flag },
  { additionalProperties: false },
)
export type ContentRef = Static<typeof ContentRef>

/** Items of a learning package; more are refused with 41102 (COURSE-069). */
export const packageItemsMax = 50
export const audienceOrganizationsMax = 200
export const audienceMembersMax = 2000
