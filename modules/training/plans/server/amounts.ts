/** Planned and actual costs in SQL. */
import { type RawBuilder, sql } from 'kysely'

/** What item `i` is planned to cost, in hundredths. */
export const plannedSql: RawBuilder<number> = sql<number>`(
  select coalesce(sum(one.value::bigint), 0)::bigint from jsonb_each_text(i.costs) one)`

/** What the classes of item `i` have cost. */
export const actualSql: RawBuilder<number> = sql<number>`(
  select coalesce(sum(l.cost_hundredths), 0)::bigint from plans.item_class c
  join plans.cost_line l on l.class_id = c.class_id and l.company_id = c.company_id
  where c.item_id = i.id and l.kind = 'actual')`

/** Hundredths as a number with two decimals. */
export const amountOf = (hundredths: number) => hundredths / 100
