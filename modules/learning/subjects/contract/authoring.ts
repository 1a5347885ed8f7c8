/** Calls of those who make subjects: what they say of themselves, their stages, the shelf. */
import { type Static, Type } from 'typebox'
import { AuthoredContent, AuthoredPage, authoredFilters } from '#kit/authored-content.ts'
import { CompletionAwards, completionAwardsFields } from '#kit/completion-awards.ts'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import {
  Body,
  Done,
  Id,
  Instant,
  Nullable,
  OneOf,
  OptionalText,
  Page,
  PageQuery,
  Title,
  WebAddress,
} from '#kit/schema.ts'
import { authorsSubjects } from './access.ts'
import {
  ACTION_NOT_POSSIBLE,
  APPROVAL_PENDING,
  CONTENT_TWICE,
  CONTENT_UNKNOWN,
  COVER_DOES_NOT_FIT,
  EMPTY_STAGE,
  NEEDS_REQUIRED_CONTENT,
  NOBODY_TO_DECIDE,
  SUBJECT_CHANGED,
  TEMPLATE_NOT_OFFERED,
  TOO_MANY_TOPICS,
  URL_MISSING,
  WRONG_TYPE,
} from './errors.ts'
import { SubjectDetail } from './learning.ts'
import {
  Flag,
  Named,
  OrganizationName,
  Percent,
  Person,
  PublishClient,
  StudyStatus,
  SubjectAction,
  SubjectType,
} from './wire.ts'

const AuthoredSubject = Type.Object({
  ...AuthoredContent.properties,
  coverUrl: Nullable(Type.String()),
  subjectType: SubjectType,
  publishClient: PublishClient,
  /** Of the draft. */
  stageCount: Type.Integer(),
  contentCount: Type.Integer(),
  learnerCount: Type.Integer(),
  actions: Type.Array(SubjectAction),
})

/** Who a content of a personalized subject is for: one that fits is enough; empty, for all. */
const conditions = {
  positions: Type.Array(Named),
  organizations: Type.Array(Named),
  topics: Type.Array(Named),
}

export const EditedContent = Type.Object({
  id: Id,
  businessType: Type.Integer(),
  businessId: Id,
  businessName: Type.String(),
  kindName: Type.String(),
  coverUrl: Nullable(Type.String()),
  isRequired: Flag,
  isAvailable: Type.Boolean(),
  ...conditions,
})
export type EditedContent = Static<typeof EditedContent>

export const EditedStage = Type.Object({
  id: Id,
  title: Type.String(),
  summary: Type.String(),
  contents: Type.Array(EditedContent),
})
export type EditedStage = Static<typeof EditedStage>

/** A subject as its editor shows it. */
export const EditedSubject = Type.Object({
  ...AuthoredSubject.properties,
  summary: Type.String(),
  description: Type.String(),
  coverFileId: Nullable(Id),
  /** The page of an external subject. */
  url: Nullable(Type.String()),
  /** Organizations whose members (and those below) see the subject; empty means the whole company. */
  visibleOrganizations: Type.Array(OrganizationName),
  topics: Type.Array(Named),
  /** The completion awards of the subject. */
  gives: CompletionAwards,
  versionNumber: Type.Integer(),
  /** Publishing is an application: somebody has to agree first. */
  needsApproval: Type.Boolean(),
  /** Why publishing would be refused now. */
  publishHints: Type.Array(OneOf(['no-content', 'no-required-content', 'empty-stage', 'no-url'])),
  stages: Type.Array(EditedStage),
})
export type EditedSubject = Static<typeof EditedSubject>

const fields = {
  name: Title(100),
  summary: Type.Optional(OptionalText(300)),
  description: Type.Optional(OptionalText(5000)),
  coverFileId: Type.Optional(Nullable(Id)),
  publishClient: Type.Optional(PublishClient),
  visibleOrganizationIds: Type.Optional(Type.Array(Id, { maxItems: 200, uniqueItems: true })),
  /** At most five (SYSTEM-163). */
  topicIds: Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true })),
}

const few = Type.Optional(Type.Array(Id, { maxItems: 50, uniqueItems: true }))
const ContentInput = Type.Object(
  {
    /** Of a content that is there already: what it was is kept with it. */
    id: Type.Optional(Id),
    businessType: Type.Integer({ minimum: 1, maximum: 99 }),
    businessId: Id,
    isRequired: Flag,
    positionIds: few,
    organizationIds: few,
    topicIds: few,
  },
  { additionalProperties: false },
)
const StageInput = Type.Object(
  {
    id: Type.Optional(Id),
    title: Title(50),
    summary: Type.Optional(OptionalText(300)),
    contents: Type.Array(ContentInput, { maxItems: 100 }),
  },
  { additionalProperties: false },
)
export type StageInput = Static<typeof StageInput>

const revision = Type.Integer({ minimum: 0 })
const Changed = Type.Object({ id: Id, revision })
const subject = Type.Object({ id: Id })
const missing = [NOT_FOUND, NO_PERMISSION] as const
/** Refused while somebody decides about the subject. */
const editing = [...missing, SUBJECT_CHANGED, ACTION_NOT_POSSIBLE] as const

export const authoringCalls = contract({
  authoredSubjects: {
    method: 'GET',
    path: '/course-study/subject-manage/page',
    summary: "The caller's subjects, and those of the organizations that the caller manages, the last changed first",
    access: authorsSubjects,
    query: PageQuery({ ...authoredFilters, subjectType: Type.Optional(SubjectType) }),
    response: AuthoredPage(AuthoredSubject),
    cacheSeconds: 0,
  },
  createSubject: {
    method: 'POST',
    path: '/course-study/subject-manage',
    summary: 'Create a draft, with one empty stage where it has stages. Its type stays',
    access: authorsSubjects,
    body: Body({ ...fields, subjectType: SubjectType }),
    response: Changed,
    errors: [NOT_FOUND, COVER_DOES_NOT_FIT, TOO_MANY_TOPICS],
  },
  editedSubject: {
    method: 'GET',
    path: '/course-study/subject-manage/{id}',
    summary: 'The subject as its editor shows it',
    access: authorsSubjects,
    params: subject,
    response: EditedSubject,
    errors: missing,
    cacheSeconds: 0,
  },
  changeSubject: {
    method: 'PUT',
    path: '/course-study/subject-manage/{id}',
    summary:
      'Change what the subject says of itself; fields that are left out keep their value. Learners see it at once, but for the page of an external subject',
    access: authorsSubjects,
    params: subject,
    body: Body({
      ...fields,
      name: Type.Optional(Title(100)),
      url: Type.Optional(Nullable(WebAddress(2000))),
      ...completionAwardsFields,
      revision,
    }),
    response: Changed,
    errors: [...editing, COVER_DOES_NOT_FIT, TOO_MANY_TOPICS, WRONG_TYPE, TEMPLATE_NOT_OFFERED],
  },
  changeStages: {
    method: 'PUT',
    path: '/course-study/subject-manage/{id}/stages',
    summary: 'The stages with their contents, in place of all earlier ones. Learners see them when they are published',
    access: authorsSubjects,
    params: subject,
    body: Body({ stages: Type.Array(StageInput, { maxItems: 50 }), revision }),
    /** `stageIds`: of the stages in their order, which an editor names with its next change. */
    response: Type.Object({ ...Changed.properties, stageIds: Type.Array(Id) }),
    errors: [...editing, CONTENT_UNKNOWN, CONTENT_TWICE, WRONG_TYPE],
  },
  publishSubject: {
    method: 'POST',
    path: '/course-study/subject-manage/{id}/publish',
    summary: 'Put the draft on the shelf, or apply for it where approval is on; what is finished stays finished',
    access: authorsSubjects,
    params: subject,
    body: Body({ revision }),
    response: Type.Object({
      ...Changed.properties,
      versionNumber: Type.Integer(),
      /** It is published when somebody has agreed. */
      applied: Type.Boolean(),
    }),
    errors: [...editing, NEEDS_REQUIRED_CONTENT, EMPTY_STAGE, URL_MISSING, APPROVAL_PENDING, NOBODY_TO_DECIDE],
  },
  withdrawSubject: {
    method: 'POST',
    path: '/course-study/subject-manage/{id}/withdraw',
    summary: 'Take the application to publish back; the subject can be changed again',
    access: authorsSubjects,
    params: subject,
    response: Changed,
    errors: [...missing, ACTION_NOT_POSSIBLE],
  },
  takeSubjectDown: {
    method: 'POST',
    path: '/course-study/subject-manage/{id}/take-off-shelf',
    summary: 'Take the subject off the shelf: who is registered still sees it, nobody begins it; progress is kept',
    access: authorsSubjects,
    params: subject,
    response: Changed,
    errors: [...missing, ACTION_NOT_POSSIBLE],
  },
  discardSubjectChanges: {
    method: 'POST',
    path: '/course-study/subject-manage/{id}/discard-changes',
    summary: 'Throw away the changes of the stages since the last publishing',
    access: authorsSubjects,
    params: subject,
    body: Body({ revision }),
    response: Changed,
    errors: editing,
  },
  deleteSubject: {
    method: 'DELETE',
    path: '/course-study/subject-manage/{id}',
    summary: 'Put a draft or a subject that is off the shelf into the recycle bin; after 15 days it is gone',
    access: authorsSubjects,
    params: subject,
    response: Done,
    errors: [...missing, ACTION_NOT_POSSIBLE],
  },
  previewSubject: {
    method: 'GET',
    path: '/course-study/subject-manage/{id}/preview',
    summary: 'The draft as a learner would see it, for authors and who decides about it',
    access: 'signed-in',
    params: subject,
    response: SubjectDetail,
    errors: missing,
    cacheSeconds: 0,
  },
  subjectLearners: {
    method: 'GET',
    path: '/course-study/subject-manage/{id}/learners',
    summary: 'Who has registered for the subject and how far they are, the last studied first',
    access: authorsSubjects,
    params: subject,
    query: PageQuery({
      state: Type.Optional(OneOf(['not-started', 'learning', 'done', 'abandoned'])),
      search: Type.Optional(Type.String({ maxLength: 50 })),
    }),
    response: Page(
      Type.Object({
        member: Person,
        organizationName: Type.String(),
        status: StudyStatus,
        percent: Percent,
        finishedCount: Type.Integer(),
        requiredCount: Type.Integer(),
        registeredAt: Instant,
        lastStudiedAt: Nullable(Instant),
        finishedAt: Nullable(Instant),
      }),
    ),
    errors: missing,
    cacheSeconds: 0,
  },
})
