/** Balances and records of accounts; all figures come from the ledger. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { covers, type MemberPoints, membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import {
  type AccountType,
  type Balance,
  type CurrencyKind,
  ownerKinds,
  POINTS,
  type TradeRecord,
  type TradeType,
} from '../contract/shapes.ts'
import type { Owner } from './account-locks.ts'
import { currencyTables } from './db.ts'
import { eventLabel } from './reward-events.ts'
import { assertInTeam } from './teams.ts'

export const emptyBalance: Balance = {
  totalAmount: '0',
  amountIn: '0',
  amountOut: '0',
  allocated: '0',
  reward: '0',
  subscription: '0',
  reserved: '0',
}

const balanceColumns = sql`(allocated + reward + subscription)::text as "totalAmount", income::text as "amountIn",
  expense::text as "amountOut", allocated::text, reward::text, subscription::text,
  (held_allocated + held_reward + held_subscription)::text as reserved`

/** The balances of several owners of one kind; owners without an account are missing. */
export async function balancesOf(
  db: Connection,
  companyId: string,
  ownerKind: Owner['kind'],
  ownerIds: readonly string[],
  kind: CurrencyKind,
): Promise<Map<string, Balance>> {
  if (ownerIds.length === 0) return new Map()
  const { rows } = await sql<Balance & { owner_id: string }>`
    select owner_id, ${balanceColumns} from currency.account
    where company_id = ${companyId} and owner_kind = ${ownerKind} and kind = ${kind}
      and owner_id = any(${[...ownerIds]}::uuid[])`.execute(currencyTables(db))
  return new Map(rows.map(({ owner_id, ...balance }) => [owner_id, balance]))
}

export async function balanceOf(db: Connection, companyId: string, owner: Owner, kind: CurrencyKind): Promise<Balance> {
  const balances = await balancesOf(db, companyId, owner.kind, [owner.id], kind)
  return balances.get(owner.id) ?? emptyBalance
}

/** The account of a call, if the caller may see it: the own one, an own team's, or a managed organization's. */
export async function visibleOwner(
  db: Connection,
  caller: Caller,
  accountType: AccountType,
  accountCode: string,
): Promise<Owner> {
  const { companyId, memberId } = caller
  const owner: Owner = { kind: ownerKinds[accountType], id: accountCode }
  if (owner.kind === 'team') await assertInTeam(db, { companyId, teamId: accountCode, memberId })
  if (owner.kind === 'person' && accountCode !== memberId) {
    const member = (await membersByIds(db, companyId, [accountCode])).get(accountCode)
    if (!member || !(await covers(db, caller, 'currency.manage', member.organizationId))) throw refuse(NOT_FOUND)
  }
  if (owner.kind === 'organization' && !(await covers(db, caller, 'currency.manage', accountCode)))
    throw refuse(NOT_FOUND)
  return owner
}

const wholePoints = (hundredths: string) => {
  const whole = BigInt(hundredths) / 100n
  return whole > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(whole)
}

/** A member's points without fractions, for grades and profiles. */
export const pointsOfMember: MemberPoints = async (db, companyId, memberId) => {
  const { totalAmount, amountIn } = await balanceOf(db, companyId, { kind: 'person', id: memberId }, POINTS)
  return { balance: wholePoints(totalAmount), earned: wholePoints(amountIn) }
}

export interface RecordFilter {
  /** 1 income, 2 expense. */
  readonly type?: 1 | 2
  readonly tradeType?: TradeType
}

interface RecordRow {
  id: string
  created_at: number
  type: 1 | 2
  trade_type: TradeType
  amount: string
  balance_after: string
  business_type: number | null
  business_id: string | null
  event: string
  subject: string
  reason: string
  created_by: string | null
}

interface KnownAccount {
  id: string
  entry_count: number
}

async function findAccount(db: Connection, companyId: string, owner: Owner, kind: CurrencyKind) {
  return currencyTables(db)
    .selectFrom('currency.account')
    .select(['id', 'entry_count'])
    .where('company_id', '=', companyId)
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

const recordColumns = sql`e.transfer_id as id, e.created_at, e.type, e.trade_type, abs(e.amount)::text as amount,
  e.balance_after::text as balance_after, t.business_type, t.business_id, t.event, t.subject, t.reason, t.created_by`

/** A page of all records is a range of their numbers, so any page is equally fast. */
async function pageOfAll(db: Connection, account: KnownAccount, limit: number, offset: number): Promise<RecordRow[]> {
  const last = account.entry_count - offset
  if (last < 1) return []
  const { rows } = await sql<RecordRow>`
    select ${recordColumns} from currency.entry e join currency.transfer t on t.id = e.transfer_id
    where e.account_id = ${account.id} and e.seq between ${last - limit + 1} and ${last}
    order by e.seq desc`.execute(currencyTables(db))
  return rows
}

interface Purpose {
  type: number
  trade_type: number
  entry_count: number
}

/** The matching purposes with their record counts, so a filtered list needs no count. */
async function matchingPurposes(db: Connection, accountId: string, filter: RecordFilter): Promise<Purpose[]> {
  let query = currencyTables(db)
    .selectFrom('currency.account_tally')
    .select(['type', 'trade_type', 'entry_count'])
    .where('account_id', '=', accountId)
  if (filter.type !== undefined) query = query.where('type', '=', filter.type)
  if (filter.tradeType !== undefined) query = query.where('trade_type', '=', filter.tradeType)
  return query.execute()
}

/** Merges the newest records of each purpose, which come in order from the index. */
async function pageOfPurposes(
  db: Connection,
  accountId: string,
  purposes: readonly Purpose[],
  limit: number,
  offset: number,
): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    with page as (
      select n.* from unnest(${purposes.map((one) => one.type)}::smallint[],
        ${purposes.map((one) => one.trade_type)}::smallint[]) as p(type, trade_type)
      cross join lateral (
        select * from currency.entry e where e.account_id = ${accountId} and e.type = p.type
          and e.trade_type = p.trade_type and e.seq is not null
        order by e.seq desc limit ${offset + limit}
      ) n order by n.seq desc limit ${limit} offset ${offset}
    )
    select ${recordColumns} from page e join currency.transfer t on t.id = e.transfer_id order by e.seq desc`.execute(
    currencyTables(db),
  )
  return rows
}

async function recordsOf(
  db: Connection,
  companyId: string,
  rows: readonly RecordRow[],
  language: Language,
): Promise<TradeRecord[]> {
  const members = await membersByIds(
    db,
    companyId,
    rows.flatMap((row) => row.created_by ?? []),
  )
  return rows.map((row) => {
    const member = row.created_by === null ? undefined : members.get(row.created_by)
    return {
      id: row.id,
      createTime: row.created_at,
      type: row.type,
      tradeType: row.trade_type,
      tradeAmount: row.amount,
      availableBalance: row.balance_after,
      createMemberName: member?.name ?? '',
      createMemberFullName: member?.fullName ?? '',
      businessType: row.business_type,
      businessId: row.business_id,
      detail: row.subject || eventLabel(row.event, language),
      reason: row.reason,
    }
  })
}

/** The records of an account, newest first. */
export async function listRecords(
  db: Connection,
  companyId: string,
  { owner, kind }: { readonly owner: Owner; readonly kind: CurrencyKind },
  filter: RecordFilter,
  window: { readonly limit: number; readonly offset: number },
  language: Language,
): Promise<{ items: TradeRecord[]; recordCount: number }> {
  const account = await findAccount(db, companyId, owner, kind)
  if (!account) return { items: [], recordCount: 0 }
  const { limit, offset } = window
  if (filter.type === undefined && filter.tradeType === undefined) {
    const rows = await pageOfAll(db, account, limit, offset)
    return { items: await recordsOf(db, companyId, rows, language), recordCount: account.entry_count }
  }
  const purposes = await matchingPurposes(db, account.id, filter)
  const recordCount = purposes.reduce((sum, one) => sum + one.entry_count, 0)
  if (recordCount <= offset) return { items: [], recordCount }
  const rows = await pageOfPurposes(db, account.id, purposes, limit, offset)
  return { items: await recordsOf(db, companyId, rows, language), recordCount }
}

/** A member's awards, newest first (CURRENCY-046). */
export async function listAwards(
  connection: Connection,
  caller: Caller,
  kind: CurrencyKind,
  query: Paging,
  language: Language,
) {
  const db = currencyTables(connection)
  const matching = db
    .selectFrom('currency.award')
    .where('company_id', '=', caller.companyId)
    .where('member_id', '=', caller.memberId)
    .where('kind', '=', kind)
    .where('amount', '>', 0)
  const { items: rows, recordCount } = await findPage(query, matching, (q) =>
    q
      .select(['event', 'source', 'created_at'])
      .select(sql<string>`amount::text`.as('score'))
      .select(sql<string | null>`day_left::text`.as('left'))
      .select(sql<string | null>`daily_cap::text`.as('cap'))
      .orderBy('created_at', 'desc'),
  )
  const items = rows.map((row) => ({
    rule: eventLabel(row.event, language),
    source: row.source,
    createTime: row.created_at,
    score: row.score,
    availableScore: row.left,
    maxScore: row.cap,
  }))
  return { items, recordCount }
}
