/** The rooms that are open in Janus, as all server processes know them. */
import { sql } from 'kysely'
import { type Connection, withTables } from '#server/db/connection.ts'
import type { RoomOptions } from './engine.ts'
import type { DB } from './tables.ts'

/** A process that has not reported its audience for this long serves nobody. */
const audienceStaleMs = 90_000

export async function saveRoom(db: Connection, roomId: string, options: RoomOptions): Promise<void> {
  await withTables<DB>(db)
    .insertInto('engines.janus_room')
    .values({ room_id: roomId, company_id: options.companyId, options: JSON.stringify(options) })
    .onConflict((conflict) => conflict.column('room_id').doUpdateSet({ options: JSON.stringify(options) }))
    .execute()
}

export async function loadRoomOptions(db: Connection, roomId: string): Promise<RoomOptions | undefined> {
  const row = await withTables<DB>(db)
    .selectFrom('engines.janus_room')
    .select('options')
    .where('room_id', '=', roomId)
    .executeTakeFirst()
  return row?.options as RoomOptions | undefined
}

export async function forgetRoom(db: Connection, roomId: string): Promise<void> {
  await withTables<DB>(db).deleteFrom('engines.janus_room').where('room_id', '=', roomId).execute()
}

/** Reports how many peers of each room this process serves. */
export async function reportAudience(
  db: Connection,
  process: string,
  rooms: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  if (rooms.size === 0) return
  const counts = JSON.stringify([...rooms].map(([id, peers]) => ({ id, peers })))
  await sql`
    update engines.janus_room room
    set audience = room.audience || jsonb_build_object(${process}::text, jsonb_build_array(report.peers, ${now}::bigint))
    from jsonb_to_recordset(${counts}::jsonb) as report(id uuid, peers integer)
    where room.room_id = report.id`.execute(withTables<DB>(db))
}

/** Receiving peers of the other server processes. */
export async function audienceElsewhere(db: Connection, process: string, roomId: string, now: number): Promise<number> {
  const { rows } = await sql<{ peers: number }>`
    select coalesce(sum((report.value ->> 0)::integer), 0)::integer as peers
    from engines.janus_room room, jsonb_each(room.audience) as report
    where room.room_id = ${roomId} and report.key <> ${process}
      and (report.value ->> 1)::bigint > ${now - audienceStaleMs}::bigint`.execute(withTables<DB>(db))
  return rows[0]?.peers ?? 0
}
