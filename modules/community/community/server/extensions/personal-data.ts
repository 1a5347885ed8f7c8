/** Personal data in community: circles, shares, accounts and applications of a member. */
import { sql } from 'kysely'
import { removeFollowsOf } from '#modules/community/following/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { personalData } from '#server/personal-data.ts'
import { accountBusinessType } from '../accounts.ts'
import { endMemberships } from '../circle-joining.ts'
import { communityTables } from '../db.ts'

export const communityData = personalData({
  module: 'community',
  async collect(connection, { companyId, memberId }) {
    const db = communityTables(connection)
    const { rows: accounts } = await sql<Record<string, unknown>>`
      select a.name, a.description, a.enjoy_type, m.member_type, m.joined_at
      from community.account_member m join community.account a on a.id = m.account_id
      where m.company_id = ${companyId} and m.member_id = ${memberId} order by m.joined_at`.execute(db)
    const applications = await db
      .selectFrom('community.application')
      .select(['name', 'description', 'enjoy_type', 'result', 'opinion', 'created_at', 'decided_at'])
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
    const { rows: circles } = await sql<Record<string, unknown>>`
      select c.name, m.is_administrator, m.joined_at from community.circle_member m
      join community.circle c on c.id = m.circle_id
      where m.company_id = ${companyId} and m.member_id = ${memberId} order by m.joined_at`.execute(db)
    const shared = await db
      .selectFrom('community.circle_share')
      .select(['circle_id', 'item_type', 'item_id', 'created_at'])
      .where('company_id', '=', companyId)
      .where('shared_by', '=', memberId)
      .execute()
    const { rows: requests } = await sql<Record<string, unknown>>`
      select c.name, r.message, r.result, r.answer, r.created_at, r.decided_at from community.circle_request r
      join community.circle c on c.id = r.circle_id
      where r.company_id = ${companyId} and r.member_id = ${memberId} order by r.created_at`.execute(db)
    const { rows: announcementsRead } = await sql<Record<string, unknown>>`
      select a.title, r.read_at from community.announcement_read r
      join community.circle_announcement a on a.id = r.announcement_id
      where r.company_id = ${companyId} and r.member_id = ${memberId} order by r.read_at`.execute(db)
    const announced = await db
      .selectFrom('community.circle_announcement')
      .select(['title', 'content', 'created_at'])
      .where('company_id', '=', companyId)
      .where('published_by', '=', memberId)
      .execute()
    const noticesRead = await db
      .selectFrom('community.notices_read')
      .select('read_until')
      .where('member_id', '=', memberId)
      .execute()
    return [
      {
        name: 'account-notices-read',
        title: { cn: '关注账户动态已读至', en: 'News of followed accounts read until' },
        rows: noticesRead,
      },
      { name: 'knowledge-circles', title: { cn: '知识圈', en: 'Knowledge circles' }, rows: circles },
      { name: 'circle-requests', title: { cn: '加入知识圈的申请', en: 'Requests to join circles' }, rows: requests },
      {
        name: 'circle-announcements-read',
        title: { cn: '已读的知识圈公告', en: 'Announcements of circles that were read' },
        rows: announcementsRead,
      },
      {
        name: 'circle-announcements',
        title: { cn: '发布的知识圈公告', en: 'Announcements to circles' },
        rows: announced,
      },
      { name: 'circle-shares', title: { cn: '分享到知识圈', en: 'Shared with circles' }, rows: shared },
      { name: 'share-accounts', title: { cn: '分享账户', en: 'Share accounts' }, rows: accounts },
      {
        name: 'share-account-applications',
        title: { cn: '分享账户申请', en: 'Share account applications' },
        rows: applications,
      },
    ]
  },
  /** Deletes the personal account. In a team the oldest administrator, or else member, becomes total administrator. */
  async erase(connection, { companyId, memberId, now }) {
    const db = communityTables(connection)
    const { rows: deleted } = await sql<{ id: string }>`
      delete from community.account a using community.personal_account p
      where p.member_id = ${memberId} and p.company_id = ${companyId} and a.id = p.account_id returning a.id`.execute(
      db,
    )
    await removeFollowsOf(
      db,
      companyId,
      accountBusinessType,
      deleted.map(({ id }) => id),
    )
    await sql`delete from community.notices_read where member_id = ${memberId}`.execute(db)
    await sql`update community.account set frozen_by = null
      where company_id = ${companyId} and frozen_by = ${memberId}`.execute(db)
    await sql`delete from community.circle_request where company_id = ${companyId} and member_id = ${memberId}`.execute(
      db,
    )
    await sql`update community.circle_request set decided_by = null
      where company_id = ${companyId} and decided_by = ${memberId}`.execute(db)
    await sql`delete from community.announcement_read
      where company_id = ${companyId} and member_id = ${memberId}`.execute(db)
    const ofMember = sql`company_id = ${companyId} and member_id = ${memberId}`
    await appointAdministrators(db, await endMemberships(db, ofMember, now))
    await sql`delete from community.application
      where company_id = ${companyId} and member_id = ${memberId}`.execute(db)
    const { rows: memberships } = await sql<{ account_id: string }>`delete from community.account_member
      where company_id = ${companyId} and member_id = ${memberId} returning account_id`.execute(db)
    await appointSuccessors(
      db,
      memberships.map((row) => row.account_id),
    )
  },
})

async function appointSuccessors(connection: Connection, accountIds: readonly string[]): Promise<void> {
  await sql`
    with successor as (
      select distinct on (m.account_id) m.account_id, m.member_id from community.account_member m
      where m.account_id = any(${[...accountIds]}::uuid[]) and not exists (
        select from community.account_member t where t.account_id = m.account_id and t.member_type = 0)
      order by m.account_id, m.member_type, m.joined_at
    )
    update community.account_member m set member_type = 0 from successor
    where m.account_id = successor.account_id and m.member_id = successor.member_id`.execute(
    communityTables(connection),
  )
}

/** The oldest member administers a circle that has nobody left for it. */
async function appointAdministrators(connection: Connection, circleIds: readonly string[]): Promise<void> {
  await sql`
    with successor as (
      select distinct on (m.circle_id) m.circle_id, m.member_id from community.circle_member m
      where m.circle_id = any(${[...circleIds]}::uuid[]) and not exists (
        select from community.circle_member a where a.circle_id = m.circle_id and a.is_administrator)
      order by m.circle_id, m.joined_at, m.member_id
    )
    update community.circle_member m set is_administrator = true from successor
    where m.circle_id = successor.circle_id and m.member_id = successor.member_id`.execute(communityTables(connection))
}
