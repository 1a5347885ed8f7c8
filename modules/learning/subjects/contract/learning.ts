/** Calls of learners: find a subject, register, go through its stages. */
import { type Static, Type } from 'typebox'
import { CompletionAwards } from '#kit/completion-awards.ts'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { IsPay, NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { CONTENT_TAKEN_DOWN, OTHER_CLIENT, SUBJECT_TAKEN_DOWN, WRONG_TYPE } from './errors.ts'
import { ClientType, Named, Person, Stage, SubjectCard, SubjectProgress, SubjectType } from './wire.ts'

/** What of the caller a personalized subject is composed by. */
const Personal = Type.Object({
  positionName: Nullable(Type.String()),
  organizationName: Type.String(),
  /** The topics that the subject chooses by, and whether they are among the caller's interests. */
  interests: Type.Array(Type.Object({ ...Named.properties, chosen: Type.Boolean() })),
  /** Contents that are for others, and not shown. */
  hiddenCount: Type.Integer(),
})

export const SubjectDetail = Type.Object({
  ...SubjectCard.properties,
  /** Plain text, with line breaks. */
  description: Type.String(),
  topics: Type.Array(Named),
  author: Nullable(Person),
  versionNumber: Type.Integer(),
  /** Whether its contents can be opened now; where not, `closedBecause` says why. */
  canStudy: Type.Boolean(),
  closedBecause: Nullable(OneOf(['taken-down', 'other-client', 'unpaid', 'preview'])),
  /** Where an external subject is: the site's name, and the page itself where it can be opened now. */
  site: Nullable(Type.String()),
  url: Nullable(Type.String()),
  stages: Type.Array(Stage),
  /** The completion awards of the subject. */
  gives: CompletionAwards,
  personal: Nullable(Personal),
  progress: SubjectProgress,
})
export type SubjectDetail = Static<typeof SubjectDetail>

const subject = Type.Object({ id: Id })
const closed = [NOT_FOUND, NO_PERMISSION, SUBJECT_TAKEN_DOWN] as const
const forClient = Body({ clientType: Type.Optional({ ...ClientType, default: 1 }) })

export const learningCalls = contract({
  subjects: {
    method: 'GET',
    path: '/course-study/subject-front/page',
    summary: 'Subjects on the shelf that the caller may see, with the own state, newest first',
    access: 'signed-in',
    query: PageQuery({
      search: Type.Optional(Type.String({ maxLength: 100 })),
      subjectType: Type.Optional(SubjectType),
      sort: Type.Optional({ ...OneOf(['newest', 'hot']), default: 'newest' }),
      isPay: Type.Optional(IsPay),
      clientType: Type.Optional({ ...ClientType, default: 1 }),
    }),
    response: Page(SubjectCard),
    cacheSeconds: 0,
  },
  mySubjects: {
    method: 'GET',
    path: '/course-study/subject-front/my-subjects',
    summary: 'Subjects that the caller has registered for, the last studied first',
    access: 'signed-in',
    query: PageQuery({ state: Type.Optional(OneOf(['not-started', 'learning', 'done', 'abandoned'])) }),
    response: Page(SubjectCard),
    cacheSeconds: 0,
  },
  subjectDetail: {
    method: 'GET',
    path: '/course-study/subject-front/{id}',
    summary: "A subject with its stages and the caller's progress; what is not finished says why (COURSE-009)",
    access: 'signed-in',
    params: subject,
    query: Type.Object({ clientType: Type.Optional({ ...ClientType, default: 1 }) }),
    response: SubjectDetail,
    errors: closed,
    cacheSeconds: 0,
  },
  registerForSubject: {
    method: 'POST',
    path: '/course-study/subject-front/{id}/register',
    summary: 'Register for a subject; a second time changes nothing, and who had abandoned it goes on',
    access: 'signed-in',
    params: subject,
    response: SubjectProgress,
    errors: [...closed, NOT_BOUGHT],
  },
  abandonSubject: {
    method: 'POST',
    path: '/course-study/subject-front/{id}/abandon',
    summary: 'Give a subject up: status 3. What was achieved in its contents stays, and a finished subject finished',
    access: 'signed-in',
    params: subject,
    response: SubjectProgress,
    errors: closed,
  },
  openContent: {
    method: 'POST',
    path: '/course-study/subject-front/{id}/contents/{contentId}/open',
    summary: 'Begin a content of a subject: registers for both, and answers the screen on which it is studied',
    access: 'signed-in',
    params: Type.Object({ id: Id, contentId: Id }),
    body: forClient,
    response: Type.Object({ link: Type.String() }),
    errors: [...closed, NOT_BOUGHT, OTHER_CLIENT, CONTENT_TAKEN_DOWN],
  },
  visitSubject: {
    method: 'POST',
    path: '/course-study/subject-front/{id}/visit',
    summary: 'Open the page of an external subject: to have opened it finishes the subject',
    access: 'signed-in',
    params: subject,
    body: forClient,
    response: Type.Object({ url: Type.String(), progress: SubjectProgress }),
    errors: [...closed, NOT_BOUGHT, OTHER_CLIENT, WRONG_TYPE],
  },
  chooseInterests: {
    method: 'PUT',
    path: '/course-study/subject-front/interests',
    summary: 'The topics that the caller wants to hear of, in place of all earlier ones',
    access: 'signed-in',
    body: Body({ topicIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }) }),
    response: Type.Object({ items: Type.Array(Named), recordCount: Type.Integer() }),
    errors: [NOT_FOUND],
  },
  myInterests: {
    method: 'GET',
    path: '/course-study/subject-front/interests',
    summary: 'The topics that the caller wants to hear of',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(Named), recordCount: Type.Integer() }),
    cacheSeconds: 0,
  },
  countSubjectShare: {
    method: 'POST',
    path: '/course-study/subject-front/{id}/count-share',
    summary: 'Counts one share of the subject',
    access: 'signed-in',
    params: subject,
    response: Done,
    errors: closed,
  },
})
