/** Facts about rooms for other modules: their states and figures. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { roomsTables } from './db.ts'

export interface RoomFacts {
  readonly state: 'waiting' | 'running' | 'ended' | 'closed'
  readonly startedAt: number | null
  readonly endedAt: number | null
  /** The people in the room, as counted a second or two ago. */
  readonly viewers: number
  readonly viewersPeak: number
  readonly replay: 'none' | 'making' | 'ready' | 'failed'
  readonly replaySeconds: number
}

/** The facts of the company's rooms by id. One statement. */
export async function findRoomFacts(
  connection: Connection,
  companyId: string,
  roomIds: readonly string[],
): Promise<Map<string, RoomFacts>> {
  if (roomIds.length === 0) return new Map()
  const { rows } = await sql<RoomFacts & { id: string }>`
    select r.id, r.state, r.started_at as "startedAt", r.ended_at as "endedAt", r.online_peak as "viewersPeak",
      case when r.state in ('ended', 'closed') then 0 else r.online end as viewers,
      coalesce(y.state, 'none') as replay, coalesce(y.duration_ms / 1000, 0) as "replaySeconds"
    from rooms.room r left join rooms.replay y on y.room_id = r.id
    where r.id = any(${[...new Set(roomIds)]}::uuid[]) and r.company_id = ${companyId}`.execute(roomsTables(connection))
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}
