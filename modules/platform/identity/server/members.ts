/** Lists and details of members for administrators. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { contains } from '#server/db/search.ts'
import type { MemberAdminDetail } from '../contract/members.ts'
import { roles as builtIn, type MemberBrief, type MemberRow, type Role, type RoleKey } from '../contract/shapes.ts'
import type { IdentityDb } from './db.ts'
import { within, withinGrants } from './member-scope.ts'
import { matches } from './member-search.ts'
import { findOrganization, pathOf } from './organizations.ts'
import { membersBeyond } from './permission-limits.ts'

export interface MemberFilter {
  readonly keyword?: string
  readonly organizationId?: string
  readonly role?: RoleKey
  readonly enabled?: boolean
  readonly positionId?: string
}

const hasRole = (role: RoleKey): RawBuilder<SqlBool> => sql`exists (select from identity.role_grant g
  where g.member_id = m.id and g.role = ${role} and g.enabled)`

/** The condition of a filter within the caller's grants. An organization of another company is refused. */
export async function memberCondition(
  db: IdentityDb,
  caller: Caller,
  filter: MemberFilter,
): Promise<RawBuilder<SqlBool>> {
  if (filter.organizationId !== undefined) await findOrganization(db, caller, filter.organizationId)
  const keyword = filter.keyword?.trim()
  const conditions: RawBuilder<unknown>[] = [
    sql`m.company_id = ${caller.companyId}`,
    sql`m.erased_at is null`,
    withinGrants(caller, 'member.manage', 'm.organization_id'),
  ]
  if (filter.organizationId !== undefined && filter.organizationId !== caller.companyId)
    conditions.push(within('m.organization_id', [filter.organizationId]))
  if (filter.role !== undefined && filter.role !== 'learner') conditions.push(hasRole(filter.role))
  if (filter.enabled !== undefined) conditions.push(sql`m.enabled = ${filter.enabled}`)
  if (filter.positionId !== undefined) conditions.push(sql`m.position_id = ${filter.positionId}`)
  if (keyword) conditions.push(matches('m.search_text', keyword))
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const rowColumns = sql`m.id, m.name as "memberName", m.full_name as "memberFullName", m.sex,
  m.avatar_path as "headPortrait", m.organization_id as "organizationId", o.name as "organizationName",
  m.position_id as "positionId", coalesce(p.name, '') as "positionName", coalesce(m.job_name, '') as "jobName",
  coalesce(m.staff_number, '') as "staffNumber", coalesce(m.phone, '') as phone, coalesce(m.email, '') as email,
  m.enabled, m.created_at as "createdAt",
  array(select distinct g.role from identity.role_grant g where g.member_id = m.id and g.enabled
    and g.role = any(${[...builtIn]})) as roles,
  array(select distinct made.name from identity.role_grant g join identity.custom_role made
    on made.company_id = g.company_id and made.id::text = g.role where g.member_id = m.id and g.enabled) as "customRoles",
  (select r.at from identity.sign_in_record r where r.member_id = m.id and r.succeeded
    order by r.at desc limit 1) as "lastSignInAt"`

const rowTables = sql`identity.member m join identity.organization o on o.id = m.organization_id
  left join identity.position p on p.id = m.position_id`

/** The newest first. */
export async function listMembers(db: IdentityDb, caller: Caller, query: MemberFilter & Paging) {
  const condition = await memberCondition(db, caller, query)
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching: sql`from identity.member m where ${condition}`,
    rows: (window) => sql<MemberRow>`
      select ${rowColumns} from ${rowTables}
      join (select m.id from identity.member m where ${condition}
        order by m.created_at desc, m.id ${window}) page on page.id = m.id
      order by m.created_at desc, m.id`,
  })
  return { items: rows.map(withLearner), recordCount }
}

/** Everybody is a learner. */
function withLearner<T extends { roles: Role[] }>(row: T): T {
  return { ...row, roles: ['learner', ...row.roles] }
}

/** A member that the caller manages; any other is refused as not found. */
export async function memberDetail(
  db: IdentityDb,
  caller: Caller,
  id: string,
  now: number,
): Promise<MemberAdminDetail> {
  const condition = await memberCondition(db, caller, {})
  const { rows } = await sql<MemberAdminDetail>`
    select ${rowColumns}, m.bio, m.person_type as "personType", m.hired_on::text as "hiredOn",
      m.superior_id as "superiorId", coalesce(s.full_name, '') as "superiorFullName",
      ${pathOf('m.organization_id')} as "organizationPath", c.password_hash is not null as "hasPassword",
      case when c.locked_until > ${now} then c.locked_until end as "lockedUntil"
    from ${rowTables} join identity.credential c on c.member_id = m.id
      left join identity.member s on s.id = m.superior_id
    where ${condition} and m.id = ${id}`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  const canManage = (await membersBeyond(db, caller, [id])).size === 0
  return { ...withLearner(rows[0]), canManage }
}

export const briefColumns = sql`m.id, m.name as "memberName", m.full_name as "memberFullName",
  m.avatar_path as "headPortrait", m.organization_id as "organizationId", o.name as "organizationName",
  coalesce(p.name, '') as "positionName"`
export const briefTables = rowTables

const organizationsMax = 50

/** Searches by name, number, or name of the member's organization, because pickers show them all. */
async function matchesBrief(db: IdentityDb, caller: Caller, keyword: string): Promise<RawBuilder<unknown>> {
  const byMember = matches('m.search_text', keyword)
  // A single character is searched as a family name.
  if ([...keyword].length < 2) return byMember
  const { rows } = await sql<{ id: string }>`
    select id from identity.organization
    where company_id = ${caller.companyId} and parent_id is not null and name ilike ${contains(keyword)}
    limit ${organizationsMax}`.execute(db)
  if (rows.length === 0) return byMember
  const ids = rows.map(({ id }) => id)
  return sql`(${byMember} or ${within('m.organization_id', ids)})`
}

/** Colleagues for pickers: enabled members of the caller's company, ordered by name. */
export async function searchColleagues(
  db: IdentityDb,
  caller: Caller,
  query: Paging & { keyword?: string; organizationId?: string },
) {
  const keyword = query.keyword?.trim()
  const conditions: RawBuilder<unknown>[] = [sql`m.company_id = ${caller.companyId}`, sql`m.enabled`]
  if (keyword) conditions.push(await matchesBrief(db, caller, keyword))
  if (query.organizationId !== undefined) conditions.push(within('m.organization_id', [query.organizationId]))
  const condition = sql.join(conditions, sql` and `)
  return sqlPage(db, query, {
    matching: sql`from identity.member m where ${condition}`,
    rows: (window) => sql<MemberBrief>`
      select ${briefColumns} from ${briefTables}
      join (select m.id from identity.member m where ${condition}
        order by m.full_name, m.id ${window}) page on page.id = m.id
      order by m.full_name, m.id`,
  })
}
