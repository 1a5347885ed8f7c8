/** What finance reads of the ledger: fragments of SQL with rows of one company and one time. Amounts are hundredths. */
import { type RawBuilder, sql } from 'kysely'
import type { CurrencyKind } from '../contract/shapes.ts'

/** From `from` to before `until`: instants, or expressions of a row to the left in the statement. */
interface Span {
  readonly companyId: string
  readonly from: number | RawBuilder<number>
  readonly until: number | RawBuilder<number>
}

const counterpartEntriesSql = ({ companyId, from, until }: Span) => sql`
  currency.account a join currency.entry e on e.account_id = a.id and e.seq is null
    and e.created_at >= ${from} and e.created_at < ${until}
  where a.company_id = ${companyId} and a.owner_kind in ('issuance', 'expense', 'expiry')`

/**
 * What entered (above 0) and left (below 0) the accounts of people, teams and organizations: a row for each counterpart
 * (`owner_kind`), kind of currency, trade type and sign. What they give each other is not in it.
 */
export const ledgerMovementsSql = (span: Span): RawBuilder<unknown> => sql`
  select a.kind, a.owner_kind, e.trade_type, greatest(-sum(e.amount), 0) as entered, greatest(sum(e.amount), 0) as gone,
    count(*)::int as entries
  from ${counterpartEntriesSql(span)} group by a.kind, a.owner_kind, e.trade_type, e.amount > 0`

/** What people, teams and organizations have now, reserved amounts included. A scalar. */
export const circulationSql = (companyId: string, kind: CurrencyKind): RawBuilder<string> => sql<string>`
  (select coalesce(sum(a.allocated + a.reward + a.subscription), 0) from currency.account a
    where a.company_id = ${companyId} and a.kind = ${kind} and a.owner_kind in ('person', 'team', 'organization'))`

/**
 * Purchases whose event key begins with `keyPrefix`, less what was refunded of them, as `business_id` and `amount`: one row for each
 * thing that was bought.
 */
export const purchasePostingsSql = (kind: CurrencyKind, keyPrefix: string, span: Span): RawBuilder<unknown> => sql`
  select t.business_id, sum(e.amount) as amount
  from currency.account a join currency.entry e on e.account_id = a.id and e.seq is null
      and e.created_at >= ${span.from} and e.created_at < ${span.until}
    join currency.transfer t on t.id = e.transfer_id
    left join currency.transfer p on p.id = t.reverses
    cross join lateral (select coalesce(p.event_key, t.event_key) as key) k
    left join currency.reservation s
      on s.id = case when starts_with(k.key, 'reservation:') then substr(k.key, length('reservation:') + 1)::uuid end
  where a.company_id = ${span.companyId} and a.owner_kind = 'expense' and a.kind = ${kind}
    and starts_with(coalesce(s.event_key, k.key), ${keyPrefix})
  group by t.business_id`

/** The first instant at which something was posted; null: nothing yet. */
export const firstPostingSql = (companyId: string): RawBuilder<number | null> => sql`
  (select min(f.at) from currency.account a cross join lateral (
    select min(e.created_at) as at from currency.entry e where e.account_id = a.id and e.seq is null) f
  where a.company_id = ${companyId} and a.owner_kind in ('issuance', 'expense', 'expiry'))`

/** What entered (above 0) and left (below 0) the accounts of people: `member_id`, `kind`, `trade_type`, `amount`, `created_at`. */
export const memberEntriesSql = (companyId: string): RawBuilder<unknown> => sql`
  (select a.owner_id as member_id, a.kind, e.trade_type, e.amount, e.created_at
  from currency.account a join currency.entry e on e.account_id = a.id and e.seq is not null
  where a.company_id = ${companyId} and a.owner_kind = 'person')`
