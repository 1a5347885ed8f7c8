/** Who may see and change which questions: who manages the organization of their directory. To be the author gives no right. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { managesQuestions } from '../contract/access.ts'

const managedOrganizations = (caller: Caller) => caller.permissions.get(managesQuestions.permission) ?? []

/** Whether the caller manages the directory `alias`. */
export function managesDirectorySql(caller: Caller, alias: string): RawBuilder<boolean> {
  const managed = managedOrganizations(caller)
  // A caller who manages the whole company manages every row of it: a list then comes straight from its index.
  if (managed.includes(caller.companyId)) return sql`true`
  return sql`${sql.ref(`${alias}.organization_id`)} in ${organizationsBelowSql(managed)}`
}
