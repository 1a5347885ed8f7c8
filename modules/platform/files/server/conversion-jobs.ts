/** Conversions as long work. Videos have a worker of their own; office files are converted one at a time. */
import { longWork } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import {
  type Conversion,
  type ConversionResult,
  claimConversion,
  completeConversion,
  endConversion,
  failureReasons,
  storeProgress,
} from './conversions.ts'
import { convert, failureOf } from './convert.ts'
import { filesTables } from './db.ts'
import type { ConversionKind } from './media.ts'
import { dropObjects } from './renditions.ts'

/** What both kinds of conversion share. A file that ends its process three times is given up. */
const conversion = {
  cancellable: true,
  triesMax: 3,
  claim: (connection: Connection, { taskId }: { readonly taskId: string }) => claimConversion(connection, taskId),
  prepare: convert,
  onProgress: (connection: Connection, { taskId }: { readonly taskId: string }, permille: number) =>
    storeProgress(connection, taskId, permille),
  async step(
    connection: Connection,
    { subject, prepared, now }: { subject: Conversion; prepared: ConversionResult; now: number },
  ) {
    await completeConversion(connection, subject.row, prepared, now)
    return { report: { link: `/file-preview/${subject.row.file_id}` } }
  },
  discard: (connection: Connection, { renditions }: ConversionResult) =>
    dropObjects(
      filesTables(connection),
      renditions.map((rendition) => rendition.object_key),
    ),
  onCancel: (connection: Connection, { taskId }: { readonly taskId: string }, now: number) =>
    endConversion(connection, taskId, 'cancelled', now),
  onFailure: (connection: Connection, { taskId }: { readonly taskId: string }, error: unknown, now: number) =>
    endConversion(connection, taskId, failureOf(error) ?? 'program', now),
  reasonOf(error: unknown) {
    const failure = failureOf(error)
    return failure && failureReasons[failure]
  },
  async restart(connection: Connection, { taskId }: { readonly taskId: string }) {
    const again = await filesTables(connection)
      .updateTable('files.conversion')
      .set({ translate_type: 0, progress_permille: 0, failure: null, finished_at: null })
      .where('task_id', '=', taskId)
      .where('translate_type', '<>', 1)
      .returning('file_id')
      .executeTakeFirst()
    return again !== undefined
  },
}

export const streamWork = longWork({
  ...conversion,
  kind: 'file-conversion',
  label: { cn: '视频转换', en: 'Video conversion' },
  job: 'files.make-stream',
  long: true,
})

/** One LibreOffice run at a time leaves the other worker free for mails. */
export const pdfWork = longWork({
  ...conversion,
  kind: 'document-conversion',
  label: { cn: '文档转换', en: 'Document conversion' },
  job: 'files.make-pdf',
  queue: 'files.office',
})

export const conversionWork: Readonly<Record<ConversionKind, typeof streamWork>> = { stream: streamWork, pdf: pdfWork }
