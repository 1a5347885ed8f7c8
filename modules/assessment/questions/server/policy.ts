/** Who may see and change which questions: who manages the organization of their directory. To be the author gives no right. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { managesQuestions } from '../contract/access.ts'

const managedOrganizations = (caller: Caller) => caller.permissions.get(managesQuestions.permission) ?? []

const managesAll = (caller: Caller) => managedOrganizations(caller).includes(caller.companyId)

/** Whether the caller manages the directory `alias`. */
export function managesDirectorySql(caller: Caller, alias: string): RawBuilder<boolean> {
  if (managesAll(caller)) return sql`true`
  return sql`${sql.ref(`${alias}.organization_id`)} in ${organizationsBelowSql(managedOrganizations(caller))}`
}

/** Whether the caller manages the question `alias`. Where the caller manages all of them, the list comes from its index. */
export function managesQuestionSql(caller: Caller, alias: string): RawBuilder<boolean> {
  if (managesAll(caller)) return sql`true`
  return sql`${sql.ref(`${alias}.directory_id`)} in (select d.id from questions.directory d
    where d.company_id = ${caller.companyId} and ${managesDirectorySql(caller, 'd')})`
}
