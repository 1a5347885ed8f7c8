/** Answering a survey: what the respondent gets, what is saved of a named survey, and the submission. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refuse } from '#kit/errors.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Answers } from '../contract/answer.ts'
import type { Submitted, SurveyForm } from '../contract/answering.ts'
import { isComplete, problemOfAnswers } from '../contract/check-answers.ts'
import {
  ANONYMOUS_NOT_SAVED,
  ANSWER_INVALID,
  ANSWERS_CHANGED,
  ANSWERS_MISSING,
  SURVEY_ANSWERED,
} from '../contract/codes.ts'
import type { Quota, SurveyContent } from '../contract/content.ts'
import { answerMap, fulfils, type Path, pathOf } from '../contract/path.ts'
import type { Outcome } from '../contract/states.ts'
import { poolAnswers } from './anonymous.ts'
import type { SurveysDb } from './db.ts'
import type { PublishedSurvey } from './published.ts'

/** A member, or a guest by the hash of the own secret. */
export type Respondent =
  | { readonly memberId: string; readonly guestKey?: undefined }
  | { readonly guestKey: string; readonly guestName: string; readonly memberId?: undefined }

interface ResponseRow {
  readonly id: string
  readonly versionNumber: number
  readonly answers: Answers
  readonly revision: number
  readonly savedAt: number | null
  readonly submittedAt: number | null
}

const ofRespondent = ({ memberId, guestKey }: Respondent) =>
  memberId === undefined ? sql`guest_key = ${guestKey}` : sql`member_id = ${memberId}`

async function findResponse(db: SurveysDb, surveyId: string, respondent: Respondent): Promise<ResponseRow | undefined> {
  const { rows } = await sql<ResponseRow>`
    select id, version_number as "versionNumber", answers, revision, saved_at as "savedAt", submitted_at as "submittedAt"
    from surveys.response where survey_id = ${surveyId} and ${ofRespondent(respondent)} for update`.execute(db)
  return rows[0]
}

/**
 * The respondent's response to a named survey, which begins now where there is none. Two tabs at once make one. Guests begin by
 * saying their name.
 */
async function openResponse(db: SurveysDb, survey: PublishedSurvey, respondent: Respondent, now: number) {
  const { memberId = null, guestKey = null } = respondent
  const guestName = respondent.memberId === undefined ? respondent.guestName : ''
  const isNameless = guestKey !== null && guestName === ''
  if (!isNameless)
    await sql`
    insert into surveys.response (id, company_id, survey_id, version_number, member_id, guest_key, guest_name, answers, started_at)
    values (${uuid()}, ${survey.companyId}, ${survey.id}, ${survey.versionNumber}, ${memberId}, ${guestKey}, ${guestName},
      '[]', ${now}) on conflict do nothing`.execute(db)
  const response = await findResponse(db, survey.id, respondent)
  if (!response) throw refuse(ANSWERS_MISSING, { questionIds: [] })
  if (response.submittedAt !== null) throw refuse(SURVEY_ANSWERED)
  return response
}

async function contentOfVersion(db: SurveysDb, survey: PublishedSurvey, number: number): Promise<SurveyContent> {
  if (number === survey.versionNumber) return survey.content
  const { rows } = await sql<{ content: SurveyContent }>`
    select content from surveys.version where survey_id = ${survey.id} and number = ${number}`.execute(db)
  if (!rows[0]) throw refuse(ANSWER_INVALID, { questionId: '', problem: 'unknown-question' })
  return rows[0].content
}

async function fullQuotas(
  db: SurveysDb,
  surveyId: string,
  quotas: readonly Quota[],
): Promise<SurveyForm['fullQuotas']> {
  if (quotas.length === 0) return []
  const { rows } = await sql<{ quota_id: string; used: number }>`
    select quota_id, used from surveys.quota_count where survey_id = ${surveyId}`.execute(db)
  const used = new Map(rows.map((row) => [row.quota_id, row.used]))
  const full = quotas.filter(({ id, limit }) => (used.get(id) ?? 0) >= limit)
  return full.map(({ id, condition, message }) => ({ id, condition, message }))
}

export async function openForm(
  db: SurveysDb,
  survey: PublishedSurvey,
  respondent: Respondent,
  now: number,
): Promise<SurveyForm> {
  const { id, name, endAt } = survey
  const isAnonymous = survey.content.isAnonymous
  const response = isAnonymous ? undefined : await openResponse(db, survey, respondent, now)
  const versionNumber = response?.versionNumber ?? survey.versionNumber
  const content = await contentOfVersion(db, survey, versionNumber)
  return {
    ...{ id, name, versionNumber, endAt, serverNow: now },
    content: { ...content, quotas: [] },
    // In an anonymous survey a quota that becomes full would tell everybody what the last respondent has answered.
    fullQuotas: isAnonymous ? [] : await fullQuotas(db, id, survey.content.quotas),
    answers: [...(response?.answers ?? [])],
    revision: response?.revision ?? 0,
    savedAt: response?.savedAt ?? null,
  }
}

function assertFit(content: SurveyContent, answers: Answers): void {
  const problem = problemOfAnswers(content, answers)
  if (problem) throw refuse(ANSWER_INVALID, problem)
}

interface Saving {
  readonly answers: Answers
  readonly revision: number
  readonly pageId: string
}

/** What is kept until the respondent goes on, complete or not. */
export async function saveResponse(
  db: SurveysDb,
  survey: PublishedSurvey,
  respondent: Respondent,
  { answers, revision, pageId }: Saving,
  now: number,
) {
  if (survey.content.isAnonymous) throw refuse(ANONYMOUS_NOT_SAVED)
  const response = await openResponse(db, survey, respondent, now)
  if (response.revision !== revision) throw refuse(ANSWERS_CHANGED, { revision: response.revision })
  const content = await contentOfVersion(db, survey, response.versionNumber)
  // What is not finished yet may have too few options.
  const problem = problemOfAnswers(content, answers, 'count')
  if (problem) throw refuse(ANSWER_INVALID, problem)
  await sql`update surveys.response set answers = ${JSON.stringify(answers)}::jsonb, page_id = ${pageId}, saved_at = ${now},
    revision = revision + 1 where id = ${response.id}`.execute(db)
  return { revision: revision + 1, savedAt: now }
}

/** The quota that ends the survey; the others are counted. Whoever takes the last place counts. */
async function countQuotas(db: SurveysDb, survey: PublishedSurvey, quotas: readonly Quota[], { answers }: Path) {
  if (quotas.length === 0) return undefined
  const { rows } = await sql<{ quota_id: string; used: number }>`
    select quota_id, used from surveys.quota_count where survey_id = ${survey.id} order by quota_id for update`.execute(
    db,
  )
  const used = new Map(rows.map((row) => [row.quota_id, row.used]))
  const matching = quotas.filter(({ condition }) => fulfils(condition, answers))
  const full = matching.find(({ id, limit }) => (used.get(id) ?? 0) >= limit)
  const counted = full ? [] : matching.map(({ id }) => id)
  await sql`update surveys.quota_count set used = used + (quota_id = any(${counted}::uuid[]))::int,
    refused = refused + (quota_id = any(${full ? [full.id] : []}::uuid[]))::int
    where survey_id = ${survey.id}`.execute(db)
  return full
}

/** Of members once (EXAM-059): of two submissions at one moment the second waits for the row, and finds it answered. */
async function takePart(db: SurveysDb, survey: PublishedSurvey, respondent: Respondent, now: number): Promise<void> {
  const { id, companyId } = survey
  const { rows } =
    respondent.memberId === undefined
      ? await sql`insert into surveys.guest_submission (survey_id, guest_key, company_id)
          values (${id}, ${respondent.guestKey}, ${companyId}) on conflict do nothing returning survey_id`.execute(db)
      : await sql`insert into surveys.participation as t (survey_id, member_id, company_id, answered_on)
          values (${id}, ${respondent.memberId}, ${companyId},
            (to_timestamp(${now} / 1000.0) at time zone ${timeZoneSql(companyId)})::date)
          on conflict (survey_id, member_id) do update set answered_on = excluded.answered_on
          where t.answered_on is null returning survey_id`.execute(db)
  if (rows.length === 0) throw refuse(SURVEY_ANSWERED)
}

async function keepNamed(db: SurveysDb, id: string, answers: Answers, outcome: Outcome, now: number): Promise<void> {
  await sql`update surveys.response set answers = ${JSON.stringify(answers)}::jsonb, submitted_at = ${now},
    saved_at = ${now}, outcome = ${outcome}, revision = revision + 1 where id = ${id}`.execute(db)
}

interface Submission {
  readonly versionNumber: number
  readonly answers: Answers
}

function assertComplete({ shown, answers }: Path): void {
  const missing = shown.filter((question) => !isComplete(question, answers.get(question.id)))
  if (missing.length > 0) throw refuse(ANSWERS_MISSING, { questionIds: missing.map(({ id }) => id) })
}

/** Keeps the answers of the questions that the respondent's way has shown, and no others. */
export async function submitResponse(
  db: SurveysDb,
  survey: PublishedSurvey,
  respondent: Respondent,
  { answers, ...named }: Submission,
  now: number,
): Promise<Submitted> {
  const isAnonymous = survey.content.isAnonymous
  const response = isAnonymous ? undefined : await openResponse(db, survey, respondent, now)
  const { versionNumber } = response ?? named
  const content = await contentOfVersion(db, survey, versionNumber)
  assertFit(content, answers)
  const path = pathOf(content, answerMap(answers))
  await (isAnonymous || respondent.memberId !== undefined ? takePart(db, survey, respondent, now) : undefined)
  // Those of now, whichever version was answered: they are about all responses together. An anonymous survey may have some from
  // before they were refused; what they said would be an answer of who came last.
  const full = isAnonymous ? undefined : await countQuotas(db, survey, survey.content.quotas, path)
  // A full quota ends a survey early, so what comes after it need not be answered.
  if (!full) assertComplete(path)
  const kept = { versionNumber, answers: [...path.answers].map(([questionId, answer]) => ({ questionId, answer })) }
  const outcome = full ? 'quota' : 'completed'
  if (response) await keepNamed(db, response.id, kept.answers, outcome, now)
  else await poolAnswers(db, survey, content, kept)
  return { outcome, message: full?.message ?? '', closing: content.closing }
}
