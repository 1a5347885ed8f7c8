/**
 * Attendance of a room at another provider: the job polls the provider for the people in the meeting. The interval of
 * the polls is the precision. A person in two consecutive polls was present in between; nothing is added before the
 * first or after the last poll. So the result is never more than the truth.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type RoomsDb, roomsTables } from '../db.ts'
import { endRoom, startRoom } from '../rooms.ts'

interface ExternalPerson {
  /** null for guests, because the provider identifies them only by name. */
  readonly memberId: string | null
  readonly name: string
}

interface ExternalAttendance {
  readonly companyId: string
  readonly roomId: string
  /** The start time that the provider reports. */
  readonly startedAt: number
  readonly people: readonly ExternalPerson[]
  /** Two polls within this time are consecutive. */
  readonly gapMaxMs: number
  readonly now: number
}

/** The people as participants of the room: members of the company by their id, the others by name. */
async function participantsOf(db: RoomsDb, { companyId, roomId, people, now }: ExternalAttendance): Promise<string[]> {
  const named = [...new Set(people.flatMap(({ memberId }) => memberId ?? []))]
  const members = await membersByIds(db, companyId, named)
  const guests = people.filter(({ memberId }) => memberId === null || !members.has(memberId))
  const rows = [...members.values()].map((member) => ({ id: uuid(), member_id: member.id, name: member.fullName }))
  const names = [...new Set(guests.map(({ name }) => name.slice(0, 64)))]
  const strangers = names.map((name) => ({ id: uuid(), name }))
  const { rows: known } = await sql<{ id: string }>`
    with member as (
      insert into rooms.participant (id, company_id, room_id, member_id, name, role, joined_at, created_at)
      select r.id, ${companyId}, ${roomId}, r.member_id, r.name, 'viewer', ${now}::bigint, ${now}::bigint
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, member_id uuid, name text)
      on conflict (room_id, member_id) do update
        set joined_at = coalesce(rooms.participant.joined_at, excluded.joined_at)
      returning id
    ), stranger as (
      select r.id, r.name, (select p.id from rooms.participant p where p.room_id = ${roomId} and p.member_id is null
        and p.link_id is null and p.name = r.name limit 1) as known
      from jsonb_to_recordset(${JSON.stringify(strangers)}::jsonb) as r(id uuid, name text)
    ), added as (
      insert into rooms.participant (id, company_id, room_id, name, role, joined_at, created_at)
      select id, ${companyId}, ${roomId}, name, 'viewer', ${now}::bigint, ${now}::bigint from stranger where known is null
      returning id
    )
    select id from member union all select id from added union all select known from stranger where known is not null`.execute(
    db,
  )
  return known.map(({ id }) => id)
}

/** Records the people of one poll. The room must be open; it runs from now on. Call it in a transaction. */
export async function recordExternalAttendance(connection: Connection, attendance: ExternalAttendance): Promise<void> {
  const db = roomsTables(connection)
  const { companyId, roomId, now, gapMaxMs } = attendance
  const room = await db
    .selectFrom('rooms.room')
    .select('state')
    .where('id', '=', roomId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (room?.state === 'waiting') await startRoom(connection, { companyId, roomId, by: null, now: attendance.startedAt })
  else if (room?.state !== 'running') return
  const ids = await participantsOf(db, attendance)
  if (ids.length === 0) return
  await sql`with latest as (
      select distinct on (participant_id) id, participant_id, ended_at from rooms.presence
      where room_id = ${roomId} and process_id = ${roomId} and participant_id = any(${ids}::uuid[])
      order by participant_id, began_at desc
    ), extended as (
      update rooms.presence p set ended_at = greatest(p.ended_at, ${now}::bigint) from latest l
      where p.id = l.id and l.ended_at >= ${now - gapMaxMs}::bigint returning p.participant_id
    )
    insert into rooms.presence (id, company_id, room_id, participant_id, process_id, device, began_at, ended_at)
    select gen_random_uuid(), ${companyId}, ${roomId}, i.id, ${roomId}, 'provider', ${now}::bigint, ${now}::bigint
    from unnest(${ids}::uuid[]) as i(id) where i.id not in (select participant_id from extended)`.execute(db)
}

/** The provider reports the end. A room without any recorded person stays as it is. */
export async function endExternalAttendance(
  connection: Connection,
  input: { companyId: string; roomId: string; now: number },
): Promise<void> {
  const room = await roomsTables(connection)
    .selectFrom('rooms.room')
    .select('state')
    .where('id', '=', input.roomId)
    .where('company_id', '=', input.companyId)
    .executeTakeFirst()
  if (room?.state === 'running') await endRoom(connection, { ...input, by: null })
}
