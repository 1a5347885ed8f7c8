/**
 * Connections as they come and go. The open rows of a process end at its last heartbeat. So the rows of a killed
 * process are exact to one heartbeat, and a heartbeat costs one row for each room.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { RoomsDb } from './db.ts'

/** A process without a heartbeat for this long serves nobody. */
export const heartbeatStaleMs = 15_000

export interface Arrival {
  readonly companyId: string
  readonly roomId: string
  readonly participantId: string
  readonly processId: string
  readonly device: string
  readonly now: number
}

export async function openPresence(db: RoomsDb, arrival: Arrival): Promise<string> {
  const { companyId, roomId, participantId, processId, device, now } = arrival
  const id = uuid()
  await sql`with heartbeat as (
      insert into rooms.beat (room_id, process_id, company_id, at) values (${roomId}, ${processId}, ${companyId}, ${now})
      on conflict (room_id, process_id) do update set at = greatest(beat.at, excluded.at)
    )
    insert into rooms.presence (id, company_id, room_id, participant_id, process_id, device, began_at)
    values (${id}, ${companyId}, ${roomId}, ${participantId}, ${processId}, ${device}, ${now})`.execute(db)
  return id
}

export interface Departure {
  readonly presenceId: string
  /** The time of the connection's last activity. */
  readonly at: number
}

/** Closes several connections in one statement. A clock that moves backwards ends none before its start. */
export async function closePresences(db: RoomsDb, departures: readonly Departure[]): Promise<void> {
  if (departures.length === 0) return
  await sql`update rooms.presence p set ended_at = greatest(p.began_at, d.at)
    from unnest(${departures.map(({ presenceId }) => presenceId)}::uuid[], ${departures.map(({ at }) => at)}::bigint[])
      as d(id, at)
    where p.id = d.id and p.ended_at is null`.execute(db)
}

/** One statement for each process, whatever the number of people it serves. */
export async function heartbeat(
  db: RoomsDb,
  processId: string,
  roomIds: readonly string[],
  now: number,
): Promise<void> {
  await sql`update rooms.beat set at = greatest(at, ${now}) where process_id = ${processId}
    and room_id = any(${roomIds}::uuid[])`.execute(db)
}

/** Closes the open rows of dead processes at their last heartbeat. */
export async function closeAbandoned(db: RoomsDb, now: number): Promise<void> {
  await sql`with dead as (
      select room_id, process_id, at from rooms.beat where at < ${now - 4 * heartbeatStaleMs}::bigint
    ), closed as (
      update rooms.presence p set ended_at = greatest(p.began_at, d.at) from dead d
      where p.room_id = d.room_id and p.process_id = d.process_id and p.ended_at is null
    )
    delete from rooms.beat b using dead d where b.room_id = d.room_id and b.process_id = d.process_id`.execute(db)
}

/** The presence rows of a room with their ends, and whether the person is online. For use in `with`. */
export const presenceSpansSql = (roomId: string, now: number) => sql`
  select p.participant_id, p.began_at, p.ended_at is null and b.at > ${now - heartbeatStaleMs}::bigint as online,
    greatest(p.began_at, coalesce(p.ended_at, b.at, p.began_at)) as ended_at
  from rooms.presence p
  left join rooms.beat b on b.room_id = p.room_id and b.process_id = p.process_id and p.ended_at is null
  where p.room_id = ${roomId}`
