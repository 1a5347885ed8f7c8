/** The members a caller may assign learning tasks to and remind: members of organizations they hold `push.manage` for, and those they manage. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import {
  contactsSql,
  directorySql,
  organizationNames,
  organizationsBelowSql,
  subordinatesSql,
} from '#modules/platform/identity/server.ts'
import { containsSql } from '#server/db/search.ts'
import { NOT_SUBORDINATE } from '../contract/errors.ts'
import type { PushMember } from '../contract/shapes.ts'
import type { PushesDb } from './db.ts'

export interface AudienceChoice {
  readonly organizationIds: readonly string[]
  readonly memberIds: readonly string[]
}

const peopleMax = 30

/** The organizations of the caller's grants; each stands for all below it. */
export function pushedOrganizations(caller: Caller): readonly string[] {
  return caller.permissions.get('push.manage') ?? []
}

/** Whether the member `p` of the directory is within the caller's push scope. */
export function reachableSql(caller: Caller): RawBuilder<boolean> {
  const granted = pushedOrganizations(caller)
  if (granted.includes(caller.companyId)) return sql<boolean>`true`
  return sql<boolean>`(p.organization_id in ${organizationsBelowSql(granted)} or p.id in ${subordinatesSql(caller.memberId)})`
}

export interface PersonRow {
  readonly id: string
  readonly full_name: string
  readonly login_name: string
  readonly avatar_path: string
  readonly organization_id: string
  readonly organization_name: string
}

/** `select ${personColumns} from ${peopleSql(companyId)}`: members `p` with their sign-in names, `k`. */
export const personColumns = sql`p.id, p.full_name, k.name as login_name, p.avatar_path, p.organization_id, p.organization_name`

export function peopleSql(companyId: string): RawBuilder<unknown> {
  return sql`${directorySql(companyId)} p join ${contactsSql(companyId)} k on k.id = p.id`
}

export function personOf(row: PersonRow): PushMember {
  return {
    id: row.id,
    fullName: row.full_name,
    name: row.login_name,
    avatarPath: row.avatar_path,
    organization: { id: row.organization_id, name: row.organization_name },
  }
}

export function nameLikeSql(search: string | undefined): RawBuilder<boolean> {
  return containsSql(sql`p.full_name`, search)
}

/** Whether the caller's push scope has any member. */
async function reachesAnybody(db: PushesDb, caller: Caller): Promise<boolean> {
  if (pushedOrganizations(caller).length > 0) return true
  const { rows } = await sql<{ any: boolean }>`
    select exists ${subordinatesSql(caller.memberId)} as any`.execute(db)
  return rows[0]?.any === true
}

export async function assertPushes(db: PushesDb, caller: Caller): Promise<void> {
  if (!(await reachesAnybody(db, caller))) throw refuse(NO_PERMISSION)
}

/** The ids among these of members that the caller may push to. One statement. */
export async function reachableAmong(db: PushesDb, caller: Caller, memberIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id from ${directorySql(caller.companyId)} p
    where p.id = any(${[...memberIds]}::uuid[]) and ${reachableSql(caller)}`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Refuses with 20161 unless the caller may push to each of them; members of other companies answer the same. */
export async function assertReachable(db: PushesDb, caller: Caller, memberIds: readonly string[]): Promise<void> {
  const wanted = new Set(memberIds)
  if (wanted.size > 0 && (await reachableAmong(db, caller, [...wanted])).size < wanted.size)
    throw refuse(NOT_SUBORDINATE)
}

/** Refuses an audience with a member outside the caller's push scope. */
export async function assertAudience(db: PushesDb, caller: Caller, audience: AudienceChoice): Promise<void> {
  const organizations = [...new Set(audience.organizationIds)]
  if (organizations.length > 0) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from unnest(${organizations}::uuid[]) chosen (id)
      where chosen.id in ${organizationsBelowSql(pushedOrganizations(caller))}`.execute(db)
    if (rows[0]?.count !== organizations.length) throw refuse(NO_PERMISSION)
  }
  await assertReachable(db, caller, audience.memberIds)
}

export async function pushScope(db: PushesDb, caller: Caller) {
  const granted = pushedOrganizations(caller)
  const names = await organizationNames(db, caller.companyId, granted)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${contactsSql(caller.companyId)} k
    where k.id in ${subordinatesSql(caller.memberId)} and k.enabled`.execute(db)
  return {
    organizations: granted.flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name }]
    }),
    subordinateCount: rows[0]?.count ?? 0,
  }
}

export async function pushPeople(db: PushesDb, caller: Caller, search: string | undefined) {
  const { rows } = await sql<PersonRow & { record_count: number }>`
    select ${personColumns}, count(*) over ()::int as record_count from ${peopleSql(caller.companyId)}
    where k.enabled and ${reachableSql(caller)} and ${nameLikeSql(search)}
    order by p.full_name, p.id limit ${peopleMax}`.execute(db)
  return { items: rows.map(personOf), recordCount: rows[0]?.record_count ?? 0 }
}
