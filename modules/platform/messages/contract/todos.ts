/** To-dos of the caller. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { BilingualName } from './shapes.ts'

/** The map `todo-action` (SYSTEM-216). */
export const todoActions = [
  'class-management',
  'class-details',
  'start-reporting',
  'continue-reporting',
  'start-marking',
  'restart-marking',
  'enter-invigilation',
  'go-approve',
  'go-revise',
] as const
/** Actions of what is studied, handed in and asked, which the map does not name. */
const studyActions = ['start-study', 'continue-study', 'go-review', 'go-answer'] as const
export type TodoAction = (typeof todoActions)[number] | (typeof studyActions)[number]

/** The map `stage-group` (SYSTEM-217): before the start, between start and end, and after the end. */
export const stages = ['upcoming', 'in-progress', 'over'] as const
export type Stage = (typeof stages)[number]

const shared = {
  /** Once among the to-dos of its kind. */
  id: Id,
  kind: Type.String(),
  kindLabel: BilingualName,
  businessType: Type.Integer(),
  businessId: Type.String(),
  /** Empty where the kind has a title for all its to-dos. */
  title: Type.String(),
  kindTitle: Nullable(BilingualName),
  /** How many wait behind this row, where one row stands for several: the proofs of a course to review. 100: or more. */
  amount: Nullable(Type.Integer({ minimum: 1 })),
  /** Hash path of the shell without `#`. */
  link: Type.String(),
}

const Todo = Type.Object({
  ...shared,
  action: OneOf([...todoActions, ...studyActions]),
  started: Type.Boolean(),
  startsAt: Nullable(Instant),
  dueAt: Nullable(Instant),
  stage: OneOf(stages),
  createdAt: Instant,
})
export type Todo = Static<typeof Todo>

const DoneTodo = Type.Object({ ...shared, dueAt: Nullable(Instant), doneAt: Instant })
export type DoneTodo = Static<typeof DoneTodo>

/** How many there are of each kind; kinds without any are left out. */
const KindCounts = Type.Array(Type.Object({ kind: Type.String(), label: BilingualName, count: Type.Integer() }))

const Kind = Type.String({ minLength: 1, maxLength: 60, pattern: '^[a-z][a-z0-9.-]*$' })

export const todos = {
  findMyUnfinished: {
    method: 'GET',
    path: '/human/task/find-my-unfinished',
    summary: "The caller's unfinished to-dos, the earliest due date first (SYSTEM-214)",
    access: 'signed-in',
    query: PageQuery({ kind: Type.Optional(Kind), stage: Type.Optional(OneOf(stages)) }),
    response: Page(Todo),
    cacheSeconds: 0,
  },
  findMyFinished: {
    method: 'GET',
    path: '/human/task/find-my-finished',
    summary: 'What the caller has done in the last 90 days, the newest first',
    access: 'signed-in',
    query: PageQuery({ kind: Type.Optional(Kind) }),
    response: Type.Object({ ...Page(DoneTodo).properties, kinds: KindCounts }),
    cacheSeconds: 0,
  },
  findUnfinishedRemindCount: {
    method: 'GET',
    path: '/human/task/find-unfinlish-remind-count',
    summary: 'The number of unfinished to-dos (SYSTEM-215), in all and by kind',
    access: 'signed-in',
    response: Type.Object({
      count: Type.Integer({ minimum: 0 }),
      /** How many of them are past their due date. */
      overdueCount: Type.Integer({ minimum: 0 }),
      kinds: KindCounts,
    }),
    cacheSeconds: 0,
  },
} as const
