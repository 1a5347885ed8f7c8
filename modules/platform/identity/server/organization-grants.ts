/**
 * Role grants when organizations are moved, merged or deleted: the caller has no more rights afterwards than before
 * (decision 98). By a merge others get only roles that the caller could grant them, by a deletion none.
 */
import { sql } from 'kysely'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { ORGANIZATION_HAS_ROLES } from '../contract/codes.ts'
import type { Role } from '../contract/shapes.ts'
import type { IdentityDb } from './db.ts'
import { organizationsAbove } from './member-lookup.ts'
import { holdsRightsOf, matrixChanges } from './permission-limits.ts'

interface RoleOfMember {
  readonly memberId: string
  readonly role: Role
}

/**
 * The roles, of all or of one member, granted on one of the organizations `from`, that do not cover the organization `on` already. A role counts, not
 * only its permissions, because approvers are found by roles; a disabled grant counts, because whoever enables it finds it where it stands.
 */
async function rolesNotOn(
  db: IdentityDb,
  { companyId }: Caller,
  {
    from,
    on,
    memberId = null,
  }: { readonly from: readonly string[]; readonly on: string; readonly memberId?: string | null },
): Promise<RoleOfMember[]> {
  const { rows } = await sql<RoleOfMember>`
    select distinct g.member_id as "memberId", g.role from identity.role_grant g
    where g.organization_id = any(${[...from]}::uuid[]) and g.company_id = ${companyId}
      and (${memberId}::uuid is null or g.member_id = ${memberId}) and not exists (
      select from identity.role_grant other
      join identity.organization_ancestor a on a.ancestor_id = other.organization_id and a.organization_id = ${on}
      where other.member_id = g.member_id and other.role = g.role and (other.enabled or not g.enabled))`.execute(db)
  return rows
}

/** Refuses to bring the organization below or into the target where a role of the caller covers the target alone. */
export async function assertReachesNoFurther(
  db: IdentityDb,
  caller: Caller,
  id: string,
  targetId: string,
): Promise<void> {
  const from = await organizationsAbove(db, caller.companyId, targetId)
  const gained = await rolesNotOn(db, caller, { from, on: id, memberId: caller.memberId })
  assertNotSelf(caller, memberIdsOf(gained))
}

/** Refuses to carry the organization's own grants to the target: the caller's never, others' unless the caller could grant them. */
export async function assertCarries(db: IdentityDb, caller: Caller, id: string, targetId: string): Promise<void> {
  const moved = await rolesNotOn(db, caller, { from: [id], on: targetId })
  if (moved.length === 0) return
  assertNotSelf(caller, memberIdsOf(moved))
  const above = await organizationsAbove(db, caller.companyId, targetId)
  const changes = await matrixChanges(db, caller.companyId)
  if (!moved.every(({ role }) => holdsRightsOf(caller, role, above, changes))) throw refuse(NO_PERMISSION)
}

/** Refuses to delete the organization while a role on it would reach further at its parent. */
export async function assertHasNoRoles(db: IdentityDb, caller: Caller, id: string, parentId: string): Promise<void> {
  const left = await rolesNotOn(db, caller, { from: [id], on: parentId })
  assertNotSelf(caller, memberIdsOf(left))
  if (left.length > 0) throw refuse(ORGANIZATION_HAS_ROLES, { count: left.length })
}

const memberIdsOf = (found: readonly RoleOfMember[]) => found.map(({ memberId }) => memberId)
