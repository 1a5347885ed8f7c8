/**
 * The organization tree: reading it, and changing single organizations. Moves and merges are in organization-tree.ts.
 */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { contains } from '#server/db/search.ts'
import { ORGANIZATION_DISABLED, ROOT_ORGANIZATION_FIXED } from '../contract/codes.ts'
import type { Organization } from '../contract/organizations.ts'
import { lockCompany } from './companies.ts'
import type { IdentityDb } from './db.ts'
import { covers } from './member-lookup.ts'
import { withinGrants } from './member-scope.ts'
import { refusingUsed } from './uniqueness.ts'

const treeMax = 10_000

const columns = (
  caller: Caller,
) => sql`o.id, o.parent_id as "parentId", o.name, coalesce(o.code, '') as code, o.sort, o.enabled,
  (select count(*) from identity.member m where m.organization_id = o.id) as "memberCount",
  (select count(*) from identity.organization child
    where child.company_id = o.company_id and child.parent_id = o.id and child.merged_into_id is null) as "childCount",
  ${withinGrants(caller, 'organization.manage', 'o.id')} as "canManage"`

const living = (caller: Caller) => sql`o.company_id = ${caller.companyId} and o.merged_into_id is null`

export async function listChildren(db: IdentityDb, caller: Caller, parentId: string | undefined) {
  if (parentId !== undefined) await findOrganization(db, caller, parentId)
  const condition: RawBuilder<boolean> =
    parentId === undefined ? sql`o.parent_id is null` : sql`o.parent_id = ${parentId}`
  const { rows } = await sql<Organization>`
    select ${columns(caller)} from identity.organization o
    where ${living(caller)} and ${condition}
    order by o.sort, o.created_at, o.id limit ${treeMax}`.execute(db)
  return { items: rows, recordCount: rows.length }
}

/** Parents before children. */
export async function listTree(db: IdentityDb, caller: Caller) {
  const { rows } = await sql<Organization>`
    select ${columns(caller)} from identity.organization o
    join identity.organization_ancestor a on a.organization_id = o.id and a.ancestor_id = o.company_id
    where ${living(caller)}
    order by a.depth, o.sort, o.created_at, o.id limit ${treeMax}`.execute(db)
  return { items: rows, recordCount: rows.length }
}

/** The names from the company down to the organization in the column. */
export const pathOf = (column: string): RawBuilder<string> => sql<string>`(
  select string_agg(above.name, '/' order by path.depth desc)
  from identity.organization_ancestor path join identity.organization above on above.id = path.ancestor_id
  where path.organization_id = ${sql.ref(column)})`

export async function searchOrganizations(db: IdentityDb, caller: Caller, query: Paging & { keyword?: string }) {
  const pattern = contains((query.keyword ?? '').trim())
  const condition = sql`${living(caller)} and (o.name ilike ${pattern} or o.code ilike ${pattern})`
  return sqlPage(db, query, {
    matching: sql`from identity.organization o where ${condition}`,
    rows: (window) => sql<Organization & { path: string }>`
      select ${columns(caller)}, ${pathOf('o.id')} as path from identity.organization o
      where ${condition} order by o.created_at, o.id ${window}`,
  })
}

/** A merged organization, or one of another company, is refused as not found. */
export async function findOrganization(db: IdentityDb, caller: Caller, id: string): Promise<Organization> {
  const { rows } = await sql<Organization>`
    select ${columns(caller)} from identity.organization o where ${living(caller)} and o.id = ${id}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

export async function findPath(db: IdentityDb, caller: Caller, id: string) {
  const { rows } = await sql<{ names: string[] }>`
    select array_agg(above.name order by path.depth desc) as names
    from identity.organization_ancestor path
    join identity.organization above on above.id = path.ancestor_id and above.company_id = ${caller.companyId}
    where path.organization_id = ${id}`.execute(db)
  const names = rows[0]?.names
  if (!names) throw refuse(NOT_FOUND)
  return { id, name: names.at(-1) ?? '', path: names.join('/'), names }
}

/** Loads an organization within the caller's grants. */
export async function managedOrganization(db: IdentityDb, caller: Caller, id: string): Promise<Organization> {
  const organization = await findOrganization(db, caller, id)
  if (!organization.canManage) throw refuse(NO_PERMISSION)
  return organization
}

/** Loads an organization that accepts members and organizations. */
export async function assertMayFill(
  db: IdentityDb,
  caller: Caller,
  id: string,
  permission: 'organization.manage' | 'member.manage',
): Promise<void> {
  const organization = await findOrganization(db, caller, id)
  if (!(await covers(db, caller, permission, id))) throw refuse(NO_PERMISSION)
  if (!organization.enabled) throw refuse(ORGANIZATION_DISABLED)
}

export interface NewOrganization {
  readonly companyId: string
  readonly parentId: string
  readonly name: string
  readonly code?: string
}

/** Inserts an organization with its closure. The caller must have locked the company. */
async function insertOrganization(db: IdentityDb, organization: NewOrganization, now: number): Promise<string> {
  const id = uuid()
  await refusingUsed(() =>
    sql`insert into identity.organization (id, company_id, parent_id, name, code, sort, created_at)
      select ${id}, ${organization.companyId}, ${organization.parentId}, ${organization.name},
        ${organization.code || null}, coalesce(max(sort), 0) + 1, ${now}
      from identity.organization
      where company_id = ${organization.companyId} and parent_id = ${organization.parentId}`.execute(db),
  )
  await sql`insert into identity.organization_ancestor (organization_id, ancestor_id, depth)
    select ${id}::uuid, ancestor_id, depth + 1 from identity.organization_ancestor
    where organization_id = ${organization.parentId}
    union all select ${id}::uuid, ${id}::uuid, 0`.execute(db)
  return id
}

export async function createOrganization(
  db: IdentityDb,
  caller: Caller,
  input: { parentId: string; name: string; code?: string },
  now: number,
): Promise<Organization> {
  await lockCompany(db, caller.companyId)
  await assertMayFill(db, caller, input.parentId, 'organization.manage')
  const id = await insertOrganization(db, { ...input, name: input.name.trim(), companyId: caller.companyId }, now)
  return findOrganization(db, caller, id)
}

export async function changeOrganization(
  db: IdentityDb,
  caller: Caller,
  id: string,
  change: { name?: string; code?: string; sort?: number },
): Promise<Organization> {
  await managedOrganization(db, caller, id)
  const values = {
    ...(change.name !== undefined && { name: change.name.trim() }),
    ...(change.code !== undefined && { code: change.code || null }),
    ...(change.sort !== undefined && { sort: change.sort }),
  }
  if (Object.keys(values).length > 0) {
    await refusingUsed(() => db.updateTable('identity.organization').set(values).where('id', '=', id).execute())
  }
  return findOrganization(db, caller, id)
}

/**
 * Disables or enables an organization with its subtree. An organization below a disabled one cannot be enabled alone.
 */
export async function enableOrganization(
  db: IdentityDb,
  caller: Caller,
  id: string,
  enabled: boolean,
): Promise<Organization> {
  await lockCompany(db, caller.companyId)
  const organization = await managedOrganization(db, caller, id)
  if (organization.parentId === null) throw refuse(ROOT_ORGANIZATION_FIXED)
  const parent = await findOrganization(db, caller, organization.parentId)
  if (enabled && !parent.enabled) throw refuse(ORGANIZATION_DISABLED)
  await sql`update identity.organization o set enabled = ${enabled}
    from identity.organization_ancestor a where a.ancestor_id = ${id} and o.id = a.organization_id`.execute(db)
  return findOrganization(db, caller, id)
}
