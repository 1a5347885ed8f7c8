/** Joining and leaving circles, and deciding who is let in. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertNotMuted } from '#modules/content/moderation/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { notify, todosChanged } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { type JoinRequest, MEMBERS_ARE_ADDED } from '../contract/circles/shapes.ts'
import type { community } from '../contract.ts'
import { circleAdministrators, getCircle, getRunCircle, lockCircle, lockRunCircle } from './circles.ts'
import type { CommunityDb } from './db.ts'

/** Members who belong already stay as they are; who waited is let in by it. Answers those who are new. */
export async function addMembers(
  db: CommunityDb,
  circle: { readonly id: string; readonly companyId: string; readonly by: string },
  memberIds: readonly string[],
  now: number,
): Promise<string[]> {
  const ids = [...memberIds]
  const { rows } = await sql<{ id: string }>`
    insert into community.circle_member (circle_id, member_id, company_id, joined_at, read_until)
    select ${circle.id}, m.id, ${circle.companyId}, ${now}, ${now} from unnest(${ids}::uuid[]) as m (id)
    order by m.id on conflict do nothing returning member_id as id`.execute(db)
  await sql`update community.circle_request set result = 1, decided_by = ${circle.by}, decided_at = ${now}
    where circle_id = ${circle.id} and member_id = any(${ids}::uuid[]) and result = 4`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends these memberships; when they began and ended is kept for the figures of the circle. Answers the circles. */
export async function endMemberships(db: CommunityDb, where: RawBuilder<unknown>, now: number): Promise<string[]> {
  const { rows } = await sql<{ circle_id: string }>`
    with gone as (delete from community.circle_member where ${where} returning circle_id, company_id, joined_at)
    insert into community.circle_departure (id, circle_id, company_id, joined_at, left_at)
    select gen_random_uuid(), circle_id, company_id, joined_at, greatest(joined_at, ${now}::bigint) from gone
    returning circle_id`.execute(db)
  return rows.map((row) => row.circle_id)
}

type Joining = Input<typeof community.joinCircle>['body']

/** The lock keeps a member who asks to be let in from being added at the same moment: nobody waits for what they have. */
export async function joinCircle(
  db: CommunityDb,
  caller: Caller,
  { circleId: id, leave = false, message = '' }: Joining,
  now: number,
): Promise<{ joinStatus: 0 | 1 | 2 }> {
  await lockCircle(db, caller, id)
  const circle = await getCircle(db, caller, id)
  const { companyId, memberId } = caller
  if (leave) {
    if (circle.attention) await leaveCircle(db, caller, id, now)
    else if (circle.joinStatus === 2) await withdraw(db, caller, id, now)
    return { joinStatus: 0 }
  }
  if (circle.attention || circle.joinStatus === 2) return { joinStatus: circle.joinStatus }
  if (circle.joinMode === 2) throw refuse(MEMBERS_ARE_ADDED)
  if (circle.joinMode === 0) {
    await addMembers(db, { id, companyId, by: memberId }, [memberId], now)
    return { joinStatus: 1 }
  }
  if (message.trim() !== '') await assertNotMuted(db, caller, now)
  await assertClean(db, companyId, { message })
  await sql`insert into community.circle_request (id, circle_id, company_id, member_id, message, created_at)
    values (${uuid()}, ${id}, ${companyId}, ${memberId}, ${message.trim()}, ${now})
    on conflict (circle_id, member_id) where result = 4 do nothing`.execute(db)
  await todosChanged(db, companyId, await circleAdministrators(db, id))
  return { joinStatus: 2 }
}

async function withdraw(db: CommunityDb, caller: Caller, id: string, now: number): Promise<void> {
  await sql`update community.circle_request set result = 2, decided_at = ${now}
    where circle_id = ${id} and member_id = ${caller.memberId} and result = 4`.execute(db)
  await todosChanged(db, caller.companyId, await circleAdministrators(db, id))
}

/** The lock keeps the last two administrators from leaving at the same moment. */
export async function leaveCircle(db: CommunityDb, caller: Caller, id: string, now: number): Promise<void> {
  await lockCircle(db, caller, id)
  const circle = await getCircle(db, caller, id)
  if (!circle.attention) throw refuse(NOT_FOUND)
  if (circle.administrator) {
    const others = await db
      .selectFrom('community.circle_member')
      .select('member_id')
      .where('circle_id', '=', id)
      .where('is_administrator', '=', true)
      .where('member_id', '<>', caller.memberId)
      .executeTakeFirst()
    if (!others) throw refuse(NO_PERMISSION)
  }
  await endMemberships(db, sql`circle_id = ${id} and member_id = ${caller.memberId}`, now)
}

export async function markSeen(db: CommunityDb, caller: Caller, id: string, now: number): Promise<void> {
  const circle = await getCircle(db, caller, id)
  if (!circle.attention) throw refuse(NOT_FOUND)
  await sql`update community.circle_member set read_until = ${now}
    where circle_id = ${id} and member_id = ${caller.memberId} and read_until < ${now}`.execute(db)
}

export async function listRequests(
  db: CommunityDb,
  caller: Caller,
  id: string,
  query: Input<typeof community.joinRequests>['query'],
) {
  await getRunCircle(db, caller, id)
  const matching = sql`from community.circle_request r join ${directorySql(caller.companyId)} d on d.id = r.member_id
    where r.circle_id = ${id} and r.result = 4`
  return sqlPage(db, query, {
    matching,
    rows: (window) => sql<JoinRequest>`select r.id, r.member_id as "memberId", d.full_name as "memberName",
      d.avatar_path as "headPortrait", d.organization_name as "organizationName", r.message,
      r.created_at as "createTime" ${matching} order by r.created_at, r.id ${window}`,
  })
}

type Decision = Input<typeof community.decideJoinRequest>['body']

export async function decideRequest(
  db: CommunityDb,
  caller: Caller,
  { id, agreed, message = '' }: Decision & { readonly id: string },
  now: number,
): Promise<void> {
  const { companyId, memberId } = caller
  const request = await db
    .selectFrom('community.circle_request')
    .select(['circle_id', 'member_id'])
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!request) throw refuse(NOT_FOUND)
  const circle = await lockRunCircle(db, caller, request.circle_id)
  if (message.trim() !== '') await assertNotMuted(db, caller, now)
  await assertClean(db, companyId, { message })
  const { rows } = await sql`update community.circle_request
    set result = ${agreed ? 1 : 0}, answer = ${message.trim()}, decided_by = ${memberId}, decided_at = ${now}
    where id = ${id} and result = 4 returning id`.execute(db)
  if (rows.length === 0) throw refuse(NOT_FOUND)
  if (agreed) await addMembers(db, { id: circle.id, companyId, by: memberId }, [request.member_id], now)
  await notify(db, {
    ...{ companyId, now, recipients: [request.member_id], actorId: memberId },
    type: agreed ? 'circle.join-agreed' : 'circle.join-refused',
    variables: { name: circle.name, message: message.trim() },
    link: `/share-study/knowledge-community/${circle.id}`,
  })
  await todosChanged(db, companyId, await circleAdministrators(db, circle.id))
}
