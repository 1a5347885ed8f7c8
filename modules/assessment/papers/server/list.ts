/** Papers as their authors see them: the list, and one with all that is wrong with it. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import {
  bankDirectories,
  managesDirectorySql,
  type QuestionAt,
  questionsAt,
} from '#modules/assessment/questions/server.ts'
import { topicNames } from '#modules/content/topics/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { type PageOf, type Paging, sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { OfferedPaper, PaperDetail, PaperItem, PaperListItem, PaperStatus } from '../contract/paper.ts'
import { problemsOf } from './check.ts'
import type { PapersDb } from './db.ts'
import { paperDirectories } from './directories.ts'
import { cellsOf } from './pool.ts'
import { getManagedPaper, type ItemRecord, itemsOf, rulesOf, sectionsOf } from './records.ts'

const columnsSql = sql`p.id, p.status, p.name, json_build_object('id', d.id, 'name', d.name) as directory,
  case when a.id is not null then json_build_object('id', a.id, 'fullName', a.full_name) end as author,
  p.total_tenths as "totalTenths", p.question_count as "questionCount",
  exists (select from papers.section s where s.paper_id = p.id and s.mode = 'random') as "isRandom",
  p.created_at as "createdAt", p.updated_at as "updatedAt", p.revision`

interface Filters {
  readonly directoryId?: string | undefined
  readonly status?: PaperStatus | undefined
  readonly questionId?: string | undefined
  readonly search?: string | undefined
}

/** The newest first: an edit moves no paper to another page. */
export async function listPapers(
  db: PapersDb,
  caller: Caller,
  query: Paging & Filters,
): Promise<PageOf<PaperListItem>> {
  const { companyId } = caller
  const { directoryId, status, questionId, search } = query
  if (directoryId !== undefined) await paperDirectories.getManagedOne(db, caller, directoryId)
  const conditions = [
    sql`p.company_id = ${companyId} and p.deleted_at is null`,
    // A directory that was chosen is managed, and so are those below it.
    directoryId === undefined
      ? sql`p.directory_id in (select d.id from papers.directory d
          where d.company_id = ${companyId} and ${managesDirectorySql(caller, 'd')})`
      : sql`p.directory_id in ${paperDirectories.belowSql(companyId, directoryId)}`,
    ...(status === undefined ? [] : [sql`p.status = ${status}`]),
    ...(questionId === undefined
      ? []
      : [sql`p.id in (select paper_id from papers.item where question_id = ${questionId})`]),
    containsWordsSql(sql`p.name`, search),
  ]
  const matching = sql`from papers.paper p where ${sql.join(conditions, sql` and `)}`
  return sqlPage<PaperListItem>(db, query, {
    matching,
    rows: (window) => sql<PaperListItem>`
      select ${columnsSql} from (select p.* ${matching} order by p.id desc ${window}) p
      join papers.directory d on d.id = p.directory_id
      left join ${directorySql(companyId)} a on a.id = p.author_id order by p.id desc`,
  })
}

/** The ready papers that an author may give an exam; `id`: that one alone. */
export function offeredPapers(
  db: PapersDb,
  { companyId }: Caller,
  { id, search, ...paging }: Paging & { readonly id?: string | undefined; readonly search?: string | undefined },
): Promise<PageOf<OfferedPaper>> {
  const matching = sql`from papers.paper p where p.company_id = ${companyId} and p.status = 'ready'
    and p.deleted_at is null and ${id === undefined ? sql`true` : sql`p.id = ${id}`}
    and ${containsWordsSql(sql`p.name`, search)}`
  return sqlPage<OfferedPaper>(db, paging, {
    matching,
    rows: (window) => sql<OfferedPaper>`
      select p.id, p.name, p.total_tenths as "totalTenths", p.question_count as "questionCount" ${matching}
      order by p.id desc ${window}`,
  })
}

function itemOf(item: ItemRecord, question: QuestionAt | undefined): PaperItem {
  if (!question) {
    return { ...item, kind: null, excerpt: '', versionNumber: 0, newestNumber: null, status: 'gone' }
  }
  const { kind, excerpt, versionNumber, newestNumber, status } = question
  return { ...item, kind, excerpt, versionNumber, newestNumber, status }
}

/** A paper that the caller manages. */
export async function paperDetail(db: PapersDb, caller: Caller, id: string): Promise<PaperDetail> {
  const { companyId } = caller
  const paper = await getManagedPaper(db, caller, id)
  const sections = await sectionsOf(db, id)
  const items = itemsOf(sections)
  const rules = rulesOf(sections)
  const questions = await questionsAt(db, companyId, items)
  const directoryIds = rules.map(({ directoryId }) => directoryId)
  const directories = await bankDirectories.names(db, companyId, directoryIds)
  const topics = await topicNames(
    db,
    companyId,
    rules.flatMap(({ topicId }) => topicId ?? []),
  )
  const cells = await cellsOf(
    db,
    companyId,
    rules,
    items.map(({ questionId }) => questionId),
  )
  const available = (place: number) =>
    cells.filter((cell) => cell.rules.includes(place)).reduce((sum, { size }) => sum + size, 0)
  const { rows } = await sql<PaperListItem>`
    select ${columnsSql} from papers.paper p join papers.directory d on d.id = p.directory_id
    left join ${directorySql(companyId)} a on a.id = p.author_id where p.id = ${id}`.execute(db)
  const { shuffleQuestions, shuffleOptions, avoidSeen } = paper
  const placeOf = (section: number, rule: number) =>
    rules.findIndex((one) => one.section === section && one.rule === rule)
  return {
    ...(rows[0] as PaperListItem),
    ...{ shuffleQuestions, shuffleOptions, avoidSeen },
    sections: sections.map((section, at) => ({
      ...section,
      items: section.items.map((item) => itemOf(item, questions.get(item.questionId))),
      rules: section.rules.map((rule, place) => ({
        ...rule,
        directoryName: directories.get(rule.directoryId) ?? null,
        topicName: rule.topicId === null ? null : (topics.get(rule.topicId) ?? null),
        available: available(placeOf(at, place)),
      })),
    })),
    problems: problemsOf(sections, { questions, directories, cells }),
  }
}
