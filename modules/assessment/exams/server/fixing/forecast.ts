/** What a fix of a key would change, reckoned without writing. */
import { sql } from 'kysely'
import type { FixForecast } from '../../contract/fixing.ts'
import type { Result } from '../../contract/states.ts'
import type { ExamsDb } from '../db.ts'
import { type ExamWithRules, recordOf } from '../records.ts'
import { type FinalAttempt, resultOf } from '../results.ts'
import { effectOf, type Fix } from './effects.ts'
import { fixableMarks, type SubmittedAttempt, submittedColumns } from './recompute.ts'

interface ReckonedAttempt extends SubmittedAttempt {
  readonly hasQuestion: boolean
  /** Answers without a mark, and what the others earn so far. */
  readonly waiting: number
  readonly earnedTenths: number
}

/** The submitted attempts of everybody who has submitted one with the question. */
async function attemptsOf(db: ExamsDb, examId: string, versionId: string) {
  const { rows } = await sql<ReckonedAttempt>`
    with asked as (
      select distinct m.attempt_id from exams.mark m where m.exam_id = ${examId} and m.version_id = ${versionId}),
    members as (select distinct t.member_id from exams.attempt t join asked on asked.attempt_id = t.id where t.reset_at is null)
    select ${submittedColumns}, asked.attempt_id is not null as "hasQuestion", earned.waiting, earned."earnedTenths"
    from exams.attempt t join members on members.member_id = t.member_id left join asked on asked.attempt_id = t.id
    cross join lateral (
      select count(*) filter (where m.tenths is null)::int as waiting, coalesce(sum(m.tenths), 0)::int as "earnedTenths"
      from exams.mark m where t.state = 'to-grade' and m.attempt_id = t.id) earned
    where t.exam_id = ${examId} and t.reset_at is null and t.state <> 'in-progress'
    order by t.member_id, t.number`.execute(db)
  return rows
}

const finalOf = ({ scoreTenths, totalTenths, drawnTenths }: SubmittedAttempt): FinalAttempt => ({
  ...{ scoreTenths: scoreTenths ?? 0, totalTenths, drawnTenths },
})

interface Change {
  readonly before: SubmittedAttempt
  readonly after: SubmittedAttempt
}

/** The result that counts of these attempts of one member. */
const recordResult = (attempts: readonly SubmittedAttempt[], rules: ExamWithRules['rules']): Result | null =>
  recordOf(attempts.filter(({ state }) => state === 'final').map(finalOf), rules).result

function countsOf(changes: readonly Change[], rules: ExamWithRules['rules'], attempts: number): FixForecast {
  const scores = changes.map(({ before, after }) => [before.scoreTenths ?? 0, after.scoreTenths ?? 0] as const)
  const isOther = ({ before, after }: Change) =>
    before.scoreTenths !== after.scoreTenths ||
    before.totalTenths !== after.totalTenths ||
    before.result !== after.result
  const results = [...Map.groupBy(changes, ({ before }) => before.memberId).values()].map((own) => {
    const [before, after] = [own.map((one) => one.before), own.map((one) => one.after)]
    return [recordResult(before, rules), recordResult(after, rules)] as const
  })
  return {
    attempts,
    changed: changes.filter(isOther).length,
    higher: scores.filter(([before, after]) => after > before).length,
    lower: scores.filter(([before, after]) => after < before).length,
    passed: results.filter(([before, after]) => before === 'fail' && after !== null && after !== 'fail').length,
    failed: results.filter(([before, after]) => before !== null && before !== 'fail' && after === 'fail').length,
  }
}

export async function forecastFix(
  db: ExamsDb,
  { examId, rules }: ExamWithRules,
  versionId: string,
  fix: Fix,
): Promise<FixForecast> {
  const attempts = await attemptsOf(db, examId, versionId)
  const asked = attempts.filter((attempt) => attempt.hasQuestion)
  const scoredAgain = fix.kind === 'new-key' ? [versionId] : []
  const marks = Map.groupBy(
    await fixableMarks(db, asked, { versionIds: [versionId], scoredAgain }),
    ({ attemptId }) => attemptId,
  )
  const changes = attempts.map((before): Change => {
    const own = (marks.get(before.id) ?? []).map((mark) => ({ mark, after: effectOf(mark, fix, mark.answer) }))
    const shift = own.reduce((sum, { mark, after }) => sum + (after.tenths ?? 0) - (mark.tenths ?? 0), 0)
    const drawn = before.drawnTenths ?? before.totalTenths
    const totalTenths = own.reduce((sum, { mark, after }) => sum + after.maxTenths - mark.maxTenths, before.totalTenths)
    const totals = { totalTenths, drawnTenths: drawn }
    const decided = own.filter(({ mark, after }) => mark.tenths === null && after.tenths !== null).length
    const isFinal = before.state === 'final' || (decided > 0 && decided === before.waiting)
    if (!isFinal) return { before, after: { ...before, ...totals } }
    const scoreTenths = (before.scoreTenths ?? before.earnedTenths) + shift
    const result = resultOf(scoreTenths * 10, rules, totals)
    return { before, after: { ...before, ...totals, state: 'final', scoreTenths, result } }
  })
  return countsOf(changes, rules, asked.length)
}
