/**
 * Roles that a company makes by copying one. They carry permissions and nothing else: what the product ties to a built-in
 * role by its name (who approves, who is called a lecturer) stays with that one.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Caller, coversCompany } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { nameSkeleton } from '#kit/names.ts'
import { ROLE_IN_USE, ROLE_NAME_USED, TOO_MANY_ROLES } from '../contract/codes.ts'
import type { RoleRow } from '../contract/roles.ts'
import { customRolesMax, isBuiltIn, type RoleKey, roles } from '../contract/shapes.ts'
import cn from '../messages/cn.json' with { type: 'json' }
import en from '../messages/en.json' with { type: 'json' }
import { lockCompany } from './companies.ts'
import type { IdentityDb } from './db.ts'
import { matrixChanges, permissionsOfRole } from './permission-limits.ts'

export interface CustomRole {
  readonly id: string
  readonly name: string
}

/** The roles that the company has made, by name. */
export async function customRoles(db: IdentityDb, companyId: string): Promise<CustomRole[]> {
  return db
    .selectFrom('identity.custom_role')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Whoever holds every one of these permissions in the whole company may make a role of them. */
export function mayMakeOf(caller: Caller, permissions: Iterable<string>): boolean {
  return coversCompany(caller, 'role.manage') && [...permissions].every((code) => coversCompany(caller, code))
}

/**
 * Refuses a role of no or another company; locks one that the company has made until the transaction ends. Answers the
 * name of that one, and the code of a built-in role.
 */
export async function lockRole(db: IdentityDb, companyId: string, role: RoleKey): Promise<string> {
  if (isBuiltIn(role)) return role
  const { rows } = await sql<{ name: string }>`select name from identity.custom_role
    where id = ${role}::uuid and company_id = ${companyId} for share`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0].name
}

/** The role with its permissions, locked for a change; refuses a caller who lacks one of them. */
async function changeable(db: IdentityDb, caller: Caller, id: string) {
  const { rows } = await sql<CustomRole>`select id, name from identity.custom_role
    where id = ${id} and company_id = ${caller.companyId} for update`.execute(db)
  const [role] = rows
  if (!role) throw refuse(NOT_FOUND)
  const permissions = permissionsOfRole(id, await matrixChanges(db, caller.companyId))
  if (!mayMakeOf(caller, permissions)) throw refuse(NO_PERMISSION)
  return { ...role, permissions }
}

const rowOf = ({ id, name }: CustomRole, permissionCount: number): RoleRow => ({
  ...{ role: id, name, memberCount: 0, permissionCount },
  ...{ canGrant: true, canCopy: true, canChange: true },
})

/** What the names of the built-in roles look like, in both languages and as the codes that the audit log keeps. */
const builtInNames = new Set(
  roles.flatMap((role) => [role, cn.maps.role[role], en.maps.role[role]].map((name) => nameSkeleton(name))),
)

/** Another role of the company has the name, or it looks like that of a built-in role. */
async function isNameUsed(db: IdentityDb, companyId: string, name: string, exceptId?: string): Promise<boolean> {
  if (builtInNames.has(nameSkeleton(name))) return true
  const { rows } = await sql`select from identity.custom_role
    where company_id = ${companyId} and lower(name) = lower(${name}) and id is distinct from ${exceptId ?? null}::uuid`.execute(
    db,
  )
  return rows.length > 0
}

/** Answers the new role, and what the copied one is called. Roles of a company are made one after the other. */
export async function copyRole(
  db: IdentityDb,
  caller: Caller,
  { name, copyOf }: { readonly name: string; readonly copyOf: RoleKey },
  now: number,
): Promise<{ readonly role: RoleRow; readonly copiedName: string }> {
  const { companyId } = caller
  await lockCompany(db, companyId)
  const copiedName = await lockRole(db, companyId, copyOf)
  const permissions = permissionsOfRole(copyOf, await matrixChanges(db, companyId))
  if (!mayMakeOf(caller, permissions)) throw refuse(NO_PERMISSION)
  if (await isNameUsed(db, companyId, name)) throw refuse(ROLE_NAME_USED)
  if ((await customRoles(db, companyId)).length >= customRolesMax) throw refuse(TOO_MANY_ROLES)
  const id = uuid()
  await db.insertInto('identity.custom_role').values({ id, company_id: companyId, name, created_at: now }).execute()
  await sql`insert into identity.role_permission (company_id, role, permission, allowed)
    select ${companyId}, ${id}, code, true from unnest(${[...permissions]}::text[]) code`.execute(db)
  return { role: rowOf({ id, name }, permissions.size), copiedName }
}

/** Answers the role before and after. */
export async function renameRole(db: IdentityDb, caller: Caller, id: string, name: string) {
  await lockCompany(db, caller.companyId)
  const before = await changeable(db, caller, id)
  if (await isNameUsed(db, caller.companyId, name, id)) throw refuse(ROLE_NAME_USED)
  await db.updateTable('identity.custom_role').set({ name }).where('id', '=', id).execute()
  return { before: before.name, after: rowOf({ id, name }, before.permissions.size) }
}

/** Answers the role that is gone. */
export async function deleteRole(db: IdentityDb, caller: Caller, id: string): Promise<CustomRole> {
  const role = await changeable(db, caller, id)
  const { rows } = await sql`select from identity.role_grant
    where company_id = ${caller.companyId} and role = ${id} limit 1`.execute(db)
  if (rows.length > 0) throw refuse(ROLE_IN_USE)
  await sql`delete from identity.role_permission where company_id = ${caller.companyId} and role = ${id}`.execute(db)
  await db.deleteFrom('identity.custom_role').where('id', '=', id).execute()
  return role
}
