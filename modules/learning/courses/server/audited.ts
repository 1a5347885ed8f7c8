/** What the audit log keeps of courses and categories: as an administrator would say it, names instead of ids. */
import { sql } from 'kysely'
import { plainText } from '#modules/content/catalog/server.ts'
import { directorySql, organizationsSql } from '#modules/platform/identity/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { CoursesDb } from './db.ts'
import { categoryPathSql } from './study/known-courses.ts'

async function courseFacts(db: CoursesDb, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<AuditFacts & { description: string }>`
    select c.id, c.name, c.summary, c.description, c.status, c.approval, c.version_number as version,
      ${categoryPathSql} as category, l.full_name as lecturer, c.cover_file_id as "coverFileId",
      c.publish_client as "publishClient", c.watermark, c.deleted_at as "deletedAt",
      (select string_agg(o.name, '、' order by o.name) from courses.course_visibility v
        join ${organizationsSql(companyId)} o on o.id = v.organization_id where v.course_id = c.id) as "visibleTo"
    from courses.course c left join courses.category cat on cat.id = c.category_id
    left join ${directorySql(companyId)} l on l.id = c.lecturer_id
    where c.id = any(${[...ids]}::uuid[]) and c.company_id = ${companyId}`.execute(db)
  return rows.map((row) => ({ ...row, description: plainText(row.description) }))
}

async function categoryFacts(db: CoursesDb, companyId: string, ids: readonly string[]) {
  const { rows } = await sql<AuditFacts>`
    select cat.id, cat.name, cat.sort, ${categoryPathSql} as place from courses.category cat
    where cat.id = any(${[...ids]}::uuid[]) and cat.company_id = ${companyId}`.execute(db)
  return rows
}

export const { auditing, auditingNew } = audited<CoursesDb, 'course' | 'category'>({
  course: courseFacts,
  category: categoryFacts,
})
