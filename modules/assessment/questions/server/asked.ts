/** The bank for those who ask its questions at their newest version, such as a practice. */
import { type RawBuilder, sql } from 'kysely'
import { itemTopicsSql, topicsOf } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { QuestionKind } from '../contract/question.ts'
import { questionsTables } from './db.ts'
import { nameOf } from './many.ts'
import { questionBusinessType } from './records.ts'

/** As a table: the active questions of the company (`id`, `version_id`, `kind`). */
export const activeQuestionsSql = (companyId: string): RawBuilder<unknown> =>
  sql`(select id, version_id, kind from questions.question
    where company_id = ${companyId} and deleted_at is null and status = 'active')`

/** As a table: which question (`item_id`) bears which knowledge point (`topic_id`, `name`). */
export const questionTopicsSql = (companyId: string): RawBuilder<unknown> =>
  itemTopicsSql(companyId, questionBusinessType)

/** The knowledge points of each of these questions. */
export const topicsOfQuestions = (connection: Connection, companyId: string, questionIds: readonly string[]) =>
  topicsOf(connection, companyId, questionBusinessType, questionIds)

/** A version with its question, whatever has become of the question since. */
export interface AskedVersion {
  readonly versionId: string
  readonly questionId: string
  readonly kind: QuestionKind
  /** What can be read in the question now, in small letters. */
  readonly searchText: string
  readonly excerpt: string
}

/** The questions of these versions by the version's id. */
export async function questionsOfVersions(
  connection: Connection,
  companyId: string,
  versionIds: readonly string[],
): Promise<Map<string, AskedVersion>> {
  if (versionIds.length === 0) return new Map()
  const { rows } = await sql<Omit<AskedVersion, 'excerpt'> & { plainText: string }>`
    select v.id as "versionId", q.id as "questionId", q.kind, q.search_text as "searchText", q.plain_text as "plainText"
    from questions.version v join questions.question q on q.id = v.question_id
    where v.id = any(${[...new Set(versionIds)]}::uuid[]) and v.company_id = ${companyId}`.execute(
    questionsTables(connection),
  )
  return new Map(rows.map(({ plainText, ...row }) => [row.versionId, { ...row, excerpt: nameOf(plainText) }]))
}
