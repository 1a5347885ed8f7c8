/**
 * Finding statements (xAPI 1.0.3, Communication 2.1.3). A statement is also found by the statement it refers to, over any
 * number of steps; voided statements are passed over, those that refer to them are not.
 */
import { type RawBuilder, sql } from 'kysely'
import type { XapiDb } from '../db.ts'
import type { JsonObject } from '../rules/scalars.ts'

/** So many at most in one answer; more are asked for by `more`. */
const pageMax = 200

export interface StatementFilter {
  /** The key of an agent or identified group. */
  readonly agent?: string
  readonly isAgentRelated: boolean
  readonly verb?: string
  readonly activity?: string
  readonly isActivityRelated: boolean
  readonly registration?: string
  /** Stored after, and stored at or before. */
  readonly since?: number
  readonly until?: number
  readonly isAscending: boolean
  readonly limit: number
  /** Behind this one in the order that is asked for. */
  readonly behind?: number
}

interface Found {
  readonly position: number
  readonly content: string
}

export interface StatementPage {
  readonly statements: readonly JsonObject[]
  /** The position of the last one, where there are more. */
  readonly moreBehind?: number
}

/** What must hold of a statement itself, or of one it refers to. `t` is the alias of the table. */
function criteria(filter: StatementFilter, t: string): RawBuilder<boolean> | undefined {
  const column = (name: string) => sql.ref(`${t}.${name}`)
  const conditions: RawBuilder<boolean>[] = []
  if (filter.verb !== undefined) conditions.push(sql`${column('verb')} = ${filter.verb}`)
  if (filter.registration !== undefined) conditions.push(sql`${column('registration')} = ${filter.registration}`)
  if (filter.activity !== undefined)
    conditions.push(
      filter.isActivityRelated
        ? sql`${column('related_activities')} @> array[${filter.activity}]::text[]`
        : sql`${column('activity')} = ${filter.activity}`,
    )
  if (filter.agent !== undefined)
    conditions.push(
      filter.isAgentRelated
        ? sql`${column('related_agents')} @> array[${filter.agent}]::text[]`
        : sql`${column('agents')} @> array[${filter.agent}]::text[]`,
    )
  return conditions.length === 0 ? undefined : sql.join(conditions, sql` and `)
}

/** When it must have been stored, and that it may be shown. */
function shown(companyId: string, filter: StatementFilter): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [sql`s.company_id = ${companyId}`, sql`s.voided_at is null`]
  if (filter.since !== undefined) conditions.push(sql`s.stored_at > ${filter.since}`)
  if (filter.until !== undefined) conditions.push(sql`s.stored_at <= ${filter.until}`)
  if (filter.behind !== undefined)
    conditions.push(filter.isAscending ? sql`s.position > ${filter.behind}` : sql`s.position < ${filter.behind}`)
  return sql.join(conditions, sql` and `)
}

export async function findStatements(db: XapiDb, companyId: string, filter: StatementFilter): Promise<StatementPage> {
  const limit = filter.limit === 0 ? pageMax : Math.min(filter.limit, pageMax)
  const own = criteria(filter, 's')
  const order = filter.isAscending
    ? sql`order by position limit ${limit + 1}`
    : sql`order by position desc limit ${limit + 1}`
  const where = shown(companyId, filter)
  const { rows } = await (own === undefined
    ? sql<Found>`select s.position, s.content from xapi.statement s where ${where} ${order}`
    : sql<Found>`
        select position, content from (
          (select s.position, s.content from xapi.statement s where ${where} and ${own} ${order})
          union
          (select s.position, s.content from xapi.statement s
            where ${where} and s.refers_to is not null and exists (
              with recursive referred as (
                select t.* from xapi.statement t where t.company_id = s.company_id and t.id = s.refers_to
                union
                select t.* from referred r join xapi.statement t on t.company_id = r.company_id and t.id = r.refers_to
              )
              select from referred t where ${criteria(filter, 't') ?? sql`true`})
            ${order})
        ) found ${order}`
  ).execute(db)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    statements: page.map(({ content }) => JSON.parse(content) as JsonObject),
    ...(rows.length > limit && last !== undefined && { moreBehind: last.position }),
  }
}

/** One statement: that is not voided, or that is. */
export async function findStatement(
  db: XapiDb,
  companyId: string,
  id: string,
  isVoided: boolean,
): Promise<JsonObject | undefined> {
  const row = await db
    .selectFrom('xapi.statement')
    .select('content')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('voided_at', isVoided ? 'is not' : 'is', null)
    .executeTakeFirst()
  return row === undefined ? undefined : (JSON.parse(row.content) as JsonObject)
}

export async function definitionsOf(
  db: XapiDb,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('xapi.activity')
    .select(['id', 'definition'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute()
  return new Map(rows.map(({ id, definition }) => [id, JSON.parse(definition) as JsonObject]))
}
