/** Scores of packages, by the course that they stand in. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { packagesTables } from './db.ts'

export interface PackageScore {
  readonly memberId: string
  readonly courseId: string
  /** The mean of the packages of the course that were scored, in per cent with at most two decimals. */
  readonly score: number
}

/**
 * What these members scored in these courses; a result that waits (decision 107) has none yet. A course that is studied once more keeps the scores of its first round,
 * because what was achieved is never taken away. One statement.
 */
export async function packageScores(
  connection: Connection,
  companyId: string,
  memberIds: readonly string[],
  courseIds: readonly string[],
): Promise<readonly PackageScore[]> {
  const { rows } = await sql<PackageScore>`
    select a.member_id as "memberId", a.course_id as "courseId", round(avg(a.score_percent), 2)::float8 as score
    from packages.attempt a
    where a.company_id = ${companyId} and a.member_id = any(${[...memberIds]}::uuid[])
      and a.course_id = any(${[...courseIds]}::uuid[]) and a.mode = 'learn' and a.score_percent is not null
      and (a.awaited_ms is null or a.counts_since is not null)
    group by a.member_id, a.course_id`.execute(packagesTables(connection))
  return rows
}
