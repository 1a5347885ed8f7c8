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
export type TodoAction = (typeof todoActions)[number]

/** The map `stage-group` (SYSTEM-217): before the start, between start and end, and after the end. */
export const stages = ['upcoming', 'in-progress', 'over'] as const
export type Stage = (typeof stages)[number]

const Todo = Type.Object({
  id: Id,
  kind: Type.String(),
  kindLabel: BilingualName,
  businessType: Type.Integer(),
  businessId: Type.String(),
  title: Type.String(),
  action: OneOf(todoActions),
  started: Type.Boolean(),
  /** Hash path of the shell without `#`. */
  link: Type.String(),
  startsAt: Nullable(Instant),
  dueAt: Nullable(Instant),
  stage: OneOf(stages),
  createdAt: Instant,
})
export type Todo = Static<typeof Todo>

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
  findUnfinishedRemindCount: {
    method: 'GET',
    path: '/human/task/find-unfinlish-remind-count',
    summary: 'The number of unfinished to-dos (SYSTEM-215), in all and by kind',
    access: 'signed-in',
    response: Type.Object({
      count: Type.Integer({ minimum: 0 }),
      kinds: Type.Array(Type.Object({ kind: Type.String(), label: BilingualName, count: Type.Integer() })),
    }),
    cacheSeconds: 0,
  },
} as const
