/** The bank for those who ask its questions: what can be drawn by rules, and questions as they were at a version. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { itemsOfTopicSql } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { QuestionStatus } from '../contract/bank.ts'
import type { QuestionContent, QuestionKind } from '../contract/question.ts'
import { questionsTables } from './db.ts'
import { bankDirectories } from './directories.ts'
import { nameOf } from './many.ts'
import { pinnedContents } from './pinned.ts'
import { getManagedQuestions, questionBusinessType } from './records.ts'

/** What a question has to be; null asks nothing. */
interface DrawRule {
  /** With all below it. */
  readonly directoryId: string
  readonly kind: QuestionKind | null
  readonly difficulty: number | null
  readonly topicId: string | null
}

/** Whether the questions of a group fit the rule. `topicIds` are those that the digits of `q.topics` stand for. */
function fitsSql(companyId: string, rule: DrawRule, topicIds: readonly string[]): RawBuilder<boolean> {
  const { directoryId, kind, difficulty, topicId } = rule
  const conditions = [
    sql`q.directory_id in ${bankDirectories.belowSql(companyId, directoryId)}`,
    ...(kind === null ? [] : [sql`q.kind = ${kind}`]),
    ...(difficulty === null ? [] : [sql`q.difficulty = ${difficulty}`]),
    ...(topicId === null ? [] : [sql`substr(q.topics, ${topicIds.indexOf(topicId) + 1}::int, 1) = '1'`]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const digit = (condition: RawBuilder<unknown>) => sql`case when ${condition} then '1' else '0' end`

/**
 * The active questions that fit one of the rules, as rows of `id` and `cell`: a digit for each rule in its place, 1 where the
 * question fits. One pass over the questions, without their contents: the rules are tried on groups of questions that are
 * alike, of which there are few, and not on each of 100,000. `except` are left out.
 */
export function drawableSql(
  companyId: string,
  rules: readonly DrawRule[],
  except: readonly string[],
): RawBuilder<{ id: string; cell: string }> {
  const topicIds = [...new Set(rules.flatMap(({ topicId }) => topicId ?? []))]
  const directoryIds = [...new Set(rules.map(({ directoryId }) => directoryId))]
  const topics = topicIds.map((id) => digit(sql`q.id in ${itemsOfTopicSql(companyId, questionBusinessType, id)}`))
  const cells = rules.map((rule) => digit(fitsSql(companyId, rule, topicIds)))
  return sql`
    with known as materialized (
      select q.id, q.directory_id, q.kind, q.difficulty, concat(${sql.join([sql`''`, ...topics])}) as topics
      from questions.question q
      where q.company_id = ${companyId} and q.deleted_at is null and q.status = 'active'
        and q.directory_id in (select id from questions.directory
          where company_id = ${companyId} and path && ${directoryIds}::uuid[])
        and q.id <> all(${[...except]}::uuid[])
    ), cells as (
      select directory_id, kind, difficulty, topics, concat(${sql.join(cells)}) as cell
      from (select distinct directory_id, kind, difficulty, topics from known) q
    )
    select known.id, cells.cell from known join cells using (directory_id, kind, difficulty, topics)
    where cells.cell like '%1%'`
}

/** A question at a version, and what has become of it since. */
export interface QuestionAt {
  readonly questionId: string
  readonly versionId: string
  readonly versionNumber: number
  /** Another one than `versionNumber` where the question was changed since. */
  readonly newestNumber: number
  readonly newestVersionId: string
  readonly kind: QuestionKind
  /** The first line of what can be read in the newest version. */
  readonly excerpt: string
  readonly scoreTenths: number
  readonly status: QuestionStatus | 'deleted'
  readonly content: QuestionContent
}

/** Without a version, the newest one. */
interface QuestionRef {
  readonly questionId: string
  readonly versionId?: string | null | undefined
}

/** The questions of the company that these name, by the question's id. One that is not there, or has no such version, is left out. */
export async function questionsAt(
  connection: Connection,
  companyId: string,
  refs: readonly QuestionRef[],
): Promise<Map<string, QuestionAt>> {
  if (refs.length === 0) return new Map()
  const wanted = refs.map(({ questionId, versionId = null }) => ({ questionId, versionId }))
  const { rows } = await sql<Omit<QuestionAt, 'content' | 'kind' | 'excerpt'> & { plainText: string }>`
    select q.id as "questionId", v.id as "versionId", v.number as "versionNumber", q.version_number as "newestNumber",
      q.version_id as "newestVersionId", q.plain_text as "plainText", q.score_tenths as "scoreTenths",
      case when q.deleted_at is null then q.status else 'deleted' end as status
    from json_to_recordset(${JSON.stringify(wanted)}::json) as wanted ("questionId" uuid, "versionId" uuid)
    join questions.question q on q.id = wanted."questionId" and q.company_id = ${companyId}
    join questions.version v on v.id = coalesce(wanted."versionId", q.version_id) and v.question_id = q.id`.execute(
    questionsTables(connection),
  )
  const contents = await pinnedContents(
    connection,
    companyId,
    rows.map(({ versionId }) => versionId),
  )
  const found = rows.flatMap(({ plainText, ...row }) => {
    const content = contents.get(row.versionId)
    return content ? [{ ...row, kind: content.kind, excerpt: nameOf(plainText), content }] : []
  })
  return new Map(found.map((question) => [question.questionId, question]))
}

/**
 * Refuses where one of the questions is not there (900005), or the caller does not manage it (10138). None of them is deleted
 * for good until the caller, who is about to hold their versions, is done.
 */
export async function assertManagesQuestions(
  connection: Connection,
  caller: Caller,
  ids: readonly string[],
): Promise<void> {
  await getManagedQuestions(questionsTables(connection), caller, ids, { lock: 'against-purge' })
}
