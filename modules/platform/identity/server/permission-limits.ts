/**
 * Limits of permissions. A permission applies to the organization of the grant and all below it. A caller can only
 * change members, and grant roles, whose rights the caller has too. An administrator of a branch therefore cannot gain
 * rights by resetting a password.
 */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { LAST_SUPER_ADMIN } from '../contract/codes.ts'
import { isBuiltIn, type RoleKey } from '../contract/shapes.ts'
import { lockCompany } from './companies.ts'
import type { IdentityDb } from './db.ts'
import { defaultPermissions } from './permissions.ts'

export interface MatrixChange {
  readonly role: RoleKey
  readonly permission: string
  readonly allowed: boolean
}

/** The permissions of a role in a company: the default with the company's changes; one that it has made has no default. */
export function permissionsOfRole(role: RoleKey, changes: readonly MatrixChange[]): Set<string> {
  const codes = new Set<string>(isBuiltIn(role) ? defaultPermissions[role] : [])
  for (const change of changes) {
    if (change.role !== role) continue
    if (change.allowed) codes.add(change.permission)
    else codes.delete(change.permission)
  }
  return codes
}

export async function matrixChanges(db: IdentityDb, companyId: string): Promise<MatrixChange[]> {
  const rows = await db
    .selectFrom('identity.role_permission')
    .select(['role', 'permission', 'allowed'])
    .where('company_id', '=', companyId)
    .execute()
  return rows
}

/** `above`: the organization itself and all above it. Super administrators are equal to each other only. */
export function holdsRightsOf(
  caller: Caller,
  role: RoleKey,
  above: readonly string[],
  changes: readonly MatrixChange[],
): boolean {
  if (role === 'super-admin' && !caller.roles.includes('super-admin')) return false
  return [...permissionsOfRole(role, changes)].every((permission) =>
    (caller.permissions.get(permission) ?? []).some((granted) => above.includes(granted)),
  )
}

interface GrantRow {
  readonly member_id: string
  readonly role: RoleKey
  readonly above: string[]
}

/** The members among these with rights that the caller does not have. */
export async function membersBeyond(
  db: IdentityDb,
  caller: Caller,
  memberIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<GrantRow>`
    select g.member_id, g.role, array(select a.ancestor_id from identity.organization_ancestor a
      where a.organization_id = g.organization_id) as above
    from identity.role_grant g
    where g.member_id = any(${[...memberIds]}::uuid[]) and g.company_id = ${caller.companyId}`.execute(db)
  const changes = await matrixChanges(db, caller.companyId)
  return new Set(rows.filter((row) => !holdsRightsOf(caller, row.role, row.above, changes)).map((row) => row.member_id))
}

/** Refuses members outside the caller's grants; those of another company and erased ones as not found. */
export async function assertMayChange(db: IdentityDb, caller: Caller, memberIds: readonly string[]): Promise<void> {
  const granted = [...(caller.permissions.get('member.manage') ?? [])]
  const { rows } = await sql<{ covered: boolean }>`
    select exists (select from identity.organization_ancestor a
      where a.organization_id = m.organization_id and a.ancestor_id = any(${granted}::uuid[])) as covered
    from identity.member m
    where m.id = any(${[...memberIds]}::uuid[]) and m.company_id = ${caller.companyId}
      and m.erased_at is null`.execute(db)
  if (rows.length !== memberIds.length) throw refuse(NOT_FOUND)
  if (rows.some((row) => !row.covered)) throw refuse(NO_PERMISSION)
  if ((await membersBeyond(db, caller, memberIds)).size > 0) throw refuse(NO_PERMISSION)
}

/** Runs a change that may remove super administrators; one must remain. */
export async function keepingSuperAdmin<T>(db: IdentityDb, companyId: string, change: () => Promise<T>): Promise<T> {
  await lockCompany(db, companyId)
  const result = await change()
  if (!(await superAdminRemains(db, companyId))) throw refuse(LAST_SUPER_ADMIN)
  return result
}

/** Whether the company has a super administrator other than `exceptId`. */
export async function superAdminRemains(db: IdentityDb, companyId: string, exceptId?: string): Promise<boolean> {
  const { rows } = await sql`
    select from identity.role_grant g join identity.member m on m.id = g.member_id
    where g.company_id = ${companyId} and g.role = 'super-admin' and g.organization_id = ${companyId}
      and g.enabled and m.enabled and m.id is distinct from ${exceptId ?? null}::uuid
    limit 1`.execute(db)
  return rows.length > 0
}
