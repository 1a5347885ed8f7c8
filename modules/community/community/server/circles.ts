/** Knowledge circles: finding them, and who may look into them. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { ruleFieldSql, ruleValue } from '#modules/platform/settings/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { type Circle, hottestCircles, recommendedCircles } from '../contract/circles/shapes.ts'
import type { community } from '../contract.ts'
import type { CommunityDb } from './db.ts'
import { nameKey } from './names.ts'

/** Of the row `c` and the caller's membership `own`: whether the caller may read what is in it. */
export const isOpenSql = sql`(c.join_mode = 0 or own.circle_id is not null)`

/** `c left join … own` */
export const ownSql = (caller: Caller): RawBuilder<unknown> => sql`left join community.circle_member own
  on own.circle_id = c.id and own.member_id = ${caller.memberId}`

/** The columns of COMMUNITY-038. */
export const circleColumns = (caller: Caller): RawBuilder<unknown> => sql`
  c.id, c.name, c.description as desc, coalesce('files/' || c.cover_file_id, '') as "coverPath",
  case when ${isOpenSql} then c.share_count else 0 end as "contentNum",
  c.member_count as "attentionNum", c.popular_num as "popluarNum",
  own.circle_id is null or own.read_until >= c.newest_at as read, own.circle_id is not null as attention,
  case when own.circle_id is not null then 1
    when exists (select from community.circle_request r
      where r.circle_id = c.id and r.member_id = ${caller.memberId} and r.result = 4) then 2
    else 0 end as "joinStatus"`

const completeColumns = (caller: Caller) => sql`${circleColumns(caller)}, c.join_mode as "joinMode",
  coalesce(own.is_administrator, false) as administrator, ${isOpenSql} as open, c.created_at as "createTime",
  case when own.is_administrator then (select count(*)::int from community.circle_request r
    where r.circle_id = c.id and r.result = 4) else 0 end as "waitingNum"`

const rule = 'KNOWLEDGE_OPERATION_CONFIG'

/** The company's switch (COMMUNITY-119); while it is off, circles are hidden everywhere. */
export async function circlesAreOpen(db: CommunityDb, companyId: string): Promise<boolean> {
  const { knowledgeCircleShowSwitch } = await ruleValue(db, companyId, rule)
  return String(knowledgeCircleShowSwitch) === '1'
}

/** The same inside a statement. */
export const circlesAreOpenSql = (companyId: string): RawBuilder<boolean> =>
  sql<boolean>`(${ruleFieldSql(companyId, rule, 'knowledgeCircleShowSwitch')} = '1')`

export async function assertOpen(db: CommunityDb, caller: Caller): Promise<void> {
  if (!(await circlesAreOpen(db, caller.companyId))) throw refuse(NOT_FOUND)
}

export const nothing = { items: [], recordCount: 0 }

const orders = {
  newest: sql`c.created_at desc, c.id desc`,
  popular: sql`c.popular_num desc, c.member_count desc, c.id desc`,
  members: sql`c.member_count desc, c.id desc`,
}

export async function listCircles(db: CommunityDb, caller: Caller, query: Input<typeof community.circles>['query']) {
  if (!(await circlesAreOpen(db, caller.companyId))) return nothing
  const search = nameKey(query.search ?? '')
  const matching = sql`c.company_id = ${caller.companyId} and c.removed_at is null
    and (${search} = '' or strpos(c.name_key, ${search}) > 0)`
  return sqlPage(db, query, {
    matching: sql`from community.circle c where ${matching}`,
    rows: (window) => sql<Circle>`select ${completeColumns(caller)} from community.circle c ${ownSql(caller)}
      where ${matching} order by ${orders[query.sort ?? 'newest']} ${window}`,
  })
}

export async function listOwnCircles(
  db: CommunityDb,
  caller: Caller,
  query: Input<typeof community.ownCircles>['query'],
) {
  if (!(await circlesAreOpen(db, caller.companyId))) return nothing
  const matching = sql`from community.circle_member own join community.circle c
    on c.id = own.circle_id and c.removed_at is null
    where own.company_id = ${caller.companyId} and own.member_id = ${caller.memberId}`
  return sqlPage(db, query, {
    matching,
    rows: (window) => sql<Circle>`select ${completeColumns(caller)} ${matching}
      order by own.joined_at desc, c.id desc ${window}`,
  })
}

export async function listHottest(db: CommunityDb, caller: Caller) {
  const { items } = await listCircles(db, caller, { page: 1, pageSize: hottestCircles, sort: 'popular' })
  return { items, recordCount: items.length }
}

/** Popular circles that the caller could join. */
async function joinable(db: CommunityDb, caller: Caller, count: number): Promise<Circle[]> {
  if (!(await circlesAreOpen(db, caller.companyId))) return []
  const { rows } = await sql<Circle>`select ${completeColumns(caller)} from community.circle c ${ownSql(caller)}
    where c.company_id = ${caller.companyId} and c.removed_at is null and c.join_mode <> 2 and own.circle_id is null
      and not exists (select from community.circle_request r
        where r.circle_id = c.id and r.member_id = ${caller.memberId} and r.result = 4)
    order by ${orders.popular} limit ${count}`.execute(db)
  return rows
}

export async function listRecommended(db: CommunityDb, caller: Caller, count = recommendedCircles) {
  const items = await joinable(db, caller, count)
  return { items, recordCount: items.length }
}

export async function recommendOne(db: CommunityDb, caller: Caller): Promise<{ circle: Circle | null }> {
  const circles = await joinable(db, caller, 20)
  return { circle: circles[Math.floor(Math.random() * circles.length)] ?? null }
}

export async function getCircle(db: CommunityDb, caller: Caller, id: string): Promise<Circle> {
  await assertOpen(db, caller)
  const { rows } = await sql<Circle>`select ${completeColumns(caller)} from community.circle c ${ownSql(caller)}
    where c.id = ${id} and c.company_id = ${caller.companyId} and c.removed_at is null`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

/** A circle whose contents the caller may read; others are not there for them. */
export async function getReadableCircle(db: CommunityDb, caller: Caller, id: string): Promise<Circle> {
  const circle = await getCircle(db, caller, id)
  if (!circle.open) throw refuse(NOT_FOUND)
  return circle
}

/** A circle of which the caller is administrator. */
export async function getRunCircle(db: CommunityDb, caller: Caller, id: string): Promise<Circle> {
  const circle = await getCircle(db, caller, id)
  if (!circle.administrator) throw refuse(NO_PERMISSION)
  return circle
}

export async function lockCircle(db: CommunityDb, { companyId }: Caller, id: string): Promise<void> {
  await sql`select from community.circle where id = ${id} and company_id = ${companyId} for update`.execute(db)
}

/** Locks the circle first, so that what its administrators count is still right when they write. */
export async function lockRunCircle(db: CommunityDb, caller: Caller, id: string): Promise<Circle> {
  await lockCircle(db, caller, id)
  return getRunCircle(db, caller, id)
}

/** Who administers a circle. */
export async function circleAdministrators(db: CommunityDb, circleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('community.circle_member')
    .select('member_id')
    .where('circle_id', '=', circleId)
    .where('is_administrator', '=', true)
    .execute()
  return rows.map(({ member_id }) => member_id)
}
