/** The maintenance job of each minute: it closes the presences of dead processes and deletes expired rows. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Connection } from '#server/db/connection.ts'
import { job } from '#server/module.ts'
import { type RoomsDb, roomsTables } from './db.ts'
import { addEvents } from './events.ts'
import { closeAbandoned, heartbeatStaleMs } from './presence.ts'
import { removeExpiredTickets } from './tickets.ts'

/** How long a person on the stage keeps the place after the browser disconnects; the host keeps it for ever. */
const placeRetentionMs = 120_000
/** Only browsers need the log of a room; a day after the end there are none. */
const eventsRetentionMs = 86_400_000

/** Frees the places of people who have not come back. */
export async function releaseSeats(db: RoomsDb, now: number): Promise<void> {
  const { rows } = await sql<{ companyId: string; roomId: string }>`
    with left_alone as (
      select s.room_id, s.number from rooms.seat s join rooms.room r on r.id = s.room_id
      where s.number > 0 and r.state = 'running' and s.taken_at < ${now - placeRetentionMs}::bigint
        and not exists (select from rooms.presence p
          left join rooms.beat b on b.room_id = p.room_id and b.process_id = p.process_id
          where p.participant_id = s.participant_id
            and coalesce(p.ended_at, b.at, p.began_at) > ${now - placeRetentionMs}::bigint)
    ), released as (
      delete from rooms.seat s using left_alone l where s.room_id = l.room_id and s.number = l.number
      returning s.company_id, s.room_id
    )
    select distinct company_id as "companyId", room_id as "roomId" from released`.execute(db)
  for (const place of rows) await addEvents(db, { ...place, now }, [{ name: 'stage' }])
}

async function tidy(connection: Connection, now: number): Promise<void> {
  const db = roomsTables(connection)
  await closeAbandoned(db, now)
  await releaseSeats(db, now)
  await removeExpiredTickets(db, now)
  // The processes that serve a room count its people. A room without a process has none.
  await sql`update rooms.room r set online = 0 where r.online > 0 and not exists (
    select from rooms.beat b where b.room_id = r.id and b.at > ${now - heartbeatStaleMs}::bigint)`.execute(db)
  await sql`delete from rooms.event e using rooms.room r where r.id = e.room_id
    and r.ended_at < ${now - eventsRetentionMs}::bigint`.execute(db)
}

export const tidyRooms = job({
  name: 'rooms.tidy',
  payload: Type.Object({}),
  cron: '* * * * *',
  run: (db, _, { now }) => tidy(db, now),
})
