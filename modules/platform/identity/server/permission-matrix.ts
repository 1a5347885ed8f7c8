/** The permissions of each role in a company: the default matrix and the company's changes. */
import { type Caller, coversCompany } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { isBuiltIn, type RoleKey, roles } from '../contract/shapes.ts'
import { customRoles, lockRole } from './custom-roles.ts'
import type { IdentityDb } from './db.ts'
import { type MatrixChange, matrixChanges, permissionsOfRole } from './permission-limits.ts'
import { defaultPermissions, permissions } from './permissions.ts'

/** A super administrator's rights are fixed, so that somebody can always repair the matrix. */
function mayChange(caller: Caller, role: RoleKey, permission: string): boolean {
  return role !== 'super-admin' && coversCompany(caller, 'role.manage') && coversCompany(caller, permission)
}

function cellOf(caller: Caller, role: RoleKey, permission: string, changes: readonly MatrixChange[]) {
  return {
    role,
    permission,
    allowed: permissionsOfRole(role, changes).has(permission),
    defaultAllowed: isBuiltIn(role) && defaultPermissions[role].some((code) => code === permission),
    canChange: mayChange(caller, role, permission),
  }
}

export async function permissionMatrix(db: IdentityDb, caller: Caller) {
  const changes = await matrixChanges(db, caller.companyId)
  const all: RoleKey[] = [...roles, ...(await customRoles(db, caller.companyId)).map(({ id }) => id)]
  const cells = all.flatMap((role) => permissions.map((permission) => cellOf(caller, role, permission, changes)))
  return { roles: all, permissions: [...permissions], cells }
}

/** Answers the cell, its previous value, and what the role is called. */
export async function changePermission(
  db: IdentityDb,
  caller: Caller,
  change: { role: RoleKey; permission: string; allowed: boolean },
) {
  const { role, permission, allowed } = change
  if (!permissions.some((code) => code === permission)) throw refuse(NOT_FOUND)
  const roleName = await lockRole(db, caller.companyId, role)
  if (!mayChange(caller, role, permission)) throw refuse(NO_PERMISSION)
  const allowedBefore = permissionsOfRole(role, await matrixChanges(db, caller.companyId)).has(permission)
  // To store what holds already would end what the role's members have open.
  if (allowed !== allowedBefore) {
    await db
      .insertInto('identity.role_permission')
      .values({ company_id: caller.companyId, role, permission, allowed })
      .onConflict((conflict) => conflict.columns(['company_id', 'role', 'permission']).doUpdateSet({ allowed }))
      .execute()
  }
  const cell = cellOf(caller, role, permission, await matrixChanges(db, caller.companyId))
  return { cell, allowedBefore, roleName }
}
