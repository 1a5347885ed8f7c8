/** What share accounts are to the modules below: applied for, followed, handed out and erased. */
import { sql } from 'kysely'
import { itemKind } from '#modules/content/topics/server.ts'
import { approvalSubject } from '#modules/platform/approvals/server.ts'
import { type MemberType, teamDirectory } from '#modules/platform/currency/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { personalData } from '#server/personal-data.ts'
import { accountBusinessType } from './accounts.ts'
import { accountEditApproval, applicationDecided, newAccountApproval } from './applications.ts'
import { communityTables } from './db.ts'
import { nameKey } from './names.ts'

const newAccount = approvalSubject({
  businessType: newAccountApproval,
  key: 'share-account',
  label: { cn: '开通分享账户', en: 'New share account' },
  decided: applicationDecided,
  link: () => '/share-study/certification-acount',
  reviseLink: () => '/share-study/certification-acount',
})

const accountEdit = approvalSubject({
  businessType: accountEditApproval,
  key: 'share-account-edit',
  label: { cn: '修改分享账户', en: 'Change of a share account' },
  decided: applicationDecided,
  link: () => '/share-team/team-content',
  reviseLink: () => '/share-team/team-content',
})

/** A share account is followed by collecting it. */
const followed = itemKind({
  businessType: accountBusinessType,
  label: { cn: '分享账户', en: 'Share account' },
  async visible(connection, caller, ids) {
    const rows = await communityTables(connection)
      .selectFrom('community.account')
      .select(['id', 'name', 'avatar_file_id'])
      .where('company_id', '=', caller.companyId)
      .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .execute()
    return rows.map(({ id, name, avatar_file_id }) => ({
      id,
      name,
      link: `/share-team/team-content/${id}`,
      picture: `files/${avatar_file_id}`,
    }))
  },
  mayComment: async () => false,
})

const own = personalData({
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
    return [
      { name: 'knowledge-circles', title: { cn: '知识圈', en: 'Knowledge circles' }, rows: circles },
      { name: 'circle-shares', title: { cn: '分享到知识圈', en: 'Shared into circles' }, rows: shared },
      { name: 'share-accounts', title: { cn: '分享账户', en: 'Share accounts' }, rows: accounts },
      {
        name: 'share-account-applications',
        title: { cn: '分享账户申请', en: 'Applications for share accounts' },
        rows: applications,
      },
    ]
  },
  /** A personal account goes with its person. A team goes on: its oldest administrator, or member, runs it. */
  async erase(connection, { companyId, memberId }) {
    const db = communityTables(connection)
    await sql`delete from community.account a using community.personal_account p
      where p.member_id = ${memberId} and p.company_id = ${companyId} and a.id = p.account_id`.execute(db)
    await sql`delete from community.circle_member
      where company_id = ${companyId} and member_id = ${memberId}`.execute(db)
    await sql`delete from community.application
      where company_id = ${companyId} and member_id = ${memberId}`.execute(db)
    const { rows: run } = await sql<{ account_id: string }>`delete from community.account_member
      where company_id = ${companyId} and member_id = ${memberId} returning account_id`.execute(db)
    await handOn(
      db,
      run.map((row) => row.account_id),
    )
  },
})

async function handOn(connection: Connection, accountIds: readonly string[]): Promise<void> {
  await sql`
    with heir as (
      select distinct on (m.account_id) m.account_id, m.member_id from community.account_member m
      where m.account_id = any(${[...accountIds]}::uuid[]) and not exists (
        select from community.account_member t where t.account_id = m.account_id and t.member_type = 0)
      order by m.account_id, m.member_type, m.joined_at
    )
    update community.account_member m set member_type = 0 from heir
    where m.account_id = heir.account_id and m.member_id = heir.member_id`.execute(communityTables(connection))
}

/** Teams and organizations have coins of their own to distribute; a personal account has its owner's. */
const teams = teamDirectory({
  async teamsOf(connection, { companyId, memberId }) {
    const { rows } = await sql<{ id: string; name: string; memberType: MemberType }>`
      select a.id, a.name, m.member_type as "memberType"
      from community.account_member m join community.account a on a.id = m.account_id
      where m.company_id = ${companyId} and m.member_id = ${memberId} and a.enjoy_type <> 0
      order by m.member_type, a.name limit 200`.execute(communityTables(connection))
    return rows
  },
  async byIds(connection, { companyId, teamIds }) {
    return communityTables(connection)
      .selectFrom('community.account')
      .select(['id', 'name'])
      .where('company_id', '=', companyId)
      .where('enjoy_type', '<>', 0)
      .where('id', '=', sql<string>`any(${[...teamIds]}::uuid[])`)
      .execute()
  },
  async search(connection, { companyId, search, limit }) {
    return communityTables(connection)
      .selectFrom('community.account')
      .select(['id', 'name'])
      .where('company_id', '=', companyId)
      .where('enjoy_type', '<>', 0)
      .where(sql<boolean>`strpos(name_key, ${nameKey(search)}) > 0`)
      .orderBy('name')
      .limit(limit)
      .execute()
  },
  async memberTypes(connection, { companyId, teamId, memberIds }) {
    const rows = await communityTables(connection)
      .selectFrom('community.account_member as m')
      .innerJoin('community.account as a', 'a.id', 'm.account_id')
      .select(['m.member_id', 'm.member_type'])
      .where('m.company_id', '=', companyId)
      .where('m.account_id', '=', teamId)
      .where('a.enjoy_type', '<>', 0)
      .where('m.member_id', '=', sql<string>`any(${[...memberIds]}::uuid[])`)
      .execute()
    return new Map(rows.map((row) => [row.member_id, row.member_type as MemberType]))
  },
  async memberIds(connection, { companyId, teamId }) {
    const rows = await communityTables(connection)
      .selectFrom('community.account_member')
      .select('member_id')
      .where('company_id', '=', companyId)
      .where('account_id', '=', teamId)
      .orderBy('member_type')
      .orderBy('joined_at')
      .execute()
    return rows.map((row) => row.member_id)
  },
})

export const extensions = [newAccount, accountEdit, followed, own, teams]
