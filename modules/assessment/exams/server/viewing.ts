/** What the examinee may read of the own attempt now: the paper with its key, and the score. */
import { sql } from 'kysely'
import type { AttemptRecord } from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { isScoreShown, viewObstacle } from './results.ts'

export interface MemberFacts {
  readonly hasOpenAttempt: boolean
  readonly hasPassed: boolean
}

export async function factsOf(db: ExamsDb, { examId, memberId }: Pick<AttemptRecord, 'examId' | 'memberId'>) {
  const { rows } = await sql<MemberFacts>`
    select r.finished_at is not null as "hasPassed", exists (
      select from exams.attempt t where t.exam_id = r.exam_id and t.member_id = r.member_id
        and t.state = 'in-progress' and t.reset_at is null) as "hasOpenAttempt"
    from exams.record r where r.exam_id = ${examId} and r.member_id = ${memberId}`.execute(db)
  return rows[0] ?? { hasOpenAttempt: false, hasPassed: false }
}

export const obstacleOf = (attempt: AttemptRecord, facts: MemberFacts) =>
  viewObstacle(attempt.rules.viewingRule, { ...facts, state: attempt.state, hasEnded: attempt.hasEnded })

/** Whether the examinee may read the paper with its key. */
export async function mayViewPaper(db: ExamsDb, attempt: AttemptRecord): Promise<boolean> {
  return obstacleOf(attempt, await factsOf(db, attempt)) === null
}

/** From the first look at the score on the days to appeal count. */
export async function noteResultSeen(db: ExamsDb, attempt: AttemptRecord, now: number): Promise<void> {
  if (attempt.state !== 'final' || !isScoreShown(attempt.rules, attempt)) return
  await sql`update exams.attempt set result_seen_at = ${now} where id = ${attempt.id} and result_seen_at is null`.execute(
    db,
  )
}
