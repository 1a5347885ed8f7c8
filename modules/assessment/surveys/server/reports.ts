/** The results of a survey for its authors. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import { directorySql, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { SurveyAnswer } from '../contract/answer.ts'
import { ANONYMOUS_ONLY_TOGETHER, GROUP_TOO_SMALL, NOT_CROSSABLE } from '../contract/codes.ts'
import { questionsOf, type SurveyContent, type SurveyQuestion } from '../contract/content.ts'
import { answerMap, type Path, pathOf } from '../contract/path.ts'
import type { CrossTable, QuestionReport, SurveyReport } from '../contract/reports.ts'
import type { surveys } from '../contract.ts'
import { countAnonymous, freeAnswers, type KeptAnswers } from './anonymous.ts'
import { getManaged } from './authored.ts'
import { crossTableOf } from './cross-table.ts'
import type { SurveysDb } from './db.ts'
import { respondentsSql } from './fields.ts'
import { chosenOf, figuresOf, keysOf, noFigures, textOf } from './figures.ts'
import type { SurveyRecord } from './lifecycle.ts'

export interface Filter {
  readonly organizationId?: string
}

export interface Results {
  readonly survey: SurveyRecord
  /** The newest published content, or the draft's. */
  readonly content: SurveyContent
  readonly isAnonymous: boolean
  readonly minimum: number
  readonly versions: ReadonlyMap<number, SurveyContent>
  /** The way of each completed response, by the version that was answered. */
  readonly paths: readonly Path[]
  readonly isHidden: boolean
}

/** Of the response `r`: given by a member of the organization. */
export const ofOrganization = ({ organizationId }: Filter, companyId: string) =>
  organizationId === undefined
    ? sql`true`
    : sql`r.member_id in (select p.id from ${directorySql(companyId)} p
        where p.organization_id in ${organizationsBelowSql([organizationId])})`

async function namedAnswers(db: SurveysDb, { id, companyId }: SurveyRecord, filter: Filter): Promise<KeptAnswers[]> {
  const { rows } = await sql<KeptAnswers>`
    select r.version_number as "versionNumber", r.answers from surveys.response r
    where r.survey_id = ${id} and r.outcome = 'completed' and ${ofOrganization(filter, companyId)}`.execute(db)
  return rows
}

/** The survey with its completed responses; an anonymous one takes no filter, for a filter is a small group. */
export async function loadResults(
  db: SurveysDb,
  caller: Caller,
  id: string,
  filter: Filter,
  now: number,
): Promise<Results> {
  const survey = await getManaged(db, caller, id)
  const content = survey.publishedContent ?? survey.content
  const { isAnonymous } = content
  if (isAnonymous && filter.organizationId !== undefined) throw refuse(ANONYMOUS_ONLY_TOGETHER)
  const { rows } = await sql<{ number: number; content: SurveyContent }>`
    select number, content from surveys.version where survey_id = ${id} order by number`.execute(db)
  const versions = new Map(rows.map((row) => [row.number, row.content]))
  const isOver = survey.status === 'off-shelf' || (survey.endAt !== null && survey.endAt <= now)
  const kept = isAnonymous
    ? await freeAnswers(db, id, { isOver, minimum: content.minimumGroup })
    : await namedAnswers(db, survey, filter)
  const paths = kept.map(({ versionNumber, answers }) =>
    pathOf(versions.get(versionNumber) ?? content, answerMap(answers)),
  )
  const minimum = isAnonymous ? content.minimumGroup : 0
  return { survey, content, isAnonymous, minimum, versions, paths, isHidden: paths.length < minimum }
}

/** Every question that was ever asked, those of the newest version first, with the text of the newest version that has it. */
function askedQuestions({ content, versions }: Results): readonly (SurveyQuestion & { readonly pageId: string })[] {
  const known = new Map<string, SurveyQuestion & { readonly pageId: string }>()
  for (const one of [content, ...[...versions.values()].reverse()])
    for (const page of one.pages)
      for (const question of questionsOf({ pages: [page] }))
        if (!known.has(question.id)) known.set(question.id, { ...question, pageId: page.id })
  return [...known.values()]
}

const answersTo = (paths: readonly Path[], questionId: string): SurveyAnswer[] =>
  paths.flatMap(({ answers }) => answers.get(questionId) ?? [])

const shownTo = (paths: readonly Path[], questionId: string): readonly Path[] =>
  paths.filter(({ shown }) => shown.some(({ id }) => id === questionId))

function questionReport(
  results: Results,
  question: SurveyQuestion & { readonly pageId: string },
  left: ReadonlyMap<string, number>,
): QuestionReport {
  const { id: questionId, kind, title, pageId } = question
  const shown = shownTo(results.paths, questionId)
  const answers = answersTo(shown, questionId)
  const isHidden = answers.length < results.minimum || shown.length < results.minimum
  const isRemoved = !questionsOf(results.content).some(({ id }) => id === questionId)
  return {
    ...{ questionId, kind, title, pageId, isRemoved, isHidden, leftHere: left.get(pageId) ?? 0 },
    shown: isHidden ? 0 : shown.length,
    answered: isHidden ? 0 : answers.length,
    ...(isHidden ? noFigures : figuresOf(question, answers)),
  }
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

export async function surveyReport(
  db: SurveysDb,
  caller: Caller,
  id: string,
  filter: Filter,
  now: number,
): Promise<SurveyReport> {
  const results = await loadResults(db, caller, id, filter, now)
  const { survey, content, isAnonymous, paths, isHidden } = results
  const totals = await totalsOf(db, results)
  const left = await leftPages(db, id)
  // Whom a quota counts or refuses has given the answer of its condition: of an anonymous survey neither is shown.
  const quotas = isAnonymous ? [] : await quotasOf(db, results)
  return {
    ...{ surveyId: id, name: survey.name, isAnonymous, minimumGroup: content.minimumGroup, quotas },
    ...{ versionNumber: survey.versionNumber, invited: totals.invited, completed: totals.completed },
    ...{ started: isAnonymous ? null : totals.started, partial: isAnonymous ? null : totals.partial },
    ...{ quotaFull: isAnonymous ? null : totals.quotaFull, included: isHidden ? 0 : paths.length, isHidden, content },
    questions: isHidden ? [] : askedQuestions(results).map((question) => questionReport(results, question, left)),
  }
}

function assertShown({ isHidden, minimum }: Results): void {
  if (isHidden) throw refuse(GROUP_TOO_SMALL, { minimum })
}

function questionOf(results: Results, id: string): SurveyQuestion {
  const question = askedQuestions(results).find((one) => one.id === id)
  if (!question) throw refuse(NOT_FOUND)
  return question
}

/** In an order by the hash of question and text: no two questions have their texts in the same order. */
export function textsOf(results: Results, questionId: string): string[] {
  const answers = answersTo(results.paths, questionId)
  if (answers.length < results.minimum) throw refuse(GROUP_TOO_SMALL, { minimum: results.minimum })
  const keyOf = (text: string) => createHash('sha256').update(`${questionId}:${text}`).digest('hex')
  const texts = answers.map(textOf).filter((text) => text !== '')
  const keyed = texts.map((text) => ({ text, key: keyOf(text) }))
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ text }) => text)
}

export async function surveyTexts(
  db: SurveysDb,
  caller: Caller,
  id: string,
  { questionId, organizationId, ...paging }: Input<typeof surveys.surveyTexts>['query'],
  now: number,
) {
  const results = await loadResults(db, caller, id, { organizationId }, now)
  questionOf(results, questionId)
  assertShown(results)
  const texts = textsOf(results, questionId)
  const { limit, offset } = pageWindow(paging)
  return { items: texts.slice(offset, offset + limit).map((text) => ({ text })), recordCount: texts.length }
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
  const [rowKeys, columnKeys] = [keysOf(row), keysOf(column)]
  if (!rowKeys || !columnKeys || row.id === column.id) throw refuse(NOT_CROSSABLE)
  assertShown(results)
  const both = shownTo(shownTo(results.paths, row.id), column.id)
  if (both.length < results.minimum) throw refuse(GROUP_TOO_SMALL, { minimum: results.minimum })
  const pairs = both.map(({ answers }) => ({
    row: chosenOf(answers.get(row.id)),
    column: chosenOf(answers.get(column.id)),
  }))
  return crossTableOf({ keys: rowKeys }, { keys: columnKeys }, pairs, results.minimum)
}
