/** What external training keeps of a member: reports, and what the member was asked to report. */
import { sql } from 'kysely'
import type { PersonalData } from '#server/personal-data.ts'
import { externalTables } from './db.ts'

export const externalData: PersonalData = {
  module: 'external',
  async collect(connection, { companyId, memberId }) {
    const db = externalTables(connection)
    const reports = await sql<Record<string, unknown>>`
      select r.title, r.kind, r.provider, r.place, r.starts_on::text, r.ends_on::text, r.hour_hundredths, r.cost_hundredths,
        r.certificate_number, r.summary, r.state, r.reason, r.submitted_at, r.decided_at
      from external.report r where r.company_id = ${companyId} and r.member_id = ${memberId}
      order by r.created_at, r.id`.execute(db)
    const asked = await sql<Record<string, unknown>>`
      select a.title, a.provider, a.report_from, a.report_until, p.added_at
      from external.reporter p join external.activity a on a.id = p.activity_id
      where p.company_id = ${companyId} and p.member_id = ${memberId} order by p.added_at`.execute(db)
    return [
      { name: 'external-training', title: { cn: '外部培训填报', en: 'External training' }, rows: reports.rows },
      { name: 'external-asked', title: { cn: '外部培训填报任务', en: 'Asked to report' }, rows: asked.rows },
    ]
  },
  async erase(connection, { companyId, memberId }) {
    const db = externalTables(connection)
    const own = sql`company_id = ${companyId} and member_id = ${memberId}`
    await sql`delete from external.report where ${own}`.execute(db)
    await sql`delete from external.reporter where ${own}`.execute(db)
  },
}
