/** What stands against a meeting that is planned. It warns: only a room that is taken is refused, when it is booked. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { roomConflicts } from '#modules/training/classrooms/server.ts'
import { busyLecturers, lecturersByIds } from '#modules/training/lecturers/server.ts'
import { busyParticipantsShown, type MeetingConflicts } from '../contract/meetings.ts'
import type { classes } from '../contract.ts'
import { classLifecycle } from './class-lifecycle.ts'
import type { ClassesDb } from './db.ts'

type Asked = Input<typeof classes.meetingConflicts>['query']

const nothing: MeetingConflicts = { room: [], lecturers: [], participants: { count: 0, shown: [] } }

export async function meetingConflicts(
  db: ClassesDb,
  caller: Caller,
  classId: string,
  asked: Asked,
): Promise<MeetingConflicts> {
  await classLifecycle.getEditable(db, caller, classId)
  const { from, to, activityId, roomId } = asked
  if (from >= to) return nothing
  const { companyId } = caller
  const room =
    roomId === undefined ? [] : await roomConflicts(db, { companyId, roomId, from, to, exceptRefId: activityId })
  return {
    room,
    lecturers: await lecturerConflicts(db, companyId, asked),
    participants: await participantConflicts(db, companyId, classId, asked),
  }
}

async function lecturerConflicts(
  db: ClassesDb,
  companyId: string,
  { from, to, activityId, lecturerIds: asked = [] }: Asked,
): Promise<MeetingConflicts['lecturers']> {
  const ids = typeof asked === 'string' ? [asked] : [...asked]
  const except = activityId === undefined ? undefined : { refId: activityId }
  const busy = await busyLecturers(db, companyId, ids, from, to, except)
  const known = await lecturersByIds(db, companyId, [...busy.keys()])
  return [...busy].flatMap(([id, conflicts]) =>
    conflicts.map(({ kind, title, from: since, until }) => ({
      ...{ fullName: known.get(id)?.fullName ?? '', reason: kind, title, from: since, to: until },
    })),
  )
}

type Busy = MeetingConflicts['participants']['shown'][number]

/** Participants of this class who are in a meeting of another class at the time. */
async function participantConflicts(
  db: ClassesDb,
  companyId: string,
  classId: string,
  { from, to }: Asked,
): Promise<MeetingConflicts['participants']> {
  const { rows } = await sql<Busy & { readonly count: number }>`
    with meeting as (
      select a.class_id, a.title, a.starts_at, coalesce(a.ends_at, a.starts_at) as ends_at, c.name
      from classes.activity a join classes.class c on c.id = a.class_id
      where a.company_id = ${companyId} and a.kind = 'offline' and a.starts_at < ${to} and a.ends_at > ${from}
        and a.class_id <> ${classId} and c.status = 'on-shelf' and c.closed_at is null and c.deleted_at is null),
    busy as (
      select distinct on (own.member_id) own.member_id, m.title, m.starts_at, m.ends_at, m.name
      from meeting m join classes.enrollment o on o.class_id = m.class_id and o.state = 'enrolled'
      join classes.enrollment own on own.class_id = ${classId} and own.member_id = o.member_id and own.state = 'enrolled'
      order by own.member_id, m.starts_at)
    select (select count(*)::int from busy) as count, b.member_id as "memberId", d.full_name as "fullName", b.title,
      b.starts_at as from, b.ends_at as to, b.name as "className"
    from busy b join ${directorySql(companyId)} d on d.id = b.member_id
    order by d.full_name, d.id limit ${busyParticipantsShown}`.execute(db)
  return { count: rows[0]?.count ?? 0, shown: rows.map(({ count: _, ...row }) => row) }
}
