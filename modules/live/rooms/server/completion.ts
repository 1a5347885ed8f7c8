/** Completion of a room: enough minutes in it or in its replay. The modules that own rooms store it for good. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { personsSql } from './attendance.ts'
import { roomsTables } from './db.ts'
import { getRoom } from './rooms.ts'

/** The members who reached the required minutes in the room or its replay. */
export async function findCompleters(
  connection: Connection,
  { companyId, roomId, now }: { readonly companyId: string; readonly roomId: string; readonly now: number },
): Promise<string[]> {
  const db = roomsTables(connection)
  const room = await getRoom(db, companyId, roomId)
  const { rows } = await sql<{ member_id: string }>`
    ${personsSql(room, now)}
    select distinct member_id from evaluated
    where completed and member_id is not null and (visits > 0 or replay_ms > 0)`.execute(db)
  return rows.map((row) => row.member_id)
}

/** The rooms whose replays somebody has watched since then. For each member the latest video counts. */
export async function findReplaysWatchedSince(
  connection: Connection,
  since: number,
): Promise<{ readonly companyId: string; readonly roomId: string }[]> {
  const { rows } = await sql<{ companyId: string; roomId: string }>`
    select distinct company_id as "companyId", room_id as "roomId" from rooms.replay_watch
    where playback_id is not null and watched_at >= ${since}::bigint`.execute(roomsTables(connection))
  return rows
}

/** Those of the members who have watched any of these rooms' replays. */
export async function watchersOfReplays(
  connection: Connection,
  who: { readonly companyId: string; readonly memberIds: readonly string[]; readonly roomIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`select distinct member_id from rooms.replay_watch
    where room_id = any(${[...who.roomIds]}::uuid[]) and member_id = any(${[...who.memberIds]}::uuid[])
      and company_id = ${who.companyId} and covered_ms > 0`.execute(roomsTables(connection))
  return rows.map((row) => row.member_id)
}

/** Whether the member has watched any of the room's replay, not only opened it. */
export async function hasWatchedReplay(
  connection: Connection,
  { companyId, memberId, roomId }: { readonly companyId: string; readonly memberId: string; readonly roomId: string },
): Promise<boolean> {
  const { rows } = await sql`select from rooms.replay_watch
    where room_id = ${roomId} and member_id = ${memberId} and company_id = ${companyId} and covered_ms > 0`.execute(
    roomsTables(connection),
  )
  return rows.length > 0
}
