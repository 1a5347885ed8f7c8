/** Requests for a replay, the first time and again. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { roomsTables } from '../db.ts'
import { replayWork } from './replay-job.ts'
import { resetReplay } from './runs.ts'

interface ReplayTarget {
  readonly companyId: string
  readonly roomId: string
  readonly now: number
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
  await replayWork.start(db, { id: taskId, companyId, memberId: room.owner_id, title: room.title, now })
}

/** Makes a failed replay again. Answers whether there was a failed one. */
export async function retryReplay(connection: Connection, { roomId, now }: ReplayTarget): Promise<boolean> {
  const db = roomsTables(connection)
  const id = uuid()
  const replay = await resetReplay(db, { room_id: roomId }, id)
  if (!replay) return false
  const { company_id: companyId, owner_id: memberId, title } = replay
  await replayWork.start(db, { id, companyId, memberId, title, now })
  return true
}
