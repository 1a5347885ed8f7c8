/** Limits lists to the organizations of a caller's grants. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { grantedOrganizations } from './member-lookup.ts'

/** Whether the organization in the column is one of these or below one of them. */
export function within(column: string, organizationIds: readonly string[]): RawBuilder<boolean> {
  return sql`exists (select from identity.organization_ancestor scope
    where scope.organization_id = ${sql.ref(column)} and scope.ancestor_id = any(${[...organizationIds]}::uuid[]))`
}

/** Whether the caller's grants for the permission cover the organization in the column. */
export function withinGrants(caller: Caller, permission: string, column: string): RawBuilder<boolean> {
  if (coversCompany(caller, permission)) return sql`true`
  return within(column, grantedOrganizations(caller, permission))
}
