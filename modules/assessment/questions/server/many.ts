/** Many questions at once: changed alike, and into the recycle bin. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { setTopicsOfMany } from '#modules/content/topics/server.ts'
import { recycleKind, recycleMany } from '#modules/platform/operations/server.ts'
import type { Context } from '#server/module.ts'
import type { QuestionStatus } from '../contract/bank.ts'
import { SCORE_OF_GROUP } from '../contract/codes.ts'
import { topicsMax } from '../contract/question.ts'
import { type QuestionsDb, questionsTables } from './db.ts'
import { getManagedDirectory } from './directories.ts'
import { purgeQuestion } from './purging.ts'
import { getManagedQuestions, questionBusinessType } from './records.ts'

type Moment = Pick<Context, 'caller' | 'now'>

interface ManyInput {
  readonly ids: readonly string[]
  readonly directoryId?: string
  readonly status?: QuestionStatus
  readonly difficulty?: number
  readonly topicIds?: readonly string[]
  readonly scoreTenths?: number
}

/** Gives all of them what is said; a question that one may not change leaves all as they are. */
export async function changeQuestions(
  db: QuestionsDb,
  { caller, now }: Moment,
  { ids, directoryId, status, difficulty, topicIds, scoreTenths }: ManyInput,
): Promise<number> {
  const { companyId } = caller
  const before = await getManagedQuestions(db, caller, ids, { lock: true })
  if (directoryId !== undefined) await getManagedDirectory(db, caller, directoryId, true)
  if (scoreTenths !== undefined && before.some(({ kind }) => kind === 'group')) throw refuse(SCORE_OF_GROUP)
  await sql`update questions.question set directory_id = coalesce(${directoryId ?? null}::uuid, directory_id),
      status = coalesce(${status ?? null}, status), difficulty = coalesce(${difficulty ?? null}::smallint, difficulty),
      score_tenths = coalesce(${scoreTenths ?? null}::smallint, score_tenths), revision = revision + 1, updated_at = ${now}
    where id = any(${[...ids]}::uuid[]) and company_id = ${companyId}`.execute(db)
  if (topicIds !== undefined) {
    const items = ids.map((businessId) => ({ businessId, topicIds }))
    await setTopicsOfMany(db, { companyId, businessType: questionBusinessType, items, topicsMax })
  }
  return before.length
}

const kind = 'question'
const nameLength = 80

/** A name for lists and logs: the first line of what can be read in it. */
export const nameOf = (plainText: string): string => plainText.split('\n', 1)[0]?.slice(0, nameLength) ?? ''

export async function deleteQuestions(db: QuestionsDb, { caller, now }: Moment, ids: readonly string[]): Promise<void> {
  const { companyId, memberId } = caller
  const found = await getManagedQuestions(db, caller, ids, { lock: true })
  await sql`update questions.question set deleted_at = ${now}
    where id = any(${[...ids]}::uuid[]) and company_id = ${companyId}`.execute(db)
  const items = found.map(({ id, plainText }) => ({ id, name: nameOf(plainText) }))
  await recycleMany(db, { companyId, kind, items, deletedBy: memberId, now })
}

export const questionRecycling = recycleKind({
  kind,
  label: { cn: '试题', en: 'Question' },
  /** Refuses where its directory was deleted meanwhile. */
  async restore(connection, { companyId, itemId, now }) {
    const { rows } = await sql`
      update questions.question set deleted_at = null, updated_at = ${now} where id = ${itemId}
        and company_id = ${companyId} and deleted_at is not null and directory_id is not null
      returning id`.execute(questionsTables(connection))
    if (rows.length === 0) throw refuse(NOT_FOUND)
  },
  purge: purgeQuestion,
})

/** The questions of these ids for the audit log, whoever manages them. */
export async function questionFacts(db: QuestionsDb, companyId: Caller['companyId'], ids: readonly string[]) {
  const { rows } = await sql<{ id: string; plainText: string }>`
    select q.id, q.plain_text as "plainText", q.kind, q.status, q.difficulty, q.score_tenths as "scoreTenths", q.source,
      d.name as directory, q.version_number as version, q.deleted_at as "deletedAt"
    from questions.question q left join questions.directory d on d.id = q.directory_id
    where q.id = any(${[...ids]}::uuid[]) and q.company_id = ${companyId}`.execute(db)
  return rows.map(({ plainText, ...facts }) => ({ ...facts, label: nameOf(plainText) }))
}
