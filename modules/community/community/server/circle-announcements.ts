/** Announcements of circles with their receipts. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertNotMuted } from '#modules/content/moderation/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import type { AnnouncementReader, CircleAnnouncement } from '../contract/circles/shapes.ts'
import { TOO_OFTEN } from '../contract/shapes.ts'
import type { community } from '../contract.ts'
import { getReadableCircle, getRunCircle, lockRunCircle } from './circles.ts'
import type { CommunityDb } from './db.ts'

const remindAgainMs = 3_600_000
const linkOf = (circleId: string) => `/share-study/knowledge-community/${circleId}?tab=announcements`

interface ListedRow extends Omit<CircleAnnouncement, 'publishedBy'> {
  readonly published_by: string
  readonly full_name: string | null
}

export async function listAnnouncements(
  db: CommunityDb,
  caller: Caller,
  id: string,
  query: Input<typeof community.circleAnnouncements>['query'],
) {
  const { administrator } = await getReadableCircle(db, caller, id)
  const matching = sql`from community.circle_announcement a where a.circle_id = ${id}`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<ListedRow>`select a.id, a.title, a.content, a.pinned_at is not null as pinned,
      exists (select from community.announcement_read r
        where r.announcement_id = a.id and r.member_id = ${caller.memberId}) as read,
      ${administrator ? sql`(select count(*)::int from community.announcement_read r where r.announcement_id = a.id)` : sql`null`} as "readNum",
      a.published_by, d.full_name, ${administrator ? sql`a.reminded_at` : sql`null`} as "remindTime",
      a.created_at as "createTime", a.updated_at as "updateTime"
      from (select a.* ${matching}
        order by (a.pinned_at is not null) desc, a.created_at desc, a.id desc ${window}) a
      left join ${directorySql(caller.companyId)} d on d.id = a.published_by
      order by (a.pinned_at is not null) desc, a.created_at desc, a.id desc`,
  })
  const items = rows.map(
    ({ published_by, full_name, ...row }): CircleAnnouncement => ({
      ...row,
      publishedBy: { id: published_by, fullName: full_name ?? '' },
    }),
  )
  return { items, recordCount }
}

type Texts = Input<typeof community.announceInCircle>['body']

/** Its author has read it; the other members get a message. */
export async function announce(
  db: CommunityDb,
  caller: Caller,
  circleId: string,
  { title, content }: Texts,
  now: number,
): Promise<string> {
  const { companyId, memberId } = caller
  await assertNotMuted(db, caller, now)
  const circle = await lockRunCircle(db, caller, circleId)
  await assertClean(db, companyId, { title, content })
  const id = uuid()
  const about = { id, circle_id: circleId, company_id: companyId, published_by: memberId }
  await db
    .insertInto('community.circle_announcement')
    .values({ ...about, title, content, created_at: now, updated_at: now })
    .execute()
  await db
    .insertInto('community.announcement_read')
    .values({ announcement_id: id, member_id: memberId, company_id: companyId, read_at: now })
    .execute()
  await sql`update community.circle set newest_at = greatest(newest_at, ${now}) where id = ${circleId}`.execute(db)
  await notify(db, {
    ...{ companyId, now, actorId: memberId, type: 'circle.announcement', link: linkOf(circleId) },
    variables: { name: circle.name, title },
    recipients: { sql: sql`(select member_id from community.circle_member where circle_id = ${circleId})` },
  })
  return id
}

async function announcementById(db: CommunityDb, caller: Caller, id: string) {
  const found = await db
    .selectFrom('community.circle_announcement')
    .select(['circle_id', 'title', 'reminded_at'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  return found
}

async function lockAnnouncement(db: CommunityDb, caller: Caller, id: string) {
  const { circle_id } = await announcementById(db, caller, id)
  const circle = await lockRunCircle(db, caller, circle_id)
  return { circle, ...(await announcementById(db, caller, id)) }
}

export async function changeAnnouncement(
  db: CommunityDb,
  caller: Caller,
  { id, title, content }: Texts & { readonly id: string },
  now: number,
): Promise<void> {
  await assertNotMuted(db, caller, now)
  await lockAnnouncement(db, caller, id)
  await assertClean(db, caller.companyId, { title, content })
  const set = { title, content, updated_at: now }
  await db.updateTable('community.circle_announcement').set(set).where('id', '=', id).execute()
}

export async function removeAnnouncement(db: CommunityDb, caller: Caller, id: string): Promise<void> {
  await lockAnnouncement(db, caller, id)
  await db.deleteFrom('community.circle_announcement').where('id', '=', id).execute()
}

/** One stands on top: the one before comes down. */
export async function pinAnnouncement(
  db: CommunityDb,
  caller: Caller,
  { id, pinned }: { readonly id: string; readonly pinned: boolean },
  now: number,
): Promise<void> {
  const { circle_id } = await lockAnnouncement(db, caller, id)
  await sql`update community.circle_announcement set pinned_at = null
    where circle_id = ${circle_id} and pinned_at is not null and (${pinned} or id = ${id})`.execute(db)
  if (pinned)
    await db.updateTable('community.circle_announcement').set({ pinned_at: now }).where('id', '=', id).execute()
}

/** For members: a receipt of somebody who does not belong to the circle would be nobody’s. */
export async function readAnnouncement(db: CommunityDb, caller: Caller, id: string, now: number): Promise<void> {
  const { circle_id } = await announcementById(db, caller, id)
  const circle = await getReadableCircle(db, caller, circle_id)
  if (!circle.attention) throw refuse(NOT_FOUND)
  await db
    .insertInto('community.announcement_read')
    .values({ announcement_id: id, member_id: caller.memberId, company_id: caller.companyId, read_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The members of today: who has left is in neither list. */
export async function listReaders(
  db: CommunityDb,
  caller: Caller,
  id: string,
  query: Input<typeof community.announcementReaders>['query'],
) {
  const { circle_id } = await announcementById(db, caller, id)
  await getRunCircle(db, caller, circle_id)
  const matching = sql`from community.circle_member m join ${directorySql(caller.companyId)} d on d.id = m.member_id
    left join community.announcement_read r on r.announcement_id = ${id} and r.member_id = m.member_id
    where m.circle_id = ${circle_id} and (r.read_at is not null) = ${query.state === 'read'}`
  return sqlPage(db, query, {
    matching,
    rows: (window) => sql<AnnouncementReader>`select m.member_id as "memberId", d.full_name as "memberName",
      d.avatar_path as "headPortrait", d.organization_name as "organizationName", r.read_at as "readTime"
      ${matching} order by r.read_at desc nulls last, m.joined_at, m.member_id ${window}`,
  })
}

export async function remind(db: CommunityDb, caller: Caller, id: string, now: number): Promise<void> {
  const { companyId, memberId: actorId } = caller
  const { circle, title, reminded_at } = await lockAnnouncement(db, caller, id)
  if (reminded_at !== null && now - reminded_at < remindAgainMs) throw refuse(TOO_OFTEN)
  await db.updateTable('community.circle_announcement').set({ reminded_at: now }).where('id', '=', id).execute()
  await notify(db, {
    ...{ companyId, now, actorId, type: 'circle.announcement-reminder', link: linkOf(circle.id) },
    variables: { name: circle.name, title },
    recipients: {
      sql: sql`(select m.member_id from community.circle_member m where m.circle_id = ${circle.id} and not exists (
        select from community.announcement_read r where r.announcement_id = ${id} and r.member_id = m.member_id))`,
    },
  })
}
