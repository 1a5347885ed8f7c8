/**
 * The state of a replay in the making: claimed by a run, with heartbeats, and completed. Conversions of files work
 * alike.
 */

import { v7 as uuid } from 'uuid'
import { failTask, finishTask, reportProgress } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { RoomsDb } from '../db.ts'
import { kindOf } from '../kinds.ts'
import { addChapters } from './chapters.ts'

/** A run without a heartbeat for this long is dead; a heartbeat comes every few seconds. */
const deadAfterMs = 60_000
/** A replay whose runs end their process this often is given up. */
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
  /** The previous run, which was killed: it may have left files on disk. */
  readonly lostRunId: string | null
  /** The previous run has stored the video, and was killed before it recorded that. */
  readonly beginsAt: number | null
}

/**
 * Claims a replay that is due; undefined: there is nothing to do. Throws if another run works on it, so that the queue
 * tries again later.
 */
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

/** A heartbeat. `lost`: another run has replaced this one, or the replay was cancelled. */
export async function recordRunHeartbeat(
  db: RoomsDb,
  run: Run,
  permille: number,
  now: number,
): Promise<'on' | 'lost' | 'cancelled'> {
  const updated = await db
    .updateTable('rooms.replay')
    .set({ permille: Math.min(999, Math.max(0, Math.round(permille))), heartbeat_at: now })
    .where('room_id', '=', run.roomId)
    .where('run_id', '=', run.id)
    .where('state', '=', 'making')
    .returning('room_id')
    .executeTakeFirst()
  if (!updated) return 'lost'
  if (!run.taskId) return 'on'
  const { cancelled } = await reportProgress(db, run.taskId, permille, now)
  return cancelled ? 'cancelled' : 'on'
}

/**
 * The run stops without a result. The queue gives the replay to another run, which need not wait for the missing
 * heartbeats.
 */
export async function releaseRun(db: RoomsDb, run: Run): Promise<void> {
  await db
    .updateTable('rooms.replay')
    .set((e) => ({ heartbeat_at: null, runs: e('runs', '-', 1) }))
    .where('room_id', '=', run.roomId)
    .where('run_id', '=', run.id)
    .execute()
}

/** Stores the start time before the video, so that a kill between the two loses nothing. */
export async function saveStartTime(db: RoomsDb, run: Run, beginsAt: number): Promise<void> {
  await db
    .updateTable('rooms.replay')
    .set({ begins_at: beginsAt })
    .where('room_id', '=', run.roomId)
    .where('run_id', '=', run.id)
    .execute()
}

/** The video is stored and ready to watch. Answers whether this run is still the current one. */
export async function completeRun(
  root: RoomsDb,
  run: Run,
  video: { readonly beginsAt: number; readonly durationMs: number },
  now: number,
): Promise<boolean> {
  return inTransaction(root, async (db) => {
    const { companyId, roomId } = run
    const done = await db
      .updateTable('rooms.replay')
      .set({
        ...{ state: 'ready', failure: null, permille: 1000, begins_at: video.beginsAt, duration_ms: video.durationMs },
        ...{ run_id: null, heartbeat_at: null, finished_at: now },
      })
      .where('room_id', '=', roomId)
      .where('run_id', '=', run.id)
      .where('state', '=', 'making')
      .returning('room_id')
      .executeTakeFirst()
    if (!done) return false
    await addChapters(db, { companyId, roomId, ...video })
    if (run.taskId) await finishTask(db, run.taskId, {}, now)
    const room = await db.selectFrom('rooms.room').select('kind').where('id', '=', roomId).executeTakeFirst()
    if (room) await kindOf(room.kind).replayReady?.(db, { companyId, roomId, now })
    return true
  })
}

/** Nothing was recorded while the room ran: there is nothing to watch, and nothing has failed. */
export async function endWithoutRecording(root: RoomsDb, run: Run, now: number): Promise<void> {
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

/**
 * The replay has failed for good; its host may request it again. Runs in the transaction of `connection`, if it is one.
 */
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
