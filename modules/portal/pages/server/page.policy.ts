/** Who may change which page: with the permission for its organization; one without an organization belongs to the company. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { covers, grantedOrganizations, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { managesPages } from '../contract/access.ts'

const { permission } = managesPages

/** Of `pages.page p`. */
export function managedSql(caller: Caller): RawBuilder<boolean> {
  if (coversCompany(caller, permission)) return sql<boolean>`true`
  return sql<boolean>`p.organization_id in ${organizationsBelowSql(grantedOrganizations(caller, permission))}`
}

/** Refuses with 900003 unless the caller may change pages of the organization; null: of the whole company. */
export async function assertMayManage(db: Connection, caller: Caller, organizationId: string | null): Promise<void> {
  if (coversCompany(caller, permission)) return
  const isCovered = organizationId !== null && (await covers(db, caller, permission, organizationId))
  if (!isCovered) throw refuse(NO_PERMISSION)
}
