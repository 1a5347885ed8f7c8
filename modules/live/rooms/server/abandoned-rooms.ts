/** Abandoned rooms: running rooms without host and lecturers. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { roomsTables } from './db.ts'

/** The running rooms that neither host nor lecturer has entered since then. One statement. */
export async function findAbandonedRooms(
  connection: Connection,
  roomIds: readonly string[],
  since: number,
): Promise<Set<string>> {
  if (roomIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select r.id from rooms.room r
    where r.id = any(${[...roomIds]}::uuid[]) and r.state = 'running' and r.started_at <= ${since}::bigint
      and not exists (select from rooms.participant p
        join rooms.presence q on q.participant_id = p.id
        left join rooms.beat b on b.room_id = q.room_id and b.process_id = q.process_id
        where p.room_id = r.id and p.role in ('host', 'lecturer')
          and coalesce(q.ended_at, b.at, q.began_at) > ${since}::bigint)`.execute(roomsTables(connection))
  return new Set(rows.map((row) => row.id))
}
