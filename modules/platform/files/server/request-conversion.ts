/** Requests and restarts of conversions. */

import { refuse } from '#kit/errors.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import { NOT_CONVERTIBLE } from '../contract/media.ts'
import { conversionWork } from './conversion-jobs.ts'
import { notifyOwner } from './conversions.ts'
import { filesTables } from './db.ts'
import { type FileRow, getFile } from './files.ts'
import { type ConversionKind, conversionKindOf, extensionOfType } from './media.ts'
import { findOfficeFor } from './office-components.ts'
import { findProgram } from './programs.ts'

/** The conversion of this file type on this machine; undefined if there is none. */
async function conversionOnThisMachine({ programs }: Config, contentType: string): Promise<ConversionKind | undefined> {
  const kind = conversionKindOf(contentType)
  const program =
    kind === 'pdf'
      ? await findOfficeFor(programs.soffice, extensionOfType(contentType) ?? '')
      : await findProgram(programs.ffmpeg)
  return program === undefined ? undefined : kind
}

/** Whether this machine converts the file type. */
export async function isConvertible(config: Config, contentType: string): Promise<boolean> {
  return (await conversionOnThisMachine(config, contentType)) !== undefined
}

/**
 * Requests the conversion that a browser needs, in the transaction of `db`. Returns whether the file type has one here.
 * A repeated request restarts it.
 */
export async function requestConversion(db: Connection, config: Config, file: FileRow, now: number): Promise<boolean> {
  const kind = await conversionOnThisMachine(config, file.content_type)
  if (kind === undefined) return false
  const taskId = await conversionWork[kind].start(db, {
    companyId: file.company_id,
    memberId: file.owner_id,
    title: file.name,
    now,
  })
  const state = { kind, translate_type: 0, progress_permille: 0, failure: null, task_id: taskId }
  await filesTables(db)
    .insertInto('files.conversion')
    .values({ ...state, file_id: file.id, company_id: file.company_id, requested_at: now })
    .onConflict((conflict) =>
      conflict.column('file_id').doUpdateSet({ ...state, requested_at: now, finished_at: null }),
    )
    .execute()
  await notifyOwner(db, file)
  return true
}

/**
 * Restarts a failed conversion, or starts one that was never requested because the program was missing (SYSTEM-086).
 */
export async function retryConversion(db: Connection, config: Config, file: FileRow, now: number): Promise<void> {
  const current = await filesTables(db)
    .selectFrom('files.conversion')
    .select('translate_type')
    .where('file_id', '=', file.id)
    .forUpdate()
    .executeTakeFirst()
  // A running or finished conversion is not restarted.
  if (current && current.translate_type !== 2) return
  if (!(await requestConversion(db, config, file, now))) throw refuse(NOT_CONVERTIBLE)
}

/**
 * Restarts a conversion for a caller with permission from the owning module. Refuses with 900005 if the company has no such
 * file, with 2000038 if this machine cannot convert it.
 */
export async function retryFileConversion(
  connection: Connection,
  config: Config,
  ask: { readonly companyId: string; readonly fileId: string; readonly now: number },
): Promise<void> {
  const file = await getFile(filesTables(connection), ask.companyId, ask.fileId)
  await retryConversion(connection, config, file, ask.now)
}
