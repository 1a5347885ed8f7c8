/** Homework as participants do it. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, OptionalText } from '#kit/schema.ts'
import { submissionFilesMax, submissionTextLengthMax } from '#kit/submissions.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import {
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_MISSING,
  NO_PARTICIPANT,
  NOT_RELEASED,
} from '#modules/training/classes/contract.ts'
import { HOMEWORK_DONE, HOMEWORK_FILE, HOMEWORK_OVERDUE, HOMEWORK_WAITING, VERSIONS_USED_UP } from './codes.ts'
import { standing, TaskFile, taskRules, Version } from './shapes.ts'

const activity = { activityId: Id, name: Type.String(), opensAt: Nullable(Instant), dueAt: Nullable(Instant) }

export const HomeworkItem = Type.Object({
  ...activity,
  isRequired: Type.Boolean(),
  isReleased: Type.Boolean(),
  maxTenths: Type.Integer(),
  ...standing,
})
export type HomeworkItem = Static<typeof HomeworkItem>

/** Why nothing can be handed in now; null: nothing is in the way. */
export const handInObstacles = ['waiting', 'done', 'used-up', 'overdue', 'closed', 'staff'] as const

const Draft = Type.Object({ text: Type.String(), files: Type.Array(TaskFile), savedAt: Instant })

export const Homework = Type.Object({
  ...activity,
  className: Type.String(),
  text: Type.String(),
  files: Type.Array(TaskFile),
  ...taskRules,
  ...standing,
  obstacle: Nullable(OneOf(handInObstacles)),
  draft: Nullable(Draft),
  /** Newest first. */
  history: Type.Array(Version),
})
export type Homework = Static<typeof Homework>

const params = Type.Object({ id: Id, activityId: Id })
const refusals = [CLASS_MISSING, CLASS_CANCELLED, NO_PARTICIPANT, NOT_BOUGHT] as const
const Files = Type.Array(Id, { maxItems: submissionFilesMax, uniqueItems: true })
const work = { text: OptionalText(submissionTextLengthMax), fileIds: Files }

export const learningCalls = {
  ownHomework: {
    method: 'GET',
    path: '/training/class/{id}/homework',
    summary: 'The homework of a class, and where the caller is with it, for its participants and those who run it',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: Type.Array(HomeworkItem),
    errors: refusals,
    cacheSeconds: 0,
  },
  homework: {
    method: 'GET',
    path: '/training/class/{id}/homework/{activityId}',
    summary: 'The task of a homework, the draft of the caller, and what the caller has handed in',
    access: 'signed-in',
    params,
    response: Homework,
    errors: [...refusals, NOT_FOUND, NOT_RELEASED],
    cacheSeconds: 0,
  },
  saveHomeworkDraft: {
    method: 'PUT',
    path: '/training/class/{id}/homework/{activityId}/draft',
    summary: 'Keep what the caller has written and attached so far',
    access: 'signed-in',
    params,
    body: Body(work),
    response: Type.Object({ savedAt: Instant }),
    errors: [...refusals, NOT_FOUND, NOT_RELEASED, CLASS_CLOSED, HOMEWORK_FILE],
  },
  handInHomework: {
    method: 'POST',
    path: '/training/class/{id}/homework/{activityId}/versions',
    summary: 'Hand in a version of the homework; the draft is gone with it',
    access: 'signed-in',
    params,
    body: Body(work),
    response: Type.Object({ id: Id, version: Type.Integer(), isLate: Type.Boolean() }),
    errors: [
      ...[...refusals, NOT_FOUND, NOT_RELEASED, CLASS_CLOSED, HOMEWORK_FILE],
      ...[HOMEWORK_WAITING, HOMEWORK_DONE, VERSIONS_USED_UP, HOMEWORK_OVERDUE],
    ],
  },
} as const
