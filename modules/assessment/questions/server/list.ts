/** Questions as their authors see them: the list, and one with its key. */
import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Caller } from '#kit/caller.ts'
import { itemsOfTopicSql, topicsOf } from '#modules/content/topics/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { type PageOf, type Paging, sqlPage } from '#server/db/page.ts'
import { contains } from '#server/db/search.ts'
import type { QuestionDetail, QuestionListItem, questionFilters } from '../contract/bank.ts'
import type { QuestionContent } from '../contract/question.ts'
import type { QuestionsDb } from './db.ts'
import { getManagedDirectory } from './directories.ts'
import { managesQuestionSql } from './policy.ts'
import { getManagedQuestion, questionBusinessType } from './records.ts'
import { hasFlagSql, usedBy } from './usage.ts'

export type Filters = { readonly [K in keyof typeof questionFilters]?: Static<(typeof questionFilters)[K]> | undefined }

const excerptLength = 200

type ListRow = Omit<QuestionListItem, 'topics' | 'topicIds' | 'usage' | 'statistics' | 'flags'>

const columnsSql = sql`q.id, q.kind, q.status, q.difficulty, q.score_tenths as "scoreTenths", q.source,
  left(q.plain_text, ${excerptLength}::int) as excerpt, json_build_object('id', d.id, 'name', d.name) as directory,
  case when a.id is not null then json_build_object('id', a.id, 'fullName', a.full_name) end as author,
  q.version_number as "versionNumber", q.created_at as "createdAt", q.updated_at as "updatedAt", q.revision`

const wordsMax = 5

/** Each of them has to be in the question, in any order: by the index of three-letter pieces, or fast without it. */
const wordsOf = (search = '') =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, wordsMax)

function filtersSql({ companyId }: Caller, filters: Filters): RawBuilder<unknown> {
  const { directoryId, kind, status, difficulty, topicId, authorId, flag, search } = filters
  const conditions = [
    directoryId &&
      sql`q.directory_id in (select id from questions.directory
      where company_id = ${companyId} and path @> array[${directoryId}::uuid])`,
    kind && sql`q.kind = ${kind}`,
    status && sql`q.status = ${status}`,
    difficulty && sql`q.difficulty = ${difficulty}`,
    topicId && sql`q.id in ${itemsOfTopicSql(companyId, questionBusinessType, topicId)}`,
    authorId && sql`q.author_id = ${authorId}`,
    flag && hasFlagSql(companyId, flag),
    ...wordsOf(search).map((word) => sql`q.search_text like ${contains(word)}`),
    sql`true`,
  ].filter((condition) => condition !== undefined && condition !== '' && condition !== 0)
  return sql.join(conditions, sql` and `)
}

async function withDetails(db: QuestionsDb, companyId: string, rows: readonly ListRow[]): Promise<QuestionListItem[]> {
  const ids = rows.map(({ id }) => id)
  const topics = await topicsOf(db, companyId, questionBusinessType, ids)
  const used = await usedBy(db, companyId, ids)
  return rows.map((row) => {
    const own = (topics.get(row.id) ?? []).map(({ id, name }) => ({ id, name }))
    const { usage, statistics, flags } = used.get(row.id) as NonNullable<ReturnType<typeof used.get>>
    return { ...row, topics: own, topicIds: own.map(({ id }) => id), usage, statistics, flags }
  })
}

/** The questions that the caller manages and that match, as `from questions.question q where …`. */
export async function matchingQuestionsSql(db: QuestionsDb, caller: Caller, query: Filters) {
  const { companyId } = caller
  if (query.directoryId !== undefined) await getManagedDirectory(db, caller, query.directoryId)
  // A directory that was chosen is managed, and so are those below it.
  const place = query.directoryId === undefined ? managesQuestionSql(caller, 'q') : sql`true`
  return sql`from questions.question q
    where q.company_id = ${companyId} and q.deleted_at is null and ${place} and ${filtersSql(caller, query)}`
}

/** The newest first: an edit moves no question to another page. */
export async function listQuestions(
  db: QuestionsDb,
  caller: Caller,
  query: Paging & Filters,
): Promise<PageOf<QuestionListItem>> {
  const { companyId } = caller
  const matching = await matchingQuestionsSql(db, caller, query)
  const { items, recordCount } = await sqlPage<ListRow>(db, query, {
    matching,
    rows: (window) => sql<ListRow>`
      select ${columnsSql} from (select q.* ${matching} order by q.id desc ${window}) q
      join questions.directory d on d.id = q.directory_id
      left join ${directorySql(companyId)} a on a.id = q.author_id
      order by q.id desc`,
  })
  return { items: await withDetails(db, companyId, items), recordCount }
}

/** A question that the caller manages, with its key. */
export async function getQuestion(db: QuestionsDb, caller: Caller, id: string): Promise<QuestionDetail> {
  const { companyId } = caller
  const { versionId } = await getManagedQuestion(db, caller, id)
  const { rows } = await sql<ListRow & { content: QuestionContent }>`
    select ${columnsSql}, v.content from questions.question q
    join questions.directory d on d.id = q.directory_id join questions.version v on v.id = ${versionId}
    left join ${directorySql(companyId)} a on a.id = q.author_id where q.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`question ${id} has no version`)
  const { content, ...listed } = row
  const [item] = await withDetails(db, companyId, [listed])
  return { ...(item as QuestionListItem), content }
}
