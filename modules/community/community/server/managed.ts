/** Share accounts for the administrator: their states, freezing and activating. */
import { type RawBuilder, sql } from 'kysely'
import { assertNotSelf, type Caller, coversCompany } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { followerCounts } from '#modules/community/following/server.ts'
import { covers, directorySql, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import { managesCommunity } from '../contract/access.ts'
import type { ExpertStatus, ManagedAccount } from '../contract/managed.ts'
import type { EnjoyType } from '../contract/shapes.ts'
import type { community } from '../contract.ts'
import { accountBusinessType } from './accounts.ts'
import type { CommunityDb } from './db.ts'

const { permission } = managesCommunity

interface ListedRow {
  id: string
  name: string
  enjoy_type: number
  avatar_file_id: string
  status: ExpertStatus
  owner_id: string | null
  owner_name: string | null
  organization_name: string | null
  visit_count: number
  created_at: number
  frozen_at: number | null
  frozen_reason: string
}

/** Accounts, and applications that wait for one, as one table. */
const listedSql = (companyId: string): RawBuilder<unknown> => sql`(
  select a.id, a.name, a.enjoy_type, a.avatar_file_id, a.organization_id, o.member_id as owner_id, a.visit_count,
    a.created_at, a.frozen_at, a.frozen_reason, case when a.frozen_at is null then 'active' else 'frozen' end as status
  from community.account a
  left join community.account_member o on o.account_id = a.id and o.member_type = 0
  where a.company_id = ${companyId}
  union all
  select p.id, p.name, p.enjoy_type, p.avatar_file_id, m.organization_id, p.member_id, 0, p.created_at, null, '', 'applying'
  from community.application p join ${directorySql(companyId)} m on m.id = p.member_id
  where p.company_id = ${companyId} and p.result = 4 and p.is_new)`

export async function managedAccounts(
  db: CommunityDb,
  caller: Caller,
  query: Input<typeof community.managedAccounts>['query'],
) {
  const { companyId } = caller
  const filtered = sql`from ${listedSql(companyId)} l left join ${directorySql(companyId)} d on d.id = l.owner_id
    where ${coversCompany(caller, permission) ? sql`true` : sql`l.organization_id in ${organizationsBelowSql(caller.permissions.get(permission) ?? [])}`}
      ${query.enjoyType === undefined ? sql`` : sql`and l.enjoy_type = ${query.enjoyType}`}
      and (${containsSql(sql`l.name`, query.search)} or ${containsSql(sql`d.full_name`, query.search)})`
  const matching = sql`${filtered} ${query.status === undefined ? sql`` : sql`and l.status = ${query.status}`}`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<ListedRow>`
      select l.*, d.full_name as owner_name, d.organization_name ${matching}
      order by l.created_at desc, l.id desc ${window}`,
  })
  const ids = rows.map(({ id }) => id)
  const followers = await followerCounts(db, companyId, accountBusinessType, ids)
  const items = rows.map(
    (row): ManagedAccount => ({
      id: row.id,
      name: row.name,
      enjoyType: row.enjoy_type as EnjoyType,
      headPortraitPath: `files/${row.avatar_file_id}`,
      status: row.status,
      activeStatus: row.status === 'active' ? 1 : 0,
      auditStatus: row.status === 'applying' ? 0 : 1,
      ownerId: row.owner_id,
      ownerName: row.owner_name ?? '',
      organizationName: row.organization_name ?? '',
      attentionNum: followers.get(row.id) ?? 0,
      visits: row.visit_count,
      createTime: row.created_at,
      frozenTime: row.frozen_at,
      frozenReason: row.frozen_reason,
    }),
  )
  return { items, recordCount, counts: await countsByStatus(db, filtered) }
}

async function countsByStatus(db: CommunityDb, filtered: RawBuilder<unknown>) {
  const { rows } = await sql<{ status: ExpertStatus; count: number }>`
    select l.status, count(*)::int as count ${filtered} group by l.status`.execute(db)
  const counts = { all: 0, active: 0, frozen: 0, applying: 0 }
  for (const { status, count } of rows) {
    counts[status] = count
    counts.all += count
  }
  return counts
}

/** Locks the account for an administrator, who may belong to it neither as a member nor as its owner. */
async function lockManaged(db: CommunityDb, caller: Caller, id: string) {
  const account = await db
    .selectFrom('community.account')
    .select(['id', 'name', 'organization_id', 'frozen_at', 'frozen_reason'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw refuse(NOT_FOUND)
  if (!(await covers(db, caller, permission, account.organization_id))) throw refuse(NO_PERMISSION)
  const members = await db
    .selectFrom('community.account_member')
    .select(['member_id', 'member_type'])
    .where('account_id', '=', id)
    .execute()
  assertNotSelf(
    caller,
    members.map((member) => member.member_id),
  )
  const administrators = members.filter((member) => member.member_type !== 2).map((member) => member.member_id)
  return { ...account, administrators }
}

/** Freezes the account and tells its administrators why; one that is frozen already stays as it is. */
export async function freezeAccount(
  db: CommunityDb,
  { caller, now, audit }: Context,
  id: string,
  reason: string,
): Promise<void> {
  const account = await lockManaged(db, caller, id)
  if (account.frozen_at !== null) return
  await db
    .updateTable('community.account')
    .set({ frozen_at: now, frozen_reason: reason.trim(), frozen_by: caller.memberId })
    .where('id', '=', id)
    .execute()
  audit({ type: 'share-account', id, name: account.name, after: { frozen: true, reason: reason.trim() } })
  await notify(db, {
    companyId: caller.companyId,
    type: 'account.frozen',
    recipients: account.administrators,
    variables: { name: account.name, reason: reason.trim() },
    link: `/share-team/team-content/${id}`,
    now,
  })
}

/** Activates the account and tells its administrators; one that is active already stays as it is. */
export async function activateAccount(db: CommunityDb, { caller, now, audit }: Context, id: string): Promise<void> {
  const account = await lockManaged(db, caller, id)
  if (account.frozen_at === null) return
  await db
    .updateTable('community.account')
    .set({ frozen_at: null, frozen_reason: '', frozen_by: null })
    .where('id', '=', id)
    .execute()
  const before = { frozen: true, reason: account.frozen_reason }
  audit({ type: 'share-account', id, name: account.name, before, after: { frozen: false } })
  await notify(db, {
    companyId: caller.companyId,
    type: 'account.activated',
    recipients: account.administrators,
    variables: { name: account.name },
    link: `/share-team/team-content/${id}`,
    now,
  })
}
