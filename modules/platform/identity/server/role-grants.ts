/** Role grants of members. A change is effective at the next call, because tokens contain no rights (IDENTITY-052). */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import type { RoleGrant } from '../contract/roles.ts'
import { type RoleKey, roles } from '../contract/shapes.ts'
import { customRoles, lockRole, mayMakeOf } from './custom-roles.ts'
import type { IdentityDb } from './db.ts'
import { covers, grantedOrganizations, organizationsAbove } from './member-lookup.ts'
import { within, withinGrants } from './member-scope.ts'
import { matches } from './member-search.ts'
import { findOrganization } from './organizations.ts'
import { holdsRightsOf, keepingSuperAdmin, matrixChanges, permissionsOfRole } from './permission-limits.ts'
import { assertOffDuty } from './teaching-commitments.ts'

interface StoredGrant extends Omit<RoleGrant, 'canManage'> {
  /** The organizations from that of the grant up to the company. */
  readonly above: string[]
}

const columns = sql`g.id, g.member_id as "memberId", m.name as "memberName", m.full_name as "memberFullName",
  m.avatar_path as "headPortrait", g.role, coalesce(made.name, '') as "roleName", g.organization_id as "organizationId", o.name as "organizationName",
  g.enabled, g.granted_by as "grantedBy", coalesce(giver.full_name, '') as "grantedByFullName",
  g.granted_at as "grantedAt",
  array(select a.ancestor_id from identity.organization_ancestor a where a.organization_id = g.organization_id) as above`
const tables = sql`identity.role_grant g join identity.member m on m.id = g.member_id
  join identity.organization o on o.id = g.organization_id left join identity.member giver on giver.id = g.granted_by
  left join identity.custom_role made on made.company_id = g.company_id and made.id::text = g.role`

export interface GrantQuery extends Paging {
  readonly memberId?: string
  readonly role?: RoleKey
  readonly organizationId?: string
  readonly keyword?: string
}

async function shown(db: IdentityDb, caller: Caller, grants: readonly StoredGrant[]): Promise<RoleGrant[]> {
  const changes = await matrixChanges(db, caller.companyId)
  return grants.map(({ above, ...grant }) => ({
    ...grant,
    canManage: manages(caller, above) && holdsRightsOf(caller, grant.role, above, changes),
  }))
}

const manages = (caller: Caller, above: readonly string[]) =>
  grantedOrganizations(caller, 'role.manage').some((id) => above.includes(id))

export async function listGrants(db: IdentityDb, caller: Caller, query: GrantQuery) {
  const keyword = query.keyword?.trim()
  const condition = sql.join(
    [
      sql`g.company_id = ${caller.companyId}`,
      withinGrants(caller, 'role.manage', 'g.organization_id'),
      ...(query.memberId ? [sql`g.member_id = ${query.memberId}`] : []),
      ...(query.role ? [sql`g.role = ${query.role}`] : []),
      ...(query.organizationId ? [within('g.organization_id', [query.organizationId])] : []),
      ...(keyword ? [matches('m.search_text', keyword)] : []),
    ],
    sql` and `,
  )
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching: sql`from identity.role_grant g join identity.member m on m.id = g.member_id
    where ${condition}`,
    rows: (window) => sql<StoredGrant>`
      select ${columns} from ${tables} where ${condition}
      order by g.granted_at desc, g.id ${window}`,
  })
  return { items: await shown(db, caller, rows), recordCount }
}

/** Loads a grant of the company that the caller may revoke; refuses one outside the caller's grants. */
async function manageableGrant(db: IdentityDb, caller: Caller, id: string): Promise<RoleGrant> {
  const grant = await getGrant(db, caller, id)
  if (!grant.canManage) throw refuse(NO_PERMISSION)
  return grant
}

async function getGrant(db: IdentityDb, caller: Caller, id: string): Promise<RoleGrant> {
  const { rows } = await sql<StoredGrant>`
    select ${columns} from ${tables} where g.id = ${id} and g.company_id = ${caller.companyId}`.execute(db)
  const [grant] = await shown(db, caller, rows)
  if (!grant) throw refuse(NOT_FOUND)
  return grant
}

export interface GrantInput {
  readonly memberId: string
  readonly role: RoleKey
  readonly organizationId: string
}

/** A grant before and after a change. */
interface GrantChange {
  readonly before: RoleGrant | undefined
  readonly after: RoleGrant
}

/** Grants a role. If the grant exists, it is enabled and answered. */
export async function grantRole(db: IdentityDb, caller: Caller, input: GrantInput, now: number): Promise<GrantChange> {
  const { memberId, role, organizationId } = input
  await findOrganization(db, caller, organizationId)
  const member = await db
    .selectFrom('identity.member')
    .select('id')
    .where('id', '=', memberId)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!member || role === 'learner') throw refuse(NOT_FOUND)
  await lockRole(db, caller.companyId, role)
  const above = await organizationsAbove(db, caller.companyId, organizationId)
  const mayGive = holdsRightsOf(caller, role, above, await matrixChanges(db, caller.companyId))
  if (!mayGive || !(await covers(db, caller, 'role.manage', organizationId))) throw refuse(NO_PERMISSION)
  const before = await findGrant(db, caller, input)
  const grant = await db
    .insertInto('identity.role_grant')
    .values({
      id: uuid(),
      company_id: caller.companyId,
      member_id: memberId,
      role,
      organization_id: organizationId,
      granted_by: caller.memberId,
      granted_at: now,
    })
    .onConflict((conflict) => conflict.columns(['member_id', 'role', 'organization_id']).doUpdateSet({ enabled: true }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { before, after: await getGrant(db, caller, grant.id) }
}

async function findGrant(db: IdentityDb, caller: Caller, input: GrantInput): Promise<RoleGrant | undefined> {
  const grant = await db
    .selectFrom('identity.role_grant')
    .select('id')
    .where('member_id', '=', input.memberId)
    .where('role', '=', input.role)
    .where('organization_id', '=', input.organizationId)
    .executeTakeFirst()
  return grant && getGrant(db, caller, grant.id)
}

export async function enableGrant(db: IdentityDb, caller: Caller, id: string, enabled: boolean): Promise<GrantChange> {
  const grant = await manageableGrant(db, caller, id)
  if (enabled) assertNotSelf(caller, [grant.memberId])
  const save = () => db.updateTable('identity.role_grant').set({ enabled }).where('id', '=', id).execute()
  if (grant.role === 'super-admin' && !enabled) await keepingSuperAdmin(db, caller.companyId, save)
  else await save()
  return { before: grant, after: await getGrant(db, caller, id) }
}

/** Answers the revoked grant. */
export async function revokeRole(db: IdentityDb, caller: Caller, id: string): Promise<RoleGrant> {
  const grant = await manageableGrant(db, caller, id)
  const take = () => db.deleteFrom('identity.role_grant').where('id', '=', id).execute()
  if (grant.role === 'super-admin') await keepingSuperAdmin(db, caller.companyId, take)
  else await take()
  if (grant.role === 'lecturer') await assertOffDuty(db, { companyId: caller.companyId, memberId: grant.memberId })
  return grant
}

/** Every role with its number of members, and whether the caller may grant it anywhere. */
export async function listRoles(db: IdentityDb, caller: Caller) {
  const counted = await sql<{ role: RoleKey; count: number }>`
    select role, count(distinct member_id) as count from identity.role_grant
    where company_id = ${caller.companyId} and enabled group by role`.execute(db)
  const everybody = await sql<{ count: number }>`
    select count(*) as count from identity.member where company_id = ${caller.companyId}`.execute(db)
  const counts = new Map(counted.rows.map((row) => [row.role, row.count]))
  const changes = await matrixChanges(db, caller.companyId)
  const reach = await sql<{ above: string[] }>`
    select array_agg(ancestor_id) as above from identity.organization_ancestor
    where organization_id = any(${[...grantedOrganizations(caller, 'role.manage')]}::uuid[])
    group by organization_id`.execute(db)
  const made = await customRoles(db, caller.companyId)
  const all = [...roles.map((role) => ({ role, name: '' })), ...made.map(({ id, name }) => ({ role: id, name }))]
  const items = all.map(({ role, name }) => {
    const permissions = permissionsOfRole(role, changes)
    const mayMake = mayMakeOf(caller, permissions)
    return {
      role,
      name,
      memberCount: role === 'learner' ? (everybody.rows[0]?.count ?? 0) : (counts.get(role) ?? 0),
      permissionCount: permissions.size,
      canGrant: role !== 'learner' && reach.rows.some(({ above }) => holdsRightsOf(caller, role, above, changes)),
      canCopy: mayMake,
      canChange: mayMake && name !== '',
    }
  })
  return { items, recordCount: items.length }
}
