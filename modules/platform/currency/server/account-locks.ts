/**
 * Locks and reads accounts in the order of their ids, so transactions cannot deadlock. Only a posting (`currency.post`)
 * changes balances, and only `setReserved` changes reserved amounts.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { CurrencyKind } from '../contract/shapes.ts'
import { type Balances, minus } from './balances.ts'
import { currencyTables, rowsArrays, rowsSql, rowsText, runText } from './db.ts'

export type HolderKind = 'person' | 'team' | 'organization'
export type CounterpartKind = 'issuance' | 'expense' | 'expiry'

/** The owner of an account. The three counterpart accounts belong to the company. */
export interface Owner {
  readonly kind: HolderKind | CounterpartKind
  readonly id: string
}

/** The company's counterpart account: the source of issued coins, or the target of spent or expired ones. */
export function counterpart(kind: CounterpartKind, companyId: string): Owner {
  return { kind, id: companyId }
}

export interface LockedAccount {
  readonly id: string
  readonly owner: Owner
  readonly kind: CurrencyKind
  readonly balances: Balances
  /** The part of the balances that pending reservations hold. */
  readonly reserved: Balances
}

export type LockedAccounts = ReadonlyMap<string, LockedAccount>

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

function opened(row: AccountRow): LockedAccount {
  return {
    id: row.id,
    owner: { kind: row.owner_kind, id: row.owner_id },
    kind: row.kind,
    balances: {
      allocated: BigInt(row.allocated),
      reward: BigInt(row.reward),
      subscription: BigInt(row.subscription),
    },
    reserved: {
      allocated: BigInt(row.held_allocated),
      reward: BigInt(row.held_reward),
      subscription: BigInt(row.held_subscription),
    },
  }
}

interface AccountKey {
  /** The id for a missing account. */
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

/** Locks all wanted accounts, or none if one is missing. Counterpart accounts need no lock. */
function lockAll(db: Connection, companyId: string, wanted: readonly AccountKey[]): Promise<AccountRow[]> {
  return runText<AccountRow>(db, lockText, [companyId, ...rowsArrays(wanted, wantedTypes)])
}

/** Creates missing accounts in a fixed order. A transaction that waits for another's new account holds no locks yet. */
async function createMissing(
  db: Connection,
  companyId: string,
  wanted: readonly AccountKey[],
  now: number,
): Promise<void> {
  await sql`insert into currency.account (id, company_id, owner_kind, owner_id, kind, created_at)
    select w.id, ${companyId}::uuid, w.owner_kind, w.owner_id, w.kind, ${now}
    from ${rowsSql('w', wanted, wantedTypes)}
    order by w.kind, w.owner_kind, w.owner_id
    on conflict (company_id, owner_kind, owner_id, kind) do nothing`.execute(currencyTables(db))
}

/** Locks the accounts and creates missing ones. A transaction calls this once, with all accounts that it needs. */
export async function lockAccounts(
  db: Connection,
  companyId: string,
  wanted: readonly { readonly owner: Owner; readonly kind: CurrencyKind }[],
  now: number,
): Promise<LockedAccounts> {
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

export function lockedAccount(accounts: LockedAccounts, owner: Owner, kind: CurrencyKind): LockedAccount {
  const account = accounts.get(keyOf(owner, kind))
  if (!account) throw new Error(`the locked accounts do not include the account of ${owner.kind} ${owner.id}`)
  return account
}

/** Sets the reserved part of a locked account: it stays in the account, but no other spending can use it. */
export async function setReserved(db: Connection, account: LockedAccount, reserved: Balances): Promise<void> {
  await sql`update currency.account set held_allocated = ${String(reserved.allocated)},
      held_reward = ${String(reserved.reward)}, held_subscription = ${String(reserved.subscription)}
    where id = ${account.id}`.execute(currencyTables(db))
}

/** The available balances of an account, without the reserved part. */
export function availableOf({ balances, reserved }: LockedAccount): Balances {
  return minus(balances, reserved)
}
