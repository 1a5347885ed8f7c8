/** What classrooms keep of a member: bookings, and the rooms that the member manages. */
import { sql } from 'kysely'
import type { PersonalData } from '#server/personal-data.ts'
import { classroomsTables } from './db.ts'

export const classroomsData: PersonalData = {
  module: 'classrooms',
  async collect(connection, { companyId, memberId }) {
    const db = classroomsTables(connection)
    const bookings = await sql<Record<string, unknown>>`
      select r.building, r.name as room, b.title, b.attendees, b.note, b.starts_at, b.ends_at, b.state, b.reason, b.created_at
      from classrooms.booking b join classrooms.room r on r.id = b.room_id
      where b.company_id = ${companyId} and b.member_id = ${memberId} order by b.starts_at, b.id`.execute(db)
    const rooms = await sql<Record<string, unknown>>`
      select r.building, r.name from classrooms.room r
      where r.company_id = ${companyId} and r.manager_ids @> array[${memberId}]::uuid[]
      order by r.building, r.name`.execute(db)
    return [
      { name: 'room-bookings', title: { cn: '教室预订', en: 'Room bookings' }, rows: bookings.rows },
      { name: 'managed-rooms', title: { cn: '管理的教室', en: 'Managed rooms' }, rows: rooms.rows },
    ]
  },
  /** The own bookings go, and what they took is free again. What a class has booked stays: it is the class's. */
  async erase(connection, { companyId, memberId }) {
    const db = classroomsTables(connection)
    await sql`delete from classrooms.booking
      where company_id = ${companyId} and member_id = ${memberId} and ref_id is null`.execute(db)
    await sql`update classrooms.room set manager_ids = array_remove(manager_ids, ${memberId}::uuid)
      where company_id = ${companyId} and manager_ids @> array[${memberId}]::uuid[]`.execute(db)
  },
}
