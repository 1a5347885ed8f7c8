/** Imports of questions for their authors: upload, progress, commit. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { QuestionImport } from '../../contract/exchange.ts'
import { IMPORT_NOT_READY } from '../../contract/exchange-codes.ts'
import type { QuestionsDb } from '../db.ts'
import { getManagedDirectory } from '../directories.ts'
import { importWork, readingWork } from './import-work.ts'
import { assertQuestionFile } from './read-file.ts'

const columnsSql = sql`i.id, i.file_name as "fileName", i.state, i.error_code as "errorCode", i.row_count as "rowCount",
  i.progress, i.created_at as "createdAt", i.finished_at as "finishedAt",
  (select json_build_object('id', d.id, 'name', d.name) from questions.directory d where d.id = i.directory_id) as directory,
  n.fresh as "newCount", n.failed as "failedCount", n.likely as "similarCount", n.losses as "lossCount", n.imported as "importedCount"`

const countsSql = sql`(select count(*) filter (where outcome = 'new')::int as fresh,
  count(*) filter (where outcome = 'failed')::int as failed, count(*) filter (where outcome = 'imported')::int as imported,
  count(*) filter (where outcome = 'new' and (likely <> '[]' or same_as_row is not null))::int as likely,
  count(*) filter (where outcome in ('new', 'imported') and losses <> '[]')::int as losses
  from questions.question_import_row where import_id = i.id)`

/** An import of the caller itself. */
export async function findImport(db: QuestionsDb, caller: Caller, id: string): Promise<QuestionImport> {
  const { rows } = await sql<QuestionImport>`
    select ${columnsSql} from questions.question_import i cross join lateral ${countsSql} n
    where i.id = ${id} and i.created_by = ${caller.memberId} and i.company_id = ${caller.companyId}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

interface Upload {
  readonly name: string
  readonly bytes: Buffer
}

/** Stores the file and enqueues the job that reads it. */
export async function startImport(db: QuestionsDb, caller: Caller, directoryId: string, file: Upload, now: number) {
  assertQuestionFile(file.bytes, file.name)
  await getManagedDirectory(db, caller, directoryId)
  const { companyId, memberId } = caller
  const id = uuid()
  await db
    .insertInto('questions.question_import')
    .values({
      ...{ id, company_id: companyId, created_by: memberId, directory_id: directoryId, created_at: now },
      ...{ file_name: file.name.slice(0, 200), file: file.bytes, state: 'reading', columns: '[]' },
    })
    .execute()
  await readingWork.start(db, { id, companyId, memberId, title: file.name, now })
  return findImport(db, caller, id)
}

/** Imports the questions without errors. */
export async function commitImport(db: QuestionsDb, caller: Caller, id: string, skipSimilar: boolean, now: number) {
  const { fileName } = await findImport(db, caller, id)
  const taskId = uuid()
  const { numUpdatedRows } = await db
    .updateTable('questions.question_import')
    .set({ state: 'importing', progress: 0, skips_similar: skipSimilar, task_id: taskId })
    .where('id', '=', id)
    .where('state', '=', 'checked')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refuse(IMPORT_NOT_READY)
  const { companyId, memberId } = caller
  await importWork.start(db, { id: taskId, companyId, memberId, title: fileName, now })
  return findImport(db, caller, id)
}
