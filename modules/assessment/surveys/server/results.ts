/** Which answers the results of a survey are of. They are read in pages, for nobody knows how many there are. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { directorySql, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { ANONYMOUS_ONLY_TOGETHER, GROUP_TOO_SMALL } from '../contract/codes.ts'
import { questionsOf, type SurveyContent, type SurveyOption, type SurveyQuestion } from '../contract/content.ts'
import { answerMap, type Path, pathOf } from '../contract/path.ts'
import { isSettled, type KeptAnswers } from './anonymous.ts'
import { getManaged } from './authored.ts'
import type { SurveysDb } from './db.ts'
import type { SurveyRecord } from './lifecycle.ts'

export interface Filter {
  readonly organizationId?: string
}

export interface Results {
  readonly survey: SurveyRecord
  /** The newest published content, or the draft's. */
  readonly content: SurveyContent
  readonly isAnonymous: boolean
  /** Nothing is shown of fewer answers. */
  readonly minimum: number
  readonly versions: ReadonlyMap<number, SurveyContent>
  /** How many answers the results are of. */
  readonly included: number
  readonly isHidden: boolean
  readonly filter: Filter
  /** Of an anonymous survey: those that wait are shown as well. */
  readonly isSettled: boolean
  readonly now: number
}

type Source = Pick<Results, 'survey' | 'isAnonymous' | 'minimum' | 'filter' | 'isSettled' | 'now'>

/** Of the response `r`: given by a member of the organization. */
const ofOrganization = ({ organizationId }: Filter, companyId: string) =>
  organizationId === undefined
    ? sql`true`
    : sql`r.member_id in (select p.id from ${directorySql(companyId)} p
        where p.organization_id in ${organizationsBelowSql([organizationId])})`

/** Of the responses `r`, up to now: whoever reads page by page meets no later ones. */
const completedSql = ({ survey, filter, now }: Source) =>
  sql`r.survey_id = ${survey.id} and r.outcome = 'completed' and r.submitted_at <= ${now}
    and ${ofOrganization(filter, survey.companyId)}`

/** Of a pool with fewer than a group nothing is ever shown. */
const shownPoolsSql = ({ survey, minimum, isSettled: showsPools }: Source) =>
  sql`survey_id = ${survey.id} and ${showsPools} and jsonb_array_length(answers) >= ${minimum}`

/** `answers` of each response, for what the database counts better by itself. */
export const keptSql = (source: Source) =>
  source.isAnonymous
    ? sql`(select one -> 'answers' as answers from (
          select answers from surveys.answer_batch where survey_id = ${source.survey.id}
          union all select answers from surveys.answer_pool where ${shownPoolsSql(source)}) g,
        jsonb_array_elements(g.answers) one)`
    : sql`(select r.answers from surveys.response r where ${completedSql(source)})`

/** One of many surveys whose answers are read at once: `id`, `isAnonymous`, `minimum` and `showsPools` as of `Source`. */
export interface AskedSurvey {
  readonly id: string
  readonly isAnonymous: boolean
  readonly minimum: number
  readonly showsPools: boolean
}

/** `id` and `answers` of each response to these surveys, as `keptSql` says of one without a filter. */
export const keptOfManySql = (surveys: readonly AskedSurvey[], now: number) => sql`(
    with asked as materialized (select * from jsonb_to_recordset(${JSON.stringify(surveys)}::jsonb)
      as s(id uuid, "isAnonymous" boolean, minimum int, "showsPools" boolean))
    select s.id, r.answers from asked s join surveys.response r on r.survey_id = s.id and r.outcome = 'completed'
      and r.submitted_at <= ${now} where not s."isAnonymous"
    union all
    select g.id, one -> 'answers' from (
        select s.id, b.answers from asked s join surveys.answer_batch b on b.survey_id = s.id where s."isAnonymous"
        union all
        select s.id, p.answers from asked s join surveys.answer_pool p on p.survey_id = s.id
          and jsonb_array_length(p.answers) >= s.minimum where s."isAnonymous" and s."showsPools") g,
      jsonb_array_elements(g.answers) one)`

async function countKept(db: SurveysDb, source: Source): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${keptSql(source)} k`.execute(db)
  return rows[0]?.count ?? 0
}

/** A filter of an anonymous survey would be a small group. */
export async function loadResults(
  db: SurveysDb,
  caller: Caller,
  id: string,
  { organizationId }: Filter,
  now: number,
): Promise<Results> {
  const filter = organizationId === undefined ? {} : { organizationId }
  return resultsOf(db, await getManaged(db, caller, id), filter, now)
}

async function resultsOf(
  db: SurveysDb,
  survey: SurveyRecord,
  { organizationId }: Filter,
  now: number,
): Promise<Results> {
  const content = survey.publishedContent ?? survey.content
  const { isAnonymous } = content
  if (isAnonymous && organizationId !== undefined) throw refuse(ANONYMOUS_ONLY_TOGETHER)
  const { rows } = await sql<{ number: number; content: SurveyContent }>`
    select number, content from surveys.version where survey_id = ${survey.id} order by number`.execute(db)
  const versions = new Map(rows.map((row) => [row.number, row.content]))
  const minimum = isAnonymous ? content.minimumGroup : 0
  const filter = organizationId === undefined ? {} : { organizationId }
  const source = { survey, isAnonymous, minimum, filter, isSettled: isSettled(survey, now), now }
  const included = await countKept(db, source)
  return { ...source, content, versions, included, isHidden: included < minimum }
}

export function assertShown(count: number, { minimum }: Results): void {
  if (count < minimum) throw refuse(GROUP_TOO_SMALL, { minimum })
}

/** Options that the newer version no longer offers stand behind its own: somebody may have chosen them. */
function withOptionsOf<Q extends SurveyQuestion>(newer: Q, older: SurveyQuestion): Q {
  const fields = ['options', 'rows', 'columns'] as const
  const none: { readonly [Field in (typeof fields)[number]]?: readonly SurveyOption[] } = {}
  const listsOf = (question: SurveyQuestion) => ({ ...none, ...question })
  const merged = fields.flatMap((field) => {
    const [own, before] = [listsOf(newer)[field], listsOf(older)[field]]
    if (!own || !before) return []
    const removed = before.filter(({ id }) => !own.some((option) => option.id === id))
    return [[field, [...own, ...removed]] as const]
  })
  return { ...newer, ...Object.fromEntries(merged) }
}

/** Every question that was ever asked, those of the newest version first, with the text of the newest version that has it. */
export function askedQuestions({
  content,
  versions,
}: Pick<Results, 'content' | 'versions'>): readonly (SurveyQuestion & { readonly pageId: string })[] {
  const known = new Map<string, SurveyQuestion & { readonly pageId: string }>()
  for (const one of [content, ...[...versions.values()].reverse()])
    for (const page of one.pages)
      for (const question of questionsOf({ pages: [page] })) {
        const newer = known.get(question.id)
        known.set(question.id, newer ? withOptionsOf(newer, question) : { ...question, pageId: page.id })
      }
  return [...known.values()]
}

export interface NamedAnswers extends KeptAnswers {
  readonly id: string
  readonly memberId: string | null
  readonly guestName: string
  readonly submittedAt: number
}

const responsesOfPage = 1000
/** Fewer than two hundred answers lie in one of them. */
const batchesOfPage = 50

/** The completed responses to a named survey, the first submitted first. */
export async function* eachResponse(db: SurveysDb, results: Source): AsyncGenerator<readonly NamedAnswers[]> {
  let last = { submittedAt: 0, id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await sql<NamedAnswers>`
      select r.id, r.member_id as "memberId", r.guest_name as "guestName", r.submitted_at as "submittedAt",
        r.version_number as "versionNumber", r.answers
      from surveys.response r where ${completedSql(results)}
        and (r.submitted_at, r.id) > (${last.submittedAt}, ${last.id}::uuid)
      order by r.submitted_at, r.id limit ${responsesOfPage}`.execute(db)
    if (rows.length > 0) yield rows
    const end = rows.at(-1)
    if (!end || rows.length < responsesOfPage) return
    last = end
  }
}

async function* eachGroup(db: SurveysDb, results: Source): AsyncGenerator<readonly KeptAnswers[]> {
  const { rows: pools } = await sql<{ answers: KeptAnswers[] }>`
    select answers from surveys.answer_pool where ${shownPoolsSql(results)}`.execute(db)
  yield pools.flatMap(({ answers }) => answers)
  let lastId = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string; answers: KeptAnswers[] }>`
      select id, answers from surveys.answer_batch where survey_id = ${results.survey.id} and id > ${lastId}
      order by id limit ${batchesOfPage}`.execute(db)
    if (rows.length > 0) yield rows.flatMap(({ answers }) => answers)
    const end = rows.at(-1)
    if (!end || rows.length < batchesOfPage) return
    lastId = end.id
  }
}

/** The way of a response through the version that was answered. */
export const wayOf = ({ versions, content }: Results, { versionNumber, answers }: KeptAnswers): Path =>
  pathOf(versions.get(versionNumber) ?? content, answerMap(answers))

/** The way of each response that the results are of. */
export async function* eachWay(db: SurveysDb, results: Results): AsyncGenerator<Path> {
  const pages = results.isAnonymous ? eachGroup(db, results) : eachResponse(db, results)
  for await (const page of pages) for (const kept of page) yield wayOf(results, kept)
}
