/** Exports of results: who asks, how far they are, where the file is, and when it goes. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { deleteFile, grantAccess } from '#modules/platform/files/server.ts'
import { type Context, job } from '#server/module.ts'
import type { ResultExport } from '../../contract/result-export.ts'
import { type ExamsDb, examsTables } from '../db.ts'
import { getExportedExam } from './access.ts'
import { type ResultExportRow, resultExportWork } from './export-work.ts'

/** The predicate of the unique index, letter for letter. */
const isWaiting = sql<boolean>`state = 'waiting'`

const keptMs = 7 * 86_400_000
const addressSeconds = 600

const exportOf = (row: ResultExportRow): ResultExport => ({
  ...{ id: row.id, state: row.state as ResultExport['state'], progress: row.progress_permille },
  ...{ sizeBytes: row.size_bytes, createdAt: row.created_at, expiresAt: row.expires_at },
})

/** One at a time for each exam and caller: a second call answers with the export that is being written. */
export async function startResultExport(
  db: ExamsDb,
  examId: string,
  { caller, language, now }: Context,
): Promise<ResultExport> {
  const exam = await getExportedExam(db, caller, examId, now)
  const { companyId, memberId } = caller
  const times = { created_at: now, expires_at: now + keptMs }
  const created = await db
    .insertInto('exams.result_export')
    .values({
      ...{ id: uuid(), company_id: companyId, exam_id: examId, created_by: memberId, language },
      ...{ state: 'waiting', ...times },
    })
    .onConflict((conflict) => conflict.columns(['exam_id', 'created_by']).where(isWaiting).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (created) {
    await resultExportWork.start(db, { id: created.id, companyId, memberId, title: exam.name, now })
    return exportOf(created)
  }
  const waiting = db.selectFrom('exams.result_export').selectAll().where('state', '=', 'waiting')
  const row = await waiting.where('exam_id', '=', examId).where('created_by', '=', memberId).executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return exportOf(row)
}

async function ownRow(db: ExamsDb, { companyId, memberId }: Caller, id: string): Promise<ResultExportRow> {
  const row = await db
    .selectFrom('exams.result_export')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('created_by', '=', memberId)
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return row
}

export async function resultExport(db: ExamsDb, caller: Caller, id: string): Promise<ResultExport> {
  return exportOf(await ownRow(db, caller, id))
}

/** Who may no longer read the results gets no file that was written while it was so. */
export async function resultExportAddress(db: ExamsDb, { caller, now }: Context, id: string): Promise<{ url: string }> {
  const row = await ownRow(db, caller, id)
  await getExportedExam(db, caller, row.exam_id, now)
  if (row.state !== 'ready' || row.expires_at <= now) throw refuse(NOT_FOUND)
  const { companyId, memberId } = caller
  const address = await grantAccess(db, { companyId, fileId: id, memberId, seconds: addressSeconds, now })
  return { url: `${address}&download=1` }
}

const droppedAtOnce = 500

/** Files go after a week, and with their exam. */
export const dropResultExports = job({
  name: 'exams.drop-result-exports',
  payload: Type.Object({}),
  cron: '35 * * * *',
  async run(connection, _payload, { now }) {
    const db = examsTables(connection)
    const { rows } = await sql<{ id: string; companyId: string }>`
      delete from exams.result_export where id in (
        select r.id from exams.result_export r
        where r.expires_at <= ${now} or not exists (select from exams.exam e where e.id = r.exam_id)
        limit ${droppedAtOnce})
      returning id, company_id as "companyId"`.execute(db)
    for (const { id, companyId } of rows) await deleteFile(connection, companyId, id)
  },
})
