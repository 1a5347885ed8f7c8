/**
 * Lists with a count: one page of what matches, and how many match in all, as `{ items, recordCount }`.
 *
 * `findPage` and `sqlPage` take two statements, because most lists read their page by an index and must not sort what
 * lies beyond it. `foundSql` takes one statement: for lists that must look at every match anyway.
 */
import { type QueryExecutorProvider, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { countedMax, pageWindow } from '#kit/schema.ts'

/** Validation has filled in the defaults. */
export interface Paging {
  readonly page?: number
  readonly pageSize?: number
}

export interface PageOf<Item> {
  items: Item[]
  recordCount: number
}

/** A page of a Kysely query: `matching` has the conditions, `rowsOf` adds columns and order to it. */
export async function findPage<DB, TB extends keyof DB, None, Row>(
  paging: Paging,
  matching: SelectQueryBuilder<DB, TB, None>,
  rowsOf: (matching: SelectQueryBuilder<DB, TB, None>) => SelectQueryBuilder<DB, TB, Row>,
) {
  const { limit, offset } = pageWindow(paging)
  const items = await rowsOf(matching).limit(limit).offset(offset).execute()
  const counted = await matching.clearSelect().select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  // Kysely cannot simplify the selection while the tables are type parameters.
  const { count } = counted as { readonly count: number }
  return { items, recordCount: count }
}

interface SqlList<Row> {
  /** `from … where …`, which is counted. */
  readonly matching: RawBuilder<unknown>
  /** The statement of the rows, with `window` where the page is cut: it may be a subquery that is joined with others. */
  readonly rows: (window: RawBuilder<unknown>) => RawBuilder<Row>
}

/** A page of SQL written by hand. */
export async function sqlPage<Row>(
  db: QueryExecutorProvider,
  paging: Paging,
  { matching, rows }: SqlList<Row>,
): Promise<PageOf<Row>> {
  const { limit, offset } = pageWindow(paging)
  const { rows: items } = await rows(sql`limit ${limit} offset ${offset}`).execute(db)
  return { items, recordCount: await countMatches(db, matching) }
}

interface Cut {
  /** Where the page is cut. */
  readonly window: RawBuilder<unknown>
  /** The first rows up to its end: of each part that the page is put together from. */
  readonly reach: RawBuilder<unknown>
}

interface CountedList<Row> {
  readonly matching: RawBuilder<unknown>
  readonly rows: (cut: Cut) => RawBuilder<Row>
}

/** As `sqlPage`, of which there may be millions: it is counted to `countedMax`, and no page lies beyond that (`CountedPage`). */
export async function cappedPage<Row>(
  db: QueryExecutorProvider,
  paging: Paging,
  { matching, rows }: CountedList<Row>,
): Promise<PageOf<Row> & { isMore: boolean }> {
  const { limit, offset } = pageWindow(paging)
  const shown = Math.min(limit, countedMax - offset)
  const cut = { window: sql`limit ${shown} offset ${offset}`, reach: sql`limit ${offset + shown}` }
  const items = shown <= 0 ? [] : (await rows(cut).execute(db)).rows
  const found = await countMatches(db, sql`from (select ${matching} limit ${countedMax + 1}) counted`)
  return { items, recordCount: Math.min(found, countedMax), isMore: found > countedMax }
}

/** How many rows `from … where …` finds. */
export async function countMatches(db: QueryExecutorProvider, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${matching}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * The number of matching rows and the ids of one page of them, as `found(record_count, ids)`. The page is cut from an
 * array and not by a limit: the number of rows then does not depend on a parameter that the planner does not know, so it
 * plans the statement only once. `further` counts something else of all matches: `, count(…) as unread_count`. `shown` leaves
 * the other matches to such counts.
 */
export function foundSql(
  id: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  matching: RawBuilder<unknown>,
  paging: Paging,
  { further = sql``, shown }: { further?: RawBuilder<unknown>; shown?: RawBuilder<boolean> } = {},
): RawBuilder<unknown> {
  const { limit, offset } = pageWindow(paging)
  const only = shown ? sql`filter (where ${shown})` : sql``
  return sql`found as materialized (
    select (count(*) ${only})::int as record_count,
      (array_agg(${id} order by ${order}) ${only})[${offset + 1}::int:${offset + limit}::int] as ids
      ${further}
    ${matching})`
}

/** As `foundSql`, where an index has the order: it reads no further than the page. `matching` is of one table. */
export function foundInOrderSql(
  id: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  matching: RawBuilder<unknown>,
  paging: Paging,
): RawBuilder<unknown> {
  const { limit, offset } = pageWindow(paging)
  return sql`found as materialized (
    select (select count(*)::int ${matching}) as record_count,
      array(select ${id} ${matching} order by ${order} limit ${limit}::int offset ${offset}::int) as ids)`
}

/** A row of a page that was joined to `found`: null but for the count where the page is beyond the end. */
export type Counted<Row> = { readonly record_count: number } & { readonly [K in keyof Row]: Row[K] | null }

/** The rows of a page that was joined to `found`, and the count of all. */
export function countedRows<Row extends { readonly id: string }>(rows: readonly Counted<Row>[]): PageOf<Row> {
  const items = rows.filter((row) => row.id !== null) as unknown as Row[]
  return { items, recordCount: rows[0]?.record_count ?? 0 }
}

export function countedPage<Row extends { readonly id: string }, Item>(
  rows: readonly Counted<Row>[],
  itemOf: (row: Row) => Item,
): PageOf<Item> {
  const { items, recordCount } = countedRows<Row>(rows)
  return { items: items.map(itemOf), recordCount }
}
