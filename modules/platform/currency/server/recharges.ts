/** Issued amounts and corrections by the company's administrators. */
import { sql } from 'kysely'
import { type Caller, can, coversCompany } from '#kit/caller.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import { membersByIds, organizationNames, organizationsBelowSql } from '#modules/platform/identity/server.ts'
import { recordAction } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import {
  type AccountType,
  amountMax,
  type CurrencyKind,
  NO_RECHARGE_PERMISSION,
  ownerKinds,
} from '../contract/shapes.ts'
import type { Owner } from './account-locks.ts'
import { currencyTables } from './db.ts'
import { applyForIssue, assertNotTo, type Issue, needsApproval, postIssue } from './issues.ts'
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

export interface Issued {
  /** The transfer, or the application that waits for its approval. */
  readonly id: string
  readonly approving: boolean
}

/** Issues the same amount to several accounts. A caller without the permission gets a special code (CURRENCY-045). */
export async function recharge(db: Connection, order: Recharge, context: Context): Promise<Issued> {
  const { caller, now, ip, userAgent } = context
  const { companyId, memberId } = caller
  const { accounts, kind, amount, reason } = order
  if (!can(caller, permission)) throw refuse(NO_RECHARGE_PERMISSION)
  const distinct = new Set(accounts.map((one) => `${one.accountType} ${one.accountCode}`))
  if (distinct.size < accounts.length) throw invalid('accounts', 'uniqueItems', 'must name an account once')
  const sum = amount * BigInt(accounts.length)
  if (sum > amountMax * 10n) throw invalid('tradeAmount', 'maximum', 'is too much in all')
  const owners = await coveredOwners(db, caller, accounts, () => refuse(NO_RECHARGE_PERMISSION))
  await assertNotTo(db, caller, owners)
  const issue: Issue = { companyId, event: 'recharge', kind, amount, reason, owners, issuerId: memberId, now }
  const issued = await issueOrApply(db, issue, context)
  const input = {
    accountCount: accounts.length,
    kind,
    tradeAmount: String(amount),
    reason,
    approving: issued.approving,
  }
  const type = issued.approving ? 'currency-issue' : 'currency-transfer'
  const actor = { companyId, actorId: memberId, actorRoles: caller.roles, ip, userAgent, now }
  const subjects = [{ type, id: issued.id, name: reason }]
  await recordAction(db, { ...actor, action: 'currency.recharge', subjects, input })
  return issued
}

async function issueOrApply(db: Connection, issue: Issue, { caller, language }: Context): Promise<Issued> {
  if (!(await needsApproval(db, issue))) return { id: (await postIssue(db, issue)).transferId, approving: false }
  return { id: await applyForIssue(db, issue, { organizationId: caller.organizationId, language }), approving: true }
}

export interface Adjustment {
  readonly account: Holder
  readonly kind: CurrencyKind
  /** Hundredths; below 0 for a deduction. */
  readonly amount: bigint
  readonly reason: string
}

/** Corrects a balance by a new transfer of type 18, with its reason (CURRENCY-032). An addition is an issue. */
export async function adjust(db: Connection, input: Adjustment, context: Context): Promise<Issued> {
  const { caller, audit, now } = context
  const { companyId, memberId } = caller
  const { account, kind, amount, reason } = input
  const [owner] = await coveredOwners(db, caller, [account], () => refuse(NO_PERMISSION))
  if (!owner) throw refuse(NOT_FOUND)
  await assertNotTo(db, caller, [owner])
  const issue: Issue = {
    companyId,
    event: 'adjustment',
    kind,
    amount,
    reason,
    owners: [owner],
    issuerId: memberId,
    now,
  }
  const issued =
    amount > 0n
      ? await issueOrApply(db, issue, context)
      : { id: (await postIssue(db, issue)).transferId, approving: false }
  const after = { kind, tradeAmount: String(amount), approving: issued.approving }
  audit({ type: 'currency-account', id: owner.id, name: reason, after })
  return issued
}
