/** Tasks: long work with its progress, and the job queue. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Done, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { managesTasks } from './access.ts'
import { TASK_NOT_CHANGEABLE } from './codes.ts'
import { Bilingual } from './shapes.ts'

export const taskStates = ['waiting', 'running', 'interrupted', 'done', 'failed', 'cancelled'] as const
export type TaskState = (typeof taskStates)[number]

const Task = Type.Object({
  id: Id,
  kind: Type.String(),
  kindLabel: Bilingual,
  title: Type.String(),
  /** The member who started the task; null: the platform itself. */
  memberId: Nullable(Id),
  state: OneOf(taskStates),
  permille: Type.Integer({ minimum: 0, maximum: 1000 }),
  /** Done of `total`; null while the work does not count. */
  done: Nullable(Type.Integer()),
  total: Nullable(Type.Integer()),
  /** The estimated remaining time; null while it is unknown. */
  remainingMs: Nullable(Type.Integer()),
  /** The current step of the work. */
  note: Type.String(),
  counts: Type.Array(Type.Object({ label: Bilingual, value: Type.Number() })),
  problemCount: Type.Integer(),
  /** The screen with the result, for the member whose task it is. */
  link: Nullable(Type.String()),
  /** The reason of a failure, in the caller's language. */
  reason: Nullable(Type.String()),
  attempt: Type.Integer(),
  /** A cancellation is requested; the task stops at its next step. */
  isStopping: Type.Boolean(),
  canCancel: Type.Boolean(),
  canRetry: Type.Boolean(),
  createdAt: Instant,
  movedAt: Instant,
  finishedAt: Nullable(Instant),
})
export type Task = Static<typeof Task>

const TaskProblem = Type.Object({
  row: Nullable(Type.Integer()),
  column: Nullable(Type.String()),
  message: Bilingual,
})
export type TaskProblem = Static<typeof TaskProblem>

const one = { params: Type.Object({ id: Id }), errors: [NOT_FOUND] }
const change = { ...one, method: 'POST', access: 'signed-in', response: Task } as const

const QueuedJob = Type.Object({
  id: Type.String(),
  name: Type.String(),
  attempts: Type.Integer(),
  attemptsMax: Type.Integer(),
  lastError: Type.String(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type QueuedJob = Static<typeof QueuedJob>

const job = { params: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) }), errors: [NOT_FOUND] }

export const tasksContract = {
  listTasks: {
    method: 'GET',
    path: '/system/task',
    summary: "The caller's own tasks, or the company's for its managers, newest first",
    access: 'signed-in',
    query: PageQuery({
      scope: Type.Optional(OneOf(['own', 'company'])),
      state: Type.Optional(OneOf(taskStates)),
      kind: Type.Optional(Type.String({ maxLength: 60 })),
    }),
    response: Type.Object({
      ...Page(Task).properties,
      kinds: Type.Array(Type.Object({ kind: Type.String(), label: Bilingual })),
      /** The number of waiting, running and interrupted tasks in the scope, regardless of the filters. */
      activeCount: Type.Integer(),
    }),
    cacheSeconds: 0,
  },
  taskById: {
    ...one,
    method: 'GET',
    path: '/system/task/{id}',
    summary: 'One task with its progress or result',
    access: 'signed-in',
    response: Task,
    cacheSeconds: 0,
  },
  taskProblems: {
    ...one,
    method: 'GET',
    path: '/system/task/{id}/problems',
    summary: 'The problems of a task, with row and column (SYSTEM-118)',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(TaskProblem),
  },
  taskProblemsFile: {
    ...one,
    method: 'GET',
    path: '/system/task/{id}/problems/file',
    summary: 'The problems as a spreadsheet',
    access: 'signed-in',
    kind: 'stream',
    response: Type.String(),
  },
  cancelTask: {
    ...change,
    path: '/system/task/{id}/cancel',
    summary: 'Cancels a task; a running one stops at its next step',
    errors: [NOT_FOUND, TASK_NOT_CHANGEABLE],
  },
  retryTask: {
    ...change,
    path: '/system/task/{id}/retry',
    summary: 'Restarts a failed, cancelled or interrupted task; it goes on from its last stored step',
    errors: [NOT_FOUND, TASK_NOT_CHANGEABLE],
  },
  jobQueue: {
    method: 'GET',
    path: '/system/job-queue',
    summary: 'The queue of background jobs by kind, for the company that runs the platform',
    access: managesTasks,
    response: Type.Object({
      /** Whether the caller's company runs the platform; otherwise all other fields are empty. */
      isOperator: Type.Boolean(),
      waiting: Type.Integer(),
      running: Type.Integer(),
      failed: Type.Integer(),
      /** The waiting time of the oldest due job. */
      oldestWaitingMs: Type.Integer(),
      kinds: Type.Array(
        Type.Object({
          name: Type.String(),
          waiting: Type.Integer(),
          running: Type.Integer(),
          failed: Type.Integer(),
        }),
      ),
    }),
    cacheSeconds: 0,
  },
  failedJobs: {
    method: 'GET',
    path: '/system/job-queue/failed',
    summary: 'Jobs without attempts left, with the last error',
    access: managesTasks,
    query: PageQuery({}),
    response: Page(QueuedJob),
    cacheSeconds: 0,
  },
  retryJob: {
    ...job,
    method: 'POST',
    path: '/system/job-queue/{id}/retry',
    summary: 'Retries a failed job',
    access: managesTasks,
    response: Done,
  },
  removeJob: {
    ...job,
    method: 'DELETE',
    path: '/system/job-queue/{id}',
    summary: 'Deletes a failed job',
    access: managesTasks,
    response: Done,
  },
} as const satisfies Contract
