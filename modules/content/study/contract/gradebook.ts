/** The gradebook: members and what they study, state by state. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { NO_PERMISSION } from '#kit/errors.ts'
import { Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'

/** So many items stand beside each other at most. */
export const gradebookItemsMax = 20
export const gradeStates = ['not-registered', 'not-started', 'learning', 'done', 'abandoned'] as const
export const GradeState = OneOf(gradeStates)
export type GradeState = Static<typeof GradeState>

export const GradePerson = Type.Object({
  id: Id,
  fullName: Type.String(),
  avatarPath: Type.String(),
  organization: Type.Object({ id: Id, name: Type.String() }),
  /** The member may not sign in any more. */
  hasLeft: Type.Boolean(),
})
export type GradePerson = Static<typeof GradePerson>

/** How far a member is in an item. */
export const Grade = Type.Object({
  state: GradeState,
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  /** The mean of what was scored, in per cent; null where nothing is scored. */
  score: Nullable(Type.Number({ minimum: 0, maximum: 100 })),
  finishedAt: Nullable(Instant),
})
export type Grade = Static<typeof Grade>

export const GradeRow = Type.Object({
  member: GradePerson,
  /** In the order of the items; null where the caller may not follow the member in the item. */
  grades: Type.Array(Nullable(Grade)),
  /** Of the grades that are shown: items that the member has registered for, and those that are done. */
  registeredCount: Type.Integer(),
  doneCount: Type.Integer(),
  /** The mean of all that are registered. */
  percent: Type.Integer(),
  /** Whether the caller may open the member's learning record. */
  mayOpenRecord: Type.Boolean(),
})
export type GradeRow = Static<typeof GradeRow>

export const GradeItem = Type.Object({
  businessType: Type.Integer(),
  businessId: Id,
  label: Type.String(),
  name: Type.String(),
  link: Type.String(),
})
export type GradeItem = Static<typeof GradeItem>

const filters = {
  /** `1:{id}`: kind and id of an item; without any, the newest that the caller may follow. */
  items: Type.Optional(
    Type.Array(Type.String({ pattern: '^[1-9]\\d{0,3}:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }), {
      maxItems: gradebookItemsMax,
    }),
  ),
  /** The organization and everything below it. */
  organizationId: Type.Optional(Id),
  /** Members who are in this state in one of the items at least. */
  state: Type.Optional(GradeState),
  /** Part of the name. */
  search: Type.Optional(Type.String({ maxLength: 100 })),
  /** Members who may not sign in any more, too. */
  withLeft: Type.Optional(Type.Boolean()),
}
const query = Type.Object(filters)
export type GradebookFilter = Static<typeof query>

const errors = [NO_PERMISSION] as const

export const gradebookCalls = {
  gradebook: {
    method: 'GET',
    path: '/course-study/gradebook',
    summary: 'The members that the caller may follow, by name, and how far each is in each of the items',
    access: 'signed-in',
    query: PageQuery(filters),
    response: Type.Object({
      ...Page(GradeRow).properties,
      columns: Type.Array(GradeItem),
      /** Kinds of content that can stand in the gradebook. */
      kinds: Type.Array(Type.Integer()),
    }),
    errors,
    cacheSeconds: 0,
  },
  gradebookTotals: {
    method: 'GET',
    path: '/course-study/gradebook/totals',
    summary: 'How many of all members of the gradebook are in which state, for each item',
    access: 'signed-in',
    query,
    response: Type.Object({
      memberCount: Type.Integer(),
      items: Type.Array(
        Type.Object({
          businessType: Type.Integer(),
          businessId: Id,
          registeredCount: Type.Integer(),
          notStartedCount: Type.Integer(),
          learningCount: Type.Integer(),
          doneCount: Type.Integer(),
        }),
      ),
    }),
    errors,
    cacheSeconds: 0,
  },
  exportGradebook: {
    method: 'GET',
    path: '/course-study/gradebook/export',
    summary: 'The filtered gradebook as an xlsx file, up to 20,000 members',
    access: 'signed-in',
    query,
    kind: 'stream',
    response: Type.Unknown(),
    errors,
    timeoutMs: 300_000,
  },
} as const satisfies Contract
