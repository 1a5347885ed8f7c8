/** Urging (rush-learn): reminders to members about unstarted items, in the sender's words. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Page, PageQuery, Text, Title } from '#kit/schema.ts'
import { ALREADY_STARTED, NOT_SUBORDINATE, NOTHING_TO_URGE, TASK_OVER, URGE_LIMIT, URGED_ALREADY } from './errors.ts'
import { Person } from './shapes.ts'

/** What was sent, and what was passed over because there was nothing to urge to or because it was done lately. */
const Urged = Type.Object({
  urgedCount: Type.Integer(),
  finishedCount: Type.Integer(),
  recentCount: Type.Integer(),
})

const words = {
  /** The message's heading; that of the template where nothing is said. */
  title: Type.Optional(Title(100)),
  /** The message; `{item}`, `{sender}` and `{kind}` are filled for each. */
  content: Text(500),
}

const limits = [NOTHING_TO_URGE, URGED_ALREADY, URGE_LIMIT] as const

export const urging = contract({
  urgeItems: {
    method: 'POST',
    path: '/course-study/rush-learn',
    summary:
      'Urge members to what was selected: courses, tasks, activities and classes with at least one unstarted item, exams and surveys only if none is started (COURSE-078 to COURSE-081)',
    access: 'signed-in',
    body: Body({
      /** `businessType` 0 with the id of a push: the task itself. */
      records: Type.Array(
        Type.Object(
          { businessType: Type.Integer({ minimum: 0, maximum: 1000 }), businessId: Id, memberId: Id },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 200 },
      ),
      ...words,
    }),
    onSelf: { allowed: 'It sends a message.' },
    response: Urged,
    errors: [NOT_FOUND, NOT_SUBORDINATE, TASK_OVER, ALREADY_STARTED, ...limits],
    rate: { max: 60, windowSeconds: 60 },
  },
  urgePush: {
    method: 'POST',
    path: '/course-study/study-push/{id}/rush-learn',
    summary: 'Urge the members of a push: those named, or all who are not done',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    body: Body({
      memberIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200 })),
      ...words,
    }),
    onSelf: { allowed: 'It sends a message.' },
    response: Urged,
    errors: [NOT_FOUND, NO_PERMISSION, TASK_OVER, ...limits],
    rate: { max: 60, windowSeconds: 60 },
  },
  urges: {
    method: 'GET',
    path: '/course-study/rush-learn/page',
    summary: 'The reminders that the caller sent, the newest first',
    access: 'signed-in',
    query: PageQuery({}),
    response: Page(
      Type.Object({
        id: Id,
        member: Person,
        businessType: Type.Integer(),
        businessId: Id,
        businessName: Type.String(),
        urgeTime: Instant,
      }),
    ),
    cacheSeconds: 0,
  },
})
