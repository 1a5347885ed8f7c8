/**
 * Making a replay, as long work. The process may die at any point, and another run starts: it works in a
 * folder of its own, the id of the video is known before, and its result is stored in one transaction or not at all.
 */
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Type } from 'typebox'
import { Refusal } from '#kit/errors.ts'
import { Id } from '#kit/schema.ts'
import { EngineUnavailable, type FeedSource, type Recording, recordingAsWebm } from '#modules/live/engines/server.ts'
import { deleteFile, fileById, findProgram, ProgramFailed, storeFile } from '#modules/platform/files/server.ts'
import { longWork, type PrepareContext } from '#modules/platform/operations/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { type RoomsDb, roomsTables } from '../db.ts'
import { engineOf } from '../engine.ts'
import type { PieceFile } from './measurements.ts'
import { makePlainVideo } from './plain-video.ts'
import {
  claimReplay,
  completeReplay,
  failReplay,
  failureReasons,
  type ReplayFailure,
  type Run,
  resetReplay,
  saveStartTime,
  startRun,
  storeProgress,
} from './runs.ts'
import { makeVideo, type Video, type VideoWork } from './video.ts'

const payload = Type.Object({ companyId: Id, roomId: Id })

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

interface Made {
  readonly run: Run
  /** Missing where nothing was recorded. */
  readonly video: Stored | undefined
}

/** The engine's recordings are deleted after the video is stored. */
export const replayWork = longWork({
  kind: 'live-replay',
  label: { cn: '生成直播回放', en: 'Replay creation' },
  job: 'rooms.make-replay',
  long: true,
  cancellable: true,
  triesMax: 4,
  claim: (connection, { taskId }) => claimReplay(connection, taskId),
  async prepare(connection, row, context): Promise<Made> {
    const db = roomsTables(connection)
    const run = await startRun(db, row)
    return { run, video: await makeOnce(db, run, context) }
  },
  onProgress: (connection, { taskId }, permille) => storeProgress(connection, taskId, permille),
  async step(connection, { subject, prepared: { video }, now }) {
    await completeReplay(connection, subject, video, now)
    const { company_id: companyId, room_id: roomId } = subject
    if (video) await enqueue(connection, removePieces, { companyId, roomId }, { key: `rooms.remove-pieces:${roomId}` })
    return { report: {} }
  },
  discard: (connection, { run }) => deleteUnusedFile(roomsTables(connection), run),
  onCancel: (connection, { taskId }, now) => failReplay(connection, taskId, 'cancelled', now),
  onFailure: (connection, { taskId }, error, now) =>
    failReplay(
      connection,
      taskId,
      failureOf(error) ?? (error instanceof EngineUnavailable ? 'engine' : 'program'),
      now,
    ),
  reasonOf(error) {
    const failure = failureOf(error)
    return failure && failureReasons[failure]
  },
  async restart(connection, { taskId }) {
    const again = await resetReplay(roomsTables(connection), { task_id: taskId }, taskId)
    return again !== undefined
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

/** The failure if another try can't succeed. */
function failureOf(error: unknown): ReplayFailure | undefined {
  if (error instanceof ReplayFailed) return error.failure
  if (error instanceof Refusal) return 'storage'
  if (!(error instanceof ProgramFailed) || error.end === 'killed') return undefined
  return error.end === 'timeout' ? 'too-long' : 'unreadable'
}

interface Stored {
  readonly beginsAt: number
  readonly durationMs: number
}

async function makeOnce(db: RoomsDb, run: Run, context: PrepareContext): Promise<Stored | undefined> {
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
  context: PrepareContext,
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
