/**
 * Moves and merges organizations. Every change of a company's tree locks the company, so that two simultaneous moves
 * cannot make a cycle. One statement rewrites the closure of everything that moves.
 */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { ORGANIZATION_CYCLE, ORGANIZATION_NOT_EMPTY, ROOT_ORGANIZATION_FIXED } from '../contract/codes.ts'
import type { Organization } from '../contract/organizations.ts'
import { lockCompany } from './companies.ts'
import type { IdentityDb } from './db.ts'
import { organizationsAbove } from './member-lookup.ts'
import { assertCarries, assertHasNoRoles, assertReachesNoFurther } from './organization-grants.ts'
import { assertMayFill, findOrganization, managedOrganization } from './organizations.ts'

/** Checks that the organization is not the root, and that the target is outside its subtree. */
async function assertMovable(db: IdentityDb, caller: Caller, id: string, targetId: string): Promise<void> {
  const organization = await managedOrganization(db, caller, id)
  if (organization.parentId === null) throw refuse(ROOT_ORGANIZATION_FIXED)
  await assertMayFill(db, caller, targetId, 'organization.manage')
  if ((await organizationsAbove(db, caller.companyId, targetId)).includes(id)) throw refuse(ORGANIZATION_CYCLE)
}

/**
 * Moves the part of the subtree from depth `fromDepth` on below the target: 0 includes the organization itself, 1 only
 * those below it. The statement deletes closure rows to the old ancestors and adds those to the new ones.
 */
async function hang(db: IdentityDb, id: string, targetId: string, fromDepth: 0 | 1): Promise<void> {
  await sql`
    with moved as (
      select organization_id, depth from identity.organization_ancestor
      where ancestor_id = ${id} and depth >= ${fromDepth}
    ), above as (
      select ancestor_id, depth from identity.organization_ancestor where organization_id = ${targetId}
    ), gone as (
      delete from identity.organization_ancestor old using moved
      where old.organization_id = moved.organization_id
        and old.ancestor_id not in (select organization_id from moved)
        and old.ancestor_id not in (select ancestor_id from above)
    )
    insert into identity.organization_ancestor (organization_id, ancestor_id, depth)
    select moved.organization_id, above.ancestor_id, moved.depth - ${fromDepth}::integer + above.depth + 1
    from moved cross join above
    on conflict (ancestor_id, organization_id) do update set depth = excluded.depth`.execute(db)
}

export async function moveOrganization(
  db: IdentityDb,
  caller: Caller,
  id: string,
  parentId: string,
): Promise<Organization> {
  await lockCompany(db, caller.companyId)
  await assertMovable(db, caller, id, parentId)
  await assertReachesNoFurther(db, caller, id, parentId)
  await hang(db, id, parentId, 0)
  await sql`update identity.organization set parent_id = ${parentId}, sort = 1 + (
      select coalesce(max(sort), 0) from identity.organization
      where company_id = ${caller.companyId} and parent_id = ${parentId})
    where id = ${id}`.execute(db)
  return findOrganization(db, caller, id)
}

/** Moves everything of the organization to the target; its row stays hidden below the target. */
async function becomePartOf(db: IdentityDb, companyId: string, id: string, targetId: string): Promise<void> {
  await sql`update identity.organization set parent_id = ${targetId}
    where company_id = ${companyId} and parent_id = ${id} and merged_into_id is null`.execute(db)
  await hang(db, id, targetId, 1)
  await hang(db, id, targetId, 0)
  await sql`update identity.member set organization_id = ${targetId} where organization_id = ${id}`.execute(db)
  // Of two grants of a role one is left, and an enabled one stays enabled.
  await sql`update identity.role_grant kept set enabled = true from identity.role_grant g
    where g.organization_id = ${id} and g.enabled and kept.organization_id = ${targetId} and not kept.enabled
      and kept.member_id = g.member_id and kept.role = g.role`.execute(db)
  await sql`delete from identity.role_grant g using identity.role_grant kept
    where g.organization_id = ${id} and kept.organization_id = ${targetId}
      and kept.member_id = g.member_id and kept.role = g.role`.execute(db)
  await sql`update identity.role_grant set organization_id = ${targetId} where organization_id = ${id}`.execute(db)
  await sql`update identity.organization set merged_into_id = ${targetId}, parent_id = ${targetId}
    where merged_into_id = ${id}`.execute(db)
  await sql`update identity.organization set merged_into_id = ${targetId}, parent_id = ${targetId}, code = null
    where id = ${id}`.execute(db)
}

export async function mergeOrganization(
  db: IdentityDb,
  caller: Caller,
  id: string,
  intoId: string,
): Promise<Organization> {
  await lockCompany(db, caller.companyId)
  await assertMovable(db, caller, id, intoId)
  await assertReachesNoFurther(db, caller, id, intoId)
  await assertCarries(db, caller, id, intoId)
  await becomePartOf(db, caller.companyId, id, intoId)
  return findOrganization(db, caller, intoId)
}

/** Deletes an empty organization without roles of its own. The data of other modules then belong to its parent. */
export async function deleteOrganization(db: IdentityDb, caller: Caller, id: string): Promise<void> {
  await lockCompany(db, caller.companyId)
  const organization = await managedOrganization(db, caller, id)
  if (organization.parentId === null) throw refuse(ROOT_ORGANIZATION_FIXED)
  if (organization.memberCount > 0 || organization.childCount > 0) throw refuse(ORGANIZATION_NOT_EMPTY)
  await assertHasNoRoles(db, caller, id, organization.parentId)
  await becomePartOf(db, caller.companyId, id, organization.parentId)
}
