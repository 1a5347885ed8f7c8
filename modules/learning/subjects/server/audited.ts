/** What the audit log keeps of subjects: as an administrator would say it, names instead of ids. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { organizationsSql } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import type { SubjectsDb } from './db.ts'

interface Facts {
  readonly name: string
  readonly [field: string]: unknown
}

async function factsOf(db: SubjectsDb, companyId: string, id: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select s.name, s.summary, s.description, s.status, s.approval, s.version_number as version,
      s.subject_type as "subjectType", s.cover_file_id as "coverFileId", s.publish_client as "publishClient", s.url,
      s.deleted_at as "deletedAt",
      (select string_agg(o.name, '、' order by o.name) from subjects.subject_visibility v
        join ${organizationsSql(companyId)} o on o.id = v.organization_id where v.subject_id = s.id) as "visibleTo",
      (select string_agg(format('%s (%s)', g.title, (select count(*) from subjects.content c
          where c.subject_id = g.subject_id and c.edition = g.edition and c.stage_id = g.id)), ' → ' order by g.sort)
        from subjects.stage g where g.subject_id = s.id and g.edition = 'draft') as stages
    from subjects.subject s where s.id = ${id} and s.company_id = ${companyId}`.execute(db)
  return rows[0]
}

type Audit = Pick<Context, 'audit' | 'caller'>

/** Makes a change, and says what the subject was before and is after. */
export async function auditing<T>(
  db: SubjectsDb,
  { audit, caller }: Audit,
  id: string,
  change: () => Promise<T>,
): Promise<T> {
  const before = await factsOf(db, caller.companyId, id)
  const result = await change()
  const after = await factsOf(db, caller.companyId, id)
  const name = (after ?? before)?.name
  if (name !== undefined) audit({ type: 'subject', id, name, before: before ?? {}, after: after ?? {} })
  return result
}

/** Makes a new subject, and says what it is. */
export async function auditingNew<T extends { readonly id: string }>(
  db: SubjectsDb,
  { audit, caller }: { readonly audit: Audit['audit']; readonly caller: Caller },
  create: () => Promise<T>,
): Promise<T> {
  const result = await create()
  const after = await factsOf(db, caller.companyId, result.id)
  if (after) audit({ type: 'subject', id: result.id, name: after.name, before: {}, after })
  return result
}
