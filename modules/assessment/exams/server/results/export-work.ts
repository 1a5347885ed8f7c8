/** Writes the results of an exam into a file, some hundred records at a time, and stores it. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Selectable } from 'kysely'
import type { Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { fileById, storeFile } from '#modules/platform/files/server.ts'
import { callerOfMember } from '#modules/platform/identity/server.ts'
import { longWork, type PrepareContext } from '#modules/platform/operations/server.ts'
import { workbookBytes } from '#server/spreadsheet/xlsx.ts'
import { type ExamsDb, examsTables } from '../db.ts'
import type { DB } from '../tables.ts'
import { getExportedExam } from './access.ts'
import { resultSheets } from './export.ts'
import { exportTexts } from './export-texts.ts'

export type ResultExportRow = Selectable<DB['exams.result_export']>

/** What is left of the progress when all rows are written. */
const writtenPermille = 950

async function write(db: ExamsDb, row: ResultExportRow, { outside, signal, progress }: PrepareContext, path: string) {
  const caller = await callerOfMember(db, row.created_by)
  if (!caller) throw refuse(NOT_FOUND)
  const exam = await getExportedExam(db, caller, row.exam_id, outside.clock.now())
  const onPeople = async (done: number, total: number) => {
    signal.throwIfAborted()
    const permille = Math.round((writtenPermille * done) / Math.max(1, total))
    progress(permille)
    await db.updateTable('exams.result_export').set({ progress_permille: permille }).where('id', '=', row.id).execute()
  }
  const sheets = resultSheets(db, exam, row.language as Language, onPeople)
  await pipeline(Readable.from(workbookBytes(sheets)), createWriteStream(path), { signal })
  return exam.name
}

/** An owner could always load the file down, so it has none: whoever asked for it loads it by an address that asks for the right. */
/** Stores the file under the id of the export, so that a run after a kill finds it and makes no second one. */
async function storeResults(db: ExamsDb, row: ResultExportRow, context: PrepareContext): Promise<number> {
  const { outside } = context
  const stored = await fileById(db, row.company_id, row.id)
  if (stored) return stored.sizeBytes
  const directory = await mkdtemp(join(tmpdir(), 'shuyuan-results-'))
  try {
    const path = join(directory, 'results.xlsx')
    const name = await write(db, row, context, path)
    const file = await storeFile(db, outside, {
      ...{ id: row.id, companyId: row.company_id, ownerId: row.exam_id, now: outside.clock.now() },
      ...{ kind: 'document', audience: 'link', content: { path }, isDownload: true },
      name: `${exportTexts[row.language as Language].fileName}-${name.slice(0, nameMax)}.xlsx`,
    })
    return file.sizeBytes
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const nameMax = 70

async function changeState(db: ExamsDb, id: string, from: string, state: string): Promise<boolean> {
  const changed = await db
    .updateTable('exams.result_export')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export const resultExportWork = longWork({
  kind: 'exam-result-export',
  label: { cn: '导出考试成绩', en: 'Export of exam results' },
  job: 'exams.export-results',
  long: true,
  cancellable: true,
  claim: (connection, { taskId }) =>
    examsTables(connection)
      .selectFrom('exams.result_export')
      .selectAll()
      .where('id', '=', taskId)
      .where('state', '=', 'waiting')
      .forUpdate()
      .executeTakeFirst(),
  prepare: (connection, row, context) => storeResults(examsTables(connection), row, context),
  async step(connection, { subject, prepared }) {
    await examsTables(connection)
      .updateTable('exams.result_export')
      .set({ state: 'ready', size_bytes: prepared, progress_permille: 1000 })
      .where('id', '=', subject.id)
      .execute()
    return { report: { link: `/admin/exams/${subject.exam_id}/results` } }
  },
  onCancel: async (connection, { taskId }) =>
    void (await changeState(examsTables(connection), taskId, 'waiting', 'failed')),
  onFailure: async (connection, { taskId }) =>
    void (await changeState(examsTables(connection), taskId, 'waiting', 'failed')),
})
