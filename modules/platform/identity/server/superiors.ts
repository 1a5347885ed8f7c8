/** Superiors and subordinates: three levels each way (IDENTITY-054). */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import { NOT_SUBORDINATE } from '../contract/codes.ts'
import type { MemberBrief } from '../contract/shapes.ts'
import type { IdentityDb } from './db.ts'
import { matches } from './member-search.ts'
import { briefColumns, briefTables } from './members.ts'
import { memberNumbers, otherDetail } from './profiles.ts'

const levelMax = 3
type Level = 1 | 2 | 3

/** `managed`: the members below one, each with its level. */
const managedBy = (memberId: string) => sql`managed as (
  select id, superior_id, 1 as level from identity.member where superior_id = ${memberId}
  union all
  select m.id, m.superior_id, managed.level + 1 from identity.member m
  join managed on m.superior_id = managed.id where managed.level < ${levelMax}::integer)`

/** `x in ${subordinatesSql(memberId)}`: the members below one, up to three levels. */
export function subordinatesSql(memberId: string): RawBuilder<string> {
  return sql<string>`(with recursive ${managedBy(memberId)} select id from managed)`
}

export async function listSubordinates(
  db: IdentityDb,
  caller: Caller,
  query: { level?: Level; keyword?: string; page?: number; pageSize?: number },
) {
  const { limit, offset } = pageWindow(query)
  const keyword = query.keyword?.trim()
  const condition = keyword ? matches('m.search_text', keyword) : sql<boolean>`true`
  const level = query.level === undefined ? sql<boolean>`true` : sql<boolean>`managed.level = ${query.level}`
  const { rows } = await sql<MemberBrief & { level: Level; superiorId: string }>`
    with recursive ${managedBy(caller.memberId)}
    select ${briefColumns}, managed.level, managed.superior_id as "superiorId"
    from ${briefTables} join managed on managed.id = m.id
    where ${condition} and ${level} and m.enabled
    order by managed.level, m.full_name, m.id limit ${limit} offset ${offset}`.execute(db)
  // The total is the sum of the counts of all levels.
  const counted = await sql<{ level: Level; count: number }>`
    with recursive ${managedBy(caller.memberId)}
    select managed.level, count(*) as count from managed join identity.member m on m.id = managed.id
    where ${condition} and m.enabled group by managed.level`.execute(db)
  const count = (wanted: Level) => counted.rows.find((row) => row.level === wanted)?.count ?? 0
  const levelCounts = { first: count(1), second: count(2), third: count(3) }
  const all = levelCounts.first + levelCounts.second + levelCounts.third
  return { items: rows, recordCount: query.level === undefined ? all : count(query.level), levelCounts }
}

/** The level of a member below another; undefined if it is no subordinate. */
async function levelBelow(db: IdentityDb, superiorId: string, memberId: string): Promise<Level | undefined> {
  const { rows } = await sql<{ level: Level }>`
    with recursive ${managedBy(superiorId)} select level from managed where id = ${memberId}`.execute(db)
  return rows[0]?.level
}

/** Refuses members who are no subordinates with one code, whatever their company (IDENTITY-055). */
export async function subordinateDetail(db: IdentityDb, caller: Caller, memberId: string) {
  const level = await levelBelow(db, caller.memberId, memberId)
  if (level === undefined) throw refuse(NOT_SUBORDINATE)
  const detail = await otherDetail(db, caller.companyId, memberId)
  return { ...detail, ...(await memberNumbers(db, memberId)), level }
}

/** The direct superior first. */
export async function listSuperiors(db: IdentityDb, companyId: string, memberId: string) {
  const { rows } = await sql<MemberBrief>`
    with recursive above as (
      select superior_id as id, 1 as level from identity.member
      where id = ${memberId} and company_id = ${companyId}
      union all
      select m.superior_id, above.level + 1 from identity.member m join above on m.id = above.id
      where above.level < ${levelMax}::integer
    )
    select ${briefColumns} from ${briefTables} join above on above.id = m.id order by above.level`.execute(db)
  if (rows.length === 0) await assertMember(db, companyId, memberId)
  return { items: rows, recordCount: rows.length }
}

async function assertMember(db: IdentityDb, companyId: string, memberId: string): Promise<void> {
  const member = await db
    .selectFrom('identity.member')
    .select('id')
    .where('id', '=', memberId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!member) throw refuse(NOT_FOUND)
}

/** Members of the company with a position; others are absent. */
export async function positionsOfMembers(db: IdentityDb, companyId: string, memberIds: readonly string[]) {
  const { rows } = await sql<{ memberId: string; positionId: string; positionName: string; jobName: string }>`
    select m.id as "memberId", p.id as "positionId", p.name as "positionName", coalesce(m.job_name, '') as "jobName"
    from identity.member m join identity.position p on p.id = m.position_id
    where m.id = any(${[...memberIds]}::uuid[]) and m.company_id = ${companyId}
    order by m.id`.execute(db)
  return { items: rows, recordCount: rows.length }
}
