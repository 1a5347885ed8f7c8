/** Questions as they are loaded for a change. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import type { QuestionStatus } from '../contract/bank.ts'
import type { QuestionKind } from '../contract/question.ts'
import type { QuestionsDb } from './db.ts'
import { managesDirectorySql } from './policy.ts'

/** The number of the kind with topics. The map `business-type` of the specification has none for questions. */
export const questionBusinessType = 101

export interface QuestionRecord {
  readonly id: string
  readonly directoryId: string
  readonly kind: QuestionKind
  readonly status: QuestionStatus
  readonly plainText: string
  readonly versionId: string
  readonly versionNumber: number
  readonly revision: number
}

const locks = {
  false: sql``,
  true: sql`for no key update of q`,
  'against-purge': sql`for key share of q`,
} as const

/**
 * Questions of the company that the caller manages; 900005 where one is not there, 10138 where one is another's. With `lock`
 * nobody else changes them until we are done; `against-purge`: they may change, and do not vanish.
 */
export async function getManagedQuestions(
  db: QuestionsDb,
  caller: Caller,
  ids: readonly string[],
  { lock }: { readonly lock: boolean | 'against-purge' },
): Promise<QuestionRecord[]> {
  const { rows } = await sql<QuestionRecord & { isManaged: boolean }>`
    select q.id, q.directory_id as "directoryId", q.kind, q.status, q.plain_text as "plainText", q.revision,
      q.version_id as "versionId", q.version_number as "versionNumber", ${managesDirectorySql(caller, 'd')} as "isManaged"
    from questions.question q join questions.directory d on d.id = q.directory_id
    where q.id = any(${[...ids]}::uuid[]) and q.company_id = ${caller.companyId} and q.deleted_at is null
    order by q.id ${locks[String(lock) as keyof typeof locks]}`.execute(db)
  if (rows.length < ids.length) throw refuse(NOT_FOUND)
  if (rows.some((row) => !row.isManaged)) throw refuse(NO_PERMISSION)
  return rows
}

export async function getManagedQuestion(db: QuestionsDb, caller: Caller, id: string, lock = false) {
  const [question] = await getManagedQuestions(db, caller, [id], { lock })
  if (!question) throw refuse(NOT_FOUND)
  return question
}
