/** What a member teaches stands in the own calendar. */
import { sql } from 'kysely'
import { calendarSource } from '#modules/platform/messages/server.ts'
import type { Teaching } from '../contract/managing.ts'
import { lecturersTables } from './db.ts'

const entriesMax = 500

export const teachingCalendar = calendarSource({
  async entries(connection, { companyId, memberId, from, to }) {
    const { rows } = await sql<Teaching & { readonly refId: string }>`
      select b.ref_id as "refId", b.title, b.link, b.starts_at as "startsAt", b.ends_at as "endsAt"
      from lecturers.lecturer l join lecturers.booking b on b.lecturer_id = l.id
      where l.member_id = ${memberId} and l.company_id = ${companyId} and b.starts_at < ${to} and b.ends_at > ${from}
      order by b.starts_at, b.ref_id limit ${entriesMax}`.execute(lecturersTables(connection))
    return rows.map(({ refId, title, link, startsAt, endsAt }) => ({
      ...{ id: `teaching:${refId}`, startsAt, endsAt, title: { cn: `授课：${title}`, en: `Teaching: ${title}` } },
      ...(link !== '' && { link }),
    }))
  },
})
