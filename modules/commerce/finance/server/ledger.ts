/** What entered and left the accounts of people, from what is kept of days that are over and from the ledger for the others. */
import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#kit/contract.ts'
import { circulationSql, ledgerMovementsSql } from '#modules/platform/currency/server.ts'
import type { Context } from '#server/module.ts'
import type { Ledger, LedgerRow, LedgerTotals } from '../contract/shapes.ts'
import type { finance } from '../contract.ts'
import { bucketOf, bucketsOf, type Days, daySql, type Range, rangeOf } from './days.ts'
import type { FinanceDb } from './db.ts'

interface Movement {
  readonly day: string
  readonly ownerKind: 'issuance' | 'expense' | 'expiry'
  readonly tradeType: number
  readonly entered: string
  readonly gone: string
}

/** As `movement`: by day, counterpart and trade type. */
const movementsSql = (range: Range, days: Days, kind: 1 | 2): RawBuilder<unknown> => sql`
  days as materialized (${daySql(range, days)}),
  movement as (
    select l.day, l.owner_kind, l.trade_type, l.entered, l.gone from finance.day_ledger l
    where l.company_id = ${range.companyId} and l.kind = ${kind} and l.day between ${days.from}::date and ${days.until}::date
      and exists (select from days d where d.day = l.day and d.is_kept)
    union all
    select d.day, m.owner_kind, m.trade_type, m.entered, m.gone from days d cross join lateral (
      ${ledgerMovementsSql({ companyId: range.companyId, from: sql<number>`d.begins`, until: sql<number>`d.ends` })}) m
    where not d.is_kept and m.kind = ${kind}
  )`

const none = { issued: 0n, takenBack: 0n, spent: 0n, refunded: 0n, expired: 0n }
type Totals = { -readonly [Name in keyof typeof none]: bigint }

function add(totals: Totals, { ownerKind, entered, gone }: Movement): void {
  const [came, went] = [BigInt(entered), BigInt(gone)]
  if (ownerKind === 'issuance') {
    totals.issued += came
    totals.takenBack += went
  } else if (ownerKind === 'expense') {
    totals.refunded += came
    totals.spent += went
  } else totals.expired += went - came
}

const textsOf = ({ issued, takenBack, spent, refunded, expired }: Totals): LedgerTotals => ({
  ...{ issued: String(issued), takenBack: String(takenBack), spent: String(spent), refunded: String(refunded) },
  expired: String(expired),
})
const netOf = ({ issued, takenBack, spent, refunded, expired }: Totals) =>
  issued - takenBack - spent + refunded - expired

/** One snapshot: what moved from the first day until today, and what is in circulation now. */
async function read(db: FinanceDb, range: Range, kind: 1 | 2, today: string) {
  const until = range.until < today ? today : range.until
  const { rows } = await sql<{ now: string; movements: Movement[] }>`
    with ${movementsSql(range, { from: range.from, until }, kind)}
    select ${circulationSql(range.companyId, kind)}::text as now, coalesce((
      select json_agg(json_build_object('day', m.day::text, 'ownerKind', m.owner_kind, 'tradeType', m.trade_type,
        'entered', m.entered::text, 'gone', m.gone::text)) from movement m), '[]') as movements`.execute(db)
  return rows[0] ?? { now: '0', movements: [] }
}

function purposesOf(movements: readonly Movement[]): Ledger['purposes'] {
  const byType = Map.groupBy(movements, ({ tradeType }) => tradeType)
  const sum = (some: readonly Movement[], name: 'entered' | 'gone') =>
    String(some.reduce((all, one) => all + BigInt(one[name]), 0n))
  return [...byType]
    .map(([tradeType, some]) => ({ tradeType, entered: sum(some, 'entered'), gone: sum(some, 'gone') }))
    .sort((one, other) => one.tradeType - other.tradeType)
}

export async function ledger(
  db: FinanceDb,
  { from, until, kind, unit }: Input<typeof finance.ledger>['query'],
  { caller, now }: Pick<Context, 'caller' | 'now'>,
): Promise<Ledger> {
  const range = await rangeOf(db, caller.companyId, { from, until })
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: range.timeZone }).format(now)
  const found = await read(db, range, kind, today)
  const inside = found.movements.filter(({ day }) => day <= until)
  const after: Totals = { ...none }
  for (const movement of found.movements) if (movement.day > until) add(after, movement)
  const total: Totals = { ...none }
  const buckets = new Map(
    bucketsOf(range, unit).map((bucket) => [bucket.key, { ...bucket, totals: { ...none } as Totals }]),
  )
  for (const movement of inside) {
    add(total, movement)
    add(buckets.get(bucketOf(movement.day, unit))?.totals ?? { ...none }, movement)
  }
  const circulationBefore = BigInt(found.now) - netOf(after) - netOf(total)
  let circulation = circulationBefore
  const items = [...buckets.values()].map(({ from: first, until: last, totals }): LedgerRow => {
    circulation += netOf(totals)
    return { from: first, until: last, ...textsOf(totals), circulation: String(circulation) }
  })
  return {
    ...{ items, total: textsOf(total), purposes: purposesOf(inside) },
    ...{ circulationBefore: String(circulationBefore), circulationNow: found.now },
  }
}
