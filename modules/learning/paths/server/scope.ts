/** The members that an author may assign to a path: the members of the organizations of the grant, and of those below them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { directorySql, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import type { PathsDb } from './db.ts'
import { managedOrganizations } from './policy.ts'

async function refuseWhereAny(db: PathsDb, found: ReturnType<typeof sql<{ any: boolean }>>): Promise<void> {
  const { rows } = await found.execute(db)
  if (rows[0]?.any) throw refuse(NO_PERMISSION)
}

/** Refuses (10138) members if one of them belongs to an organization that the caller does not manage paths in. */
export function assertOwnMembers(db: PathsDb, caller: Caller, memberIds: readonly string[]): Promise<void> {
  const own = organizationsBelowSql(managedOrganizations(caller))
  return refuseWhereAny(
    db,
    sql`select exists (select from ${directorySql(caller.companyId)} m
      where m.id = any(${[...memberIds]}::uuid[]) and m.organization_id not in ${own}) as any`,
  )
}

/** Refuses (10138) organizations of which one is outside those that the caller manages paths in. */
export function assertOwnOrganizations(db: PathsDb, caller: Caller, organizationIds: readonly string[]): Promise<void> {
  const own = organizationsBelowSql(managedOrganizations(caller))
  return refuseWhereAny(
    db,
    sql`select exists (select from unnest(${[...organizationIds]}::uuid[]) chosen (id)
      where chosen.id not in ${own}) as any`,
  )
}

/** What "everybody" means in a rule of the caller: nothing said for the whole company, else the caller's organizations. */
export function everybodyOf(caller: Caller): readonly string[] {
  const own = managedOrganizations(caller)
  return own.includes(caller.companyId) ? [] : own
}
