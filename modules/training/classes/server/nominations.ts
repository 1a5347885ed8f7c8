/** Who nominates: those who run a class anyone of the company, and managers the members of their own organizations. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import {
  contactsSql,
  directorySql,
  grantedOrganizations,
  organizationsBelowSql,
  postsSql,
} from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { nominatesMembers } from '../contract/access.ts'
import { CLASS_NOT_FOR_YOU } from '../contract/codes.ts'
import type { Nominee } from '../contract/nominations.ts'
import type { classes } from '../contract.ts'
import type { ClassesDb } from './db.ts'
import { assertWindow } from './enrolling.ts'
import { assertMayCome, putOnRoster } from './nominating.ts'
import type { NominationScope } from './nomination-import.ts'
import { assertRunning, findPlacedClass, type PlacedClass } from './placed-class.ts'
import { lockRun } from './roster.ts'

/** Neither window nor audience binds those who run the class. */
export const scopeOfStaff = (caller: Caller, id: string): NominationScope => ({
  by: caller.memberId,
  lock: (db) => lockRun(db, caller, id),
  isDecided: true,
})

const ownOrganizations = (caller: Caller) => grantedOrganizations(caller, nominatesMembers.permission)

/** Those among the members who are in the caller's organizations. */
async function reachedBy(db: ClassesDb, caller: Caller, memberIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id from ${directorySql(caller.companyId)} p where p.id = any(${[...memberIds]}::uuid[])
      and p.organization_id in ${organizationsBelowSql(ownOrganizations(caller))}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Those among the members for whose organization the class is. */
async function meantMembers(
  db: ClassesDb,
  { companyId, organizationIds }: PlacedClass,
  memberIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (organizationIds.length === 0) return new Set(memberIds)
  const { rows } = await sql<{ id: string }>`
    select p.member_id as id from ${postsSql(companyId)} p where p.member_id = any(${[...memberIds]}::uuid[])
      and p.organization_ids && ${[...organizationIds]}::uuid[]`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The class while its enrollment is open, with its places locked. */
async function lockOpen(db: ClassesDb, { companyId }: Caller, id: string, now: number): Promise<PlacedClass> {
  const seen = await findPlacedClass(db, { id, companyId }, { lock: false })
  assertRunning(seen)
  assertWindow(seen, now)
  const found = await findPlacedClass(db, seen, { lock: true })
  assertRunning(found)
  return found
}

export const scopeOfManager = (caller: Caller, id: string, now: number): NominationScope => ({
  by: caller.memberId,
  lock: (db) => lockOpen(db, caller, id, now),
  reaches: (db, memberIds) => reachedBy(db, caller, memberIds),
  isMeantFor: meantMembers,
  isDecided: false,
})

export async function nominateOwn(
  db: ClassesDb,
  caller: Caller,
  id: string,
  memberIds: readonly string[],
  now: number,
) {
  const found = await lockOpen(db, caller, id, now)
  if ((await reachedBy(db, caller, memberIds)).size < memberIds.length) throw refuse(NOT_FOUND)
  await assertMayCome(db, caller.companyId, memberIds)
  if ((await meantMembers(db, found, memberIds)).size < memberIds.length) throw refuse(CLASS_NOT_FOR_YOU)
  return putOnRoster(db, found, memberIds, { source: 'nominated', by: caller.memberId, isDecided: false, now })
}

export async function listNominees(
  db: ClassesDb,
  caller: Caller,
  id: string,
  { search, isOnRoster = false, ...paging }: Input<typeof classes.nominees>['query'],
) {
  const { companyId } = caller
  const found = await findPlacedClass(db, { id, companyId }, { lock: false })
  if (found.closedAt === null) assertRunning(found)
  const matching = sql`from ${directorySql(companyId)} p join ${contactsSql(companyId)} c on c.id = p.id and c.enabled
    left join classes.enrollment e on e.class_id = ${id} and e.member_id = p.id
    where p.organization_id in ${organizationsBelowSql(ownOrganizations(caller))}
      and ${isOnRoster ? sql`e.id is not null` : sql`true`} and ${containsWordsSql(sql`p.full_name`, search)}`
  return sqlPage<Nominee>(db, paging, {
    matching,
    rows: (window) => sql<Nominee>`
      select p.id, p.full_name as "fullName", p.avatar_path as "avatarPath", p.organization_name as "organizationName",
        e.state, e.queued_at as "enrolledAt"
      ${matching} order by p.full_name, p.id ${window}`,
  })
}
