/**
 * Expiry moves old unspent income to the expiry account on the first day of a month. The oldest income is spent
 * first, so the rest of the income before a day is that income minus all expenses. It follows from the entries and
 * needs no lots, and a second run finds nothing.
 */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Context } from '#server/module.ts'
import { COIN, type CurrencyKind, trade } from '../contract/shapes.ts'
import { availableOf, counterpart, lockAccounts, lockedAccount, type Owner } from './account-locks.ts'
import { total } from './balances.ts'
import { currencyTables } from './db.ts'
import { type Leg, post } from './postings.ts'
import { keepRuleChange } from './rules.ts'

const dayMs = 86_400_000
const batchSize = 200

export interface ExpiryRule {
  readonly kind: CurrencyKind
  /** 0: never. */
  readonly months: number
  readonly noticeDays: number
}

const defaults = { months: 0, noticeDays: 30 }

export async function expiryRules(db: Connection, companyId: string) {
  const rows = await currencyTables(db)
    .selectFrom('currency.expiry_rule')
    .selectAll()
    .where('company_id', '=', companyId)
    .execute()
  return ([1, 2] as const).map((kind) => {
    const row = rows.find((one) => one.kind === kind)
    return {
      kind,
      months: row?.months ?? defaults.months,
      noticeDays: row?.notice_days ?? defaults.noticeDays,
      updatedBy: row?.updated_by ?? null,
      updatedAt: row?.updated_at ?? null,
    }
  })
}

export async function changeExpiryRule(db: Connection, rule: ExpiryRule, { caller, audit, now }: Context) {
  const { kind, months, noticeDays } = rule
  const before = (await expiryRules(db, caller.companyId)).find((one) => one.kind === kind)
  const changed = { months, notice_days: noticeDays, updated_by: caller.memberId, updated_at: now }
  await currencyTables(db)
    .insertInto('currency.expiry_rule')
    .values({ company_id: caller.companyId, kind, ...changed })
    .onConflict((conflict) => conflict.columns(['company_id', 'kind']).doUpdateSet(changed))
    .execute()
  const values = {
    before: { months: before?.months, noticeDays: before?.noticeDays },
    after: { months, noticeDays },
  }
  await keepRuleChange(db, caller, { rule: 'expiry', event: null, kind, ...values }, now)
  audit({ type: 'expiry-rule', id: String(kind), ...values })
  return { ...rule, updatedBy: caller.memberId, updatedAt: now }
}

interface Dates {
  /**
   * The start of this month and of the next in the company's time zone, and the same number of months before each.
   */
  readonly due: number
  readonly next: number
  readonly dueCutoff: number
  readonly nextCutoff: number
}

async function datesOf(db: Connection, companyId: string, months: number, now: number): Promise<Dates> {
  const instant = (monthsOn: number) => sql`(extract(epoch from
    (month + make_interval(months => ${monthsOn}::int)) at time zone zone) * 1000)::bigint`
  const { rows } = await sql<Dates>`
    select ${instant(0)} as due, ${instant(1)} as next, ${instant(-months)} as "dueCutoff",
      ${instant(1 - months)} as "nextCutoff"
    from (select zone, date_trunc('month', to_timestamp(${now}::bigint / 1000.0) at time zone zone) as month
      from (select ${timeZoneSql(companyId)} as zone) z) m`.execute(currencyTables(db))
  return rows[0] as Dates
}

/** The rest of an account's income before the cutoff. `a` is the account. */
const leftOf = (cutoff: number) => sql`greatest(0, coalesce((
  select e.income_after from currency.entry e where e.account_id = a.id and e.seq is not null
    and e.created_at < ${cutoff} order by e.seq desc limit 1), 0) - a.expense)`

interface Expiring {
  id: string
  owner_id: string
  amount: string
}

async function expiringAfter(
  db: Connection,
  { companyId, kind, after }: Batch,
  cutoff: number,
  limit: number,
): Promise<Expiring[]> {
  const { rows } = await sql<Expiring>`
    select id, owner_id, amount::text from (
      select a.id, a.owner_id, ${leftOf(cutoff)} as amount from currency.account a
      where a.company_id = ${companyId} and a.kind = ${kind} and a.owner_kind = 'person' and a.income > a.expense
        and a.id > ${after ?? '00000000-0000-0000-0000-000000000000'}
    ) o where amount > 0 order by id limit ${limit}`.execute(currencyTables(db))
  return rows
}

export interface Batch {
  readonly companyId: string
  readonly kind: CurrencyKind
  readonly dueAt: number
  readonly cutoff: number
  /** The last account of the previous batch. */
  readonly after?: string
}

/** Expires one batch; answers the next one, or undefined after the last. Reserved amounts wait for the next month. */
export async function expireBatch(db: Connection, batch: Batch, now: number): Promise<Batch | undefined> {
  const { companyId, kind, dueAt, cutoff } = batch
  const found = await expiringAfter(db, batch, cutoff, batchSize)
  const run = { company_id: companyId, kind, due_at: dueAt }
  const runs = currencyTables(db)
  if (found.length === 0) {
    await runs
      .updateTable('currency.expiry_run')
      .set({ done_at: now })
      .where((e) => e.and(run))
      .execute()
    return undefined
  }
  const to = counterpart('expiry', companyId)
  const owners = found.map((one): Owner => ({ kind: 'person', id: one.owner_id }))
  const accounts = await lockAccounts(
    db,
    companyId,
    [to, ...owners].map((owner) => ({ owner, kind })),
    now,
  )
  // Computed again under the lock, because amounts that were spent meanwhile do not expire.
  const still = new Map(
    (await expiringAfter(db, batch, cutoff, batchSize)).map((one) => [one.owner_id, BigInt(one.amount)]),
  )
  const legs = owners.flatMap((owner): Leg[] => {
    const free = total(availableOf(lockedAccount(accounts, owner, kind)))
    const left = still.get(owner.id) ?? 0n
    const amount = left < free ? left : free
    return amount > 0n ? [{ owner, amount: -amount }] : []
  })
  const sum = legs.reduce((all, leg) => all - leg.amount, 0n)
  if (sum > 0n) {
    const posting = { companyId, kind, tradeType: trade.cancel, event: 'expiry', createdBy: null, now }
    await post(db, { ...posting, legs: [...legs, { owner: to, amount: sum }] })
    await sql`update currency.expiry_run set account_count = account_count + ${legs.length}, amount = amount + ${String(sum)}::numeric
      where company_id = ${companyId} and kind = ${kind} and due_at = ${dueAt}`.execute(runs)
  }
  return { ...batch, after: found.at(-1)?.id }
}

async function keepRun(db: Connection, batch: Batch, noticedAt?: number): Promise<void> {
  await sql`insert into currency.expiry_run as r (company_id, kind, due_at, noticed_at)
    values (${batch.companyId}, ${batch.kind}, ${batch.dueAt}, ${noticedAt ?? null})
    on conflict (company_id, kind, due_at) do update set noticed_at = coalesce(excluded.noticed_at, r.noticed_at)`.execute(
    currencyTables(db),
  )
}

/** Notifies members once about the next expiry. */
async function giveNotice(db: Connection, batch: Batch, now: number): Promise<void> {
  const { companyId, kind, dueAt, cutoff } = batch
  await keepRun(db, batch, now)
  await notify(db, {
    companyId,
    type: 'currency.expiring',
    recipients: {
      sql: sql`(select o.owner_id from (select a.owner_id, ${leftOf(cutoff)} as amount from currency.account a
        where a.company_id = ${companyId} and a.kind = ${kind} and a.owner_kind = 'person' and a.income > a.expense) o
        where o.amount > 0)`,
    },
    variables: { at: { instant: dueAt } },
    link: kind === COIN ? '/center/my/coins' : '/center/my/points',
    now,
  })
}

/** Finds companies with announcements or expiries; answers their first batches. */
export async function dueExpiries(db: Connection, now: number): Promise<Batch[]> {
  const tables = currencyTables(db)
  const rules = await tables.selectFrom('currency.expiry_rule').selectAll().where('months', '>', 0).execute()
  const first: Batch[] = []
  for (const rule of rules) {
    const { company_id: companyId, months, updated_at: since } = rule
    const kind = rule.kind as CurrencyKind
    const dates = await datesOf(db, companyId, months, now)
    const runs = await tables
      .selectFrom('currency.expiry_run')
      .select(['due_at', 'noticed_at', 'done_at'])
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('due_at', '>=', dates.due)
      .execute()
    const thisMonth = runs.find((run) => run.due_at === dates.due)
    const nextMonth = runs.find((run) => run.due_at === dates.next)
    // Nothing expires without notice, so a rule of this month starts with the next.
    if (since < dates.due && !thisMonth?.done_at) {
      const batch = { companyId, kind, dueAt: dates.due, cutoff: dates.dueCutoff }
      await keepRun(db, batch)
      first.push(batch)
    }
    if (now >= dates.next - rule.notice_days * dayMs && !nextMonth?.noticed_at)
      await giveNotice(db, { companyId, kind, dueAt: dates.next, cutoff: dates.nextCutoff }, now)
  }
  return first
}

/** The caller's next expiry with its date; undefined if there is none. */
export async function nextExpiry(db: Connection, caller: Caller, kind: CurrencyKind, now: number) {
  const { companyId, memberId } = caller
  const rule = (await expiryRules(db, companyId)).find((one) => one.kind === kind)
  if (!rule || rule.months === 0) return undefined
  const { next, nextCutoff } = await datesOf(db, companyId, rule.months, now)
  const { rows } = await sql<{ amount: string }>`
    select ${leftOf(nextCutoff)}::text as amount from currency.account a
    where a.company_id = ${companyId} and a.owner_kind = 'person' and a.owner_id = ${memberId} and a.kind = ${kind}`.execute(
    currencyTables(db),
  )
  const amount = rows[0]?.amount ?? '0'
  return amount === '0' ? undefined : { amount, at: next }
}
