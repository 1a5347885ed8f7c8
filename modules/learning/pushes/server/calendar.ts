/** The cut-offs of a member's open tasks, in the calendar. */
import { sql } from 'kysely'
import { calendarSource } from '#modules/platform/messages/server.ts'
import { pushesTables } from './db.ts'
import { packageLink } from './message-types.ts'

const entriesMax = 500

export const cutOffs = calendarSource({
  async entries(connection, { companyId, memberId, from, to }) {
    const { rows } = await sql<{ id: string; name: string; cut_off_at: number; updated_at: number }>`
      select t.id, t.name, t.cut_off_at, t.updated_at
      from pushes.push_member m join pushes.push t on t.id = m.push_id
      where m.member_id = ${memberId} and m.company_id = ${companyId} and m.push_status = 2 and m.task_status < 3
        and t.revoked_at is null and t.cut_off_at >= ${from}::bigint and t.cut_off_at < ${to}::bigint
      order by t.cut_off_at, t.id limit ${entriesMax}`.execute(pushesTables(connection))
    return rows.map((row) => ({
      id: `push:${row.id}:cut-off`,
      title: { cn: `学习任务截止：${row.name}`, en: `Learning task due: ${row.name}` },
      startsAt: row.cut_off_at,
      link: packageLink(row.id),
      changedAt: row.updated_at,
    }))
  },
})
