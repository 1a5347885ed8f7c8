/** Classes and their meetings stand in the calendar of those who take part, and of their managers and teachers. */
import { sql } from 'kysely'
import { calendarSource } from '#modules/platform/messages/server.ts'
import { roomNames } from '#modules/training/classrooms/server.ts'
import { classesTables } from './db.ts'
import { placeOf } from './schedule.ts'

const entriesMax = 500

interface Entry {
  readonly classId: string
  /** Null: the class itself. */
  readonly activityId: string | null
  readonly name: string
  readonly title: string
  readonly startsAt: number
  readonly endsAt: number
  readonly venue: string
  readonly roomId: string | null
  readonly changedAt: number
}

export const classCalendarSource = calendarSource({
  async entries(connection, { companyId, memberId, from, to }) {
    const own = sql`array[${memberId}]::uuid[]`
    const { rows } = await sql<Entry>`
      with mine as (
        select c.* from classes.class c
        where c.company_id = ${companyId} and c.status = 'on-shelf' and c.deleted_at is null and c.id in (
          select e.class_id from classes.enrollment e
          where e.company_id = ${companyId} and e.member_id = ${memberId} and e.state = 'enrolled'
          union all select s.id from classes.class s where s.manager_ids @> ${own}
          union all select s.id from classes.class s where s.teacher_ids @> ${own}))
      select m.id as "classId", null::uuid as "activityId", m.name, '' as title, m.starts_at as "startsAt",
        m.ends_at as "endsAt", m.venue, null::uuid as "roomId", m.updated_at as "changedAt"
      from mine m where m.starts_at < ${to} and m.ends_at > ${from}
      union all
      select m.id, a.id, m.name, a.title, a.starts_at, coalesce(a.ends_at, a.starts_at),
        coalesce(nullif(a.venue, ''), case when a.room_id is null then m.venue else '' end), a.room_id, m.updated_at
      from mine m join classes.activity a on a.class_id = m.id
      where a.kind = 'offline' and a.starts_at < ${to} and coalesce(a.ends_at, a.starts_at + 1) > ${from}
      order by 5, 1, 2 nulls first limit ${entriesMax}`.execute(classesTables(connection))
    const rooms = await roomNames(
      connection,
      companyId,
      rows.flatMap(({ roomId }) => roomId ?? []),
    )
    return rows.map(({ classId, activityId, name, title, startsAt, endsAt, venue, roomId, changedAt }) => {
      const place = placeOf(rooms.get(roomId ?? ''), venue)
      const texts =
        activityId === null
          ? { cn: `培训班：${name}`, en: `Class: ${name}` }
          : { cn: `${name} · ${title}`, en: `${name} · ${title}` }
      return {
        id: activityId === null ? `class:${classId}` : `class-session:${activityId}`,
        ...{ title: texts, startsAt, endsAt, changedAt, link: `/train-new/class-detail/${classId}` },
        ...(place !== '' && { place }),
        // The class lasts for days: a day before its last instant is still one of them.
        ...(activityId === null && { allDay: true as const, endsAt: Math.max(startsAt, endsAt - 1) }),
      }
    })
  },
})
