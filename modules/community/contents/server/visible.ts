/** Which contents a caller sees. Readers find what is listed and meant for them; members of an account see all of it. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { circlesOfMemberSql, memberAccountsSql } from '#modules/community/community/server.ts'
import { moderates } from '#modules/content/moderation/contract.ts'
import { organizationAndAboveSql, organizationsBelowSql } from '#modules/platform/identity/server.ts'

/**
 * Whether the row `alias` of contents.content is meant for the caller: for everybody, for an organization of theirs, or for a
 * circle of theirs. The account's members and its co-authors see it in any case.
 */
function meantForSql(caller: Caller, alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('visibility')} = 0
    or ${column('account_id')} in ${memberAccountsSql(caller)}
    or exists (select from contents.coauthor named
      where named.content_id = ${column('id')} and named.member_id = ${caller.memberId})
    or ${column('visibility')} = 1 and exists (select from contents.content_organization meant
      where meant.content_id = ${column('id')} and meant.organization_id in ${organizationAndAboveSql(caller.organizationId)})
    or ${column('visibility')} = 2 and exists (select from contents.content_circle placed
      where placed.content_id = ${column('id')} and placed.circle_id in ${circlesOfMemberSql(caller)}))`
}

/** What stands in the lists of readers. */
export function listedSql(caller: Caller, alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.company_id`)} = ${caller.companyId} and ${sql.ref(`${alias}.is_listed`)}
    and ${meantForSql(caller, alias)})`
}

/** What the caller may open: what is listed for them, and everything that an account of theirs has not removed. */
export function visibleContentSql(caller: Caller, alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`(${column('company_id')} = ${caller.companyId} and ${column('removed_at')} is null
    and (${column('account_id')} in ${memberAccountsSql(caller)}
      or ${column('is_listed')} and ${meantForSql(caller, alias)}))`
}

/** A condition on `c`: the caller decides about contents of its account. */
export function moderatesSql(caller: Caller) {
  if (coversCompany(caller, moderates.permission)) return sql`c.company_id = ${caller.companyId}`
  const granted = caller.permissions.get(moderates.permission) ?? []
  if (granted.length === 0) return sql`false`
  return sql`(c.company_id = ${caller.companyId} and c.organization_id in ${organizationsBelowSql(granted)})`
}
