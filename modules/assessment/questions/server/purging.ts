/**
 * Questions that are deleted for good. Versions that somebody holds stay, for what a paper asks and an attempt was answered on
 * does not change: of the question is left what leads to them, and no list shows it.
 */
import { sql } from 'kysely'
import { setTopicsOfMany } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { QuestionContent } from '../contract/question.ts'
import { plainTextOf } from './content.ts'
import { type QuestionsDb, questionsTables } from './db.ts'
import { questionBusinessType } from './records.ts'

export interface VersionKeeper {
  /** Those of the versions of the question that the module keeps. A module that cannot tell which of them answers all. */
  keptVersions(
    connection: Connection,
    question: { readonly companyId: string; readonly questionId: string; readonly versionIds: readonly string[] },
  ): Promise<readonly string[]>
}

/** Modules that keep ids of versions register here which they keep. */
export const versionKeeper = extensionPoint<VersionKeeper>('questions.version-keeper')

interface StoredVersion {
  readonly id: string
  readonly number: number
  readonly content: QuestionContent
}

/** The versions that somebody holds, the newest first. */
async function keptOf(connection: Connection, companyId: string, questionId: string): Promise<StoredVersion[]> {
  const { rows: versions } = await sql<StoredVersion>`
    select id, number, content from questions.version where question_id = ${questionId} order by number desc`.execute(
    questionsTables(connection),
  )
  const versionIds = versions.map(({ id }) => id)
  const kept = new Set<string>()
  for (const keeper of versionKeeper.all()) {
    const own = await keeper.keptVersions(connection, { companyId, questionId, versionIds })
    for (const id of own) kept.add(id)
  }
  return versions.filter(({ id }) => kept.has(id))
}

/** Leaves the versions, and of the question only that it had them. Without a directory it cannot be restored. */
async function keepVersions(
  db: QuestionsDb,
  questionId: string,
  newest: StoredVersion,
  kept: readonly StoredVersion[],
) {
  await sql`delete from questions.version
    where question_id = ${questionId} and id <> all(${kept.map(({ id }) => id)}::uuid[])`.execute(db)
  await sql`
    update questions.question set directory_id = null, source = '', version_id = ${newest.id},
      version_number = ${newest.number}, plain_text = ${plainTextOf(newest.content)}
    where id = ${questionId}`.execute(db)
}

interface Purged {
  readonly companyId: string
  readonly itemId: string
}

export async function purgeQuestion(connection: Connection, { companyId, itemId }: Purged): Promise<void> {
  const db = questionsTables(connection)
  // Whoever puts the question into a paper at this moment holds the row, or finds it gone.
  const { rows } = await sql`
    select from questions.question where id = ${itemId} and company_id = ${companyId} and deleted_at is not null
    for update`.execute(db)
  if (rows.length === 0) return
  const kept = await keptOf(connection, companyId, itemId)
  const [newest] = kept
  if (newest) await keepVersions(db, itemId, newest, kept)
  else await sql`delete from questions.question where id = ${itemId}`.execute(db)
  const items = [{ businessId: itemId, topicIds: [] }]
  await setTopicsOfMany(db, { companyId, businessType: questionBusinessType, items })
}
