/** The calls that read the results, and those about who has answered. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery } from '#kit/schema.ts'
import { authorsSurveys } from './access.ts'
import { StoredAnswers } from './answer.ts'
import { ANONYMOUS_ONLY_TOGETHER, GROUP_TOO_SMALL, NOT_CROSSABLE, SURVEY_STATUS } from './codes.ts'
import { questionKinds, StoredSurveyContent } from './content.ts'
import { Count, Outcome, ParticipationState } from './states.ts'

const params = Type.Object({ id: Id })

/** `key`: the option's id, the number of stars, the value; "other" is 0. `label`: empty for numbers. */
const Bar = Type.Object({ key: Type.Integer(), label: Type.String(), count: Count })

/** Of the numbers that were answered. */
const Numbers = Type.Object({
  mean: Type.Number(),
  median: Type.Number(),
  min: Type.Number(),
  max: Type.Number(),
  deviation: Type.Number(),
})

/** Shares are counts divided by `shown`: those who met the question. */
export const QuestionReport = Type.Object({
  questionId: Id,
  kind: OneOf(questionKinds),
  title: Type.String(),
  pageId: Id,
  /** The newest published version no longer asks it. */
  isRemoved: Type.Boolean(),
  shown: Count,
  answered: Count,
  /** Of an anonymous survey, fewer than the minimum group have answered it: everything below is empty. */
  isHidden: Type.Boolean(),
  /** Choices, ratings, NPS; of sliders and numbers the values or steps of them; of a ranking how often an option stood first. */
  bars: Type.Array(Bar),
  numbers: Nullable(Numbers),
  /** `score` is the percentage of promoters less that of detractors, in tenths of a per cent. */
  nps: Nullable(Type.Object({ promoters: Count, passives: Count, detractors: Count, scoreTenths: Type.Integer() })),
  /** Of a ranking: the mean place of each option, 1 is the best. */
  places: Type.Array(Type.Object({ key: Type.Integer(), label: Type.String(), mean: Type.Number() })),
  /** Of a matrix; in an anonymous survey one that fewer than the minimum group have answered has no bars. */
  rows: Type.Array(
    Type.Object({
      rowId: Type.Integer(),
      label: Type.String(),
      answered: Count,
      bars: Type.Array(Bar),
      numbers: Nullable(Numbers),
    }),
  ),
  /** Texts that `surveyTexts` answers by page: typed answers, "other", dates, files. */
  textCount: Count,
  /** Partial responses that stopped on the page of this question. */
  leftHere: Count,
})
export type QuestionReport = Static<typeof QuestionReport>

export const SurveyReport = Type.Object({
  surveyId: Id,
  name: Type.String(),
  isAnonymous: Type.Boolean(),
  minimumGroup: Type.Integer(),
  versionNumber: Type.Integer(),
  /** Members of the audience; guests are not among them. */
  invited: Count,
  /** Whoever opened the questions. Null for an anonymous survey: nobody knows, for drafts stay in the browser. */
  started: Nullable(Count),
  /** Started, not submitted, and at least one answer is saved. Null as above. */
  partial: Nullable(Count),
  /** Of an anonymous survey all answers, set free or not. */
  completed: Count,
  /** Ended by a full quota; not in the results. Null for an anonymous survey, which has no quotas. */
  quotaFull: Nullable(Count),
  /** The completed responses that the results below are of: by the filter, and of an anonymous survey those set free. */
  included: Count,
  /** An anonymous survey, and fewer than the minimum group are included: `questions` hold nothing. */
  isHidden: Type.Boolean(),
  quotas: Type.Array(Type.Object({ id: Id, name: Type.String(), limit: Count, used: Count, refused: Count })),
  questions: Type.Array(QuestionReport),
  content: StoredSurveyContent,
})
export type SurveyReport = Static<typeof SurveyReport>

const reportQuery = {
  /** This organization and those below it; members' responses alone. */
  organizationId: Type.Optional(Id),
}

/**
 * Row by column, NPS in its three groups, and of each line the responses that chose it and answered the other question. Of an anonymous survey a null is
 * hidden: it counts fewer than the minimum group, or one that does would follow from it.
 */
export const CrossTable = Type.Object({
  rows: Type.Array(Type.Object({ key: Type.Integer(), label: Type.String(), count: Nullable(Count) })),
  columns: Type.Array(Type.Object({ key: Type.Integer(), label: Type.String(), count: Nullable(Count) })),
  cells: Type.Array(Type.Array(Nullable(Count))),
  /** Responses that answered both questions. */
  base: Count,
})
export type CrossTable = Static<typeof CrossTable>

export const Participant = Type.Object({
  member: Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() }),
  organizationName: Type.String(),
  participation: ParticipationState,
  /** The day, as the start of it in the company's time zone; an anonymous survey keeps no more. */
  answeredOn: Nullable(Instant),
})
export type Participant = Static<typeof Participant>

export const ResponseRow = Type.Object({
  id: Id,
  /** Null: a guest. */
  member: Nullable(Type.Object({ id: Id, fullName: Type.String(), avatarPath: Type.String() })),
  guestName: Type.String(),
  organizationName: Type.String(),
  versionNumber: Type.Integer(),
  startedAt: Instant,
  /** Null: not submitted. */
  submittedAt: Nullable(Instant),
  outcome: Nullable(Outcome),
})
export type ResponseRow = Static<typeof ResponseRow>

const base = { access: authorsSurveys, params, cacheSeconds: 0 } as const

export const reportCalls = {
  surveyParticipants: {
    ...base,
    method: 'GET',
    path: '/survey-manage/{id}/participants',
    summary: 'The members of the audience and whether they have answered, by name',
    query: PageQuery({
      participation: Type.Optional(ParticipationState),
      search: Type.Optional(OptionalText(100)),
    }),
    response: Page(Participant),
    errors: [NOT_FOUND, NO_PERMISSION],
  },
  remindRespondents: {
    method: 'POST',
    path: '/survey-manage/{id}/remind',
    summary: 'Remind the members of the audience who have not answered a survey in progress',
    access: authorsSurveys,
    params,
    response: Type.Object({ reminded: Count }),
    errors: [NOT_FOUND, NO_PERMISSION, SURVEY_STATUS],
    onSelf: { allowed: 'An author who has not answered is reminded as everybody else.' },
  },
  surveyReport: {
    ...base,
    method: 'GET',
    path: '/survey-manage/{id}/report',
    summary: 'The results, question by question; of an anonymous survey nothing below the minimum group',
    query: Type.Object(reportQuery),
    response: SurveyReport,
    errors: [NOT_FOUND, NO_PERMISSION, ANONYMOUS_ONLY_TOGETHER],
  },
  surveyTexts: {
    ...base,
    method: 'GET',
    path: '/survey-manage/{id}/texts',
    summary: 'What was typed in answer to a question; of an anonymous survey in an order that says nothing',
    query: PageQuery({ questionId: Id, ...reportQuery }),
    response: Page(Type.Object({ text: Type.String() })),
    errors: [NOT_FOUND, NO_PERMISSION, ANONYMOUS_ONLY_TOGETHER, GROUP_TOO_SMALL],
  },
  crossTable: {
    ...base,
    method: 'GET',
    path: '/survey-manage/{id}/cross-table',
    summary: 'How often the answers to two questions come together',
    query: Type.Object({ rowQuestionId: Id, columnQuestionId: Id, ...reportQuery }),
    response: CrossTable,
    errors: [NOT_FOUND, NO_PERMISSION, ANONYMOUS_ONLY_TOGETHER, GROUP_TOO_SMALL, NOT_CROSSABLE],
  },
  surveyResponses: {
    ...base,
    method: 'GET',
    path: '/survey-manage/{id}/responses',
    summary: 'The responses to a named survey, the last started first',
    query: PageQuery({ outcome: Type.Optional(Outcome), ...reportQuery }),
    response: Page(ResponseRow),
    errors: [NOT_FOUND, NO_PERMISSION, ANONYMOUS_ONLY_TOGETHER],
  },
  surveyResponse: {
    ...base,
    method: 'GET',
    path: '/survey-manage/{id}/responses/{responseId}',
    summary: 'One response to a named survey, with the questions as its respondent met them',
    params: Type.Object({ id: Id, responseId: Id }),
    response: Type.Object({
      ...ResponseRow.properties,
      content: StoredSurveyContent,
      answers: StoredAnswers,
      /** Addresses of the uploaded files, by their id; they are valid for a while. */
      files: Type.Array(Type.Object({ id: Id, name: Type.String(), url: Type.String() })),
    }),
    errors: [NOT_FOUND, NO_PERMISSION, ANONYMOUS_ONLY_TOGETHER],
  },
  exportSurvey: {
    ...base,
    method: 'GET',
    path: '/survey-manage/{id}/export',
    summary:
      'The results as xlsx: of a named survey a row a response and the figures, of an anonymous one figures and shuffled texts',
    kind: 'stream',
    query: Type.Object(reportQuery),
    response: Type.Object({}),
    errors: [NOT_FOUND, NO_PERMISSION, ANONYMOUS_ONLY_TOGETHER, GROUP_TOO_SMALL],
  },
} as const
