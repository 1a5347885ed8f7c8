/**
 * The ledger proof compares the totals of all entries of a company with its accounts. Each comparison is a single
 * statement on one snapshot, so parallel postings do not disturb it, and it locks nothing.
 */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { findPage, type Paging } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { currencyTables } from './db.ts'

export interface ProofFigure {
  readonly kind: number
  readonly ownerKind: string
  readonly accountCount: number
  readonly entryCount: number
  /** Income, expense and balance in hundredths. */
  readonly income: string
  readonly expense: string
  readonly balance: string
}

export interface ProofProblem {
  readonly rule: 'zero-sum' | 'transfer' | 'balance' | 'order' | 'reserved' | 'count'
  /** The account or the transfer. */
  readonly id: string
  readonly expected: string
  readonly found: string
}

export interface ProofResult {
  readonly figures: readonly ProofFigure[]
  readonly problems: readonly ProofProblem[]
  readonly entryCount: number
}

/** The limit of listed problems. */
const problemsMax = 100

/** The totals of the entries by kind and owner: the trial balance. */
async function trialBalance(db: Connection, companyId: string): Promise<ProofFigure[]> {
  const { rows } = await sql<ProofFigure>`
    with totals as materialized (
      select account_id, count(*) as entries, sum(amount) filter (where amount > 0) as income,
        -sum(amount) filter (where amount < 0) as expense
      from currency.entry where company_id = ${companyId} group by account_id
    )
    select a.kind::int as kind, a.owner_kind as "ownerKind", count(*)::int as "accountCount",
      coalesce(sum(s.entries), 0)::bigint as "entryCount", coalesce(sum(s.income), 0)::text as income,
      coalesce(sum(s.expense), 0)::text as expense, (coalesce(sum(s.income), 0) - coalesce(sum(s.expense), 0))::text as balance
    from currency.account a left join totals s on s.account_id = a.id
    where a.company_id = ${companyId} group by a.kind, a.owner_kind order by a.kind, a.owner_kind`.execute(
    currencyTables(db),
  )
  return rows
}

function zeroTotals(figures: readonly ProofFigure[], companyId: string): ProofProblem[] {
  return [1, 2].flatMap((kind) => {
    const sum = figures.filter((one) => one.kind === kind).reduce((all, one) => all + BigInt(one.balance), 0n)
    return sum === 0n ? [] : [{ rule: 'zero-sum' as const, id: companyId, expected: '0', found: String(sum) }]
  })
}

/** Each account against the sum of its entries: balance, balances, turnover, and their number. */
async function wrongBalances(db: Connection, companyId: string): Promise<ProofProblem[]> {
  const { rows } = await sql<ProofProblem>`
    with totals as materialized (
      select account_id, sum(allocated) as allocated, sum(reward) as reward, sum(subscription) as subscription,
        sum(amount) filter (where amount > 0) as income, -sum(amount) filter (where amount < 0) as expense,
        count(*) as entries, max(seq) as last
      from currency.entry where company_id = ${companyId} and seq is not null group by account_id
    )
    select 'balance' as rule, a.id,
      concat_ws(' ', coalesce(s.allocated, 0), coalesce(s.reward, 0), coalesce(s.subscription, 0), coalesce(s.income, 0),
        coalesce(s.expense, 0), coalesce(s.entries, 0), coalesce(s.last, 0)) as expected,
      concat_ws(' ', a.allocated, a.reward, a.subscription, a.income, a.expense, a.entry_count, a.entry_count) as found
    from currency.account a left join totals s on s.account_id = a.id
    where a.company_id = ${companyId} and (a.allocated, a.reward, a.subscription, a.income, a.expense, a.entry_count, a.entry_count)
      is distinct from (coalesce(s.allocated, 0), coalesce(s.reward, 0), coalesce(s.subscription, 0),
        coalesce(s.income, 0), coalesce(s.expense, 0), coalesce(s.entries, 0), coalesce(s.last, 0))
    limit ${problemsMax}`.execute(currencyTables(db))
  return rows
}

/** Transfers whose entries do not sum to zero, or that have fewer than two. */
async function wrongTransfers(db: Connection, companyId: string): Promise<ProofProblem[]> {
  const { rows } = await sql<ProofProblem>`
    select 'transfer' as rule, transfer_id as id, '0' as expected, sum(amount)::text as found from currency.entry
    where company_id = ${companyId} group by transfer_id having sum(amount) <> 0 or count(*) < 2
    limit ${problemsMax}`.execute(currencyTables(db))
  return rows
}

/** Entries whose balance does not continue the previous entry's. */
async function wrongOrder(db: Connection, companyId: string): Promise<ProofProblem[]> {
  const { rows } = await sql<ProofProblem>`
    select 'order' as rule, account_id as id, (before + amount)::text as expected, balance_after::text as found
    from (
      select e.account_id, e.amount, e.balance_after, e.income_after, e.seq,
        coalesce(lag(e.balance_after) over w, 0) as before, coalesce(lag(e.income_after) over w, 0) as income_before,
        coalesce(lag(e.seq) over w, 0) as seq_before
      from currency.account a join currency.entry e on e.account_id = a.id and e.seq is not null
      where a.company_id = ${companyId}
      window w as (partition by e.account_id order by e.seq)
    ) o
    where balance_after <> before + amount or seq <> seq_before + 1 or income_after <> income_before + greatest(amount, 0)
    limit ${problemsMax}`.execute(currencyTables(db))
  return rows
}

/** Compares reserved amounts with pending reservations, and the counts by purpose with the entries. */
async function wrongSides(db: Connection, companyId: string): Promise<ProofProblem[]> {
  const { rows: reserved } = await sql<ProofProblem>`
    select 'reserved' as rule, a.id, coalesce(sum(r.amount), 0)::text as expected,
      (a.held_allocated + a.held_reward + a.held_subscription)::text as found
    from currency.account a left join currency.reservation r on r.account_id = a.id and r.state = 'pending'
    where a.company_id = ${companyId} group by a.id
    having a.held_allocated <> coalesce(sum(r.allocated), 0) or a.held_reward <> coalesce(sum(r.reward), 0)
      or a.held_subscription <> coalesce(sum(r.subscription), 0)
    limit ${problemsMax}`.execute(currencyTables(db))
  const { rows: counts } = await sql<ProofProblem>`
    with counted as materialized (
      select account_id, type, trade_type, count(*) as entries, sum(abs(amount)) as amount from currency.entry
      where company_id = ${companyId} and seq is not null group by account_id, type, trade_type
    ), kept as materialized (
      select t.* from currency.account_tally t join currency.account a on a.id = t.account_id
      where a.company_id = ${companyId}
    )
    select 'count' as rule, coalesce(c.account_id, k.account_id) as id, concat_ws(' ', c.entries, c.amount) as expected,
      concat_ws(' ', k.entry_count, k.amount) as found
    from counted c full join kept k using (account_id, type, trade_type)
    where (c.entries, c.amount) is distinct from (k.entry_count, k.amount)
    limit ${problemsMax}`.execute(currencyTables(db))
  return [...reserved, ...counts]
}

/** The time limit: ten million entries take longer than a request may. */
function patiently<T>(db: Connection, run: (db: Connection) => Promise<T>): Promise<T> {
  return inTransaction(currencyTables(db), async (transaction) => {
    await sql`set local statement_timeout = '30min'`.execute(transaction)
    return run(transaction)
  })
}

/** Runs outside the caller's transaction. `onPart` receives the progress. */
export async function prove(
  db: Connection,
  companyId: string,
  onPart: (permille: number) => Promise<void> = async () => {},
): Promise<ProofResult> {
  const figures = await patiently(db, (one) => trialBalance(one, companyId))
  await onPart(300)
  const balances = await patiently(db, (one) => wrongBalances(one, companyId))
  await onPart(500)
  const transfers = await patiently(db, (one) => wrongTransfers(one, companyId))
  await onPart(700)
  const order = await patiently(db, (one) => wrongOrder(one, companyId))
  await onPart(900)
  const sides = await patiently(db, (one) => wrongSides(one, companyId))
  const problems = [...zeroTotals(figures, companyId), ...balances, ...transfers, ...order, ...sides]
  const entryCount = figures.reduce((sum, one) => sum + Number(one.entryCount), 0)
  return { figures, problems: problems.slice(0, problemsMax), entryCount }
}

export async function startProof(
  db: Connection,
  { id = uuid(), companyId, memberId }: { id?: string; companyId: string; memberId: string | null },
  now: number,
): Promise<string> {
  await currencyTables(db)
    .insertInto('currency.proof')
    .values({ id, company_id: companyId, started_by: memberId, started_at: now, figures: '[]', problems: '[]' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return id
}

export async function insertProof(db: Connection, id: string, proven: ProofResult, now: number): Promise<void> {
  await currencyTables(db)
    .updateTable('currency.proof')
    .set({
      finished_at: now,
      holds: proven.problems.length === 0,
      entry_count: proven.entryCount,
      figures: JSON.stringify(proven.figures),
      problems: JSON.stringify(proven.problems),
    })
    .where('id', '=', id)
    .execute()
}

export async function listProofs(connection: Connection, caller: Caller, query: Paging) {
  const db = currencyTables(connection)
  const matching = db.selectFrom('currency.proof').where('company_id', '=', caller.companyId)
  const { items: rows, recordCount } = await findPage(query, matching, (q) =>
    q.selectAll().orderBy('started_at', 'desc').orderBy('id', 'desc'),
  )
  const items = rows.map((row) => ({
    id: row.id,
    startedBy: row.started_by,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    holds: row.holds,
    entryCount: row.entry_count,
    figures: row.figures as ProofFigure[],
    problems: row.problems as ProofProblem[],
  }))
  return { items, recordCount }
}
