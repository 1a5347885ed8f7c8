/** Requests for a replay, the first time and again. */
import { v7 as uuid } from 'uuid'
import { failTask, startTask, taskKind } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { type RoomsDb, roomsTables } from '../db.ts'
import { makeReplay } from './replay-job.ts'

const kind = 'live-replay'

interface ReplayTarget {
  readonly companyId: string
  readonly roomId: string
  readonly now: number
}

async function enqueueMaking(db: Connection, { companyId, roomId }: Omit<ReplayTarget, 'now'>): Promise<void> {
  await enqueue(db, makeReplay, { companyId, roomId }, { key: `rooms.make-replay:${roomId}` })
}

/** Requests the replay of a room that has ended, in the transaction of its end. A repeat changes nothing. */
export async function requestReplay(connection: Connection, input: ReplayTarget): Promise<void> {
  const db = roomsTables(connection)
  const { companyId, roomId, now } = input
  const room = await db
    .selectFrom('rooms.room')
    .select(['owner_id', 'title'])
    .where('id', '=', roomId)
    .where('company_id', '=', companyId)
    .where('state', '=', 'ended')
    .executeTakeFirst()
  if (!room) return
  const taskId = uuid()
  const requested = await db
    .insertInto('rooms.replay')
    .values({
      ...{ room_id: roomId, company_id: companyId, file_id: uuid(), owner_id: room.owner_id, title: room.title },
      ...{ task_id: taskId, requested_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('room_id')
    .executeTakeFirst()
  if (!requested) return
  await startTask(db, { id: taskId, companyId, memberId: room.owner_id, kind, title: room.title, now })
  await enqueueMaking(connection, input)
}

async function begin(db: RoomsDb, { companyId, roomId }: Omit<ReplayTarget, 'now'>, taskId: string): Promise<boolean> {
  const started = await db
    .updateTable('rooms.replay')
    .set({ state: 'making', failure: null, runs: 0, permille: 0, task_id: taskId, finished_at: null })
    .where('room_id', '=', roomId)
    .where('company_id', '=', companyId)
    .where('state', 'in', ['failed', 'none'])
    .where('replaced', '=', false)
    .returning('room_id')
    .executeTakeFirst()
  if (started) await enqueueMaking(db, { companyId, roomId })
  return started !== undefined
}

/** Makes a failed replay again. Answers whether there was a failed one. */
export async function retryReplay(connection: Connection, input: ReplayTarget): Promise<boolean> {
  const db = roomsTables(connection)
  const { companyId, roomId, now } = input
  const replay = await db
    .selectFrom('rooms.replay')
    .select(['owner_id', 'title'])
    .where('room_id', '=', roomId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  const taskId = uuid()
  if (!replay || !(await begin(db, input, taskId))) return false
  await startTask(db, { id: taskId, companyId, memberId: replay.owner_id, kind, title: replay.title, now })
  return true
}

interface TaskInput {
  readonly companyId: string
  readonly taskId: string
  readonly now: number
}

async function roomOfTask(db: RoomsDb, { companyId, taskId }: TaskInput): Promise<string | undefined> {
  const row = await db
    .selectFrom('rooms.replay')
    .select('room_id')
    .where('task_id', '=', taskId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.room_id
}

/** Replays as background tasks: an administrator can cancel and retry them, and they resume after a kill. */
export const replayTasks = taskKind({
  kind,
  label: { cn: '生成直播回放', en: 'Live replay' },
  cancellable: true,
  async retry(connection, task) {
    const db = roomsTables(connection)
    const roomId = await roomOfTask(db, task)
    const started = roomId !== undefined && (await begin(db, { companyId: task.companyId, roomId }, task.taskId))
    if (!started) await failTask(db, task.taskId, '回放已生成、已被替换或已删除', task.now)
  },
  async resume(connection, task) {
    const roomId = await roomOfTask(roomsTables(connection), task)
    if (roomId !== undefined) await enqueueMaking(connection, { companyId: task.companyId, roomId })
  },
})
