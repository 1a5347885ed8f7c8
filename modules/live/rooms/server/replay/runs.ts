/** The state of a replay in the making: claimed, made by a run, and completed. */

import type { Selectable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { type RoomsDb, roomsTables } from '../db.ts'
import { kindOf } from '../kinds.ts'
import type { DB } from '../tables.ts'
import { addChapters } from './chapters.ts'

export type ReplayFailure = 'engine' | 'program' | 'unreadable' | 'too-long' | 'cancelled' | 'storage'

export interface Run {
  readonly id: string
  readonly companyId: string
  readonly roomId: string
  readonly fileId: string
  readonly ownerId: string | null
  readonly title: string
  /** The previous run, which was killed: it may have left files on disk. */
  readonly lostRunId: string | null
  /** The previous run has stored the video, and was killed before it recorded that. */
  readonly beginsAt: number | null
}

export type ReplayRow = Selectable<DB['rooms.replay']>

/** Locks the replay of the task; undefined if it is made, replaced or deleted. */
export async function claimReplay(connection: Connection, taskId: string): Promise<ReplayRow | undefined> {
  return roomsTables(connection)
    .selectFrom('rooms.replay')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('state', '=', 'making')
    .forUpdate()
    .executeTakeFirst()
}

/** A new run, which has a folder of its own. */
export async function startRun(db: RoomsDb, row: ReplayRow): Promise<Run> {
  const run = {
    ...{ id: uuid(), companyId: row.company_id, roomId: row.room_id, fileId: row.file_id, ownerId: row.owner_id },
    ...{ title: row.title, lostRunId: row.run_id, beginsAt: row.begins_at },
  }
  await db.updateTable('rooms.replay').set({ run_id: run.id }).where('room_id', '=', run.roomId).execute()
  return run
}

/** Stores the progress for the page of the live session. */
export async function storeProgress(connection: Connection, taskId: string, permille: number): Promise<void> {
  await roomsTables(connection)
    .updateTable('rooms.replay')
    .set({ permille: Math.min(999, Math.max(0, Math.round(permille))) })
    .where('task_id', '=', taskId)
    .where('state', '=', 'making')
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

/** The video is stored and ready to watch; without a video, nothing was recorded, and nothing has failed. */
export async function completeReplay(
  connection: Connection,
  { room_id: roomId, company_id: companyId }: ReplayRow,
  video: { readonly beginsAt: number; readonly durationMs: number } | undefined,
  now: number,
): Promise<void> {
  const db = roomsTables(connection)
  const made = video && { permille: 1000, begins_at: video.beginsAt, duration_ms: video.durationMs }
  await db
    .updateTable('rooms.replay')
    .set({ state: video ? 'ready' : 'none', failure: null, run_id: null, finished_at: now, ...made })
    .where('room_id', '=', roomId)
    .execute()
  if (!video) return
  await addChapters(db, { companyId, roomId, ...video })
  const room = await db.selectFrom('rooms.room').select('kind').where('id', '=', roomId).executeTakeFirst()
  if (room) await kindOf(room.kind).replayReady?.(db, { companyId, roomId, now })
}

export const failureReasons: Readonly<Record<ReplayFailure, { readonly cn: string; readonly en: string }>> = {
  engine: { cn: '生成回放失败：音视频服务没有响应', en: 'No replay: the audio and video service did not respond' },
  program: { cn: '生成回放失败：视频处理程序未能正常运行', en: 'No replay: the video program did not work' },
  unreadable: { cn: '生成回放失败：录制内容无法读取', en: 'No replay: the recording cannot be read' },
  'too-long': { cn: '生成回放失败：处理用时过长', en: 'No replay: the processing took too long' },
  cancelled: { cn: '已取消生成回放', en: 'The replay was canceled' },
  storage: { cn: '生成回放失败：回放文件未能保存', en: 'No replay: the video could not be stored' },
}

/** Puts a failed or missing replay back to the beginning, for the task that makes it. */
export async function resetReplay(
  db: RoomsDb,
  where: { readonly task_id: string } | { readonly room_id: string },
  taskId: string,
): Promise<ReplayRow | undefined> {
  return db
    .updateTable('rooms.replay')
    .set({ state: 'making', failure: null, permille: 0, task_id: taskId, finished_at: null })
    .where((e) => e.and(where))
    .where('state', 'in', ['failed', 'none'])
    .where('replaced', '=', false)
    .returningAll()
    .executeTakeFirst()
}

/** The replay has failed; its host may request it again. */
export async function failReplay(
  connection: Connection,
  taskId: string,
  failure: ReplayFailure,
  now: number,
): Promise<void> {
  await roomsTables(connection)
    .updateTable('rooms.replay')
    .set({ state: 'failed', failure, finished_at: now })
    .where('task_id', '=', taskId)
    .where('state', '=', 'making')
    .execute()
}
