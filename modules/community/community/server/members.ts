/** Members of share accounts and their roles. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertMembersOfCompany, directorySql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { type AccountMember, MEMBERS_REFUSED } from '../contract/shapes.ts'
import type { community } from '../contract.ts'
import { assertActive, assertTotal, getAccount, lockAccount } from './accounts.ts'
import type { CommunityDb } from './db.ts'
import { assertNotOverfull } from './invitations.ts'

export async function listMembers(
  db: CommunityDb,
  caller: Caller,
  query: Input<typeof community.accountMembers>['query'],
) {
  await getAccount(db, caller, query.id)
  const search = query.search?.trim() ?? ''
  const matching = sql`
    from community.account_member m join ${directorySql(caller.companyId)} as d on d.id = m.member_id
    where m.account_id = ${query.id} and m.company_id = ${caller.companyId}
      and (${search} = '' or strpos(lower(d.full_name), lower(${search})) > 0)`
  return sqlPage(db, query, {
    matching,
    rows: (window) => sql<AccountMember>`
      select m.member_id as "memberId", d.full_name as "memberName", m.member_type as "memberType",
        d.avatar_path as "headPortrait", d.organization_name as "organizationName", m.joined_at as "joinTime"
      ${matching} order by m.member_type, m.joined_at, m.member_id ${window}`,
  })
}

type Change = Input<typeof community.updateMembers>['body']

/**
 * Adds, changes and removes members in one statement each. A new total administrator replaces the caller, who becomes
 * an administrator: there is always exactly one (COMMUNITY-069).
 */
export async function updateMembers(db: CommunityDb, caller: Caller, change: Change, now: number): Promise<void> {
  const account = await lockAccount(db, caller, change.id)
  assertTotal(account)
  assertActive(account)
  const wanted = new Map(change.members.map(({ memberId, memberType }) => [memberId, memberType]))
  const removed = [...new Set(change.removed ?? [])]
  const heirs = [...wanted].filter(([memberId, type]) => type === 0 && memberId !== caller.memberId)
  const own = wanted.get(caller.memberId)
  const impossible =
    account.enjoy_type === 0 ||
    heirs.length > 1 ||
    removed.some((id) => wanted.has(id)) ||
    removed.includes(caller.memberId) ||
    wanted.size !== change.members.length ||
    (own !== undefined && (own === 0) === (heirs.length === 1))
  if (impossible) throw refuse(MEMBERS_REFUSED)
  await assertMembersOfCompany(db, caller.companyId, [...wanted.keys()])
  if (removed.length > 0) await removeMembers(db, change.id, removed)
  if (heirs.length === 1 && own === undefined) wanted.set(caller.memberId, 1)
  // The caller steps down first, because the index allows one total administrator.
  const ordered = [...wanted].sort(([, left], [, right]) => right - left)
  const ids = ordered.map(([memberId]) => memberId)
  const types = ordered.map(([, type]) => type)
  for (const total of [false, true]) {
    await sql`
      insert into community.account_member (account_id, member_id, company_id, member_type, joined_at)
      select ${change.id}, given.id, ${caller.companyId}, given.type, ${now}
      from unnest(${ids}::uuid[], ${types}::smallint[]) as given (id, type) where (given.type = 0) = ${total}
      on conflict (account_id, member_id) do update set member_type = excluded.member_type`.execute(db)
  }
  await assertNotOverfull(db, change.id)
}

async function removeMembers(db: CommunityDb, accountId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql`
    delete from community.account_member
    where account_id = ${accountId} and member_id = any(${[...ids]}::uuid[]) returning member_id`.execute(db)
  if (rows.length !== ids.length) throw refuse(NOT_FOUND)
}

/** A member leaves. The total administrator must hand over first; the owner of a personal account can't leave. */
export async function leave(db: CommunityDb, caller: Caller, id: string): Promise<void> {
  const account = await lockAccount(db, caller, id).catch(() => {
    // The caller is not a member.
    throw refuse(NOT_FOUND)
  })
  if (account.memberType === 0) throw refuse(MEMBERS_REFUSED)
  await removeMembers(db, id, [caller.memberId])
}
