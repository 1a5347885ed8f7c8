/** What the audit log keeps of subjects: as an administrator would say it, names instead of ids. */
import { sql } from 'kysely'
import { organizationsSql } from '#modules/platform/identity/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { SubjectsDb } from './db.ts'

async function factsOf(db: SubjectsDb, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<AuditFacts>`
    select s.id, s.name, s.summary, s.description, s.status, s.approval, s.version_number as version,
      s.subject_type as "subjectType", s.cover_file_id as "coverFileId", s.publish_client as "publishClient", s.url,
      s.deleted_at as "deletedAt",
      (select string_agg(o.name, '、' order by o.name) from subjects.subject_visibility v
        join ${organizationsSql(companyId)} o on o.id = v.organization_id where v.subject_id = s.id) as "visibleTo",
      (select string_agg(format('%s (%s)', g.title, (select count(*) from subjects.content c
          where c.subject_id = g.subject_id and c.edition = g.edition and c.stage_id = g.id)), ' → ' order by g.sort)
        from subjects.stage g where g.subject_id = s.id and g.edition = 'draft') as stages
    from subjects.subject s where s.id = any(${[...ids]}::uuid[]) and s.company_id = ${companyId}`.execute(db)
  return rows
}

export const { auditing, auditingNew } = audited<SubjectsDb, 'subject'>({ subject: factsOf })
