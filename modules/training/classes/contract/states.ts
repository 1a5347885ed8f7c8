/** The states of classes and of enrollments. */
import { type Static, Type } from 'typebox'
import type { ShelfStatus } from '#kit/authored-content.ts'
import { OneOf } from '#kit/schema.ts'

/**
 * Map `class-status`: 1 draft, 2 planning, 3 registering, 4 to implement, 5 implementing, 6 to close, 7 closed, 8 revoked.
 * Follows from the shelf, the times and the clock, and is stored nowhere.
 */
const classStates = [1, 2, 3, 4, 5, 6, 7, 8] as const
export const ClassState = OneOf(classStates)
export type ClassState = Static<typeof ClassState>

/** What the state of a class follows from. A published class has a start and an end. */
export interface ClassFacts {
  readonly status: ShelfStatus
  /** An application to publish it waits. */
  readonly isApplied: boolean
  readonly publishedAt: number | null
  /** Null: from the publication on. */
  readonly enrollmentFrom: number | null
  /** Null: until the class starts. */
  readonly enrollmentUntil: number | null
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly closedAt: number | null
}

/** When members enroll. Instants; the end does not belong to it. */
export function enrollmentWindow(facts: Omit<ClassFacts, 'status' | 'isApplied'>): { from: number; until: number } {
  const { enrollmentFrom, enrollmentUntil, publishedAt, startsAt } = facts
  return { from: enrollmentFrom ?? publishedAt ?? 0, until: enrollmentUntil ?? startsAt ?? Number.POSITIVE_INFINITY }
}

/** TRAINING-009, TRAINING-039. `server/class-fields.ts` says the same in SQL. */
export function classStateOf(facts: ClassFacts, now: number): ClassState {
  const { status, isApplied, startsAt, endsAt, closedAt } = facts
  if (closedAt !== null) return 7
  if (status === 'off-shelf') return 8
  if (status === 'draft') return isApplied ? 2 : 1
  if (endsAt !== null && endsAt <= now) return 6
  if (startsAt !== null && startsAt <= now) return 5
  const { from, until } = enrollmentWindow(facts)
  if (now < from) return 2
  return now < until ? 3 : 4
}

/** What may be done to a class in which state, by those who run it. */
export const classActions = ['edit', 'publish', 'withdraw', 'revoke', 'republish', 'close', 'delete'] as const
export type ClassAction = (typeof classActions)[number]

const draft = ['edit', 'publish', 'delete'] as const
const open = ['edit', 'revoke'] as const
const running = ['edit', 'revoke', 'close'] as const

/** The one table of transitions: state → what is possible. Those by time need nobody. */
const classTransitions: Readonly<Record<ClassState, readonly ClassAction[]>> = {
  1: draft,
  2: open,
  3: open,
  4: open,
  5: running,
  6: running,
  7: [],
  8: ['edit', 'republish', 'delete'],
}

/** As the table says; what waits for approval is withdrawn first. */
export function actionsOf(facts: ClassFacts, now: number): readonly ClassAction[] {
  const possible = classTransitions[classStateOf(facts, now)]
  if (!facts.isApplied || facts.closedAt !== null) return possible
  return facts.status === 'on-shelf' ? possible : ['withdraw']
}

/** Map `class-type`: 1 class, 2 special class, 3 external. */
export const classTypes = [1, 2, 3] as const
/** Map `train-type`: 1 internal, 2 external. */
export const trainTypes = [1, 2] as const

/**
 * `pending`: somebody decides. `waiting`: there is no place yet. `offered`: a place that is kept until it is accepted or the
 * time for that is over.
 */
export const enrollmentStates = [
  'pending',
  'waiting',
  'offered',
  'enrolled',
  'withdrawn',
  'refused',
  'removed',
] as const
export const EnrollmentState = OneOf(enrollmentStates)
export type EnrollmentState = Static<typeof EnrollmentState>

/** These hold a place. */
export const statesWithPlace = ['pending', 'offered', 'enrolled'] as const satisfies readonly EnrollmentState[]
/** Whoever is in one of these has not left. */
export const livingStates = ['pending', 'waiting', 'offered', 'enrolled'] as const satisfies readonly EnrollmentState[]

/** How somebody came to the class. `form`: from outside of the company, registered on the way. */
const enrollmentSources = ['self', 'nominated', 'imported', 'substitute', 'form'] as const
export const EnrollmentSource = OneOf(enrollmentSources)
export type EnrollmentSource = Static<typeof EnrollmentSource>

/** Map `graduation`: 1 not graduated, 2 graduated. */
export const Graduation = OneOf([1, 2])

/** Whole numbers of a class's sizes (TRAINING-030, TRAINING-054). */
export const capacityMax = 10_000
export const Capacity = Type.Integer({ minimum: 1, maximum: capacityMax })
export const Quota = Type.Integer({ minimum: 0, maximum: capacityMax })
