/** Asks for conversions, the first time and again. */

import { refuse } from '#kit/errors.ts'
import { failTask, startTask, taskKind } from '#modules/platform/operations/server.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import { NOT_CONVERTIBLE } from '../contract/media.ts'
import { enqueueConversion } from './conversion-jobs.ts'
import { tellOwner } from './conversions.ts'
import { filesTables } from './db.ts'
import { type FileRow, getFile } from './files.ts'
import { type ConversionKind, conversionKindOf, extensionOfType } from './media.ts'
import { findOfficeFor } from './office-components.ts'
import { findProgram } from './programs.ts'

/** The kind of task under which people watch a conversion. */
const conversionTaskKind = 'file-conversion'

/** What is made of such a file on this machine; undefined where it is nothing. */
async function conversionHere({ programs }: Config, contentType: string): Promise<ConversionKind | undefined> {
  const kind = conversionKindOf(contentType)
  const program =
    kind === 'pdf'
      ? await findOfficeFor(programs.soffice, extensionOfType(contentType) ?? '')
      : await findProgram(programs.ffmpeg)
  return program === undefined ? undefined : kind
}

/** Whether anything is made of such a file on this machine. */
export async function isConvertible(config: Config, contentType: string): Promise<boolean> {
  return (await conversionHere(config, contentType)) !== undefined
}

/**
 * Asks for what a browser needs to show the file, in the transaction of `db`; answers whether anything is made of such a
 * file here. Asked again, it starts anew.
 */
export async function requestConversion(db: Connection, config: Config, file: FileRow, now: number): Promise<boolean> {
  const kind = await conversionHere(config, file.content_type)
  if (kind === undefined) return false
  const taskId = await startTask(db, {
    companyId: file.company_id,
    memberId: file.owner_id,
    kind: conversionTaskKind,
    title: file.name,
    now,
  })
  const state = { kind, translate_type: 0, progress_permille: 0, failure: null, runs: 0, task_id: taskId }
  await filesTables(db)
    .insertInto('files.conversion')
    .values({ ...state, file_id: file.id, company_id: file.company_id, requested_at: now })
    .onConflict((conflict) =>
      conflict.column('file_id').doUpdateSet({ ...state, requested_at: now, finished_at: null }),
    )
    .execute()
  await enqueueConversion(db, file.id, kind)
  await tellOwner(db, file)
  return true
}

/** Starts a failed conversion again, and one that was never asked for because the program was missing (SYSTEM-086). */
export async function retryConversion(db: Connection, config: Config, file: FileRow, now: number): Promise<void> {
  const current = await filesTables(db)
    .selectFrom('files.conversion')
    .select('translate_type')
    .where('file_id', '=', file.id)
    .forUpdate()
    .executeTakeFirst()
  // What is being converted, or has been, needs no second time.
  if (current && current.translate_type !== 2) return
  if (!(await requestConversion(db, config, file, now))) throw refuse(NOT_CONVERTIBLE)
}

/**
 * Starts the conversion of a file again, after the owning module's decision that the caller may. Refuses with 900005 where
 * the company has no such file, with 2000038 where nothing can be made of it here.
 */
export async function retryFileConversion(
  connection: Connection,
  config: Config,
  ask: { readonly companyId: string; readonly fileId: string; readonly now: number },
): Promise<void> {
  const file = await getFile(filesTables(connection), ask.companyId, ask.fileId)
  await retryConversion(connection, config, file, ask.now)
}

async function convertAgain(db: Connection, { taskId, now }: { taskId: string; now: number }): Promise<void> {
  const again = await filesTables(db)
    .updateTable('files.conversion')
    .set({ translate_type: 0, progress_permille: 0, failure: null, runs: 0, finished_at: null })
    .where('task_id', '=', taskId)
    .where('translate_type', '<>', 1)
    .returning(['file_id', 'kind'])
    .executeTakeFirst()
  if (again) await enqueueConversion(db, again.file_id, again.kind as ConversionKind)
  else await failTask(db, taskId, '文件已另行转换，或已删除', now)
}

/** Conversions in the list of long work: they can be called off, started again, and taken up after a kill. */
export const conversionTasks = taskKind({
  kind: conversionTaskKind,
  label: { cn: '文件转换', en: 'File conversion' },
  cancellable: true,
  retry: convertAgain,
  resume: convertAgain,
})
