/** Share accounts in lists: their cards, with followers and the caller’s follow. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { followerCountsSql, followsSql } from '#modules/community/following/server.ts'
import { topicsOf } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { AccountCard, EnjoyType } from '../contract/shapes.ts'
import { accountBusinessType } from './accounts.ts'
import { communityTables } from './db.ts'

interface CardRow {
  id: string
  name: string
  description: string
  avatar_file_id: string
  enjoy_type: number
  frozen_at: number | null
  attention_num: number
  attention_id: string | null
  own: boolean
}

/** The cards of these accounts of the caller’s company, by id; frozen ones as well. */
export async function accountCards(
  connection: Connection,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, AccountCard>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<CardRow>`
    select a.id, a.name, a.description, a.avatar_file_id, a.enjoy_type, a.frozen_at,
      coalesce(c.follower_count, 0) as attention_num, f.attention_id,
      exists (select from community.account_member m
        where m.account_id = a.id and m.member_id = ${caller.memberId}) as own
    from community.account a
    left join ${followerCountsSql(caller.companyId, accountBusinessType)} c on c.business_id = a.id
    left join ${followsSql(caller, accountBusinessType)} f on f.business_id = a.id
    where a.company_id = ${caller.companyId} and a.id = any(${[...new Set(ids)]}::uuid[])`.execute(
    communityTables(connection),
  )
  const topics = await topicsOf(
    connection,
    caller.companyId,
    accountBusinessType,
    rows.map(({ id }) => id),
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        desc: row.description,
        headPortraitPath: `files/${row.avatar_file_id}`,
        enjoyType: row.enjoy_type as EnjoyType,
        frozen: row.frozen_at !== null,
        lstRelationTopic: (topics.get(row.id) ?? []).map(({ id, name }) => ({ topicId: id, topicName: name })),
        attentionNum: row.attention_num,
        attention: row.attention_id !== null,
        attentionId: row.attention_id,
        own: row.own,
      },
    ]),
  )
}

/** The cards of accounts in the order of their ids. */
export async function cardsInOrder(
  connection: Connection,
  caller: Caller,
  ids: readonly string[],
): Promise<AccountCard[]> {
  const cards = await accountCards(connection, caller, ids)
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** `x in ${accountAdministratorSql(…)}`: the accounts that the caller administers. */
export function accountAdministratorSql(caller: Caller): RawBuilder<string> {
  return sql<string>`(select account_id from community.account_member
    where company_id = ${caller.companyId} and member_id = ${caller.memberId} and member_type <= 1)`
}

/** `x in ${memberAccountsSql(…)}`: the accounts that the caller belongs to, in any role. */
export function memberAccountsSql(caller: Caller): RawBuilder<string> {
  return sql<string>`(select account_id from community.account_member
    where company_id = ${caller.companyId} and member_id = ${caller.memberId})`
}

/** Name and state of accounts, for jobs, which have no caller. */
export async function accountCardsOf(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, { readonly name: string; readonly frozen: boolean }>> {
  const rows = await communityTables(connection)
    .selectFrom('community.account')
    .select(['id', 'name', 'frozen_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, name, frozen_at }) => [id, { name, frozen: frozen_at !== null }]))
}

/** The names of accounts of the company, by id. One statement. */
export async function accountNamesOf(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await communityTables(connection)
    .selectFrom('community.account')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
