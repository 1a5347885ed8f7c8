/** The state of a replay that is being made: taken by a run, told of, and ended. As of a file's conversion. */
import { v7 as uuid } from 'uuid'
import { failTask, finishTask, reportProgress } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction, type RoomsDb } from '../db.ts'
import { kindOf } from '../kinds.ts'
import { addChapters } from './chapters.ts'

/** A run that has said nothing for so long is dead; it speaks every few seconds. */
const deadAfterMs = 60_000
/** What ends its process that often is given up. */
const runsMax = 4

export type ReplayFailure = 'engine' | 'program' | 'unreadable' | 'too-long' | 'cancelled' | 'storage'

export interface Run {
  readonly id: string
  readonly companyId: string
  readonly roomId: string
  readonly fileId: string
  readonly ownerId: string | null
  readonly title: string
  readonly taskId: string | null
  /** Of the run before this one, which was killed: what it may have left on disk. */
  readonly lostRunId: string | null
  /** A run before this one has stored the film, and was killed before it could say so. */
  readonly beginsAt: number | null
}

/** Takes a replay that is due; undefined: nothing to do. Throws where another run is at it: the queue asks again later. */
export async function claimRun(
  root: RoomsDb,
  { companyId, roomId, now }: { companyId: string; roomId: string; now: number },
): Promise<Run | undefined> {
  return inTransaction(root, async (db) => {
    const row = await db
      .selectFrom('rooms.replay')
      .selectAll()
      .where('room_id', '=', roomId)
      .where('company_id', '=', companyId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.state !== 'making') return undefined
    if (row.heartbeat_at !== null && row.heartbeat_at > now - deadAfterMs) throw new Error('another run is at it')
    const run = {
      ...{ id: uuid(), companyId, roomId, fileId: row.file_id, ownerId: row.owner_id, title: row.title },
      ...{ taskId: row.task_id, lostRunId: row.run_id, beginsAt: row.begins_at },
    }
    if (row.runs >= runsMax) {
      await failReplay(db, run, (row.failure as ReplayFailure | null) ?? 'program', now)
      return undefined
    }
    await db
      .updateTable('rooms.replay')
      .set({ run_id: run.id, runs: row.runs + 1, heartbeat_at: now })
      .where('room_id', '=', roomId)
      .execute()
    return run
  })
}

/** A sign of life. `lost`: another run has taken its place, or nobody wants the replay any more. */
export async function beatRun(
  db: RoomsDb,
  run: Run,
  permille: number,
  now: number,
): Promise<'on' | 'lost' | 'cancelled'> {
  const beaten = await db
    .updateTable('rooms.replay')
    .set({ permille: Math.min(999, Math.max(0, Math.round(permille))), heartbeat_at: now })
    .where('room_id', '=', run.roomId)
    .where('run_id', '=', run.id)
    .where('state', '=', 'making')
    .returning('room_id')
    .executeTakeFirst()
  if (!beaten) return 'lost'
  if (!run.taskId) return 'on'
  const { cancelled } = await reportProgress(db, run.taskId, permille, now)
  return cancelled ? 'cancelled' : 'on'
}

/** The run stops without a result; the queue gives it to somebody else, who need not wait for its silence. */
export async function releaseRun(db: RoomsDb, run: Run): Promise<void> {
  await db
    .updateTable('rooms.replay')
    .set((e) => ({ heartbeat_at: null, runs: e('runs', '-', 1) }))
    .where('room_id', '=', run.roomId)
    .where('run_id', '=', run.id)
    .execute()
}

/** Where the film begins is kept before the film is: a kill between the two forgets nothing. */
export async function keepBeginning(db: RoomsDb, run: Run, beginsAt: number): Promise<void> {
  await db
    .updateTable('rooms.replay')
    .set({ begins_at: beginsAt })
    .where('room_id', '=', run.roomId)
    .where('run_id', '=', run.id)
    .execute()
}

/** The film is in the store: it can be watched. Answers whether this run was the one that counts. */
export async function completeRun(
  root: RoomsDb,
  run: Run,
  film: { readonly beginsAt: number; readonly durationMs: number },
  now: number,
): Promise<boolean> {
  return inTransaction(root, async (db) => {
    const { companyId, roomId } = run
    const done = await db
      .updateTable('rooms.replay')
      .set({
        ...{ state: 'ready', failure: null, permille: 1000, begins_at: film.beginsAt, duration_ms: film.durationMs },
        ...{ run_id: null, heartbeat_at: null, finished_at: now },
      })
      .where('room_id', '=', roomId)
      .where('run_id', '=', run.id)
      .where('state', '=', 'making')
      .returning('room_id')
      .executeTakeFirst()
    if (!done) return false
    await addChapters(db, { companyId, roomId, ...film })
    if (run.taskId) await finishTask(db, run.taskId, {}, now)
    const room = await db.selectFrom('rooms.room').select('kind').where('id', '=', roomId).executeTakeFirst()
    if (room) await kindOf(room.kind).replayReady?.(db, { companyId, roomId, now })
    return true
  })
}

/** Nothing was recorded while the room ran: there is nothing to watch, and nothing has failed. */
export async function endWithout(root: RoomsDb, run: Run, now: number): Promise<void> {
  await inTransaction(root, async (db) => {
    const ended = await db
      .updateTable('rooms.replay')
      .set({ state: 'none', run_id: null, heartbeat_at: null, finished_at: now })
      .where('room_id', '=', run.roomId)
      .where('run_id', '=', run.id)
      .where('state', '=', 'making')
      .returning('room_id')
      .executeTakeFirst()
    if (ended && run.taskId) await finishTask(db, run.taskId, {}, now)
  })
}

const reasons: Readonly<Record<ReplayFailure, string>> = {
  engine: '生成回放失败：音视频服务没有响应',
  program: '生成回放失败：视频处理程序未能正常运行',
  unreadable: '生成回放失败：录制内容无法读取',
  'too-long': '生成回放失败：处理用时过长',
  cancelled: '已取消生成回放',
  storage: '生成回放失败：回放文件未能保存',
}

/** The replay has failed for good; its host may have it made again. In the transaction of `connection`, if it is one. */
export async function failReplay(connection: Connection, run: Run, failure: ReplayFailure, now: number): Promise<void> {
  const db = connection as RoomsDb
  const failed = await db
    .updateTable('rooms.replay')
    .set({ state: 'failed', failure, finished_at: now, heartbeat_at: null })
    .where('room_id', '=', run.roomId)
    .where('state', '=', 'making')
    .returning('room_id')
    .executeTakeFirst()
  if (failed && run.taskId && failure !== 'cancelled') await failTask(db, run.taskId, reasons[failure], now)
}
