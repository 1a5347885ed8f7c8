/** The jobs that convert files. Videos use the worker for long jobs; office files are converted one at a time. */
import { Body, Id } from '#kit/schema.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { convert } from './convert.ts'
import type { ConversionKind } from './media.ts'

const payload = Body({ fileId: Id })

export const makeStream = job({
  name: 'files.make-stream',
  payload,
  outside: true,
  long: true,
  run: (db, { fileId }, context) => convert(db, fileId, context),
})

export const makePdf = job({
  name: 'files.make-pdf',
  payload,
  outside: true,
  run: (db, { fileId }, context) => convert(db, fileId, context),
})

/** Enqueues in the caller's transaction. Several requests before the start become one run. */
export async function enqueueConversion(db: Connection, fileId: string, kind: ConversionKind): Promise<void> {
  // One LibreOffice run at a time leaves the other worker free for mails.
  if (kind === 'pdf') await enqueue(db, makePdf, { fileId }, { key: `files.pdf-${fileId}`, queue: 'files.office' })
  else await enqueue(db, makeStream, { fileId }, { key: `files.stream-${fileId}` })
}
