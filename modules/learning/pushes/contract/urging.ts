/** Urging (rush-learn): reminders to members about unstarted items, in the sender's words. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, OneOf, Page, PageQuery, Text, Title } from '#kit/schema.ts'
import { ALREADY_STARTED, NOT_SUBORDINATE, NOTHING_TO_URGE, TASK_OVER, URGE_LIMIT, URGED_ALREADY } from './errors.ts'
import { Person } from './shapes.ts'

/** What was sent, and what was passed over because there was nothing to urge to or because it was done lately. */
export const Urged = Type.Object({
  urgedCount: Type.Integer(),
  finishedCount: Type.Integer(),
  recentCount: Type.Integer(),
})
export type Urged = Static<typeof Urged>

const words = {
  /** The message's heading; that of the template where nothing is said. */
  title: Type.Optional(Title(100)),
  /** The message; `{item}`, `{sender}` and `{kind}` are filled for each. */
  content: Text(500),
}

/** A reminder goes to members who are not done, a message to everybody who was selected. */
export const UrgeKind = OneOf(['reminder', 'message'])
export type UrgeKind = Static<typeof UrgeKind>

const ofCourse = Type.Object({ courseId: Id })

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
  urgeLearners: {
    method: 'POST',
    path: '/course-study/course-progress/{courseId}/rush-learn',
    summary:
      "Remind or message learners of a course from its progress board: those named, or all that match the board's filter",
    access: 'signed-in',
    params: ofCourse,
    body: Body({
      memberIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 2000 })),
      /** Where no members are named: the filter of the board; without one all learners of the course. */
      filter: Type.Optional(
        Type.Object(
          {
            organizationId: Type.Optional(Id),
            state: Type.Optional(OneOf(['not-started', 'learning', 'done', 'abandoned'])),
            search: Type.Optional(Type.String({ maxLength: 100 })),
          },
          { additionalProperties: false },
        ),
      ),
      kind: UrgeKind,
      ...words,
    }),
    onSelf: { allowed: 'It sends a message.' },
    isLogged: true,
    response: Type.Object({
      ...Urged.properties,
      /** Selected, and not to be reached: members who may not sign in any more, or are not the caller's to remind. */
      unreachableCount: Type.Integer(),
    }),
    errors: [NOT_FOUND, NO_PERMISSION, NOT_SUBORDINATE, ...limits],
    rate: { max: 60, windowSeconds: 60 },
  },
  sentToLearners: {
    method: 'GET',
    path: '/course-study/course-progress/{courseId}/rush-learn',
    summary: 'What was sent from the progress board of a course, the newest first: all of it, or what the caller sent',
    access: 'signed-in',
    params: ofCourse,
    query: PageQuery({}),
    response: Page(
      Type.Object({
        id: Id,
        sender: Person,
        kind: UrgeKind,
        /** As the recipients read it. */
        content: Type.String(),
        memberCount: Type.Integer(),
        /** Some of the recipients: those who are still members, by name. */
        members: Type.Array(Person),
        sentAt: Instant,
      }),
    ),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
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
