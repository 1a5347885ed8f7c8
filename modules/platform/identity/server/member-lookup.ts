/** Lookups of members and organizations for other modules. Every function is limited to one company. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { AuditFacts } from '#server/audited.ts'
import type { Connection } from '#server/db/connection.ts'
import { identityTables } from './db.ts'
import { runningSessionsSql } from './directory.ts'

/** A member for other modules. Phone and e-mail address are for sending, not for screens of other members. */
export interface KnownMember {
  readonly id: string
  /** The name to sign in with. */
  readonly name: string
  readonly fullName: string
  readonly avatarPath: string
  readonly organizationId: string
  readonly organizationName: string
  readonly phone: string | null
  readonly email: string | null
  /** The language of messages: from the profile, else from the first sign-in, else the default. */
  readonly language: Language
  /** Whether the member may sign in. A disabled member receives no messages and decides no approvals. */
  readonly enabled: boolean
}

/**
 * The members of the company among `ids`, by id; unknown ids and those of another company are absent. One statement.
 */
export async function membersByIds(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, KnownMember>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<KnownMember>`
    select m.id, m.name, m.full_name as "fullName", m.avatar_path as "avatarPath",
      o.id as "organizationId", o.name as "organizationName", m.phone, m.email,
      coalesce(m.language, 'cn') as language, m.enabled
    from identity.member m join identity.organization o on o.id = m.organization_id
    where m.id = any(${[...new Set(ids)]}::uuid[]) and m.company_id = ${companyId}`.execute(identityTables(connection))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Refuses with 900005 unless every id is a member of the company. */
export async function assertMembersOfCompany(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<void> {
  const found = await membersByIds(connection, companyId, ids)
  if (found.size !== new Set(ids).size) throw refuse(NOT_FOUND)
}

/** The organization and all above it, up to the company. Empty for an organization of another company. */
export async function organizationsAbove(
  connection: Connection,
  companyId: string,
  organizationId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.ancestor_id as id
    from identity.organization_ancestor a join identity.organization o on o.id = a.organization_id
    where a.organization_id = ${organizationId} and o.company_id = ${companyId}
    order by a.depth`.execute(identityTables(connection))
  return rows.map((row) => row.id)
}

/** The names of the organizations of the company among `ids`, by id. */
export async function organizationNames(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from identity.organization
    where id = any(${[...new Set(ids)]}::uuid[]) and company_id = ${companyId}`.execute(identityTables(connection))
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Facts for the audit log, with the names of their organizations in place of the ids. */
export async function withOrganizationNames(
  connection: Connection,
  companyId: string,
  rows: readonly (AuditFacts & { readonly organizationIds: readonly string[] })[],
): Promise<AuditFacts[]> {
  const ids = rows.flatMap((row) => row.organizationIds)
  const names = await organizationNames(connection, companyId, ids)
  return rows.map(({ organizationIds, ...facts }) => ({
    ...facts,
    organizations: organizationIds.flatMap((id) => names.get(id) ?? []).join('、'),
  }))
}

/** The organizations of the caller's grants for a permission, without those below. */
export function grantedOrganizations(caller: Caller, permission: string): readonly string[] {
  return caller.permissions.get(permission) ?? []
}

/** Whether a grant of the caller for the permission covers the organization. */
export async function covers(
  connection: Connection,
  caller: Caller,
  permission: string,
  organizationId: string,
): Promise<boolean> {
  const granted = grantedOrganizations(caller, permission)
  if (granted.length === 0) return false
  const above = await organizationsAbove(connection, caller.companyId, organizationId)
  return above.some((id) => granted.includes(id))
}

/** The valid sessions among these: not ended, not expired, of enabled members. One statement. */
export async function runningSessions(
  connection: Connection,
  sessionIds: readonly string[],
  now: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select s.id from ${runningSessionsSql(now)} s where s.id = any(${[...sessionIds]}::uuid[])`.execute(
    identityTables(connection),
  )
  return new Set(rows.map(({ id }) => id))
}
