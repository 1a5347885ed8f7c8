/** The mean ratings of surveys, for modules that use a survey to evaluate something. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import type { SurveyContent } from '../contract/content.ts'
import { isSettled } from './anonymous.ts'
import { getManaged } from './authored.ts'
import { type SurveysDb, surveysTables } from './db.ts'
import { type AskedSurvey, askedQuestions, keptOfManySql } from './results.ts'

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

interface SurveyRow {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly endAt: number | null
  readonly content: SurveyContent
  readonly versions: readonly { readonly number: number; readonly content: SurveyContent }[]
}

/** With all that was ever asked, the oldest version first. */
async function surveysOf(db: SurveysDb, companyId: string, surveyIds: readonly string[]): Promise<SurveyRow[]> {
  const { rows } = await sql<SurveyRow>`
    select s.id, s.name, s.status, s.end_at as "endAt", coalesce(s.published_content, s.content) as content,
      coalesce((select json_agg(json_build_object('number', v.number, 'content', v.content) order by v.number)
        from surveys.version v where v.survey_id = s.id), '[]') as versions
    from surveys.survey s
    where s.id = any(${[...surveyIds]}::uuid[]) and s.company_id = ${companyId} and s.deleted_at is null`.execute(db)
  return rows
}

interface Mean {
  readonly id: string
  /** Null: of all responses. */
  readonly questionId: string | null
  readonly mean: number | null
  readonly answered: number
}

/** How many responses each of these surveys has, and the mean of each of its rating questions. One statement. */
const meansSql = (asked: readonly AskedSurvey[], now: number) => sql<Mean>`
  with kept as materialized (select id, answers from ${keptOfManySql(asked, now)} k)
  select id, null as "questionId", null::float8 as mean, count(*)::int as answered from kept group by id
  union all
  select k.id, a ->> 'questionId', round(avg((a -> 'answer' ->> 'value')::numeric), 6)::float8, count(*)::int
  from kept k, jsonb_array_elements(k.answers) a where a -> 'answer' ->> 'kind' in ('rating', 'nps')
  group by 1, 2`

function ratingsOf({ content, versions }: SurveyRow, means: readonly Mean[], minimum: number): RatingFigures[] {
  const byQuestion = new Map(means.map((row) => [row.questionId, row]))
  const asked = { content, versions: new Map(versions.map((one) => [one.number, one.content])) }
  return askedQuestions(asked).flatMap((question) => {
    const found = byQuestion.get(question.id)
    if (!found || found.mean === null || found.answered < minimum) return []
    if (question.kind !== 'rating' && question.kind !== 'nps') return []
    const max = question.kind === 'rating' ? question.max : 10
    return [{ title: question.title, mean: found.mean, max, answered: found.answered }]
  })
}

/**
 * What the rating questions of surveys of the caller's company say on average, whoever may read their results: the module that
 * asks decides that. Two statements, however many they are. Those that are gone are missing.
 */
export async function surveyRatings(
  connection: Connection,
  { companyId }: Pick<Caller, 'companyId'>,
  surveyIds: readonly string[],
  now: number,
): Promise<SurveyRatings[]> {
  if (surveyIds.length === 0) return []
  const db = surveysTables(connection)
  const rows = await surveysOf(db, companyId, surveyIds)
  const asked = rows.map((survey): AskedSurvey => {
    const { isAnonymous, minimumGroup } = survey.content
    return { id: survey.id, isAnonymous, minimum: isAnonymous ? minimumGroup : 0, showsPools: isSettled(survey, now) }
  })
  const { rows: means } = await meansSql(asked, now).execute(db)
  const ofSurvey = Map.groupBy(means, ({ id }) => id)
  return rows.map((survey, at): SurveyRatings => {
    const [found, minimum] = [ofSurvey.get(survey.id) ?? [], asked[at]?.minimum ?? 0]
    const included = found.find(({ questionId }) => questionId === null)?.answered ?? 0
    const isHidden = included < minimum
    const questions = isHidden ? [] : ratingsOf(survey, found, minimum)
    return { surveyId: survey.id, name: survey.name, included: isHidden ? 0 : included, isHidden, questions }
  })
}
