/** Answers are evaluated when they come, and kept as the last one with what the first one earned. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refuse } from '#kit/errors.ts'
import { scoreOf } from '#modules/assessment/questions/contract.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { QUESTION_CHANGED, QUESTION_SETTLED } from '../contract/codes.ts'
import type { AnswerState } from '../contract/wire.ts'
import { readAnswer } from './answer-shape.ts'
import type { ExercisesDb } from './db.ts'
import { hostOf } from './hosts.ts'
import { getPlace, readQuestion } from './reading.ts'
import { type AnswerRow, answerState, type QuestionRow } from './states.ts'

export interface SubmitInput {
  readonly questionId: string
  readonly contentId?: string
  readonly answer: string
  readonly submissionId?: string
}

/** Any: what the parts of a question weigh is not shown here. */
const scoreTenths = 1000

/** Two tabs of a member answer one after the other; a row that is not there yet has no lock of its own. */
async function lockAnswer(db: ExercisesDb, memberId: string, questionId: string): Promise<readonly string[]> {
  await lockNames(db, `exercise ${memberId} ${questionId}`)
  const row = await db
    .selectFrom('exercises.answer')
    .select('submission_ids')
    .where('member_id', '=', memberId)
    .where('question_id', '=', questionId)
    .executeTakeFirst()
  return row?.submission_ids ?? []
}

const settledState = ({ answer, content, content_id }: QuestionRow): AnswerState | undefined =>
  answer ? answerState(answer, content, content_id) : undefined

/**
 * Evaluates an answer and keeps it. An attempt that is sent again counts once and is answered as the first time. What was
 * answered right, or has no attempts left, stays as it is.
 */
export async function submitAnswer(
  db: ExercisesDb,
  { questionId, contentId, answer, submissionId = uuid() }: SubmitInput,
  { caller, now }: Context,
): Promise<AnswerState> {
  const place = await getPlace(db, caller.companyId, questionId)
  await hostOf(place.businessType).assertAnswers(db, caller, place.businessId, place.sectionId, now)
  const submissions = await lockAnswer(db, caller.memberId, questionId)
  const row = await readQuestion(db, caller.memberId, questionId)
  const before = settledState(row)
  if (before && submissions.includes(submissionId)) return before
  if (before?.isSettled) throw refuse(QUESTION_SETTLED)
  if (contentId !== undefined && contentId !== row.content_id) throw refuse(QUESTION_CHANGED)
  const given = readAnswer(answer, row.content)
  const verdict = scoreOf(row.content, given, scoreTenths).verdict as AnswerRow['verdict']
  const attempts = submissions.length + 1
  const kept: AnswerRow = {
    ...{ content_id: row.content_id, given, verdict, attempts },
    was_right_first: row.answer ? row.answer.was_right_first : verdict === 'right',
    is_settled: verdict === 'right' || attempts >= place.attemptsMax,
  }
  await sql`
    insert into exercises.answer (member_id, question_id, company_id, content_id, given, verdict, was_right_first,
      is_settled, submission_ids, first_at, answered_at)
    values (${caller.memberId}, ${questionId}, ${caller.companyId}, ${kept.content_id}, ${JSON.stringify(given)}::jsonb,
      ${verdict}, ${kept.was_right_first}, ${kept.is_settled}, array[${submissionId}::uuid], ${now}, ${now})
    on conflict (member_id, question_id) do update set content_id = excluded.content_id, given = excluded.given,
      verdict = excluded.verdict, is_settled = excluded.is_settled, answered_at = excluded.answered_at,
      submission_ids = exercises.answer.submission_ids || excluded.submission_ids`.execute(db)
  return answerState(kept, row.content, row.content_id)
}
