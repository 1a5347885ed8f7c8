/** The questions of a set, as the bank is now. */
import { type RawBuilder, sql } from 'kysely'
import { activeQuestionsSql, drawableSql } from '#modules/assessment/questions/server.ts'
import type { SetRule } from '../contract/sets.ts'
import type { PracticeDb } from './db.ts'

export interface Picks {
  readonly rules: readonly SetRule[]
  readonly questionIds: readonly string[]
}

/** As a table (`id`, `version_id`, `kind`): the active questions that fit a rule or were chosen. */
export function poolSql(companyId: string, { rules, questionIds }: Picks): RawBuilder<unknown> {
  const byRule =
    rules.length === 0 ? sql`` : sql`or q.id in (select id from (${drawableSql(companyId, rules, [])}) drawn)`
  return sql`(select q.id, q.version_id, q.kind from ${activeQuestionsSql(companyId)} q
    where q.id = any(${[...questionIds]}::uuid[]) ${byRule})`
}

/** As a table: these questions, as far as they are active. */
export const chosenSql = (companyId: string, questionIds: readonly string[]): RawBuilder<unknown> =>
  poolSql(companyId, { rules: [], questionIds })

/** The picks of several sets as one. */
export function mergedPicks(sets: readonly Picks[]): Picks {
  const rules = new Map(sets.flatMap((set) => set.rules).map((rule) => [JSON.stringify(rule), rule]))
  return { rules: [...rules.values()], questionIds: [...new Set(sets.flatMap((set) => set.questionIds))] }
}

/** What the pool is now: another text for other questions, and for another version of one. */
export async function markOf(db: PracticeDb, pool: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ mark: string | null }>`
    select md5(string_agg(q.id::text || q.version_id::text, '' order by q.id)) as mark from ${pool} q`.execute(db)
  return rows[0]?.mark ?? ''
}

export async function sizeOf(db: PracticeDb, pool: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ size: number }>`select count(*)::int as size from ${pool} q`.execute(db)
  return rows[0]?.size ?? 0
}
