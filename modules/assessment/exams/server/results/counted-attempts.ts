/** Which attempts the statistics of an exam count. */
import { type RawBuilder, sql } from 'kysely'
import type { ExamRules } from '../../contract/rules.ts'

/** Final, and not taken back. */
const countsSql = sql<boolean>`t.state = 'final' and t.reset_at is null`

/**
 * The attempts of an exam that its statistics are made of, as rows of `id`, `started_at`, `score_tenths`, `total_tenths`: of
 * each examinee the one that counts by the rule of the exam. Where the average counts, all of them make up the score, and
 * all are taken.
 */
export function countedAttemptsSql(examId: string, rule: ExamRules['countingRule']): RawBuilder<unknown> {
  const one = rule === 'average' ? sql`` : sql`distinct on (t.member_id)`
  const order = {
    best: sql`order by t.member_id, t.score_tenths desc, t.number`,
    last: sql`order by t.member_id, t.number desc`,
    average: sql``,
  } as const satisfies Record<ExamRules['countingRule'], unknown>
  return sql`select ${one} t.id, t.started_at, t.submitted_at, t.score_tenths, t.total_tenths from exams.attempt t
    where t.exam_id = ${examId} and ${countsSql} ${order[rule]}`
}
