/**
 * Attendance: the union of a person's connections while the room ran. Presences less than half a minute apart count as
 * one (a connection that broke and came back); two devices at the same time count once.
 */
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { pageWindow } from '#kit/schema.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { containsSql } from '#server/db/search.ts'
import type { Attendance } from '../contract/attendance.ts'
import { type RoomRow, roomsTables } from './db.ts'
import { presenceSpansSql } from './presence.ts'
import { getRoom } from './rooms.ts'

export type AttendanceRow = Static<typeof Attendance>

/** A shorter break does not count. */
export const mergeMs = 30_000

/** One row for each person who was in the room. Each range is extended by the gap, merged, and cut back. */
export const personsSql = (room: RoomRow, now: number) => sql`
  with span as (${presenceSpansSql(room.id, now)}), live as (
    select participant_id, min(began_at) as first_in, max(ended_at) as last_out, bool_or(online) as online,
      range_agg(int8range(greatest(began_at, ${room.started_at}::bigint),
        least(ended_at, coalesce(${room.ended_at}::bigint, ended_at)) + ${mergeMs}::bigint))
        filter (where greatest(began_at, ${room.started_at}::bigint)
          <= least(ended_at, coalesce(${room.ended_at}::bigint, ended_at))
          and ${room.started_at}::bigint is not null) as merged
    from span group by participant_id
  ), person as (
    select p.id, p.member_id, p.name, p.role, l.first_in, l.last_out, coalesce(l.online, false) as online,
      coalesce((select sum(upper(r) - lower(r) - ${mergeMs}::bigint) from unnest(l.merged) r), 0)::bigint as live_ms,
      coalesce((select count(*) from unnest(l.merged) r), 0)::int as visits,
      coalesce(w.covered_ms, 0)::bigint as replay_ms
    from rooms.participant p left join live l on l.participant_id = p.id
    left join rooms.replay_watch w on w.room_id = p.room_id and w.member_id = p.member_id
    where p.room_id = ${room.id} and l.participant_id is not null
    union all
    -- Members who watched only the replay.
    select w.member_id, w.member_id, '', 'viewer', null, null, false, 0, 0, w.covered_ms
    from rooms.replay_watch w where w.room_id = ${room.id} and not exists (
      select from rooms.presence q join rooms.participant p on p.id = q.participant_id
      where p.room_id = w.room_id and p.member_id = w.member_id)
  ), evaluated as (
    select *, live_ms >= ${room.minimum_minutes * 60_000}::bigint and visits > 0 as attended,
      live_ms + replay_ms >= ${room.minimum_minutes * 60_000}::bigint as completed from person
  )`

interface Row {
  id: string
  member_id: string | null
  name: string
  role: AttendanceRow['role']
  first_in: number | null
  last_out: number | null
  online: boolean
  live_ms: number
  visits: number
  replay_ms: number
  attended: boolean
  completed: boolean
  signed: number
  messages: number
}

const shown = (row: Row): AttendanceRow => ({
  ...{ participantId: row.id, memberId: row.member_id, name: row.name, role: row.role, online: row.online },
  ...{ liveSeconds: Math.floor(row.live_ms / 1000), replaySeconds: Math.floor(row.replay_ms / 1000) },
  ...{ firstIn: row.first_in, lastOut: row.last_out, visits: row.visits },
  ...{ signed: row.signed, messages: row.messages, attended: row.attended, completed: row.completed },
})

export interface AttendanceQuery {
  readonly companyId: string
  readonly roomId: string
  readonly now: number
  readonly page?: number
  readonly pageSize?: number
  readonly name?: string
  readonly attended?: boolean
}

export async function attendanceOf(connection: Connection, input: AttendanceQuery) {
  const db = roomsTables(connection)
  const room = await getRoom(db, input.companyId, input.roomId)
  const { limit, offset } = pageWindow(input)
  const { rows } = await sql<Row & { count: number; attended_count: number }>`
    ${personsSql(room, input.now)}, chosen as (
      select * from evaluated where (${input.attended ?? null}::boolean is null or attended = ${input.attended ?? null})
        and ${containsSql(sql`name`, input.name)}
    ), page as (
      select * from chosen order by first_in nulls last, id limit ${limit} offset ${offset}
    )
    select f.*, p.*,
      (select count(*) from rooms.signature s join rooms.sign_round r on r.id = s.round_id
        where s.participant_id = p.id and r.room_id = ${room.id})::int as signed,
      (select count(*) from rooms.message m where m.participant_id = p.id and m.removed_at is null)::int as messages
    from (select (select count(*) from chosen)::int as count,
      (select count(*) from evaluated where attended)::int as attended_count) f
    left join page p on true
    order by p.first_in nulls last, p.id`.execute(db)
  const first = rows[0]
  const present = rows.filter((row) => row.id !== null)
  // A member who watched only the replay has no participant name.
  const unnamedIds = present.flatMap((row) => (row.name === '' && row.member_id !== null ? [row.member_id] : []))
  const members = await membersByIds(connection, input.companyId, unnamedIds)
  return {
    items: present.map((row) =>
      shown({ ...row, name: row.name || (members.get(row.member_id ?? '')?.fullName ?? '') }),
    ),
    recordCount: first?.count ?? 0,
    ...{ minimumMinutes: room.minimum_minutes, attendedCount: first?.attended_count ?? 0 },
    ...{ startedAt: room.started_at, endedAt: room.ended_at },
  }
}
