/** The mean ratings of surveys, for modules that use a survey to evaluate something. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { getManaged } from './authored.ts'
import { type SurveysDb, surveysTables } from './db.ts'
import { surveyLifecycle } from './lifecycle.ts'
import { askedQuestions, keptSql, type Results, resultsOf } from './results.ts'

export interface RatingFigures {
  readonly title: string
  /** Millionths of a step are rounded away. */
  readonly mean: number
  /** The best that can be chosen: stars of a rating, 10 of a recommendation. */
  readonly max: number
  readonly answered: number
}

export interface SurveyRatings {
  readonly surveyId: string
  readonly name: string
  /** How many completed responses there are; 0 where they are hidden. */
  readonly included: number
  /** An anonymous survey that too few have answered: there are no figures. */
  readonly isHidden: boolean
  readonly questions: readonly RatingFigures[]
}

/** Refuses whoever may not read the results of the survey. */
export async function assertReadsResults(connection: Connection, caller: Caller, surveyId: string): Promise<void> {
  await getManaged(surveysTables(connection), caller, surveyId)
}

interface Mean {
  readonly questionId: string
  readonly mean: number
  readonly answered: number
}

async function ratingsOf(db: SurveysDb, results: Results): Promise<RatingFigures[]> {
  const { rows } = await sql<Mean>`
    select a ->> 'questionId' as "questionId", round(avg((a -> 'answer' ->> 'value')::numeric), 6)::float8 as mean,
      count(*)::int as answered
    from ${keptSql(results)} k, jsonb_array_elements(k.answers) a where a -> 'answer' ->> 'kind' in ('rating', 'nps')
    group by 1`.execute(db)
  const means = new Map(rows.map((row) => [row.questionId, row]))
  return askedQuestions(results).flatMap((question) => {
    const found = means.get(question.id)
    if (!found || found.answered < results.minimum) return []
    if (question.kind !== 'rating' && question.kind !== 'nps') return []
    const max = question.kind === 'rating' ? question.max : 10
    return [{ title: question.title, mean: found.mean, max, answered: found.answered }]
  })
}

/**
 * What the rating questions of surveys of the caller's company say on average, whoever may read their results: the module that
 * asks decides that, and asks for few at a time, for each survey takes some statements. Those that are gone are missing.
 */
export async function surveyRatings(
  connection: Connection,
  caller: Caller,
  surveyIds: readonly string[],
  now: number,
): Promise<SurveyRatings[]> {
  const db = surveysTables(connection)
  const { rows } = await sql<{ id: string }>`
    select id from surveys.survey where id = any(${[...surveyIds]}::uuid[]) and company_id = ${caller.companyId}
      and deleted_at is null`.execute(db)
  const found: SurveyRatings[] = []
  for (const { id } of rows) {
    const results = await resultsOf(db, await surveyLifecycle.get(db, caller, id), {}, now)
    const { survey, isHidden, included } = results
    const questions = isHidden ? [] : await ratingsOf(db, results)
    found.push({ surveyId: id, name: survey.name, included: isHidden ? 0 : included, isHidden, questions })
  }
  return found
}
