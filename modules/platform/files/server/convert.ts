/**
 * One run of a conversion. It may be killed at any point and restarted, because each run has its own folder and object
 * names, and one transaction publishes its result.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { reportProgress } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { JobContext } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import type { Failure } from '../contract/media.ts'
import { type ConversionInput, NotConvertible } from './conversion-work.ts'
import {
  type ConversionResult,
  claimRun,
  completeRun,
  endConversion,
  type Run,
  recordHeartbeat,
  releaseRun,
} from './conversions.ts'
import { convertOffice } from './convert-office.ts'
import { convertVideo } from './convert-video.ts'
import { type FilesDb, filesTables } from './db.ts'
import { conversionsDirectory } from './directories.ts'
import { type FileRow, findFile } from './files.ts'
import { qualitiesFor, streamName } from './media.ts'
import { ProgramFailed } from './programs.ts'
import { dropObjects } from './renditions.ts'

const heartbeatMs = 3000

export async function convert(connection: Connection, fileId: string, context: JobContext): Promise<void> {
  const db = filesTables(connection)
  const { clock } = context.outside
  const run = await claimRun(db, fileId, clock.now())
  if (!run) return
  const file = await findFile(db, run.company_id, fileId)
  if (!file) return
  const stop = new AbortController()
  const signal = context.signal ? AbortSignal.any([context.signal, stop.signal]) : stop.signal
  const pending = startHeartbeat(db, run, context.outside, stop)
  try {
    const made = await work(db, run, file, { ...context, signal, progress: pending.tell })
    await pending.end()
    const counted = await completeRun(db, run, made, clock.now())
    if (!counted) await dropObjects(db, objectsOf(made))
  } catch (error) {
    await pending.end()
    if (context.signal?.aborted) {
      await releaseRun(db, run)
      throw error
    }
    const failure = stop.signal.aborted ? (stop.signal.reason as StopReason).failure : failureOf(error)
    if (failure === undefined) throw error
    if (failure !== 'superseded') await endConversion(db, fileId, failure, clock.now())
  }
}

const objectsOf = ({ renditions }: ConversionResult) => renditions.map((rendition) => rendition.object_key)

/** The failure if the file is at fault; undefined if a retry may succeed. */
function failureOf(error: unknown): Failure | undefined {
  if (error instanceof NotConvertible) return error.failure
  if (!(error instanceof ProgramFailed) || error.end === 'killed') return undefined
  return error.end === 'timeout' ? 'too-long' : 'unreadable'
}

/** The reason to stop a run: a cancellation, or a newer run. */
class StopReason extends Error {
  readonly failure: 'cancelled' | 'superseded'

  constructor(failure: StopReason['failure']) {
    super(failure)
    this.failure = failure
  }
}

/** Reports the progress every few seconds, and stops the run after a cancellation or replacement. */
function startHeartbeat(db: FilesDb, run: Run, { clock }: Outside, stop: AbortController) {
  let permille = 0
  let ended = false
  let pending = Promise.resolve()
  const heartbeat = async () => {
    if (ended) return
    if (!(await recordHeartbeat(db, run, permille, clock.now()))) return stop.abort(new StopReason('superseded'))
    if (!run.task_id) return
    const { cancelled } = await reportProgress(db, run.task_id, permille, clock.now())
    if (cancelled) stop.abort(new StopReason('cancelled'))
  }
  const next = () => {
    // A short outage of the database ends no conversion; the next heartbeat succeeds.
    pending = pending.then(heartbeat).catch(() => undefined)
  }
  next()
  const timer = setInterval(next, heartbeatMs)
  return {
    tell: (now: number) => {
      permille = Math.max(permille, now)
    },
    async end() {
      ended = true
      clearInterval(timer)
      await pending
    },
  }
}

async function work(
  db: FilesDb,
  run: Run,
  file: FileRow,
  context: JobContext & Pick<ConversionInput, 'signal' | 'progress'>,
): Promise<ConversionResult> {
  const { outside, signal, progress } = context
  const root = conversionsDirectory(outside.config)
  const directory = join(root, run.runId)
  if (run.lostRunId) await removeLeftovers(db, root, run.lostRunId, file)
  await mkdir(directory, { recursive: true })
  const source = join(directory, 'source')
  const kept: string[] = []
  const keep: ConversionInput['keep'] = async ({ content, ...piece }) => {
    signal.throwIfAborted()
    const object_key = `${run.runId}-${piece.name}`
    kept.push(object_key)
    await outside.storage.put(object_key, content)
    return { ...piece, file_id: file.id, company_id: file.company_id, object_key, created_at: outside.clock.now() }
  }
  try {
    await pipeline(await outside.storage.get(file.id), createWriteStream(source), { signal })
    const given: ConversionInput = { outside, file, directory, source, signal, progress, keep }
    return run.kind === 'stream' ? await convertVideo(given) : await convertOffice(given)
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
