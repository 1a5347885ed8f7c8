/** The calls of authors: writing, publishing, copying, templates. */
import { type Static, Type } from 'typebox'
import { AuthoredContent, AuthoredPage, AuthoredQuery, Changed, lifecycleCalls } from '#kit/authored-content.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, OptionalTitle, Title } from '#kit/schema.ts'
import { authorsSurveys } from './access.ts'
import { SurveyForm } from './answering.ts'
import {
  PROMISE_FIXED,
  QUESTION_FIXED,
  SURVEY_CHANGED,
  SURVEY_INCONSISTENT,
  SURVEY_NOT_READY,
  SURVEY_STATUS,
} from './codes.ts'
import { minimumGroupDefault, StoredSurveyContent, SurveyContent } from './content.ts'
import { Count, SurveyState } from './states.ts'

export const surveyNameLengthMax = 100
export const surveySummaryLengthMax = 300

/** What everybody reads of a survey: a change of it counts at once. */
const sharedFields = {
  name: Title(surveyNameLengthMax),
  summary: OptionalText(surveySummaryLengthMax),
  coverFileId: Nullable(Id),
}

const ids = (maxItems: number) => Type.Array(Id, { maxItems, uniqueItems: true })

/** A change of `content` counts when it is published. */
const surveyFields = {
  ...sharedFields,
  /** These organizations and those below them. With the other two empty as well: the whole company. */
  organizationIds: ids(100),
  /** Members in these positions, besides those of the organizations. */
  positionIds: ids(100),
  memberIds: ids(1000),
  content: SurveyContent,
}
const SurveyInput = Body(surveyFields)
export type SurveyInput = Static<typeof SurveyInput>

/** What a survey holds until its author writes it; `pageId` is new. */
export const newContent = (pageId: string): SurveyContent => ({
  ...{ introduction: '', closing: '', startAt: null, endAt: null, isAnonymous: false, allowsGuests: false },
  ...{ minimumGroup: minimumGroupDefault, quotas: [] },
  pages: [{ id: pageId, title: '', description: '', visibleIf: null, items: [] }],
})
export const newSurvey = (pageId: string): SurveyInput => ({
  ...{ name: '', summary: '', coverFileId: null, organizationIds: [], positionIds: [], memberIds: [] },
  content: newContent(pageId),
})

/**
 * Why a survey cannot be published. `questions`: it asks nothing. `window`: it ends before it starts, or has ended.
 * `files`: files name who uploads them, so neither an anonymous survey nor guests are asked for some. `quotas`: of an anonymous
 * survey, a quota that is full would tell what the last respondent has answered.
 */
export const notReadyReasons = ['questions', 'window', 'files', 'quotas'] as const

const published = {
  state: SurveyState,
  /** Of the published window; the end may have been made by hand. */
  startAt: Nullable(Instant),
  endAt: Nullable(Instant),
  isAnonymous: Type.Boolean(),
  /** Members who have answered, and guests' responses. */
  answeredCount: Count,
  mayEnd: Type.Boolean(),
}

/** A survey in the list of its authors. */
const AuthoredSurvey = Type.Object({ ...AuthoredContent.properties, ...published })
export type AuthoredSurvey = Static<typeof AuthoredSurvey>

/** A question that was published: it keeps its kind and scale. Each field: the highest number that an option of any version has. */
const FixedQuestion = Type.Object({
  id: Id,
  taken: Type.Object({ options: Count, rows: Count, columns: Count }),
})
export type FixedQuestion = Static<typeof FixedQuestion>

/** A survey as its editor shows it. */
export const EditedSurvey = Type.Object({
  ...AuthoredContent.properties,
  ...published,
  ...surveyFields,
  content: StoredSurveyContent,
  members: Type.Array(Type.Object({ id: Id, fullName: Type.String() })),
  positions: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  fixedQuestions: Type.Array(FixedQuestion),
  /** It was published once: anonymous or named and the minimum group are fixed. */
  isPromised: Type.Boolean(),
  /** For the link `#/survey/{token}`; null where guests are not allowed by what is published. */
  guestToken: Nullable(Type.String()),
  /** Publishing is an application: somebody has to agree first. */
  needsApproval: Type.Boolean(),
})
export type EditedSurvey = Static<typeof EditedSurvey>

/** An author may be in the own audience. */
const onSelf = { allowed: 'Whoever is listed is asked, and answers or not as everybody else.' } as const

/** The templates of the product, in both languages. */
export const builtInTemplates = [
  'kirkpatrick-reaction',
  'kirkpatrick-learning',
  'kirkpatrick-behavior',
  'kirkpatrick-results',
  'lecturer-feedback',
] as const
export const BuiltInTemplate = OneOf(builtInTemplates)
export type BuiltInTemplate = Static<typeof BuiltInTemplate>

const SurveyTemplate = Type.Object({
  id: Id,
  name: Type.String(),
  summary: Type.String(),
  questionCount: Count,
  authorName: Type.String(),
  createdAt: Instant,
  mayDelete: Type.Boolean(),
})
export type SurveyTemplate = Static<typeof SurveyTemplate>

const params = Type.Object({ id: Id })
const manage = lifecycleCalls({
  noun: 'survey',
  path: '/survey-manage',
  access: authorsSurveys,
  changed: SURVEY_CHANGED,
  notPossible: SURVEY_STATUS,
  notReady: [SURVEY_NOT_READY],
})

export const authoringCalls = {
  authoredSurveys: {
    method: 'GET',
    path: '/survey-manage',
    summary: 'The surveys that the caller wrote or manages, the last changed first',
    access: authorsSurveys,
    query: AuthoredQuery,
    response: AuthoredPage(AuthoredSurvey),
    cacheSeconds: 0,
  },
  createSurvey: {
    method: 'POST',
    path: '/survey-manage',
    summary: 'Write a draft of a survey',
    access: authorsSurveys,
    body: SurveyInput,
    response: Changed,
    errors: [NOT_FOUND, SURVEY_INCONSISTENT],
    onSelf,
  },
  createFromTemplate: {
    method: 'POST',
    path: '/survey-manage/from-template',
    summary: 'Write a draft from a template of the product, in the language of the call, or of the company',
    access: authorsSurveys,
    body: Body({ template: Type.Union([BuiltInTemplate, Id]), name: OptionalTitle(surveyNameLengthMax) }),
    response: Changed,
    errors: [NOT_FOUND],
  },
  copySurvey: {
    method: 'POST',
    path: '/survey-manage/{id}/copy',
    summary: 'A draft with the newest content of the survey and without its responses',
    access: authorsSurveys,
    params,
    body: Body({ name: Title(surveyNameLengthMax) }),
    response: Changed,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  editedSurvey: {
    method: 'GET',
    path: '/survey-manage/{id}',
    summary: 'The survey as its editor shows it',
    access: authorsSurveys,
    params,
    response: EditedSurvey,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  changeSurvey: {
    method: 'PUT',
    path: '/survey-manage/{id}',
    summary: 'Change a survey',
    access: authorsSurveys,
    params,
    body: Body({ ...surveyFields, revision: Type.Integer({ minimum: 0 }) }),
    response: Changed,
    errors: [
      ...[NOT_FOUND, NO_PERMISSION, SURVEY_CHANGED, SURVEY_STATUS, SURVEY_INCONSISTENT],
      ...[QUESTION_FIXED, PROMISE_FIXED],
    ],
    onSelf,
  },
  publishSurvey: manage.publish,
  withdrawSurvey: manage.withdraw,
  revokeSurvey: manage.takeDown,
  discardSurveyChanges: manage.discard,
  deleteSurvey: manage.remove,
  endSurvey: {
    method: 'POST',
    path: '/survey-manage/{id}/end',
    summary: 'End a survey in progress at once; publishing it again opens it again',
    access: authorsSurveys,
    params,
    response: Changed,
    errors: [NOT_FOUND, NO_PERMISSION, SURVEY_STATUS],
  },
  renewGuestLink: {
    method: 'POST',
    path: '/survey-manage/{id}/guest-link',
    summary: 'A new link for guests; the one before is valid no longer',
    access: authorsSurveys,
    noDryRun: 'access',
    params,
    response: Type.Object({ guestToken: Type.String() }),
    errors: [NOT_FOUND, NO_PERMISSION, SURVEY_STATUS],
  },
  previewSurvey: {
    method: 'GET',
    path: '/survey-manage/{id}/preview',
    summary: 'The draft as respondents would meet it, for authors and approvers; nothing of it is kept',
    access: 'signed-in',
    params,
    response: SurveyForm,
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  surveyTemplates: {
    method: 'GET',
    path: '/survey-template',
    summary: "The company's own templates, the newest first; those of the product are `builtInTemplates`",
    access: authorsSurveys,
    response: Type.Array(SurveyTemplate),
    cacheSeconds: 0,
  },
  saveTemplate: {
    method: 'POST',
    path: '/survey-template',
    summary: 'Keep the newest content of a survey as a template of the company, without window and quotas',
    access: authorsSurveys,
    body: Body({ surveyId: Id, name: Title(surveyNameLengthMax) }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/survey-template/{id}',
    summary: 'Delete a template of the company; surveys made from it stay',
    access: authorsSurveys,
    params,
    response: Done,
    errors: [NOT_FOUND, NO_PERMISSION],
  },
} as const
