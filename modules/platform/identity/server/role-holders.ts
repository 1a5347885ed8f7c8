/**
 * Lookups of responsible members for other modules: superiors, holders of roles and permissions. One statement each.
 */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import type { Role, RoleKey } from '../contract/shapes.ts'
import { identityTables } from './db.ts'
import { matrixChanges, permissionsOfRole } from './permission-limits.ts'
import { type Permission, roles } from './permissions.ts'

/** The limit of levels, because the database does not enforce that the chain ends. */
const levelMax = 20

/** The enabled members of the company among `ids`, in the order of `ids`. */
export async function activeMemberIds(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from identity.member
    where id = any(${[...new Set(ids)]}::uuid[]) and company_id = ${companyId} and enabled`.execute(
    identityTables(connection),
  )
  const active = new Set(rows.map((row) => row.id))
  return [...new Set(ids)].filter((id) => active.has(id))
}

interface Above {
  readonly memberId: string
  readonly superiorId: string
}

/** The enabled superiors of each member, the direct one first. */
async function superiorsAbove(connection: Connection, companyId: string, memberIds: readonly string[]) {
  const { rows } = await sql<Above>`
    with recursive above as (
      select id as member_id, superior_id, 1 as level from identity.member
      where id = any(${[...new Set(memberIds)]}::uuid[]) and company_id = ${companyId} and superior_id is not null
      union all
      select above.member_id, m.superior_id, above.level + 1 from identity.member m
      join above on m.id = above.superior_id where m.superior_id is not null and above.level < ${levelMax}::integer
    )
    select above.member_id as "memberId", above.superior_id as "superiorId" from above
    join identity.member s on s.id = above.superior_id and s.enabled
    order by above.member_id, above.level`.execute(identityTables(connection))
  return rows
}

/** The first enabled superior of each member; members without one are absent. */
export async function superiorsOf(
  connection: Connection,
  companyId: string,
  memberIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await superiorsAbove(connection, companyId, memberIds)
  return new Map(rows.toReversed().map((row) => [row.memberId, row.superiorId]))
}

/** The enabled superiors of a member, the direct one first. */
export async function superiorChain(connection: Connection, companyId: string, memberId: string): Promise<string[]> {
  const rows = await superiorsAbove(connection, companyId, [memberId])
  return rows.map((row) => row.superiorId)
}

export interface RoleInOrganization {
  readonly companyId: string
  readonly role: Role
  readonly organizationId: string
}

/**
 * The enabled members with an enabled grant of the role on the organization or above it; grants on the organization
 * come first. Role `learner` has no grants, because every member has it.
 */
export async function holdersOfRole(connection: Connection, where: RoleInOrganization): Promise<string[]> {
  return holdersOfRoles(connection, where.companyId, [where.role], where.organizationId)
}

/** The members with a permission in an organization, by the company's matrix. */
export async function holdersOfPermission(
  connection: Connection,
  where: { readonly companyId: string; readonly permission: Permission; readonly organizationId: string },
): Promise<string[]> {
  const changes = await matrixChanges(identityTables(connection), where.companyId)
  const known = new Set<RoleKey>([...roles, ...changes.map(({ role }) => role)])
  const able = [...known].filter((role) => permissionsOfRole(role, changes).has(where.permission))
  return holdersOfRoles(connection, where.companyId, able, where.organizationId)
}

async function holdersOfRoles(
  connection: Connection,
  companyId: string,
  wanted: readonly RoleKey[],
  organizationId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.member_id as id from identity.role_grant g
    join identity.organization_ancestor a on a.ancestor_id = g.organization_id and a.organization_id = ${organizationId}
    join identity.member m on m.id = g.member_id and m.enabled
    where g.company_id = ${companyId} and g.role = any(${[...wanted]}) and g.enabled
    group by g.member_id order by min(a.depth), g.member_id`.execute(identityTables(connection))
  return rows.map((row) => row.id)
}

/**
 * The members with a grant of the role on the organization, or on the first organization above it that has such grants.
 * `except` is skipped: if no other member has the role there, the search continues upward.
 */
export async function holdersOfRoleUpward(
  connection: Connection,
  where: RoleInOrganization & { readonly except: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with holders as (
      select g.member_id, min(a.depth) as depth from identity.role_grant g
      join identity.organization_ancestor a
        on a.ancestor_id = g.organization_id and a.organization_id = ${where.organizationId}
      join identity.member m on m.id = g.member_id and m.enabled
      where g.company_id = ${where.companyId} and g.role = ${where.role} and g.enabled and g.member_id <> ${where.except}
      group by g.member_id
    )
    select member_id as id from holders where depth = (select min(depth) from holders) order by member_id`.execute(
    identityTables(connection),
  )
  return rows.map((row) => row.id)
}
