/** The calls by which members and guests find surveys and answer them. */
import { type Static, Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Name, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { Answers, StoredAnswers } from './answer.ts'
import {
  ANONYMOUS_NOT_SAVED,
  ANSWER_INVALID,
  ANSWERS_CHANGED,
  ANSWERS_MISSING,
  GUEST_LINK_INVALID,
  NO_RESPONDENT,
  SURVEY_ANSWERED,
  SURVEY_ENDED,
  SURVEY_REVOKED,
  SURVEY_UPCOMING,
} from './codes.ts'
import { StoredSurveyContent } from './content.ts'
import { Outcome, ParticipationState, SurveyState } from './states.ts'

const params = Type.Object({ id: Id })

/** What respondents read before they begin (EXAM-014, EXAM-015). */
const entry = {
  id: Id,
  name: Type.String(),
  summary: Type.String(),
  coverFileId: Nullable(Id),
  state: SurveyState,
  startAt: Nullable(Instant),
  endAt: Nullable(Instant),
  isAnonymous: Type.Boolean(),
  /** Of an anonymous survey: nothing is shown of fewer answers, which respondents are promised. */
  minimumGroup: Type.Integer(),
  questionCount: Type.Integer(),
}

export const SurveyListItem = Type.Object({
  ...entry,
  publishedAt: Nullable(Instant),
  participation: ParticipationState,
})
export type SurveyListItem = Static<typeof SurveyListItem>

/** Why the caller cannot answer now; opening it refuses with a code of its own. */
export const surveyObstacles = ['upcoming', 'ended', 'revoked', 'not-respondent', 'answered'] as const
const opening = {
  introduction: Type.String(),
  serverNow: Instant,
  obstacle: Nullable(OneOf(surveyObstacles)),
}

export const SurveyEntry = Type.Object({ ...SurveyListItem.properties, ...opening })
export type SurveyEntry = Static<typeof SurveyEntry>

/** The survey behind a link, as a guest reads it; `companyName`: who asks. */
export const GuestEntry = Type.Object({ ...entry, ...opening, companyName: Type.String() })
export type GuestEntry = Static<typeof GuestEntry>

/** A survey to be answered: its content is that of one version, which the submission names. */
export const SurveyForm = Type.Object({
  id: Id,
  name: Type.String(),
  versionNumber: Type.Integer(),
  /** Without quotas; conditions are in it, for the browser runs them as the server does. */
  content: StoredSurveyContent,
  /** The quotas that are full: answers that fulfil one of them end the survey with its message. Of an anonymous survey none. */
  fullQuotas: Type.Array(
    Type.Object({
      id: Id,
      condition: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
      message: Type.String(),
    }),
  ),
  /** Of a named survey what was saved so far; of an anonymous one nothing, for drafts stay in the browser. */
  answers: StoredAnswers,
  /** Every save carries the revision that was read. */
  revision: Type.Integer(),
  savedAt: Nullable(Instant),
  endAt: Nullable(Instant),
  serverNow: Instant,
})
export type SurveyForm = Static<typeof SurveyForm>

const Saved = Type.Object({ revision: Type.Integer(), savedAt: Instant })

/** `message`: of the full quota. `closing`: rich text. */
const Submitted = Type.Object({ outcome: Outcome, message: Type.String(), closing: Type.String() })
export type Submitted = Static<typeof Submitted>

const versionNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const saving = {
  answers: Answers,
  revision: Type.Integer({ minimum: 0 }),
  /** The page on which the respondent is, for the drop-off. */
  pageId: Id,
}
/** `versionNumber`: of the form; a named survey is answered in the version that was opened. */
const submitting = { versionNumber, answers: Answers }

/** 32 random bytes that the guest's browser keeps: it goes on with the own draft, and is answered once. */
const GuestSecret = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })
const token = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })
/** Of a named survey the name is required (`ANSWERS_MISSING`); of an anonymous one it is dropped. */
const guestName = { name: Type.Optional(Name(40)) }

const closedWindow = [SURVEY_UPCOMING, SURVEY_ENDED, SURVEY_REVOKED, SURVEY_ANSWERED] as const
const memberRefusals = [NOT_FOUND, NO_RESPONDENT, ...closedWindow] as const
const guestRefusals = [GUEST_LINK_INVALID, ...closedWindow] as const

const ids = Type.Array(Id, { minItems: 1, maxItems: 100 })
const front = '/exam/research-activity/front'

export const answeringCalls = {
  surveys: {
    method: 'GET',
    path: '/exam/research-activity',
    summary: 'The published surveys for the caller, the newest first',
    access: 'signed-in',
    query: PageQuery({ search: Type.Optional(OptionalText(100)), participation: Type.Optional(ParticipationState) }),
    response: Page(SurveyListItem),
    cacheSeconds: 0,
  },
  surveysByIds: {
    method: 'GET',
    path: `${front}/find-by-ids`,
    summary: 'The surveys of the ids in their order, without those that may not be seen (EXAM-064)',
    access: 'signed-in',
    query: Type.Object({ ids }),
    response: Type.Array(SurveyListItem),
    cacheSeconds: 0,
  },
  survey: {
    method: 'GET',
    path: `${front}/{id}`,
    summary: 'One survey as the caller meets it (EXAM-065)',
    access: 'signed-in',
    params,
    response: SurveyEntry,
    errors: [NOT_FOUND, NO_RESPONDENT],
    cacheSeconds: 0,
  },
  openSurvey: {
    method: 'POST',
    path: `${front}/{id}/open`,
    summary: 'The questions, and the answers that the caller has saved in a named survey',
    access: 'signed-in',
    params,
    response: SurveyForm,
    errors: memberRefusals,
  },
  saveAnswers: {
    method: 'PUT',
    path: `${front}/{id}/answers`,
    summary: "Save the caller's answers so far in a named survey, complete or not",
    access: 'signed-in',
    params,
    body: Body(saving),
    response: Saved,
    errors: [...memberRefusals, ANONYMOUS_NOT_SAVED, ANSWER_INVALID, ANSWERS_CHANGED],
  },
  submitSurvey: {
    method: 'POST',
    path: `${front}/{id}/submission`,
    summary: "Submit the caller's answers, once (EXAM-059)",
    access: 'signed-in',
    params,
    body: Body(submitting),
    response: Submitted,
    errors: [...memberRefusals, ANSWER_INVALID, ANSWERS_MISSING],
    noDryRun: 'reveals',
  },
  guestEntry: {
    method: 'POST',
    path: '/survey-guest/entry',
    summary: 'The survey behind a link for guests; `secret` says whether this browser has answered it',
    access: 'public',
    noDryRun: 'reading',
    body: Body({ token, secret: Type.Optional(GuestSecret) }),
    response: GuestEntry,
    errors: [GUEST_LINK_INVALID],
    rate: { max: 60, windowSeconds: 60 },
  },
  openAsGuest: {
    method: 'POST',
    path: '/survey-guest/open',
    summary: 'The questions for a guest, and the answers that the own browser has saved in a named survey',
    access: 'public',
    body: Body({ token, secret: GuestSecret, ...guestName }),
    response: SurveyForm,
    errors: [...guestRefusals, ANSWERS_MISSING],
    rate: { max: 30, windowSeconds: 60 },
  },
  saveAsGuest: {
    method: 'PUT',
    path: '/survey-guest/answers',
    summary: "Save a guest's answers so far in a named survey",
    access: 'public',
    body: Body({ token, secret: GuestSecret, ...saving }),
    response: Saved,
    errors: [...guestRefusals, ANONYMOUS_NOT_SAVED, ANSWER_INVALID, ANSWERS_CHANGED, ANSWERS_MISSING],
    rate: { max: 120, windowSeconds: 60 },
  },
  submitAsGuest: {
    method: 'POST',
    path: '/survey-guest/submission',
    summary: "Submit a guest's answers, once for each browser",
    access: 'public',
    body: Body({ token, secret: GuestSecret, ...guestName, ...submitting }),
    response: Submitted,
    errors: [...guestRefusals, ANSWER_INVALID, ANSWERS_MISSING],
    noDryRun: 'reveals',
    rate: { max: 30, windowSeconds: 60 },
  },
} as const
