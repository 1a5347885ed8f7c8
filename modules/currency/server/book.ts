/**
 * Accounts, opened for writing: locked in the order of their ids, so that two transfers never wait for each other, changed
 * in memory, and written back with their entries in one statement. The database guards what is written (checks of the
 * table account, triggers of the table entry).
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { CurrencyKind } from '../contract/shapes.ts'
import { currencyTables, rowsArrays, rowsSql, rowsText, runText } from './db.ts'
import { type Pots, total } from './pots.ts'

export type HolderKind = 'person' | 'team' | 'organization'
export type CounterpartKind = 'issuance' | 'expense' | 'expiry'

/** Who an account belongs to. The three counterparts belong to the company. */
export interface Owner {
  readonly kind: HolderKind | CounterpartKind
  readonly id: string
}

/** The company's other side: where coins come from, where spent ones go, and expired ones. */
export function counterpart(kind: CounterpartKind, companyId: string): Owner {
  return { kind, id: companyId }
}

export function hasBalance(owner: Owner): boolean {
  return owner.kind === 'person' || owner.kind === 'team' || owner.kind === 'organization'
}

export interface OpenAccount {
  readonly id: string
  readonly owner: Owner
  readonly kind: CurrencyKind
  pots: Pots
  held: Pots
  income: bigint
  expense: bigint
  entryCount: bigint
  changed: boolean
}

/** One line of a transfer, as it is written. */
export interface NewEntry {
  readonly transferId: string
  readonly account: OpenAccount
  readonly tradeType: number
  readonly amount: bigint
  readonly parts: Pots
  readonly seq: bigint | null
  readonly balanceAfter: bigint | null
  readonly incomeAfter: bigint | null
  readonly createdAt: number
}

export interface Book {
  readonly companyId: string
  readonly accounts: ReadonlyMap<string, OpenAccount>
  readonly entries: NewEntry[]
}

interface AccountRow {
  id: string
  owner_kind: Owner['kind']
  owner_id: string
  kind: CurrencyKind
  allocated: string
  reward: string
  subscription: string
  held_allocated: string
  held_reward: string
  held_subscription: string
  income: string
  expense: string
  entry_count: string
}

const keyOf = (owner: Owner, kind: CurrencyKind) => `${kind} ${owner.kind} ${owner.id}`

function opened(row: AccountRow): OpenAccount {
  return {
    id: row.id,
    owner: { kind: row.owner_kind, id: row.owner_id },
    kind: row.kind,
    pots: {
      allocated: BigInt(row.allocated),
      reward: BigInt(row.reward),
      subscription: BigInt(row.subscription),
    },
    held: {
      allocated: BigInt(row.held_allocated),
      reward: BigInt(row.held_reward),
      subscription: BigInt(row.held_subscription),
    },
    income: BigInt(row.income),
    expense: BigInt(row.expense),
    entryCount: BigInt(row.entry_count),
    changed: false,
  }
}

interface Wanted {
  /** Of the account, should it be missing. */
  readonly id: string
  readonly owner_kind: Owner['kind']
  readonly owner_id: string
  readonly kind: CurrencyKind
}

const wantedTypes = { id: 'uuid', owner_kind: 'text', owner_id: 'uuid', kind: 'smallint' } as const

const columns = `id, owner_kind, owner_id, kind, allocated::text, reward::text, subscription::text,
  held_allocated::text, held_reward::text, held_subscription::text, income, expense, entry_count::text`
const isHolder = `owner_kind in ('person', 'team', 'organization')`

const lockText = `
  with wanted as (
    select * from ${rowsText('w', wantedTypes, 2)}
  ), known as (
    select a.id, a.owner_kind from wanted w join currency.account a on a.company_id = $1::uuid
      and a.owner_kind = w.owner_kind and a.owner_id = w.owner_id and a.kind = w.kind
  ), complete as (
    select id, owner_kind from known where (select count(*) from known) = (select count(*) from wanted)
  ), locked as materialized (
    select * from currency.account where id in (select id from complete where ${isHolder})
    order by id for no key update
  )
  select ${columns} from locked
  union all
  select ${columns} from currency.account where id in (select id from complete where not ${isHolder})`

/** Locks all wanted accounts, or none while one of them is still missing. Counterparts have nothing to lock. */
function lockAll(db: Connection, companyId: string, wanted: readonly Wanted[]): Promise<AccountRow[]> {
  return runText<AccountRow>(db, lockText, [companyId, ...rowsArrays(wanted, wantedTypes)])
}

/** In a fixed order as well: who waits for another's new account holds no lock on an old one. */
async function createMissing(db: Connection, companyId: string, wanted: readonly Wanted[], now: number): Promise<void> {
  await sql`insert into currency.account (id, company_id, owner_kind, owner_id, kind, created_at)
    select w.id, ${companyId}::uuid, w.owner_kind, w.owner_id, w.kind, ${now}
    from ${rowsSql('w', wanted, wantedTypes)}
    order by w.kind, w.owner_kind, w.owner_id
    on conflict (company_id, owner_kind, owner_id, kind) do nothing`.execute(currencyTables(db))
}

/** Opens the accounts, and makes those that are not there yet. A transaction opens a book once, with all that it needs. */
export async function openBook(
  db: Connection,
  companyId: string,
  wanted: readonly { readonly owner: Owner; readonly kind: CurrencyKind }[],
  now: number,
): Promise<Book> {
  const distinct = new Map(wanted.map((one) => [keyOf(one.owner, one.kind), one]))
  const rowsWanted = [...distinct.values()].map(({ owner, kind }) => ({
    id: uuid(),
    owner_kind: owner.kind,
    owner_id: owner.id,
    kind,
  }))
  let rows = await lockAll(db, companyId, rowsWanted)
  if (rows.length === 0) {
    await createMissing(db, companyId, rowsWanted, now)
    rows = await lockAll(db, companyId, rowsWanted)
  }
  const accounts = rows.map(opened)
  return {
    companyId,
    accounts: new Map(accounts.map((account) => [keyOf(account.owner, account.kind), account])),
    entries: [],
  }
}

export function accountIn(book: Book, owner: Owner, kind: CurrencyKind): OpenAccount {
  const account = book.accounts.get(keyOf(owner, kind))
  if (!account) throw new Error(`the book was opened without the account of ${owner.kind} ${owner.id}`)
  return account
}

const accountTypes = {
  id: 'uuid',
  allocated: 'bigint',
  reward: 'bigint',
  subscription: 'bigint',
  held_allocated: 'bigint',
  held_reward: 'bigint',
  held_subscription: 'bigint',
  income: 'numeric',
  expense: 'numeric',
  entry_count: 'bigint',
} as const

function accountRow({ id, pots, held, income, expense, entryCount }: OpenAccount) {
  return {
    id,
    ...pots,
    held_allocated: held.allocated,
    held_reward: held.reward,
    held_subscription: held.subscription,
    income,
    expense,
    entry_count: entryCount,
  }
}

const entryTypes = {
  transfer_id: 'uuid',
  account_id: 'uuid',
  kind: 'smallint',
  seq: 'bigint',
  trade_type: 'smallint',
  amount: 'bigint',
  allocated: 'bigint',
  reward: 'bigint',
  subscription: 'bigint',
  balance_after: 'bigint',
  income_after: 'numeric',
  created_at: 'bigint',
} as const

function entryRow({ account, parts, ...entry }: NewEntry) {
  return {
    transfer_id: entry.transferId,
    account_id: account.id,
    kind: account.kind,
    seq: entry.seq,
    trade_type: entry.tradeType,
    amount: entry.amount,
    ...parts,
    balance_after: entry.balanceAfter,
    income_after: entry.incomeAfter,
    created_at: entry.createdAt,
  }
}

const tallyTypes = {
  account_id: 'uuid',
  type: 'smallint',
  trade_type: 'smallint',
  entry_count: 'bigint',
  amount: 'numeric',
} as const

/** Counts and sums of the new entries by account and purpose. */
function tallyRows(entries: readonly NewEntry[]) {
  const counted = entries.filter((entry) => entry.seq !== null)
  const groups = Map.groupBy(counted, ({ account, amount, tradeType }) =>
    [account.id, amount > 0n ? 1 : 2, tradeType].join(' '),
  )
  return [...groups].map(([key, own]) => {
    const [account_id = '', type = '', trade_type = ''] = key.split(' ')
    const amount = own.reduce((sum, entry) => sum + (entry.amount < 0n ? -entry.amount : entry.amount), 0n)
    return { account_id, type, trade_type, entry_count: own.length, amount }
  })
}

const accountCount = Object.keys(accountTypes).length
const tallyCount = Object.keys(tallyTypes).length

const writeText = `
  with moved as (
    update currency.account a set allocated = m.allocated, reward = m.reward, subscription = m.subscription,
      held_allocated = m.held_allocated, held_reward = m.held_reward, held_subscription = m.held_subscription,
      income = m.income, expense = m.expense, entry_count = m.entry_count
    from ${rowsText('m', accountTypes, 2)}
    where a.id = m.id
  ), counted as (
    insert into currency.account_tally as t (account_id, type, trade_type, entry_count, amount)
    select * from ${rowsText('n', tallyTypes, 2 + accountCount)}
    on conflict (account_id, type, trade_type)
    do update set entry_count = t.entry_count + excluded.entry_count, amount = t.amount + excluded.amount
  )
  insert into currency.entry (company_id, ${Object.keys(entryTypes).join(', ')})
  select $1::uuid, * from ${rowsText('e', entryTypes, 2 + accountCount + tallyCount)}`

/** Writes what was changed in the open accounts, with the entries that say why. */
export async function writeBook(db: Connection, book: Book): Promise<void> {
  const accounts = [...book.accounts.values()].filter((account) => account.changed)
  await runText(db, writeText, [
    book.companyId,
    ...rowsArrays(accounts.map(accountRow), accountTypes),
    ...rowsArrays(tallyRows(book.entries), tallyTypes),
    ...rowsArrays(book.entries.map(entryRow), entryTypes),
  ])
  book.entries.length = 0
  for (const account of accounts) account.changed = false
}

/** What an account can give: its pots without what reservations keep back. */
export function availableOf({ pots, held }: OpenAccount): Pots {
  return {
    allocated: pots.allocated - held.allocated,
    reward: pots.reward - held.reward,
    subscription: pots.subscription - held.subscription,
  }
}

export function balanceOf(account: OpenAccount): bigint {
  return total(account.pots)
}
