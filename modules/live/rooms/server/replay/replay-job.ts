/**
 * One run of the job that makes a replay. The process may die at any point, and the job starts again: it works in a
 * folder of its own, the id of the video is known before, and its result is stored in one transaction or not at all.
 * The engine's recordings are deleted after the video is stored.
 */
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Type } from 'typebox'
import { Refusal } from '#kit/errors.ts'
import { Id } from '#kit/schema.ts'
import { EngineUnavailable, type FeedSource, type Recording, recordingAsWebm } from '#modules/live/engines/server.ts'
import { deleteFile, fileById, findProgram, ProgramFailed, storeFile } from '#modules/platform/files/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { type JobContext, job } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { type RoomsDb, roomsTables } from '../db.ts'
import { engineOf } from '../engine.ts'
import type { PieceFile } from './measurements.ts'
import { makePlainVideo } from './plain-video.ts'
import {
  claimRun,
  completeRun,
  endWithoutRecording,
  failReplay,
  type ReplayFailure,
  type Run,
  recordRunHeartbeat,
  releaseRun,
  saveStartTime,
} from './runs.ts'
import { makeVideo, type Video, type VideoWork } from './video.ts'

const heartbeatMs = 3000
const payload = Type.Object({ companyId: Id, roomId: Id })

/** The reason why a run stops: the task was cancelled, or another run has replaced it. */
class RunStopped extends Error {
  readonly reason: 'cancelled' | 'lost'
  constructor(reason: RunStopped['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** The engine did not answer, or the video could not be made; the host sees the failure. */
class ReplayFailed extends Error {
  readonly failure: ReplayFailure
  constructor(failure: ReplayFailure, options?: ErrorOptions) {
    super(`no replay: ${failure}`, options)
    this.failure = failure
  }
}

export const removePieces = job({
  name: 'rooms.remove-pieces',
  payload,
  outside: true,
  async run(connection, { companyId, roomId }, { outside }) {
    const db = roomsTables(connection)
    const pieces = await engineOf(outside, connection).recordings(roomId)
    for (const { path } of pieces) {
      const folder = dirname(path)
      // A room's recordings are in a folder of its name; otherwise only the listed files belong to it.
      if (basename(folder) === roomId) await rm(folder, { recursive: true, force: true })
      else await rm(path, { force: true })
    }
    await db
      .updateTable('rooms.replay')
      .set({ pieces_removed_at: outside.clock.now() })
      .where('room_id', '=', roomId)
      .where('company_id', '=', companyId)
      .execute()
  },
})

export const makeReplay = job({
  name: 'rooms.make-replay',
  payload,
  outside: true,
  long: true,
  async run(connection, { companyId, roomId }, context) {
    const db = roomsTables(connection)
    const { clock } = context.outside
    const run = await claimRun(db, { companyId, roomId, now: clock.now() })
    if (!run) return
    const stop = new AbortController()
    const signal = context.signal ? AbortSignal.any([context.signal, stop.signal]) : stop.signal
    const heartbeats = startHeartbeats(db, run, context.outside, stop)
    try {
      const video = await makeOnce(db, run, { ...context, signal, progress: heartbeats.reportProgress })
      await heartbeats.end()
      if (!video) return await endWithoutRecording(db, run, clock.now())
      if (await completeRun(db, run, video, clock.now())) {
        await enqueue(db, removePieces, { companyId, roomId }, { key: `rooms.remove-pieces:${roomId}` })
      } else await deleteUnusedFile(db, run)
    } catch (error) {
      await heartbeats.end()
      if (context.signal?.aborted) {
        await releaseRun(db, run)
        throw error
      }
      const failure = failureOf(stop.signal.aborted ? stop.signal.reason : error)
      if (failure === 'lost') return
      if (failure) return await failReplay(db, run, failure, clock.now())
      // Another attempt may succeed, and need not wait until this run counts as dead; the runs are counted.
      const deliveries = error instanceof EngineUnavailable ? 'engine' : 'program'
      await db
        .updateTable('rooms.replay')
        .set({ heartbeat_at: null, failure: deliveries })
        .where('run_id', '=', run.id)
        .where('state', '=', 'making')
        .execute()
      throw error
    }
  },
})

/** The replay was deleted or replaced while this run stored its video, so nothing refers to the file. */
async function deleteUnusedFile(db: RoomsDb, run: Run): Promise<void> {
  const current = await db
    .selectFrom('rooms.replay')
    .select('file_id')
    .where('room_id', '=', run.roomId)
    .executeTakeFirst()
  if (current?.file_id !== run.fileId) await deleteFile(db, run.companyId, run.fileId)
}

function failureOf(error: unknown): ReplayFailure | 'lost' | undefined {
  if (error instanceof RunStopped) return error.reason
  if (error instanceof ReplayFailed) return error.failure
  if (error instanceof Refusal) return 'storage'
  if (!(error instanceof ProgramFailed) || error.end === 'killed') return undefined
  return error.end === 'timeout' ? 'too-long' : 'unreadable'
}

function startHeartbeats(db: RoomsDb, run: Run, { clock }: Outside, stop: AbortController) {
  let permille = 0
  let ended = false
  let heartbeats = Promise.resolve()
  const heartbeat = async () => {
    if (ended) return
    const state = await recordRunHeartbeat(db, run, permille, clock.now())
    if (state !== 'on') stop.abort(new RunStopped(state))
  }
  const next = () => {
    // A short failure of the database ends no video; the run's last heartbeat will find it back.
    heartbeats = heartbeats.then(heartbeat).catch(() => undefined)
  }
  next()
  const timer = setInterval(next, heartbeatMs)
  return {
    reportProgress: (now: number) => {
      permille = Math.max(permille, now)
    },
    async end() {
      ended = true
      clearInterval(timer)
      await heartbeats
    },
  }
}

interface Stored {
  readonly beginsAt: number
  readonly durationMs: number
}

async function makeOnce(
  db: RoomsDb,
  run: Run,
  context: JobContext & Pick<VideoWork, 'signal' | 'progress'>,
): Promise<Stored | undefined> {
  const { outside, signal } = context
  // The video is already stored: the previous run was killed before it recorded that.
  const stored = run.beginsAt === null ? undefined : await fileById(db, run.companyId, run.fileId)
  if (stored && run.beginsAt !== null) return { beginsAt: run.beginsAt, durationMs: stored.durationMs ?? 0 }
  const root = join(outside.config.files.directory, 'replays')
  if (run.lostRunId) await rm(join(root, run.lostRunId), { recursive: true, force: true })
  const directory = join(root, run.id)
  await mkdir(directory, { recursive: true })
  try {
    const video = await makeFromPieces(db, run, directory, context)
    if (!video) return undefined
    await saveStartTime(db, run, video.beginsAt)
    signal.throwIfAborted()
    const file = await storeFile(db, outside, {
      ...{ id: run.fileId, companyId: run.companyId, ownerId: run.ownerId ?? run.roomId, audience: 'link' },
      kind: video.extension === 'ogg' ? 'audio' : 'video',
      name: fileName(run.title, video.extension),
      content: { path: video.path },
      now: outside.clock.now(),
    })
    return { beginsAt: video.beginsAt, durationMs: file.durationMs ?? 0 }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function makeFromPieces(
  db: RoomsDb,
  run: Run,
  directory: string,
  context: JobContext & Pick<VideoWork, 'signal' | 'progress'>,
): Promise<Video | undefined> {
  const { outside, signal, progress } = context
  const room = await db
    .selectFrom('rooms.room')
    .select(['host_participant_id', 'started_at', 'ended_at'])
    .where('id', '=', run.roomId)
    .executeTakeFirst()
  if (!room || room.started_at === null || room.ended_at === null) return undefined
  const engine = engineOf(outside, db)
  // No engine writes the recordings any more; a repeat changes nothing.
  await engine.end(run.roomId)
  const pieces: PieceFile[] = []
  for (const [number, recording] of (await engine.recordings(run.roomId)).entries()) {
    signal.throwIfAborted()
    pieces.push(await pieceFile(recording, join(directory, `recorded-${number}.webm`)))
  }
  if (pieces.length === 0) return undefined
  const work: VideoWork = {
    ...{ pieces, directory, signal, progress },
    hostId: room.host_participant_id ?? '',
    room: { from: room.started_at, to: room.ended_at },
  }
  const program = await findProgram(outside.config.programs.ffmpeg)
  return program === undefined ? makePlainVideo(work) : makeVideo(program, work)
}

async function pieceFile(recording: Recording, target: string): Promise<PieceFile> {
  const [participantId = '', source = 'camera'] = recording.feedId.split(':')
  const piece = { participantId, source: source as FeedSource, startedAt: recording.startedAt }
  if (recording.container === 'webm') return { ...piece, path: recording.path }
  await recordingAsWebm(recording, target).catch((error: unknown) => {
    throw new ReplayFailed('unreadable', { cause: error })
  })
  return { ...piece, path: target }
}

/** A name that every file system accepts, with the title of the live session. */
function fileName(title: string, extension: string): string {
  const clean = title.replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').trim()
  return `${[...clean].slice(0, 80).join('') || 'replay'}.${extension}`
}
