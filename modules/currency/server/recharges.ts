/** What the company's administrators issue, and their corrections. */
import { sql } from 'kysely'
import { type Caller, can } from '#kit/caller.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import {
  coversCompany,
  directorySql,
  membersByIds,
  organizationNames,
  organizationsBelowSql,
} from '#modules/identity/server.ts'
import { notify } from '#modules/messages/server.ts'
import { recordAction } from '#modules/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import {
  type AccountType,
  amountMax,
  COIN,
  type CurrencyKind,
  NO_RECHARGE_PERMISSION,
  ownerKinds,
  trade,
} from '../contract/shapes.ts'
import { counterpart, type Owner } from './book.ts'
import { currencyTables } from './db.ts'
import { type Posted, post } from './postings.ts'
import { teams } from './teams.ts'

const permission = 'currency.manage'

export interface Holder {
  readonly accountType: AccountType
  readonly accountCode: string
}

/** The owners, where they are there and the caller's right covers them all. */
async function coveredOwners(
  db: Connection,
  caller: Caller,
  holders: readonly Holder[],
  denied: () => Error,
): Promise<Owner[]> {
  const { companyId } = caller
  const idsOf = (type: AccountType) => holders.filter((one) => one.accountType === type).map((one) => one.accountCode)
  const members = await membersByIds(db, companyId, idsOf(1))
  const organizations = await organizationNames(db, companyId, idsOf(2))
  const known = await teams().byIds(db, { companyId, teamIds: idsOf(3) })
  const found = members.size + organizations.size + known.length
  if (found < new Set(holders.map((one) => one.accountCode)).size) throw refuse(NOT_FOUND)
  const within = new Set([...organizations.keys(), ...[...members.values()].map((member) => member.organizationId)])
  if (!coversCompany(caller, permission)) {
    const granted = [...(caller.permissions.get(permission) ?? [])]
    const { rows } = await sql<{ outside: boolean }>`select exists (
      select from unnest(${[...within]}::uuid[]) as o(id) where o.id not in ${organizationsBelowSql(granted)}) as outside`.execute(
      currencyTables(db),
    )
    if (known.length > 0 || rows[0]?.outside !== false) throw denied()
  }
  return holders.map(({ accountType, accountCode }) => ({ kind: ownerKinds[accountType], id: accountCode }))
}

export interface Recharge {
  readonly accounts: readonly Holder[]
  readonly kind: CurrencyKind
  /** For each account, in hundredths. */
  readonly amount: bigint
  readonly reason: string
}

function invalid(path: string, rule: string, message: string) {
  return refuse(INVALID_INPUT, { fields: [{ path, rule, message }] })
}

/** Issues the same amount to several accounts. Without the right it is refused with its own code (CURRENCY-045). */
export async function recharge(db: Connection, wish: Recharge, context: Context): Promise<Posted> {
  const { caller, now, ip, userAgent } = context
  const { companyId, memberId } = caller
  const { accounts, kind, amount, reason } = wish
  if (!can(caller, permission)) throw refuse(NO_RECHARGE_PERMISSION)
  const distinct = new Set(accounts.map((one) => `${one.accountType} ${one.accountCode}`))
  if (distinct.size < accounts.length) throw invalid('accounts', 'uniqueItems', 'must name an account once')
  const sum = amount * BigInt(accounts.length)
  if (sum > amountMax * 10n) throw invalid('tradeAmount', 'maximum', 'is too much in all')
  const owners = await coveredOwners(db, caller, accounts, () => refuse(NO_RECHARGE_PERMISSION))
  const posted = await post(db, {
    companyId,
    kind,
    tradeType: trade.issue,
    event: 'recharge',
    reason,
    createdBy: memberId,
    now,
    legs: [{ owner: counterpart('issuance', companyId), amount: -sum }, ...owners.map((owner) => ({ owner, amount }))],
  })
  await notify(db, {
    companyId,
    type: 'currency.received',
    recipients: owners.filter((owner) => owner.kind === 'person').map((owner) => owner.id),
    actorId: memberId,
    variables: { from: { cn: '平台', en: 'the platform' } },
    link: kind === COIN ? '/center/my/coins' : '/center/my/points',
    now,
  })
  const input = { accountCount: accounts.length, kind, tradeAmount: String(amount), reason }
  const subjects = [{ type: 'currency-transfer', id: posted.transferId, name: reason }]
  const actor = { companyId, actorId: memberId, actorRoles: caller.roles, ip, userAgent, now }
  await recordAction(db, { ...actor, action: 'currency.recharge', subjects, input })
  return posted
}

export interface Adjustment {
  readonly account: Holder
  readonly kind: CurrencyKind
  /** Hundredths, added; below 0 taken away. */
  readonly amount: bigint
  readonly reason: string
}

/** Corrects a balance by a new transfer of type 18, with its reason (CURRENCY-032). */
export async function adjust(db: Connection, wish: Adjustment, { caller, audit, now }: Context): Promise<Posted> {
  const { companyId, memberId } = caller
  const { account, kind, amount, reason } = wish
  const [owner] = await coveredOwners(db, caller, [account], () => refuse(NO_PERMISSION))
  if (!owner) throw refuse(NOT_FOUND)
  const posted = await post(db, {
    companyId,
    kind,
    tradeType: trade.adjustment,
    event: 'adjustment',
    reason,
    createdBy: memberId,
    now,
    legs: [
      { owner, amount },
      { owner: counterpart('issuance', companyId), amount: -amount },
    ],
  })
  audit({ type: 'currency-account', id: owner.id, name: reason, after: { kind, tradeAmount: String(amount) } })
  return posted
}

interface HolderRow {
  id: string
  full_name: string
  avatar_path: string
  organization_name: string
  coins: string
  points: string
}

/** The members whom the caller's right covers, with what they have. */
export async function listHolders(
  db: Connection,
  caller: Caller,
  query: { page?: number; pageSize?: number; search?: string },
) {
  const { companyId } = caller
  const { limit, offset } = pageWindow(query)
  const granted = [...(caller.permissions.get(permission) ?? [])]
  const escaped = (query.search ?? '').replace(/[\\%_]/g, (letter) => `\\${letter}`)
  const matching = sql`${directorySql(companyId)} p where p.organization_id in ${organizationsBelowSql(granted)}
    and (${escaped} = '' or p.full_name ilike ${`%${escaped}%`})`
  const tables = currencyTables(db)
  const { rows } = await sql<HolderRow>`
    with page as (select p.* from ${matching} order by p.id limit ${limit} offset ${offset})
    select p.id, p.full_name, p.avatar_path, p.organization_name,
      coalesce(c.allocated + c.reward + c.subscription, 0)::text as coins, coalesce(q.allocated, 0)::text as points
    from page p
    left join currency.account c on c.company_id = ${companyId} and c.owner_kind = 'person' and c.owner_id = p.id and c.kind = 1
    left join currency.account q on q.company_id = ${companyId} and q.owner_kind = 'person' and q.owner_id = p.id and q.kind = 2
    order by p.id`.execute(tables)
  const counted = await sql<{ count: number }>`select count(*)::int as count from ${matching}`.execute(tables)
  const items = rows.map((row) => ({
    accountType: 1 as const,
    accountCode: row.id,
    name: row.full_name,
    avatarPath: row.avatar_path,
    organizationName: row.organization_name,
    coins: row.coins,
    points: row.points,
  }))
  return { items, recordCount: counted.rows[0]?.count ?? 0 }
}
