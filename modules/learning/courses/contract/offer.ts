/** Calls before registering: what the course offers, who studies it, and a look at what its author opens to all. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Nullable, OneOf } from '#kit/schema.ts'
import { COURSE_TAKEN_DOWN, NOT_REGISTERED, OTHER_CLIENT } from './errors.ts'
import { SectionContent } from './learning.ts'
import { ClientType, Person } from './wire.ts'

/** What a member reads of a course before registering, beside its page. */
export const CourseOffer = Type.Object({
  /** Coins (1) and points (2) for finishing, in hundredths, by the company's rules of today. */
  rewards: Type.Array(Type.Object({ kind: OneOf([1, 2]), amountHundredths: Type.String() })),
  /** How many have finished; null while so few have registered that it would tell about single members. */
  finishedCount: Nullable(Type.Integer()),
  /** Learners in the caller's own organization and below it; null for so few. */
  ownOrganizationCount: Nullable(Type.Integer()),
  /** Learners who let their colleagues see it, the caller's own organization first. At most 12. */
  shown: Type.Array(Type.Object({ ...Person.properties, organizationName: Type.String() })),
  /** Whether colleagues see the caller; null where the caller has not registered. */
  isShown: Nullable(Type.Boolean()),
})
export type CourseOffer = Static<typeof CourseOffer>

export const offerCalls = contract({
  courseOffer: {
    method: 'GET',
    path: '/course-study/course-front/{id}/offer',
    summary: 'The coins and points for finishing, and who studies the course, as far as they let others see it',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: CourseOffer,
    errors: [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN],
    cacheSeconds: 0,
  },
  showInCourse: {
    method: 'PUT',
    path: '/course-study/course-front/{id}/shown',
    summary: 'The caller lets colleagues see that they study the course, or no longer',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    body: Body({ isShown: Type.Boolean() }),
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN, NOT_REGISTERED],
  },
  freePreview: {
    method: 'GET',
    path: '/course-study/course-front/{id}/sections/{sectionId}/free-preview',
    summary:
      'The content of a section that its author opens to members who have not registered (40460 for any other). Nothing counts',
    access: 'signed-in',
    params: Type.Object({ id: Id, sectionId: Id }),
    query: Type.Object({ clientType: Type.Optional({ ...ClientType, default: 1 }) }),
    response: SectionContent,
    errors: [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN, NOT_REGISTERED, OTHER_CLIENT],
    cacheSeconds: 0,
  },
})
