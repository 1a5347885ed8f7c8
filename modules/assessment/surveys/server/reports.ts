/** The results of a survey for its authors. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { NOT_CROSSABLE } from '../contract/codes.ts'
import { questionsOf, type SurveyQuestion } from '../contract/content.ts'
import type { CrossTable, QuestionReport, SurveyReport } from '../contract/reports.ts'
import type { surveys } from '../contract.ts'
import { countAnonymous } from './anonymous.ts'
import { CrossCount } from './cross-table.ts'
import type { SurveysDb } from './db.ts'
import { respondentsSql } from './fields.ts'
import { crossedOf, crossKeysOf, type Numbers, noFigures, QuestionCounter } from './figures.ts'
import { askedQuestions, assertShown, eachWay, type Filter, keptSql, loadResults, type Results } from './results.ts'
import { countTexts, findTexts } from './typed-texts.ts'

/** Of numbers and sliders, by question. */
async function numbersByQuestion(db: SurveysDb, results: Results): Promise<ReadonlyMap<string, Numbers>> {
  const asks = askedQuestions(results).some(({ kind }) => kind === 'number' || kind === 'slider')
  if (!asks) return new Map()
  const { rows } = await sql<Numbers & { readonly questionId: string }>`
    select "questionId", avg(value) as mean, percentile_cont(0.5) within group (order by value) as median,
      stddev_pop(value) as deviation, min(value) as min, max(value) as max
    from (select a ->> 'questionId' as "questionId", (a -> 'answer' ->> 'value')::float8 as value
      from ${keptSql(results)} k, jsonb_array_elements(k.answers) a
      where a -> 'answer' ->> 'kind' in ('number', 'slider')) n
    group by "questionId"`.execute(db)
  return new Map(rows.map(({ questionId, ...numbers }) => [questionId, numbers]))
}

function questionReport(
  results: Results,
  question: SurveyQuestion & { readonly pageId: string },
  counter: QuestionCounter,
  left: ReadonlyMap<string, number>,
): QuestionReport {
  const { id: questionId, kind, title, pageId } = question
  const { shown, answered } = counter
  const isHidden = answered < results.minimum
  const isRemoved = !questionsOf(results.content).some(({ id }) => id === questionId)
  return {
    ...{ questionId, kind, title, pageId, isRemoved, isHidden, leftHere: left.get(pageId) ?? 0 },
    shown: isHidden ? 0 : shown,
    answered: isHidden ? 0 : answered,
    ...(isHidden ? noFigures : counter.figures(results.minimum)),
  }
}

async function countersOf(db: SurveysDb, results: Results): Promise<ReadonlyMap<string, QuestionCounter>> {
  const numbers = await numbersByQuestion(db, results)
  const counters = new Map(
    askedQuestions(results).map((question) => [
      question.id,
      new QuestionCounter(question, numbers.get(question.id) ?? null),
    ]),
  )
  for await (const { shown, answers } of eachWay(db, results))
    for (const { id } of shown) counters.get(id)?.add(answers.get(id))
  return counters
}

interface Totals {
  readonly invited: number
  readonly started: number
  readonly partial: number
  readonly completed: number
  readonly quotaFull: number
}

async function totalsOf(db: SurveysDb, { survey, isAnonymous }: Results): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select (select count(*)::int from ${respondentsSql(survey.companyId)} m) as invited,
      count(r.id)::int as started,
      count(r.id) filter (where r.submitted_at is null and r.answers <> '[]')::int as partial,
      count(r.id) filter (where r.outcome = 'completed')::int as completed,
      count(r.id) filter (where r.outcome = 'quota')::int as "quotaFull"
    from surveys.survey s left join surveys.response r on r.survey_id = s.id where s.id = ${survey.id}
    group by s.id`.execute(db)
  const totals = rows[0] ?? { invited: 0, started: 0, partial: 0, completed: 0, quotaFull: 0 }
  return isAnonymous ? { ...totals, completed: await countAnonymous(db, survey.id) } : totals
}

async function leftPages(db: SurveysDb, surveyId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ page_id: string; count: number }>`
    select page_id, count(*)::int as count from surveys.response
    where survey_id = ${surveyId} and submitted_at is null and page_id is not null group by page_id`.execute(db)
  return new Map(rows.map((row) => [row.page_id, row.count]))
}

async function quotasOf(db: SurveysDb, { survey, content }: Results): Promise<SurveyReport['quotas']> {
  const { rows } = await sql<{ quota_id: string; used: number; refused: number }>`
    select quota_id, used, refused from surveys.quota_count where survey_id = ${survey.id}`.execute(db)
  const counts = new Map(rows.map((row) => [row.quota_id, row]))
  return content.quotas.map(({ id, name, limit }) => {
    const { used = 0, refused = 0 } = counts.get(id) ?? {}
    return { id, name, limit, used, refused }
  })
}

export async function reportOf(db: SurveysDb, results: Results): Promise<SurveyReport> {
  const { survey, content, isAnonymous, included, isHidden } = results
  const totals = await totalsOf(db, results)
  const left = await leftPages(db, survey.id)
  const counters = isHidden ? undefined : await countersOf(db, results)
  const questions = askedQuestions(results).flatMap((question) => {
    const counter = counters?.get(question.id)
    return counter ? [questionReport(results, question, counter, left)] : []
  })
  return {
    ...{ surveyId: survey.id, name: survey.name, isAnonymous, minimumGroup: content.minimumGroup, questions },
    ...{ versionNumber: survey.versionNumber, invited: totals.invited, completed: totals.completed },
    ...{ started: isAnonymous ? null : totals.started, partial: isAnonymous ? null : totals.partial },
    ...{ quotaFull: isAnonymous ? null : totals.quotaFull, included: isHidden ? 0 : included, isHidden, content },
    // An anonymous survey has none; one from before counts and refuses nobody any more.
    quotas: isAnonymous ? [] : await quotasOf(db, results),
  }
}

export async function surveyReport(db: SurveysDb, caller: Caller, id: string, filter: Filter, now: number) {
  return reportOf(db, await loadResults(db, caller, id, filter, now))
}

function questionOf(results: Results, id: string): SurveyQuestion {
  const question = askedQuestions(results).find((one) => one.id === id)
  if (!question) throw refuse(NOT_FOUND)
  return question
}

export async function surveyTexts(
  db: SurveysDb,
  caller: Caller,
  id: string,
  { questionId, organizationId, ...paging }: Input<typeof surveys.surveyTexts>['query'],
  now: number,
) {
  const results = await loadResults(db, caller, id, organizationId === undefined ? {} : { organizationId }, now)
  questionOf(results, questionId)
  const { answered, typed } = await countTexts(db, results, questionId)
  assertShown(answered, results)
  return { items: await findTexts(db, results, questionId, paging), recordCount: typed }
}

export async function crossTable(
  db: SurveysDb,
  caller: Caller,
  id: string,
  query: Input<typeof surveys.crossTable>['query'],
  now: number,
): Promise<CrossTable> {
  const results = await loadResults(db, caller, id, query, now)
  const [row, column] = [questionOf(results, query.rowQuestionId), questionOf(results, query.columnQuestionId)]
  const [rowKeys, columnKeys] = [crossKeysOf(row), crossKeysOf(column)]
  if (!rowKeys || !columnKeys || row.id === column.id) throw refuse(NOT_CROSSABLE)
  assertShown(results.included, results)
  const count = new CrossCount({ keys: rowKeys }, { keys: columnKeys })
  for await (const { answers } of eachWay(db, results))
    count.add(crossedOf(answers.get(row.id)), crossedOf(answers.get(column.id)))
  const table = count.table(results.minimum)
  assertShown(table.base, results)
  return table
}
