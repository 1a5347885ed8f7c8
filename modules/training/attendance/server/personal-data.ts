/** What attendance keeps of a member: passing doors, records with corrections, and leave. */
import { sql } from 'kysely'
import type { PersonalData } from '#server/personal-data.ts'
import { attendanceTables } from './db.ts'

export const attendanceData: PersonalData = {
  module: 'attendance',
  async collect(connection, { companyId, memberId }) {
    const db = attendanceTables(connection)
    const rowsOf = async (table: 'record' | 'passage' | 'leave', columns: string) => {
      const { rows } = await sql<Record<string, unknown>>`
        select c.title, ${sql.raw(columns)} from ${sql.table(`attendance.${table}`)} t
        join attendance.check_in c on c.id = t.check_in_id
        where t.company_id = ${companyId} and t.member_id = ${memberId} order by c.starts_at`.execute(db)
      return rows
    }
    const recorded = `t.first_in_at, t.last_out_at, t.minutes, t.source, t.device_key, t.latitude, t.longitude, t.accuracy,
      t.corrected_state, t.correction`
    return [
      {
        name: 'attendance',
        title: { cn: '培训考勤', en: 'Class attendance' },
        rows: await rowsOf('record', recorded),
      },
      {
        name: 'attendance-passages',
        title: { cn: '培训签到签退', en: 'Class check-ins and check-outs' },
        rows: await rowsOf('passage', 't.direction, t.at, t.source'),
      },
      {
        name: 'attendance-leave',
        title: { cn: '培训请假', en: 'Leave from classes' },
        rows: await rowsOf('leave', 't.state, t.reason, t.asked_at, t.decided_at, t.decision'),
      },
    ]
  },
  async erase(connection, { companyId, memberId }) {
    const db = attendanceTables(connection)
    const own = sql`company_id = ${companyId} and member_id = ${memberId}`
    await sql`delete from attendance.claim where ${own}`.execute(db)
    await sql`delete from attendance.correction where ${own}`.execute(db)
    await sql`delete from attendance.leave where ${own}`.execute(db)
    await sql`delete from attendance.passage where ${own}`.execute(db)
    await sql`delete from attendance.record where ${own}`.execute(db)
  },
}
