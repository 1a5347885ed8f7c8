/**
 * The answers of anonymous surveys. They carry neither an id nor a time, and lie many in one row, in an order of chance: neither
 * the order of rows on disk, nor the transaction that wrote one last, says which answer belongs to which participation.
 *
 * New answers wait in a pool. Once it holds two minimum groups, one group of them, chosen by chance, is set free for the results.
 * So two looks at the results always differ by a whole group. Versions that ask or offer something else have pools of their own:
 * a group would be none if an option was there for one person alone.
 */
import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { v4 as uuid } from 'uuid'
import type { Answers } from '../contract/answer.ts'
import { isQuestion, type SurveyContent } from '../contract/content.ts'
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

const words: ReadonlySet<string> = new Set(['title', 'description', 'text', 'lowLabel', 'highLabel', 'unit'])

/** Which questions and options a content has and who meets them, whatever their words and the order of the questions. */
function shapeOf({ pages }: SurveyContent): string {
  const asked = pages.flatMap(({ items, visibleIf: pageIf }) =>
    items.filter(isQuestion).map((one) => ({ ...one, pageIf })),
  )
  const sorted = asked.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const structure = JSON.stringify(sorted, (field, value: unknown) => (words.has(field) ? undefined : value))
  return createHash('sha256').update(structure).digest('base64url')
}

interface Pool {
  readonly shape: string
  readonly answers: KeptAnswers[]
}

/** `content`: of the version that was answered. */
export async function poolAnswers(
  db: SurveysDb,
  { id, companyId }: PublishedSurvey,
  content: SurveyContent,
  kept: KeptAnswers,
): Promise<void> {
  const shape = shapeOf(content)
  await sql`insert into surveys.answer_pool (survey_id, shape, company_id) values (${id}, ${shape}, ${companyId})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<Pool>`
    select shape, answers from surveys.answer_pool where survey_id = ${id} order by shape for update`.execute(db)
  const waiting = shuffled([...(rows.find((pool) => pool.shape === shape)?.answers ?? []), kept])
  const isRelease = waiting.length >= 2 * content.minimumGroup
  const free = isRelease ? waiting.splice(0, content.minimumGroup) : []
  // All pools of the survey are written, so that the transaction of none is that of the one respondent who is in it.
  await sql`update surveys.answer_pool
    set answers = case when shape = ${shape} then ${JSON.stringify(waiting)}::jsonb else answers end
    where survey_id = ${id}`.execute(db)
  if (free.length > 0)
    await sql`insert into surveys.answer_batch (id, survey_id, company_id, answers)
      values (${uuid()}, ${id}, ${companyId}, ${JSON.stringify(free)}::jsonb)`.execute(db)
}

/** Requests that were under way when a survey ended are through after this long, and change what was shown no more. */
const settledMs = 60_000

interface Ending {
  readonly status: string
  readonly endAt: number | null
}

/** Whether nobody answers the survey any more, so that what waits may be shown as well. */
export const isSettled = ({ status, endAt }: Ending, now: number): boolean =>
  status === 'off-shelf' || (endAt !== null && endAt + settledMs <= now)

/** Of a survey that opens again: what was shown at its end is a group of its own, and later answers wait for another one. */
export async function closeGroups(
  db: SurveysDb,
  survey: Ending & { readonly id: string },
  minimum: number,
  now: number,
): Promise<void> {
  if (survey.status !== 'off-shelf' && (survey.endAt === null || survey.endAt > now)) return
  await sql`
    with closed as (
      update surveys.answer_pool p set answers = '[]' from surveys.answer_pool before
      where p.survey_id = ${survey.id} and before.survey_id = p.survey_id and before.shape = p.shape
        and jsonb_array_length(before.answers) >= ${minimum}
      returning p.survey_id, p.company_id, before.answers)
    insert into surveys.answer_batch (id, survey_id, company_id, answers)
    select gen_random_uuid(), survey_id, company_id, answers from closed`.execute(db)
}

/** How many were submitted, set free or not. */
export async function countAnonymous(db: SurveysDb, surveyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(jsonb_array_length(answers)), 0)::int as count from (
      select answers from surveys.answer_batch where survey_id = ${surveyId}
      union all select answers from surveys.answer_pool where survey_id = ${surveyId}) a`.execute(db)
  return rows[0]?.count ?? 0
}
