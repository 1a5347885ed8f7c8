/** Live sessions in the calendar of a member. */
import { sql } from 'kysely'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { calendarSource } from '#modules/platform/messages/server.ts'
import type { Supplier } from '../../contract/states.ts'
import { watchPath } from '../addresses.ts'
import { liveTables } from '../db.ts'
import { visibleSql } from '../policy.ts'

const entriesMax = 500

/** What the member has reserved and may still see, and the member's own live sessions. */
export const liveCalendar = calendarSource({
  async entries(connection, { companyId, memberId, from, to }) {
    const member = (await membersByIds(connection, companyId, [memberId])).get(memberId)
    if (!member) return []
    const viewer = { companyId, memberId, organizationId: member.organizationId, managed: [] }
    const { rows } = await sql<{
      id: string
      subject: string
      supplier: Supplier
      start_time: number
      planned_end_at: number
      updated_at: number
    }>`select l.id, l.subject, l.supplier, l.start_time, l.planned_end_at, l.updated_at from live.live l
      where l.company_id = ${companyId} and l.status in (1, 2, 3) and l.start_time < ${to} and l.planned_end_at >= ${from}
        and (l.host_id = ${memberId}
          or exists (select from live.lecturer t where t.live_id = l.id and t.member_id = ${memberId})
          or exists (select from live.reservation r where r.live_id = l.id and r.member_id = ${memberId}))
        and ${visibleSql(viewer)}
      order by l.start_time, l.id limit ${entriesMax}`.execute(liveTables(connection))
    return rows.map((row) => ({
      id: `live:${row.id}`,
      title: { cn: `直播：${row.subject}`, en: `Live: ${row.subject}` },
      startsAt: row.start_time,
      endsAt: row.planned_end_at,
      link: watchPath(row.supplier, row.id),
      changedAt: row.updated_at,
    }))
  },
})
