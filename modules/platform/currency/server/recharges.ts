/** Issued amounts and corrections by the company's administrators. */
import { sql } from 'kysely'
import { type Caller, can } from '#kit/caller.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import {
  coversCompany,
  membersByIds,
  organizationNames,
  organizationsBelowSql,
} from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { recordAction } from '#modules/platform/operations/server.ts'
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
import { counterpart, type Owner } from './account-locks.ts'
import { currencyTables } from './db.ts'
import { type Posted, post } from './postings.ts'
import { teams } from './teams.ts'

const permission = 'currency.manage'

export interface Holder {
  readonly accountType: AccountType
  readonly accountCode: string
}

/** The owners, if all exist and the caller's permission covers them. */
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

/** Issues the same amount to several accounts. A caller without the permission gets a special code (CURRENCY-045). */
export async function recharge(db: Connection, order: Recharge, context: Context): Promise<Posted> {
  const { caller, now, ip, userAgent } = context
  const { companyId, memberId } = caller
  const { accounts, kind, amount, reason } = order
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
  /** Hundredths; below 0 for a deduction. */
  readonly amount: bigint
  readonly reason: string
}

/** Corrects a balance by a new transfer of type 18, with its reason (CURRENCY-032). */
export async function adjust(db: Connection, input: Adjustment, { caller, audit, now }: Context): Promise<Posted> {
  const { companyId, memberId } = caller
  const { account, kind, amount, reason } = input
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
