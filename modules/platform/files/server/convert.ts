/**
 * Converts a file, outside of transactions. It may be killed at any point and repeated, because each run has its own folder
 * and object names, and the step that follows publishes the result in one transaction.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { PrepareContext } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Failure } from '../contract/media.ts'
import { type ConversionInput, NotConvertible } from './conversion-work.ts'
import { type Conversion, type ConversionResult, nameRun } from './conversions.ts'
import { convertOffice } from './convert-office.ts'
import { convertVideo } from './convert-video.ts'
import { type FilesDb, filesTables } from './db.ts'
import { conversionsDirectory } from './directories.ts'
import type { FileRow } from './files.ts'
import { qualitiesFor, streamName } from './media.ts'
import { ProgramFailed } from './programs.ts'
import { dropObjects } from './renditions.ts'

/** The failure if the file is at fault; undefined if a retry may succeed. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof NotConvertible) return error.failure
  if (!(error instanceof ProgramFailed) || error.end === 'killed') return undefined
  return error.end === 'timeout' ? 'too-long' : 'unreadable'
}

export async function convert(
  connection: Connection,
  { row, file }: Conversion,
  { outside, signal, progress }: PrepareContext,
): Promise<ConversionResult> {
  const db = filesTables(connection)
  const root = conversionsDirectory(outside.config)
  if (row.run_id) await removeLeftovers(db, root, row.run_id, file)
  const runId = await nameRun(db, file.id)
  const directory = join(root, runId)
  await mkdir(directory, { recursive: true })
  const source = join(directory, 'source')
  const kept: string[] = []
  const keep: ConversionInput['keep'] = async ({ content, ...piece }) => {
    signal.throwIfAborted()
    const object_key = `${runId}-${piece.name}`
    kept.push(object_key)
    await outside.storage.put(object_key, content)
    return { ...piece, file_id: file.id, company_id: file.company_id, object_key, created_at: outside.clock.now() }
  }
  try {
    await pipeline(await outside.storage.get(file.id), createWriteStream(source), { signal })
    const given: ConversionInput = { outside, file, directory, source, signal, progress, keep }
    return row.kind === 'stream' ? await convertVideo(given) : await convertOffice(given)
  } catch (error) {
    await dropObjects(db, kept)
    throw error
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Removes the leftovers of a killed run: its folder, and its objects in the store. */
async function removeLeftovers(db: FilesDb, root: string, runId: string, file: FileRow): Promise<void> {
  await rm(join(root, runId), { recursive: true, force: true })
  const streams = file.width && file.height ? qualitiesFor(file.width, file.height).map(streamName) : []
  await dropObjects(
    db,
    ['poster', 'pdf', ...streams].map((name) => `${runId}-${name}`),
  )
}
