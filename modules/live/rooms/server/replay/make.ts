/**
 * One run of making a replay. It may be killed anywhere and begins anew: it works in a folder of its own, the film's id is
 * known before, and its result counts in one transaction or not at all. The engine's pieces go when the film is stored.
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
import { type Film, type FilmWork, makeFilm } from './film.ts'
import type { PieceFile } from './measure.ts'
import { makePlainFilm } from './plain-film.ts'
import {
  beatRun,
  claimRun,
  completeRun,
  endWithout,
  failReplay,
  keepBeginning,
  type ReplayFailure,
  type Run,
  releaseRun,
} from './runs.ts'

const beatMs = 3000
const payload = Type.Object({ companyId: Id, roomId: Id })

/** Why a run is stopped from outside: called off, or another run has taken its place. */
class Stopped extends Error {
  readonly reason: 'cancelled' | 'lost'
  constructor(reason: Stopped['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** What the engine does not answer, or the film could not be made of: told to the host. */
class NotMade extends Error {
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
      // A room's pieces lie together in a folder of its name; else only what the engine names is its.
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
    const beating = beatWhile(db, run, context.outside, stop)
    try {
      const film = await make(db, run, { ...context, signal, progress: beating.tell })
      await beating.end()
      if (!film) return await endWithout(db, run, clock.now())
      if (await completeRun(db, run, film, clock.now())) {
        await enqueue(db, removePieces, { companyId, roomId }, { key: `rooms.remove-pieces:${roomId}` })
      } else await dropIfUnwanted(db, run)
    } catch (error) {
      await beating.end()
      if (context.signal?.aborted) {
        await releaseRun(db, run)
        throw error
      }
      const failure = failureOf(stop.signal.aborted ? stop.signal.reason : error)
      if (failure === 'lost') return
      if (failure) return await failReplay(db, run, failure, clock.now())
      // Another try may go better, and need not wait for this one's silence; the runs are counted.
      const told = error instanceof EngineUnavailable ? 'engine' : 'program'
      await db
        .updateTable('rooms.replay')
        .set({ heartbeat_at: null, failure: told })
        .where('run_id', '=', run.id)
        .where('state', '=', 'making')
        .execute()
      throw error
    }
  },
})

/** The replay was deleted or replaced while this run was storing its film: nobody points to it. */
async function dropIfUnwanted(db: RoomsDb, run: Run): Promise<void> {
  const wanted = await db
    .selectFrom('rooms.replay')
    .select('file_id')
    .where('room_id', '=', run.roomId)
    .executeTakeFirst()
  if (wanted?.file_id !== run.fileId) await deleteFile(db, run.companyId, run.fileId)
}

function failureOf(error: unknown): ReplayFailure | 'lost' | undefined {
  if (error instanceof Stopped) return error.reason
  if (error instanceof NotMade) return error.failure
  if (error instanceof Refusal) return 'storage'
  if (!(error instanceof ProgramFailed) || error.end === 'killed') return undefined
  return error.end === 'timeout' ? 'too-long' : 'unreadable'
}

function beatWhile(db: RoomsDb, run: Run, { clock }: Outside, stop: AbortController) {
  let permille = 0
  let ended = false
  let beating = Promise.resolve()
  const beat = async () => {
    if (ended) return
    const state = await beatRun(db, run, permille, clock.now())
    if (state !== 'on') stop.abort(new Stopped(state))
  }
  const next = () => {
    // A database that is away for a moment ends no film; the run's last word will find it back.
    beating = beating.then(beat).catch(() => undefined)
  }
  next()
  const timer = setInterval(next, beatMs)
  return {
    tell: (now: number) => {
      permille = Math.max(permille, now)
    },
    async end() {
      ended = true
      clearInterval(timer)
      await beating
    },
  }
}

interface Stored {
  readonly beginsAt: number
  readonly durationMs: number
}

async function make(
  db: RoomsDb,
  run: Run,
  context: JobContext & Pick<FilmWork, 'signal' | 'progress'>,
): Promise<Stored | undefined> {
  const { outside, signal } = context
  // The film is in the store already: the run before this one was killed before it could say so.
  const stored = run.beginsAt === null ? undefined : await fileById(db, run.companyId, run.fileId)
  if (stored && run.beginsAt !== null) return { beginsAt: run.beginsAt, durationMs: stored.durationMs ?? 0 }
  const root = join(outside.config.files.directory, 'replays')
  if (run.lostRunId) await rm(join(root, run.lostRunId), { recursive: true, force: true })
  const directory = join(root, run.id)
  await mkdir(directory, { recursive: true })
  try {
    const film = await makeFrom(db, run, directory, context)
    if (!film) return undefined
    await keepBeginning(db, run, film.beginsAt)
    signal.throwIfAborted()
    const file = await storeFile(db, outside, {
      ...{ id: run.fileId, companyId: run.companyId, ownerId: run.ownerId ?? run.roomId, audience: 'link' },
      kind: film.extension === 'ogg' ? 'audio' : 'video',
      name: fileName(run.title, film.extension),
      content: { path: film.path },
      now: outside.clock.now(),
    })
    return { beginsAt: film.beginsAt, durationMs: file.durationMs ?? 0 }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function makeFrom(
  db: RoomsDb,
  run: Run,
  directory: string,
  context: JobContext & Pick<FilmWork, 'signal' | 'progress'>,
): Promise<Film | undefined> {
  const { outside, signal, progress } = context
  const room = await db
    .selectFrom('rooms.room')
    .select(['host_participant_id', 'started_at', 'ended_at'])
    .where('id', '=', run.roomId)
    .executeTakeFirst()
  if (!room || room.started_at === null || room.ended_at === null) return undefined
  const engine = engineOf(outside, db)
  // Nobody writes any more when they are read; a repeat changes nothing.
  await engine.end(run.roomId)
  const pieces: PieceFile[] = []
  for (const [number, recording] of (await engine.recordings(run.roomId)).entries()) {
    signal.throwIfAborted()
    pieces.push(await pieceFile(recording, join(directory, `recorded-${number}.webm`)))
  }
  if (pieces.length === 0) return undefined
  const work: FilmWork = {
    ...{ pieces, directory, signal, progress },
    hostId: room.host_participant_id ?? '',
    room: { from: room.started_at, to: room.ended_at },
  }
  const program = await findProgram(outside.config.programs.ffmpeg)
  return program === undefined ? makePlainFilm(work) : makeFilm(program, work)
}

async function pieceFile(recording: Recording, target: string): Promise<PieceFile> {
  const [participantId = '', source = 'camera'] = recording.feedId.split(':')
  const piece = { participantId, source: source as FeedSource, startedAt: recording.startedAt }
  if (recording.container === 'webm') return { ...piece, path: recording.path }
  await recordingAsWebm(recording, target).catch((error: unknown) => {
    throw new NotMade('unreadable', { cause: error })
  })
  return { ...piece, path: target }
}

/** A name that every system takes, and that says which broadcast it is. */
function fileName(title: string, extension: string): string {
  const clean = title.replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').trim()
  return `${[...clean].slice(0, 80).join('') || 'replay'}.${extension}`
}
