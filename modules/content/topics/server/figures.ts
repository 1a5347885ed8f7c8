/** Figures of items, for lists that show many of them. */
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type TopicsDb, topicsTables } from './db.ts'
import type { ItemRef } from './kinds.ts'

export interface ItemCounts {
  readonly comments: number
  readonly collects: number
  readonly scoreCount: number
  /** Rounded to one decimal; 0 without a score. */
  readonly averageScore: number
}

/** Stars to one decimal, as they are shown everywhere. */
export function averageOf(sum: number, count: number): number {
  return count === 0 ? 0 : Math.round((sum / count) * 10) / 10
}

const nothing: ItemCounts = { comments: 0, collects: 0, scoreCount: 0, averageScore: 0 }

/** Comments, collections and scores of each of these items of one kind; zeros where there is nothing. One statement. */
export async function countsOf(
  connection: Connection,
  companyId: string,
  businessType: number,
  ids: readonly string[],
): Promise<Map<string, ItemCounts>> {
  const found = await topicsTables(connection)
    .selectFrom('topics.item_figures')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('business_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('business_type', '=', businessType)
    .execute()
  const counts = new Map(ids.map((id) => [id, nothing]))
  for (const row of found) {
    counts.set(row.business_id, {
      comments: row.comment_count,
      collects: row.collect_count,
      scoreCount: row.score_count,
      averageScore: averageOf(row.score_sum, row.score_count),
    })
  }
  return counts
}

/** What `figuresSql` tells of an item; nothing of one about which nobody has said anything. */
export interface FiguresRow {
  readonly comment_count: number | null
  readonly score_count: number | null
  readonly score_sum: number | null
}

/** `left join ${figuresSql(companyId, businessType)} f on f.business_id = …`: figures inside a list's own statement. */
export function figuresSql(companyId: string, businessType: number): RawBuilder<unknown> {
  return sql`(select i.business_id, i.comment_count, i.score_count, i.score_sum from topics.item_figures i
    where i.company_id = ${companyId} and i.business_type = ${businessType}::smallint)`
}

/** As `figuresSql`, of all companies, with `company_id`: for jobs. */
export function figuresOfAllSql(businessType: number): RawBuilder<unknown> {
  return sql`(select i.company_id, i.business_id, i.comment_count from topics.item_figures i
    where i.business_type = ${businessType}::smallint)`
}

/** Comments, and the score where there is one. */
export function figuresOfRow({ comment_count: comments, score_count, score_sum }: FiguresRow) {
  const count = score_count ?? 0
  const score = count === 0 ? null : { average: averageOf(score_sum ?? 0, count), count }
  return { commentCount: comments ?? 0, score }
}

export interface FigureChange {
  readonly comments?: number
  readonly collects?: number
  readonly scores?: number
  readonly stars?: number
}

/** Adds to the figures of an item; a row is made with its first figure. */
export async function addFigures(
  db: TopicsDb,
  companyId: string,
  { businessType, businessId }: ItemRef,
  { comments = 0, collects = 0, scores = 0, stars = 0 }: FigureChange,
): Promise<void> {
  // A row of zeros first: what is taken away is never inserted.
  await sql`
    insert into topics.item_figures (company_id, business_type, business_id)
    values (${companyId}, ${businessType}, ${businessId}) on conflict do nothing`.execute(db)
  await sql`
    update topics.item_figures set comment_count = comment_count + ${comments},
      collect_count = collect_count + ${collects}, score_count = score_count + ${scores},
      score_sum = score_sum + ${stars}
    where company_id = ${companyId} and business_id = ${businessId} and business_type = ${businessType}`.execute(db)
}
