/** What the audit log keeps of courses and categories: as an administrator would say it, names instead of ids. */
import { sql } from 'kysely'
import { directorySql, organizationsSql } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { categoryPathSql } from './cards.ts'
import type { CoursesDb } from './db.ts'
import { plainText } from './rich-text.ts'

type Audit = Context['audit']

interface Facts {
  readonly name: string
  readonly [field: string]: unknown
}

async function courseFacts(db: CoursesDb, companyId: string, courseId: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts & { description: string }>`
    select c.name, c.summary, c.description, c.status, c.approval, c.version_number as version,
      ${categoryPathSql} as category, l.full_name as lecturer, c.cover_file_id as "coverFileId",
      c.publish_client as "publishClient", c.watermark, c.deleted_at as "deletedAt",
      (select string_agg(o.name, '、' order by o.name) from courses.course_visibility v
        join ${organizationsSql(companyId)} o on o.id = v.organization_id where v.course_id = c.id) as "visibleTo"
    from courses.course c left join courses.category cat on cat.id = c.category_id
    left join ${directorySql(companyId)} l on l.id = c.lecturer_id
    where c.id = ${courseId} and c.company_id = ${companyId}`.execute(db)
  const row = rows[0]
  return row && { ...row, description: plainText(row.description) }
}

async function categoryFacts(db: CoursesDb, companyId: string, categoryId: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select cat.name, cat.sort, ${categoryPathSql} as place from courses.category cat
    where cat.id = ${categoryId} and cat.company_id = ${companyId}`.execute(db)
  return rows[0]
}

const loaders = { course: courseFacts, category: categoryFacts } as const

interface About {
  readonly type: keyof typeof loaders
  readonly id: string
  readonly companyId: string
}

/** Makes a change, and says what the thing was before and is after. */
export async function auditing<T>(
  db: CoursesDb,
  audit: Audit,
  { type, id, companyId }: About,
  change: () => Promise<T>,
): Promise<T> {
  const before = await loaders[type](db, companyId, id)
  const result = await change()
  const after = await loaders[type](db, companyId, id)
  const name = (after ?? before)?.name
  if (name !== undefined) audit({ type, id, name, before: before ?? {}, after: after ?? {} })
  return result
}

/** Makes something new, and says what it is. */
export async function auditingNew<T extends { readonly id: string }>(
  db: CoursesDb,
  audit: Audit,
  { type, companyId }: Omit<About, 'id'>,
  create: () => Promise<T>,
): Promise<T> {
  const result = await create()
  const after = await loaders[type](db, companyId, result.id)
  if (after) audit({ type, id: result.id, name: after.name, before: {}, after })
  return result
}
