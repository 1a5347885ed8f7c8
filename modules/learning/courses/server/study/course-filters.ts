/** Conditions on a course `c` or a registration `r` that several statements share. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, can } from '#kit/caller.ts'
import { organizationAndAboveSql, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { managedOrganizations } from '../policy.ts'

/** Whether the course `c` is made for the caller's organization. */
export function visibleSql(caller: Caller): RawBuilder<boolean> {
  return sql`(c.visible_to_all or c.id in (select v.course_id from courses.course_visibility v
    where v.organization_id in ${organizationAndAboveSql(caller.organizationId)}))`
}

/**
 * Whether the caller may study the course `c` with their registration `r`: it is made for their organization, or
 * somebody else has registered them.
 */
export function openSql(caller: Caller): RawBuilder<boolean> {
  return sql`(coalesce(r.assigned, false) or ${visibleSql(caller)})`
}

/** Whether the caller makes, manages or teaches the course of this alias, and so reviews what is handed in for it. */
export function managesSql(caller: Caller, course: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${course}.${name}`)
  return sql`(${column('company_id')} = ${caller.companyId} and (
    ${column('author_id')} = ${caller.memberId} and ${can(caller, 'course.author')}::boolean
    or ${column('lecturer_id')} = ${caller.memberId}
    or ${column('organization_id')} in ${organizationsBelowSql(managedOrganizations(caller))}))`
}

/** Whether the name of the course `c` contains each word of the text, in any order and letter case. */
export function nameMatchesSql(search: string | undefined): RawBuilder<boolean> {
  return containsWordsSql(sql`c.name`, search)
}

export function inCategorySql(categoryId: string | undefined): RawBuilder<boolean> {
  if (categoryId === undefined) return sql`true`
  return sql`c.category_id in (select below.id from courses.category below where ${categoryId}::uuid = any(below.path))`
}

const statusesOf = { 'not-started': [0], learning: [1, 5, 6], done: [2, 4], abandoned: [3] } as const
export type StudyState = keyof typeof statusesOf

/** The condition on the registration `r` for a state as the screens name it. */
export function inStateSql(state: StudyState | undefined): RawBuilder<boolean> {
  return state === undefined ? sql`true` : sql`r.status = any(${[...statusesOf[state]]}::smallint[])`
}

/** Whether the course of the registration `r` is not in the recycle bin. */
export const livingSql: RawBuilder<boolean> = sql`not exists (
  select from courses.course gone where gone.id = r.course_id and gone.deleted_at is not null)`
