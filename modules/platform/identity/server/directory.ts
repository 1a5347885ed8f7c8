/**
 * SQL fragments that read identity's tables inside statements of other modules. A list of learners must be searched,
 * filtered and paged in one statement with the other module's tables. The fragments keep the knowledge of identity's
 * tables in this file.
 */
import { type RawBuilder, sql } from 'kysely'

/** The members of a company as other screens show them, for use in `from (…)`. */
export interface DirectoryPerson {
  id: string
  full_name: string
  avatar_path: string
  organization_id: string
  organization_name: string
}

/** `from ${directorySql(companyId)} p`: the members of a company with their organization. */
export function directorySql(companyId: string): RawBuilder<DirectoryPerson> {
  return sql<DirectoryPerson>`(select m.id, m.full_name, m.avatar_path, m.organization_id, o.name as organization_name
    from identity.member m join identity.organization o on o.id = m.organization_id
    where m.company_id = ${companyId})`
}

/**
 * `from ${enabledPeopleSql(companyId)} p`: as `directorySql`, without disabled members; of an organization, with all below
 * it. The planner can walk other rows in their order and look up one person at a time.
 */
export function enabledPeopleSql(companyId: string, organizationId?: string): RawBuilder<DirectoryPerson> {
  const below = organizationId
    ? sql`and exists (select from identity.organization_ancestor a
        where a.organization_id = m.organization_id and a.ancestor_id = ${organizationId})`
    : sql``
  return sql<DirectoryPerson>`(select m.id, m.full_name, m.avatar_path, m.organization_id, o.name as organization_name
    from identity.member m join identity.organization o on o.id = m.organization_id
    where m.company_id = ${companyId} and m.enabled ${below})`
}

/** The addresses of members of a company, for use in `from (…)`. */
export interface Contact {
  id: string
  /** The name to sign in with. */
  name: string
  staff_number: string | null
  phone: string | null
  email: string | null
  enabled: boolean
}

/** `from ${contactsSql(companyId)} c`: the members of a company with their addresses, including disabled ones. */
export function contactsSql(companyId: string): RawBuilder<Contact> {
  return sql<Contact>`(select m.id, m.name, m.staff_number, m.phone, m.email, m.enabled
    from identity.member m where m.company_id = ${companyId})`
}

/**
 * `from ${organizationsSql(companyId)} o`: the organizations of a company. A merged organization has the name of its
 * target.
 */
export function organizationsSql(companyId: string): RawBuilder<{ id: string; name: string }> {
  return sql<{ id: string; name: string }>`(select known.id, coalesce(now.name, known.name) as name
    from identity.organization known left join identity.organization now on now.id = known.merged_into_id
    where known.company_id = ${companyId})`
}

/**
 * `join ${organizationsAboveSql(companyId)} o on o.below_id = …`: the organizations of a company, each for itself and for all
 * below it. `level` grows from the company downwards.
 */
export function organizationsAboveSql(
  companyId: string,
): RawBuilder<{ below_id: string; id: string; parent_id: string | null; name: string; sort: number; level: number }> {
  return sql`(select a.organization_id as below_id, o.id, o.parent_id, o.name, o.sort,
      (select max(depth) from identity.organization_ancestor up where up.organization_id = o.id) as level
    from identity.organization o join identity.organization_ancestor a on a.ancestor_id = o.id
    where o.company_id = ${companyId})`
}

/** `x in ${organizationAndAboveSql(id)}`: the organization, all above it, and those merged into one of them. */
export function organizationAndAboveSql(organizationId: string): RawBuilder<string> {
  return sql<string>`(select a.ancestor_id from identity.organization_ancestor a where a.organization_id = ${organizationId}
    union all select g.id from identity.organization_ancestor a join identity.organization g on g.merged_into_id = a.ancestor_id
    where a.organization_id = ${organizationId})`
}

/** `x in ${organizationsBelowSql(ids)}`: these organizations and all below them. */
export function organizationsBelowSql(organizationIds: readonly string[]): RawBuilder<string> {
  return sql<string>`(select organization_id from identity.organization_ancestor
    where ancestor_id = any(${organizationIds}::uuid[]))`
}

/** `from ${companiesSql} c`: every company, as `id`. For jobs that do something for each. */
export const companiesSql: RawBuilder<unknown> = sql`(select id from identity.company)`

/** A session that has neither ended nor expired, of an enabled member. */
export interface RunningSession {
  id: string
  member_id: string
  company_id: string
  /** Rises when the member's rights may have become fewer. */
  rights_version: number
}

/**
 * `join ${runningSessionsSql(now)} r on r.id = …`: the sessions that still count, by which everything ends that was
 * handed out in one. `now` in milliseconds since 1970.
 */
export function runningSessionsSql(now: number): RawBuilder<RunningSession> {
  return sql<RunningSession>`(select s.id, s.member_id, m.company_id, m.rights_version
    from identity.session s join identity.member m on m.id = s.member_id
    where s.ended_at is null and s.refresh_expires_at > ${now} and m.enabled)`
}

/** The version of the rights of a member, as a value in a statement. */
export function rightsVersionSql(memberId: string): RawBuilder<number> {
  return sql<number>`(select m.rights_version from identity.member m where m.id = ${memberId})`
}

/** The person type of a member (map `person-type`), as a value in a statement. */
export function personTypeSql(memberId: string): RawBuilder<number> {
  return sql<number>`(select m.person_type from identity.member m where m.id = ${memberId})`
}

/** The organization and position of each enabled member, for use in `from (…)`. */
interface Post {
  member_id: string
  organization_id: string
  /** The organization, all above it, and those merged into one of them. */
  organization_ids: string[]
  position_id: string | null
  hired_on: string | null
}

/** `from ${postsSql(companyId)} p`: organization, position and date of hire of each enabled member of a company. */
export function postsSql(companyId: string | RawBuilder<unknown>): RawBuilder<Post> {
  return sql<Post>`(select m.id as member_id, m.organization_id, m.position_id, m.hired_on, array(
      select a.ancestor_id from identity.organization_ancestor a where a.organization_id = m.organization_id
      union all select g.id from identity.organization_ancestor a
        join identity.organization g on g.merged_into_id = a.ancestor_id
        where a.organization_id = m.organization_id) as organization_ids
    from identity.member m where m.company_id = ${companyId} and m.enabled)`
}

/** An audience: all members of a company, or the members of organizations (and those below) and single members. */
export type Audience =
  | { readonly everybody: true }
  | { readonly organizationIds?: readonly string[]; readonly memberIds?: readonly string[] }

/** `x in ${audienceSql(companyId, audience)}`: the distinct ids of enabled members in the audience. */
export function audienceSql(companyId: string, audience: Audience): RawBuilder<string> {
  const active = sql`m.company_id = ${companyId} and m.enabled`
  if ('everybody' in audience) return sql<string>`(select m.id from identity.member m where ${active})`
  const { organizationIds = [], memberIds = [] } = audience
  return sql<string>`(select m.id from identity.member m
      where m.organization_id in ${organizationsBelowSql(organizationIds)} and ${active}
    union select m.id from identity.member m where m.id = any(${memberIds}::uuid[]) and ${active})`
}
