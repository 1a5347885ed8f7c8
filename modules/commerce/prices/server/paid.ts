/** What of a list has to be paid for: a condition that other modules set on their own tables, and the kinds that are sold at all. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { entitledItemsSql } from '#modules/commerce/entitlements/server.ts'
import { organizationsAboveSql } from '#modules/platform/identity/server.ts'
import { kept } from '#server/db/kept.ts'
import { payTypes } from '../contract/price-rules.ts'
import { type IsPay, memberCardType } from '../contract/shapes.ts'
import type { PricesDb } from './db.ts'
import { validSql } from './opened.ts'

/** As `isOpen` of current.ts says it. */
const asksSql = sql<boolean>`(p.is_pay = 1 and (p.pay_type = ${sql.lit(payTypes.memberCard)}
  or jsonb_path_exists(p.ranges, '$[*] ? (@.discountCoin != 0)')))`

interface Priced {
  readonly businessTypes: readonly number[]
  /** The column with the id of the item. */
  readonly id: RawBuilder<string>
  /** Map `is-pay`; undefined: both. */
  readonly isPay: IsPay | undefined
}

/**
 * Whether the item of a row has to be paid for (1), or is free (0), by the price that counts for the caller now: of those valid now the
 * one that `choosePrice` of current.ts chooses. What the caller has bought already still costs. The priced items of the
 * company are read once for a statement, by `price_current`, not for each row. Never keep what was found by it: prices begin and end by themselves.
 */
export function isPaySql(
  caller: Pick<Caller, 'companyId' | 'organizationId'>,
  { businessTypes, id, isPay }: Priced,
  now: number,
): RawBuilder<boolean> {
  if (isPay === undefined) return sql`true`
  return sql`(${id} in (
    select chosen.item_id from (
      select distinct on (p.business_type, p.item_id) p.item_id, ${asksSql} as asks
      from prices.price p left join (
        select above.id, above.level from ${organizationsAboveSql(caller.companyId)} above
        where above.below_id = ${caller.organizationId}) o on o.id = p.organization_id
      where p.company_id = ${caller.companyId} and p.business_type = any(${[...businessTypes]}::smallint[])
        and p.replaced_at is null and ${validSql(now)} and (p.organization_id is null or o.id is not null)
      order by p.business_type, p.item_id, o.level desc nulls last,
        (p.valid_from is null and p.valid_until is null), p.valid_from desc nulls last) chosen
    where chosen.asks)) = ${isPay === 1}`
}

/** The items of a kind that cost the caller something now, and that no member card of theirs opens. */
function closedItemsSql(caller: Caller, businessType: number, now: number): RawBuilder<string> {
  return sql`(
    select chosen.item_id from (
      select distinct on (p.item_id) p.item_id, p.card_ids, ${asksSql} as asks
      from prices.price p left join (
        select above.id, above.level from ${organizationsAboveSql(caller.companyId)} above
        where above.below_id = ${caller.organizationId}) o on o.id = p.organization_id
      where p.company_id = ${caller.companyId} and p.business_type = ${businessType}
        and p.replaced_at is null and ${validSql(now)} and (p.organization_id is null or o.id is not null)
      order by p.item_id, o.level desc nulls last,
        (p.valid_from is null and p.valid_until is null), p.valid_from desc nulls last) chosen
    where chosen.asks and not chosen.card_ids && array${entitledItemsSql(caller.memberId, memberCardType, now)})`
}

interface OwnedItem {
  readonly businessType: number
  /** The columns with the id of the item, and since when the caller has had it. */
  readonly id: RawBuilder<unknown>
  readonly hadSince: RawBuilder<number | null>
}

/**
 * Whether the item of a row is open to the caller, as `mustBuy` of current.ts says it of one: it costs them nothing, they are
 * entitled to it, or they had it before it had a price.
 */
export function isOpenSql(caller: Caller, { businessType, id, hadSince }: OwnedItem, now: number): RawBuilder<boolean> {
  return sql<boolean>`(${id} not in ${closedItemsSql(caller, businessType, now)}
    or ${id} in ${entitledItemsSql(caller.memberId, businessType, now)}
    or coalesce(${hadSince} < (select i.paid_since from prices.item i where i.company_id = ${caller.companyId}
      and i.business_type = ${businessType} and i.item_id = ${id}), false))`
}

/** The kinds of which the company sells something: only their lists offer to choose what is free. */
export function paidKinds(db: PricesDb, caller: Caller): Promise<readonly number[]> {
  return kept(db, caller, 'prices.kinds', 'all', async () => {
    const { rows } = await sql<{ businessType: number }>`
      select distinct business_type as "businessType" from prices.item
      where company_id = ${caller.companyId} and paid_since is not null order by 1`.execute(db)
    return rows.map(({ businessType }) => businessType)
  })
}
