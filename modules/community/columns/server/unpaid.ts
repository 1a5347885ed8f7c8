/** Which columns a member has still to buy. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { isOpenSql, mustBuyAmong } from '#modules/commerce/prices/server.ts'
import { accountsOfCaller, memberAccountsSql } from '#modules/community/community/server.ts'
import { columnBusinessType } from '../contract/shapes.ts'
import type { ColumnsDb } from './db.ts'

export interface OwnColumn {
  readonly id: string
  readonly title: string
  readonly accountId: string
  /** Since when the caller has subscribed to it. */
  readonly hadSince: number | null
}

/** Of the rows `c` of columns.special_column. */
export const ownColumnSql = (caller: Caller) => sql`c.id, c.title, c.account_id as "accountId",
  (select s.created_at from columns.subscription s
    where s.column_id = c.id and s.member_id = ${caller.memberId}) as "hadSince"`

/** Those of the columns that the caller has still to buy; who belongs to the account of one has not. */
export async function unpaidAmong(
  db: ColumnsDb,
  caller: Caller,
  found: readonly OwnColumn[],
  now: number,
  isStarting = false,
) {
  const unpaid = await mustBuyAmong(db, caller, columnBusinessType, found, now, isStarting)
  if (unpaid.size === 0) return []
  const own = new Set((await accountsOfCaller(db, caller)).map(({ id }) => id))
  return found.filter(({ id, accountId }) => unpaid.has(id) && !own.has(accountId))
}

/** The opposite of `unpaidAmong`, of the rows `c` of columns.special_column. */
export const isPaidSql = (caller: Caller, now: number): RawBuilder<boolean> => sql<boolean>`(
  c.account_id in ${memberAccountsSql(caller)} or ${isOpenSql(
    caller,
    {
      ...{ businessType: columnBusinessType, id: sql`c.id` },
      hadSince: sql`(select s.created_at from columns.subscription s
        where s.column_id = c.id and s.member_id = ${caller.memberId})`,
    },
    now,
  )})`

/** Whether the caller has still to buy the column; who subscribed to it before it had a price keeps it. */
export async function isUnpaid(
  db: ColumnsDb,
  caller: Caller,
  id: string,
  now: number,
  isStarting = false,
): Promise<boolean> {
  const { rows } = await sql<OwnColumn>`
    select ${ownColumnSql(caller)} from columns.special_column c
    where c.id = ${id} and c.company_id = ${caller.companyId}`.execute(db)
  return (await unpaidAmong(db, caller, rows, now, isStarting)).length > 0
}
