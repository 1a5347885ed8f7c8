/** Where questions are used and how they did there, for the bank: beside the rows of its list, and of one question. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { contentKinds } from '#modules/content/catalog/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { QuestionListItem } from '../contract/bank.ts'
import {
  type ItemFlag,
  type ItemTotals,
  overexposedAbove,
  overexposedPeopleMin,
  type QuestionStatistics,
} from '../contract/statistics.ts'
import type { QuestionsDb } from './db.ts'
import { statisticsOfAll, totalsSql } from './item-statistics.ts'
import { getManagedQuestion } from './records.ts'

/** Papers in which questions stand; the module of papers registers it. */
export interface QuestionPapers {
  /** How many papers hold each of the questions; those in none are absent. One statement. */
  counts(db: Connection, companyId: string, questionIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The papers with the question, the newest first. */
  newest(db: Connection, companyId: string, questionId: string, limit: number): Promise<{ id: string; name: string }[]>
}

export const questionPapers = extensionPoint<QuestionPapers>('questions.papers')

const usesShownMax = 10

/** How many members the company has, as a value in a statement: counted once, and not for each row. */
const membersSql = (companyId: string) => sql<number>`(select count(*) from ${directorySql(companyId)} m)`

/** Whether too many have got the question, of its row `e` of exposure. */
const isOverexposedSql = (companyId: string): RawBuilder<boolean> =>
  sql`(e.people >= ${overexposedPeopleMin} and e.people > ${overexposedAbove}::float8 * ${membersSql(companyId)})`

/** Whether the question `q` has the flag: its current version, or what was shown of it. */
export function hasFlagSql(companyId: string, flag: ItemFlag): RawBuilder<boolean> {
  if (flag === 'overexposed')
    return sql`q.id in (select e.question_id from questions.exposure e
      where e.company_id = ${companyId} and ${isOverexposedSql(companyId)})`
  return sql`q.version_id in (select i.version_id from questions.item_statistics i
    where i.company_id = ${companyId} and i.flags <> '{}' and i.flags @> array[${flag}::text])`
}

type Used = Pick<QuestionListItem, 'usage' | 'statistics' | 'flags'>

interface UsedRow {
  readonly id: string
  readonly people: number
  readonly exposure: number
  readonly lastUsedAt: number | null
  readonly exams: number
  readonly statistics: Used['statistics']
  readonly flags: ItemFlag[]
}

async function usedRows(db: QuestionsDb, companyId: string, ids: readonly string[]): Promise<UsedRow[]> {
  const { rows } = await sql<UsedRow>`
    with company as materialized (select greatest(1, ${membersSql(companyId)})::float8 as members)
    select q.id, coalesce(e.people, 0) as people, least(1, coalesce(e.people, 0) / company.members) as exposure,
      nullif(greatest(coalesce(e.last_shown_at, 0), coalesce(asked.last, 0)), 0) as "lastUsedAt",
      coalesce(asked.exams, 0)::int as exams,
      case when i.version_id is not null then json_build_object('answers', i.answers, 'difficulty', i.difficulty,
        'itemRest', i.item_rest) end as statistics,
      coalesce(i.flags, '{}') || case when ${isOverexposedSql(companyId)} then array['overexposed'] else '{}'::text[] end
        as flags
    from questions.question q cross join company
    left join questions.exposure e on e.question_id = q.id
    left join questions.item_statistics i on i.version_id = q.version_id
    left join lateral (select count(distinct (s.business_type, s.business_id)) as exams, max(s.answered_at) as last
      from questions.item_totals s where s.question_id = q.id) asked on true
    where q.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** What is known of the use of these questions. */
export async function usedBy(
  db: QuestionsDb,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Used>> {
  const rows = await usedRows(db, companyId, ids)
  const papers = await Promise.all(questionPapers.all().map((one) => one.counts(db, companyId, ids)))
  const papersOf = (id: string) => papers.reduce((sum, counts) => sum + (counts.get(id) ?? 0), 0)
  return new Map(
    rows.map(({ id, statistics, flags, ...usage }) => [
      id,
      { usage: { ...usage, papers: papersOf(id) }, statistics, flags },
    ]),
  )
}

interface VersionRow extends ItemTotals {
  readonly versionId: string
  readonly number: number
  readonly isCurrent: boolean
  readonly businessType: number
  readonly businessId: string
}

/** The exams by their newest answer, with their names where their module knows them. */
async function examsOf(db: QuestionsDb, companyId: string, rows: readonly VersionRow[]) {
  const exams = [...Map.groupBy(rows, ({ businessId }) => businessId)]
    .map(([id, own]) => ({
      ...{ id, businessType: own[0]?.businessType },
      answers: own.reduce((sum, { answers }) => sum + answers, 0),
      answeredAt: Math.max(...own.map(({ answeredAt }) => answeredAt)),
    }))
    .sort((one, other) => other.answeredAt - one.answeredAt)
    .slice(0, usesShownMax)
  const kinds = contentKinds
    .all()
    .filter((kind) => exams.some(({ businessType }) => businessType === kind.businessType))
  const ids = exams.map(({ id }) => id)
  const items = (await Promise.all(kinds.map((kind) => kind.items(db, companyId, ids)))).flat()
  const names = new Map(items.map(({ id, name }) => [id, name]))
  return exams.map(({ businessType: _, ...exam }) => ({ ...exam, name: names.get(exam.id) ?? '' }))
}

/** What attempts say of a question that the caller manages: versions apart, the current one first. */
export async function questionStatistics(db: QuestionsDb, caller: Caller, id: string): Promise<QuestionStatistics> {
  const { companyId } = caller
  await getManagedQuestion(db, caller, id)
  const { rows } = await sql<VersionRow>`
    select v.id as "versionId", v.number, v.id = q.version_id as "isCurrent", s.business_type as "businessType",
      s.business_id as "businessId", ${totalsSql}
    from questions.item_totals s join questions.version v on v.id = s.version_id
    join questions.question q on q.id = s.question_id
    where s.question_id = ${id} order by v.number desc, s.business_id`.execute(db)
  const used = (await usedBy(db, companyId, [id])).get(id)
  if (!used) throw new Error(`question ${id} is gone`)
  const papers = questionPapers.all().map((one) => one.newest(db, companyId, id, usesShownMax))
  const versions = [...Map.groupBy(rows, ({ versionId }) => versionId)].map(([versionId, own]) => {
    const { number = 0, isCurrent = false } = own[0] ?? {}
    return { versionId, number, isCurrent, occasions: own.length, statistics: statisticsOfAll(own) }
  })
  return {
    ...{ flags: used.flags, usage: used.usage, papers: (await Promise.all(papers)).flat() },
    exams: await examsOf(db, companyId, rows),
    versions: versions.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent)),
  }
}
