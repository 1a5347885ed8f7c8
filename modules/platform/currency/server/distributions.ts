/** Distribution of a team's coins or points to its members: all or nothing, in one transfer. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { idPattern } from '#kit/schema.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import {
  ALLOCATED_COINS_INSUFFICIENT,
  amountMax,
  COIN,
  type CurrencyKind,
  NOT_IN_TEAM,
  POINTS_INSUFFICIENT_TO_DISTRIBUTE,
  trade,
} from '../contract/shapes.ts'
import { currencyTables } from './db.ts'
import { type Leg, post } from './postings.ts'
import { assertTotalAdministrator, teams } from './teams.ts'

/** Map `join-type`: a member of a team (CURRENCY-020). */
const teamMember = 5
const itemsMax = 5000
const amountForm = /^([1-9][0-9]{0,16}|10{17})$/

export interface GrantItem {
  readonly memberId: string
  readonly amount: bigint
}

function invalid(path: string, rule: string, message: string) {
  return refuse(INVALID_INPUT, { fields: [{ path, rule, message }] })
}

/**
 * An amount of hundredths: decimal text, or an integer that JavaScript represents exactly. All else is invalid, such as
 * 0.005, "1e3", amounts above 1e17 or inexact numbers (CURRENCY-050, CURRENCY-051, CURRENCY-057).
 */
function amountOf(value: unknown): bigint | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  return typeof text === 'string' && amountForm.test(text) ? BigInt(text) : undefined
}

function itemOf(value: unknown, index: number): GrantItem {
  const path = `grantItems.${index}`
  if (typeof value !== 'object' || value === null) throw invalid(path, 'type', 'must be an object')
  const { joinId, joinType, tradeAmount } = value as Readonly<Record<string, unknown>>
  if (typeof joinId !== 'string' || !idPattern.test(joinId)) throw invalid(`${path}.joinId`, 'pattern', 'must be an id')
  if (joinType !== teamMember) throw invalid(`${path}.joinType`, 'const', 'must be 5')
  const amount = amountOf(tradeAmount)
  if (amount === undefined) throw invalid(`${path}.tradeAmount`, 'amount', 'must be hundredths above 0, up to 1e17')
  return { memberId: joinId, amount }
}

/**
 * A number with anything but digits stays text, because as a number 1000000000000000.01 would be an integer. Node
 * passes the source to a reviver, but the declarations of TypeScript do not have it yet.
 */
function numbersAsWritten(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? ''
  return typeof value === 'number' && !/^-?[0-9]+$/.test(source) ? source : value
}

/** The JSON text of a distribution (CURRENCY-058). */
export function parseGrantItems(text: string): GrantItem[] {
  let values: unknown
  try {
    values = JSON.parse(text, numbersAsWritten)
  } catch {
    throw invalid('grantItems', 'json', 'must be a JSON text')
  }
  if (!Array.isArray(values) || values.length === 0) throw invalid('grantItems', 'minItems', 'must name a member')
  if (values.length > itemsMax) throw invalid('grantItems', 'maxItems', `must name at most ${itemsMax} members`)
  const items = values.map(itemOf)
  const named = new Set(items.map((item) => item.memberId))
  if (named.size < items.length) throw invalid('grantItems', 'uniqueItems', 'must name a member once')
  return items
}

export interface Grant {
  readonly grantId: string
  readonly totalAmount: string
  readonly recipientCount: number
}

interface Distribution {
  readonly teamId: string
  readonly kind: CurrencyKind
  readonly items: readonly GrantItem[]
}

/** Refuses members outside the team, amounts above the balance, and callers other than the total administrator. */
export async function distribute(
  db: Connection,
  caller: Caller,
  { teamId, kind, items }: Distribution,
  now: number,
): Promise<Grant> {
  const { companyId, memberId } = caller
  await assertTotalAdministrator(db, { companyId, teamId, memberId })
  const memberIds = items.map((item) => item.memberId)
  const types = await teams().memberTypes(db, { companyId, teamId, memberIds })
  const strangers = memberIds.filter((id) => !types.has(id))
  if (strangers.length > 0) throw refuse(NOT_IN_TEAM, { count: strangers.length, memberIds: strangers.slice(0, 100) })
  const sum = items.reduce((total, item) => total + item.amount, 0n)
  const insufficient = kind === COIN ? ALLOCATED_COINS_INSUFFICIENT : POINTS_INSUFFICIENT_TO_DISTRIBUTE
  if (sum > amountMax * 10n) throw refuse(insufficient)
  const receiving = items.map((item): Leg => ({ owner: { kind: 'person', id: item.memberId }, amount: item.amount }))
  const [team] = await teams().byIds(db, { companyId, teamIds: [teamId] })
  const { transferId } = await post(db, {
    companyId,
    kind,
    tradeType: kind === COIN ? trade.allocate : trade.pointsAllocate,
    event: 'distribution',
    businessId: teamId,
    subject: team?.name ?? '',
    createdBy: memberId,
    now,
    legs: [{ owner: { kind: 'team', id: teamId }, amount: -sum, insufficient }, ...receiving],
  })
  await notify(db, {
    companyId,
    type: 'currency.received',
    recipients: memberIds,
    actorId: memberId,
    variables: { from: team?.name ?? '' },
    link: kind === COIN ? '/center/my/coins' : '/center/my/points',
    now,
  })
  return { grantId: transferId, totalAmount: String(sum), recipientCount: items.length }
}

interface ItemRow {
  member_id: string
  amount: string
}

/** Whether the caller sees all items of the grant, as a member of the team or a manager of the company's coins. */
async function seesAll(db: Connection, caller: Caller, grantId: string): Promise<boolean> {
  const { companyId, memberId } = caller
  const { rows } = await sql<{ owner_kind: string; owner_id: string }>`
    select a.owner_kind, a.owner_id from currency.entry e join currency.account a on a.id = e.account_id
    where e.transfer_id = ${grantId} and e.company_id = ${companyId} and e.amount < 0`.execute(currencyTables(db))
  const [giver] = rows
  if (giver?.owner_kind !== 'team') return false
  const types = await teams().memberTypes(db, { companyId, teamId: giver.owner_id, memberIds: [memberId] })
  return types.has(memberId)
}

/** The members of a grant with their amounts; a caller outside the team sees only the own share (CURRENCY-014). */
export async function grantItems(connection: Connection, caller: Caller, grantId: string, query: Paging) {
  const db = currencyTables(connection)
  const { companyId, memberId } = caller
  const only = (await seesAll(connection, caller, grantId)) ? null : memberId
  const matching = sql`currency.entry e join currency.account a on a.id = e.account_id
    where e.transfer_id = ${grantId} and e.company_id = ${companyId} and e.amount > 0 and a.owner_kind = 'person'
      and (${only}::uuid is null or a.owner_id = ${only}::uuid)`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching: sql`from ${matching}`,
    rows: (window) => sql<ItemRow>`select a.owner_id as member_id, e.amount::text from ${matching}
      order by a.owner_id ${window}`,
  })
  if (recordCount === 0) throw refuse(NOT_FOUND)
  const members = await membersByIds(
    connection,
    companyId,
    rows.map((row) => row.member_id),
  )
  const items = rows.map((row) => ({
    joinId: row.member_id,
    joinType: teamMember,
    tradeAmount: row.amount,
    memberName: members.get(row.member_id)?.name ?? '',
    memberFullName: members.get(row.member_id)?.fullName ?? '',
    avatarPath: members.get(row.member_id)?.avatarPath ?? '',
    organizationName: members.get(row.member_id)?.organizationName ?? '',
  }))
  return { items, recordCount }
}
