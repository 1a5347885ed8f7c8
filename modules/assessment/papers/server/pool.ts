/** What the bank has for the rules of a paper. Questions that fit the same rules are one cell. */
import { sql } from 'kysely'
import { drawableSql } from '#modules/assessment/questions/server.ts'
import type { RuleInput } from '../contract/paper.ts'
import type { PapersDb } from './db.ts'
import type { Candidate } from './draw/draw.ts'
import type { Cell } from './draw/shortage.ts'

const rulesOfCell = (cell: string): number[] => [...cell].flatMap((digit, rule) => (digit === '1' ? [rule] : []))

/** How many questions of each cell there are. `except` stand in the paper already. */
export async function cellsOf(
  db: PapersDb,
  companyId: string,
  rules: readonly RuleInput[],
  except: readonly string[],
): Promise<Cell[]> {
  if (rules.length === 0) return []
  const { rows } = await sql<{ cell: string; size: number }>`
    select cell, count(*)::int as size from (${drawableSql(companyId, rules, except)}) pool
    group by cell order by cell`.execute(db)
  return rows.map(({ cell, size }) => ({ rules: rulesOfCell(cell), size }))
}

interface PoolOf {
  readonly companyId: string
  readonly rules: readonly RuleInput[]
  readonly except: readonly string[]
  readonly seed: number
  /** Whose seen questions come last. */
  readonly memberId: string | null
}

/**
 * The candidates of a draw: of each cell the best ones, as many as all rules together ask for. More can never be drawn of it,
 * so a bank of 100,000 questions sends no more rows than one of 1,000.
 */
export async function candidatesOf(db: PapersDb, { companyId, rules, except, seed, memberId }: PoolOf) {
  if (rules.length === 0) return { pool: [], seen: new Set<string>() }
  const asked = rules.reduce((sum, { count }) => sum + count, 0)
  const { rows } = await sql<{ id: string; cell: string; exposure: number; isSeen: boolean }>`
    select id, cell, exposure, is_seen as "isSeen" from (
      select pool.id, pool.cell, coalesce(e.times, 0) as exposure, s.question_id is not null as is_seen,
        row_number() over (partition by pool.cell order by s.question_id is not null, coalesce(e.times, 0),
          hashtextextended(pool.id::text, ${seed}), pool.id) as place
      from (${drawableSql(companyId, rules, except)}) pool
      left join papers.exposure e on e.question_id = pool.id
      left join papers.shown s on s.question_id = pool.id and s.member_id = ${memberId}::uuid
    ) placed where place <= ${asked}`.execute(db)
  const pool: Candidate[] = rows.map(({ id, cell, exposure }) => ({ id, exposure, rules: rulesOfCell(cell) }))
  return { pool, seen: new Set(rows.filter(({ isSeen }) => isSeen).map(({ id }) => id)) }
}
