/** What the audit log keeps of external training: names instead of ids. */
import { sql } from 'kysely'
import { directorySql, organizationsSql } from '#modules/platform/identity/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { ExternalDb } from './db.ts'

async function activityFacts(db: ExternalDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<AuditFacts>`
    select a.id, a.title as name, a.kind, a.provider, a.place, a.starts_on::text as "startsOn", a.ends_on::text as "endsOn",
      g.name as organization, a.report_from as "reportFrom", a.report_until as "reportUntil",
      a.needs_evidence as "needsEvidence", coalesce((select string_agg(d.full_name, '、' order by p.added_at, d.id)
        from external.reporter p join ${directorySql(companyId)} d on d.id = p.member_id
        where p.activity_id = a.id), '') as reporters
    from external.activity a left join ${organizationsSql(companyId)} g on g.id = a.organization_id
    where a.id = any(${[...ids]}::uuid[]) and a.company_id = ${companyId}`.execute(db)
  return rows
}

async function reportFacts(db: ExternalDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<AuditFacts>`
    select r.id, r.title as name, d.full_name as member, r.provider, r.starts_on::text as "startsOn",
      r.ends_on::text as "endsOn", r.state, r.reason
    from external.report r left join ${directorySql(companyId)} d on d.id = r.member_id
    where r.id = any(${[...ids]}::uuid[]) and r.company_id = ${companyId}`.execute(db)
  return rows
}

export const { auditing, auditingNew } = audited<ExternalDb, 'external-activity' | 'external-report'>({
  'external-activity': activityFacts,
  'external-report': reportFacts,
})
