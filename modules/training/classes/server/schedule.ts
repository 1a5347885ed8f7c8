/** When and where a class meets, for its participants: on its page, and as a file for calendar programs. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { getTimeZone } from '#modules/platform/identity/server.ts'
import { calendarText } from '#modules/platform/messages/server.ts'
import { roomNames } from '#modules/training/classrooms/server.ts'
import { lecturersByIds } from '#modules/training/lecturers/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import type { Session } from '../contract/meetings.ts'
import { enterClass } from './class-content.ts'
import type { ClassesDb } from './db.ts'

interface MeetingRow {
  readonly id: string
  readonly title: string
  readonly startsAt: number
  readonly endsAt: number
  readonly venue: string
  readonly roomId: string | null
  readonly lecturerIds: readonly string[]
}

/** A room with what is written beside it. */
export const placeOf = (room: string | undefined, venue: string): string =>
  [room ?? '', venue].filter((text) => text !== '').join(' · ')

async function sessionsOf(db: ClassesDb, companyId: string, classId: string): Promise<Session[]> {
  const { rows } = await sql<MeetingRow>`
    select a.id, a.title, a.starts_at as "startsAt", coalesce(a.ends_at, a.starts_at) as "endsAt",
      coalesce(nullif(a.venue, ''), case when a.room_id is null then c.venue else '' end) as venue,
      a.room_id as "roomId", a.lecturer_ids as "lecturerIds"
    from classes.activity a join classes.class c on c.id = a.class_id
    where a.class_id = ${classId} and a.kind = 'offline' and a.starts_at is not null
    order by a.starts_at, a.sort`.execute(db)
  const rooms = await roomNames(
    db,
    companyId,
    rows.flatMap(({ roomId }) => roomId ?? []),
  )
  const lecturers = await lecturersByIds(
    db,
    companyId,
    rows.flatMap(({ lecturerIds }) => lecturerIds),
  )
  return rows.map(({ id, title, startsAt, endsAt, venue, roomId, lecturerIds }) => ({
    ...{ activityId: id, name: title, startsAt, endsAt, place: placeOf(rooms.get(roomId ?? ''), venue) },
    lecturers: lecturerIds.flatMap((lecturerId) => {
      const one = lecturers.get(lecturerId)
      return one ? { id: one.id, fullName: one.fullName, picturePath: one.picturePath } : []
    }),
  }))
}

export async function classSchedule(db: ClassesDb, caller: Caller, id: string, now: number): Promise<Session[]> {
  await enterClass(db, caller, id, now)
  return sessionsOf(db, caller.companyId, id)
}

export async function classCalendar(
  db: ClassesDb,
  { caller, outside, now }: Context,
  id: string,
): Promise<StreamAnswer> {
  const { found } = await enterClass(db, caller, id, now)
  const sessions = await sessionsOf(db, caller.companyId, id)
  const { publicUrl } = outside.config
  const text = calendarText({
    name: found.name,
    timeZone: await getTimeZone(db, caller.companyId),
    events: sessions.map(({ activityId, name, startsAt, endsAt, place, lecturers }) => ({
      ...{ uid: `class-session:${activityId}@${new URL(publicUrl).hostname}`, startsAt, endsAt, changedAt: now },
      title: `${found.name} · ${name}`,
      description: lecturers.map(({ fullName }) => fullName).join('、'),
      place,
      url: `${publicUrl}/#/train-new/class-detail/${id}`,
    })),
  })
  return {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="class.ics"; filename*=UTF-8''${encodeURIComponent(`${found.name}.ics`)}`,
      'cache-control': 'no-store',
    },
    body: text,
  }
}
