/**
 * The answers of anonymous surveys. They carry neither an id nor a time, and lie many in one row, in an order of chance: neither
 * the order of rows on disk, nor the transaction that wrote one last, says which answer belongs to which participation.
 *
 * New answers wait in a pool, one row a survey, which is written as a whole by each submission. Once it holds two minimum groups,
 * one group of them, chosen by chance, is set free for the results. So two looks at the results always differ by a whole group.
 */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import type { Answers } from '../contract/answer.ts'
import type { SurveysDb } from './db.ts'
import type { PublishedSurvey } from './published.ts'

export interface KeptAnswers {
  readonly versionNumber: number
  readonly answers: Answers
}

/** Fisher–Yates with chance that nobody can repeat. */
function shuffled<T>(items: readonly T[]): T[] {
  const result = [...items]
  for (let at = result.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    const [one, two] = [result[at] as T, result[other] as T]
    result[at] = two
    result[other] = one
  }
  return result
}

export async function poolAnswers(db: SurveysDb, survey: PublishedSurvey, kept: KeptAnswers): Promise<void> {
  const { id, companyId, content } = survey
  await sql`insert into surveys.answer_pool (survey_id, company_id) values (${id}, ${companyId})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ answers: KeptAnswers[] }>`
    select answers from surveys.answer_pool where survey_id = ${id} for update`.execute(db)
  const waiting = shuffled([...(rows[0]?.answers ?? []), kept])
  const isRelease = waiting.length >= 2 * content.minimumGroup
  const free = isRelease ? waiting.splice(0, content.minimumGroup) : []
  await sql`update surveys.answer_pool set answers = ${JSON.stringify(waiting)}::jsonb where survey_id = ${id}`.execute(
    db,
  )
  if (free.length > 0)
    await sql`insert into surveys.answer_batch (id, survey_id, company_id, answers)
      values (${uuid()}, ${id}, ${companyId}, ${JSON.stringify(free)}::jsonb)`.execute(db)
}

/** Those that are set free; once the survey is over, also those in the pool, unless they are fewer than the minimum group. */
export async function freeAnswers(
  db: SurveysDb,
  surveyId: string,
  { isOver, minimum }: { readonly isOver: boolean; readonly minimum: number },
): Promise<KeptAnswers[]> {
  const { rows } = await sql<{ answers: KeptAnswers[] }>`
    select answers from surveys.answer_batch where survey_id = ${surveyId}
    union all select answers from surveys.answer_pool
      where survey_id = ${surveyId} and ${isOver} and jsonb_array_length(answers) >= ${minimum}`.execute(db)
  return rows.flatMap(({ answers }) => answers)
}

/**
 * Before a survey that was over goes on: what its results have shown stays a group of its own. Otherwise the next end would
 * differ from this one by whoever answers in between, who may be one.
 */
export async function closePool(db: SurveysDb, surveyId: string, minimum: number): Promise<void> {
  const shown = sql`survey_id = ${surveyId} and jsonb_array_length(answers) >= ${minimum}`
  await sql`insert into surveys.answer_batch (id, survey_id, company_id, answers)
    select ${uuid()}::uuid, survey_id, company_id, answers from surveys.answer_pool where ${shown}`.execute(db)
  await sql`update surveys.answer_pool set answers = '[]' where ${shown}`.execute(db)
}

/** How many have submitted. Not the answers are counted: who is missing among these was refused by a quota. */
export async function countAnonymous(db: SurveysDb, surveyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from surveys.participation where survey_id = ${surveyId} and answered_on is not null)
      + (select count(*) from surveys.guest_submission where survey_id = ${surveyId}))::int as count`.execute(db)
  return rows[0]?.count ?? 0
}
