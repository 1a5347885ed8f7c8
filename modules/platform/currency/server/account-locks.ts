/**
 * Accounts, opened: locked in the order of their ids, so that two transactions never wait for each other in a circle, and
 * read. What they hold is changed by a posting (`currency.post`) alone, what they keep back by `keepHeld`.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { CurrencyKind } from '../contract/shapes.ts'
import { minus, type Pots } from './balances.ts'
import { currencyTables, rowsArrays, rowsSql, rowsText, runText } from './db.ts'

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

export interface OpenAccount {
  readonly id: string
  readonly owner: Owner
  readonly kind: CurrencyKind
  readonly pots: Pots
  /** What pending reservations keep back of them. */
  readonly held: Pots
}

export type Book = ReadonlyMap<string, OpenAccount>

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
  held_allocated::text, held_reward::text, held_subscription::text`
const isHolder = 'currency.has_balance(owner_kind)'

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
  return new Map(rows.map(opened).map((account) => [keyOf(account.owner, account.kind), account]))
}

export function accountIn(book: Book, owner: Owner, kind: CurrencyKind): OpenAccount {
  const account = book.get(keyOf(owner, kind))
  if (!account) throw new Error(`the book was opened without the account of ${owner.kind} ${owner.id}`)
  return account
}

/** Changes what an open account keeps back for reservations: it stays in the account, but nothing else can take it. */
export async function keepHeld(db: Connection, account: OpenAccount, held: Pots): Promise<void> {
  await sql`update currency.account set held_allocated = ${String(held.allocated)},
      held_reward = ${String(held.reward)}, held_subscription = ${String(held.subscription)}
    where id = ${account.id}`.execute(currencyTables(db))
}

/** What an account can give: its pots without what reservations keep back. */
export function availableOf({ pots, held }: OpenAccount): Pots {
  return minus(pots, held)
}
