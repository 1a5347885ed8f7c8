/** Share accounts as members of the company see them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { topicsOf } from '#modules/content/topics/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { ACCOUNT_FROZEN, type EnjoyType, type MemberType, type ShareAccount } from '../contract/shapes.ts'
import type { CommunityDb } from './db.ts'

/** The content kind of share accounts for topics and collections; the specification's kinds end at 17. */
export const accountBusinessType = 101

interface AccountRow {
  id: string
  name: string
  description: string
  avatar_file_id: string
  enjoy_type: number
  frozen_at: number | null
  created_at: number
  member_type: number | null
  member_count: number
}

const accountRows = (caller: Caller) => sql`
  select a.id, a.name, a.description, a.avatar_file_id, a.enjoy_type, a.frozen_at, a.created_at,
    (select m.member_type from community.account_member m
      where m.account_id = a.id and m.member_id = ${caller.memberId}) as member_type,
    (select count(*) from community.account_member m where m.account_id = a.id) as member_count
  from community.account a`

async function toAccounts(db: CommunityDb, caller: Caller, rows: readonly AccountRow[]): Promise<ShareAccount[]> {
  const ids = rows.map((row) => row.id)
  const topics = await topicsOf(db, caller.companyId, accountBusinessType, ids)
  const belongs = rows.some((row) => row.member_type !== null)
  const own = belongs ? (await membersByIds(db, caller.companyId, [caller.memberId])).get(caller.memberId) : undefined
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    desc: row.description,
    headPortrait: row.avatar_file_id,
    headPortraitPath: `files/${row.avatar_file_id}`,
    enjoyType: row.enjoy_type as EnjoyType,
    lstRelationTopic: (topics.get(row.id) ?? []).map(({ id, name }) => ({ topicId: id, topicName: name })),
    currentMember:
      row.member_type === null
        ? null
        : {
            memberId: caller.memberId,
            memberName: own?.fullName ?? '',
            memberType: row.member_type as MemberType,
          },
    memberCount: row.member_count,
    frozen: row.frozen_at !== null,
    createTime: row.created_at,
  }))
}

export async function getAccount(db: CommunityDb, caller: Caller, id: string): Promise<ShareAccount> {
  const { rows } = await sql<AccountRow>`${accountRows(caller)}
    where a.id = ${id} and a.company_id = ${caller.companyId}`.execute(db)
  const [account] = await toAccounts(db, caller, rows)
  if (!account) throw refuse(NOT_FOUND)
  return account
}

/** The caller's accounts: the personal one first, then those that the caller administers, then the others by name. */
export async function listOwnAccounts(db: CommunityDb, caller: Caller): Promise<ShareAccount[]> {
  const { rows } = await sql<AccountRow>`${accountRows(caller)}
    join community.account_member own on own.account_id = a.id
    where own.company_id = ${caller.companyId} and own.member_id = ${caller.memberId}
    order by a.enjoy_type, own.member_type, a.name
    limit 200`.execute(db)
  return toAccounts(db, caller, rows)
}

export async function hasPersonalAccount(db: CommunityDb, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom('community.personal_account')
    .select('account_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row !== undefined
}

export interface AccountRecord {
  readonly id: string
  readonly organization_id: string
  readonly enjoy_type: EnjoyType
  readonly name: string
  readonly frozen_at: number | null
  readonly avatar_file_id: string
  readonly invitation_code: string | null
  readonly invitation_code_at: number | null
  readonly memberType: MemberType
}

/**
 * Locks the account for a change by one of its members. A caller outside the account gets 10138, because its existence
 * is no secret.
 */
export async function lockAccount(db: CommunityDb, caller: Caller, id: string): Promise<AccountRecord> {
  const account = await db
    .selectFrom('community.account')
    .select([
      'id',
      'organization_id',
      'enjoy_type',
      'name',
      'frozen_at',
      'avatar_file_id',
      'invitation_code',
      'invitation_code_at',
    ])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw refuse(NOT_FOUND)
  const member = await db
    .selectFrom('community.account_member')
    .select('member_type')
    .where('account_id', '=', id)
    .where('member_id', '=', caller.memberId)
    .executeTakeFirst()
  if (!member) throw refuse(NO_PERMISSION)
  return { ...account, enjoy_type: account.enjoy_type as EnjoyType, memberType: member.member_type as MemberType }
}

/** Refuses callers other than the total administrator (COMMUNITY-064, COMMUNITY-069). */
export function assertTotal(account: AccountRecord): void {
  if (account.memberType !== 0) throw refuse(NO_PERMISSION)
}

export function assertActive(account: { readonly frozen_at: number | null }): void {
  if (account.frozen_at !== null) throw refuse(ACCOUNT_FROZEN)
}
