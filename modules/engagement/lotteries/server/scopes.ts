/**
 * What a lottery belongs to, which decides who runs it and who draws. The scope of the company is the module's own; others
 * are registered by the modules above, such as classes.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import {
  type Audience,
  audienceSql,
  covers,
  organizationAndAboveSql,
  organizationsBelowSql,
} from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import { runsLotteries } from '../contract/access.ts'
import { SCOPE_CLOSED } from '../contract/codes.ts'
import { companyScope } from '../contract/fields.ts'
import type { LotteriesDb } from './db.ts'

interface ScopeRef {
  readonly companyId: string
  readonly scopeId: string
}

export interface LotteryScope {
  /** `class` */
  readonly kind: string
  /** Whether the caller may draw in the lotteries of this scope. */
  mayEnter(connection: Connection, caller: Caller, scopeId: string): Promise<boolean>
  /** Whether the caller, who has the permission for lotteries, may run those of this scope. */
  mayManage(connection: Connection, caller: Caller, scopeId: string): Promise<boolean>
  /** Whether lotteries of this scope may be written; with `lock` that holds until the transaction ends. Left out: always. */
  isOpen?(connection: Connection, of: ScopeRef, options: { readonly lock: boolean }): Promise<boolean>
  /** `x in ${…}`: the ids of the members who may draw. */
  entrants(companyId: string, scopeId: string): RawBuilder<unknown>
}

export const lotteryScope = extensionPoint<LotteryScope>('lotteries.scope')

export interface Scope {
  readonly scopeKind: string
  readonly scopeId: string
}

interface Scoped extends Scope {
  readonly companyId: string
  readonly organizationId: string
  readonly authorId: string
  readonly organizationIds: readonly string[]
}

const isOfCompany = ({ scopeKind }: Pick<Scope, 'scopeKind'>) => scopeKind === companyScope
const findScope = (kind: string) => lotteryScope.all().find((one) => one.kind === kind)

/** Whether the lottery `l` of the company is meant for the caller's organization. */
export const audienceIncludesSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(l.organization_ids = '{}' or l.organization_ids && array${organizationAndAboveSql(caller.organizationId)})`

/** Whether the caller runs the lottery `l` of the company: its author, or whose permission covers its organization. */
export const runsSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(l.author_id = ${caller.memberId} or l.organization_id in ${organizationsBelowSql(
    caller.permissions.get(runsLotteries.permission) ?? [],
  )})`

export async function mayEnter(db: LotteriesDb, caller: Caller, lottery: Scoped): Promise<boolean> {
  if (!isOfCompany(lottery)) return (await findScope(lottery.scopeKind)?.mayEnter(db, caller, lottery.scopeId)) ?? false
  if (lottery.organizationIds.length === 0) return true
  const { rows } = await sql`select where ${[...lottery.organizationIds]}::uuid[]
    && array${organizationAndAboveSql(caller.organizationId)}`.execute(db)
  return rows.length > 0
}

/** Whether the caller may see and write the lotteries of a scope; of the company, those that `runsSql` leaves. */
export async function mayManageScope(db: LotteriesDb, caller: Caller, scope: Scope): Promise<boolean> {
  if (!caller.permissions.has(runsLotteries.permission)) return false
  if (isOfCompany(scope)) return scope.scopeId === caller.companyId
  return (await findScope(scope.scopeKind)?.mayManage(db, caller, scope.scopeId)) ?? false
}

export async function isOpen(
  db: LotteriesDb,
  companyId: string,
  { scopeKind, scopeId }: Scope,
  { lock = false } = {},
): Promise<boolean> {
  return (await findScope(scopeKind)?.isOpen?.(db, { companyId, scopeId }, { lock })) ?? true
}

/** Before the lottery is locked: whoever closes the scope locks that first. */
export async function assertOpenScope(db: LotteriesDb, companyId: string, scope: Scope): Promise<void> {
  if (!(await isOpen(db, companyId, scope, { lock: true }))) throw refuse(SCOPE_CLOSED)
}

export async function mayManage(db: LotteriesDb, caller: Caller, lottery: Scoped): Promise<boolean> {
  if (!(await mayManageScope(db, caller, lottery))) return false
  if (!isOfCompany(lottery) || lottery.authorId === caller.memberId) return true
  return covers(db, caller, runsLotteries.permission, lottery.organizationId)
}

/** Who may draw, as identity knows them. */
export function audienceOf(lottery: Scoped): Audience | { readonly sql: RawBuilder<unknown> } {
  const { scopeKind, scopeId, companyId, organizationIds } = lottery
  if (isOfCompany(lottery)) return organizationIds.length === 0 ? { everybody: true } : { organizationIds }
  return { sql: findScope(scopeKind)?.entrants(companyId, scopeId) ?? sql`(select null::uuid where false)` }
}

export async function countEntrants(db: LotteriesDb, lottery: Scoped): Promise<number> {
  const audience = audienceOf(lottery)
  const ids = 'sql' in audience ? audience.sql : audienceSql(lottery.companyId, audience)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${ids} entrant`.execute(db)
  return rows[0]?.count ?? 0
}
