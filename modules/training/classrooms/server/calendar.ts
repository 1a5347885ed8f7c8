/** The bookings of a member in the own calendar. */
import { sql } from 'kysely'
import { calendarSource } from '#modules/platform/messages/server.ts'
import { classroomsTables } from './db.ts'

const entriesMax = 500

interface Row {
  readonly id: string
  readonly title: string
  readonly place: string
  readonly from: number
  readonly to: number
  readonly changed: number
}

/** What other parts of the platform have booked is in the calendar by themselves. */
export const bookingCalendar = calendarSource({
  async entries(connection, { companyId, memberId, from, to }) {
    const { rows } = await sql<Row>`
      select b.id, b.title, trim(r.building || ' ' || r.name) as place, b.starts_at as "from", b.ends_at as "to",
        coalesce(b.decided_at, b.created_at) as changed
      from classrooms.booking b join classrooms.room r on r.id = b.room_id
      where b.company_id = ${companyId} and b.member_id = ${memberId} and b.state = 'booked' and b.ref_id is null
        and b.starts_at < ${to} and b.ends_at > ${from}
      order by b.starts_at, b.id limit ${entriesMax}`.execute(classroomsTables(connection))
    return rows.map(({ id, title, place, changed, ...times }) => ({
      id: `classroom-booking:${id}`,
      title: { cn: title, en: title },
      startsAt: times.from,
      endsAt: times.to,
      place,
      link: '/classroom-book',
      changedAt: changed,
    }))
  },
})
