/** What the scores of an exam are like. Scores come from the records, of which each examinee has one. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { distributionSteps, type ExamResults } from '../../contract/results.ts'
import { audienceMembersSql } from '../audience.ts'
import type { ExamsDb } from '../db.ts'
import { stateSql } from '../exam-fields.ts'
import type { ExamRecord } from '../exam-lifecycle.ts'
import { getOwnExam } from './access.ts'
import { reliabilityOf } from './reliability.ts'

type Scores = NonNullable<ExamResults['scores']>

interface ScoreRow extends Omit<Scores, 'lowest' | 'highest' | 'distribution'> {
  readonly lowest: number | null
  readonly highest: number | null
}

/** How many reached each tenth of the total; the whole score belongs to the last one. */
export async function distributionOf(db: ExamsDb, examId: string): Promise<number[]> {
  const { rows } = await sql<{ step: number; count: number }>`
    select least(${distributionSteps - 1}, r.score_hundredths * ${distributionSteps} / (r.total_tenths * 10)) as step,
      count(*)::int as count
    from exams.record r where r.exam_id = ${examId} and r.result is not null and r.total_tenths > 0 group by 1`.execute(
    db,
  )
  const counts = new Map(rows.map(({ step, count }) => [step, count]))
  return Array.from({ length: distributionSteps }, (_, step) => counts.get(step) ?? 0)
}

async function scoresOf(db: ExamsDb, examId: string): Promise<Scores | null> {
  const { rows } = await sql<ScoreRow>`
    select count(*)::int as count, count(*) filter (where result <> 'fail')::int as passed,
      coalesce(avg(score_hundredths), 0)::float8 as mean, stddev_samp(score_hundredths)::float8 as deviation,
      coalesce(percentile_cont(0.5) within group (order by score_hundredths), 0) as median,
      min(score_hundredths) as lowest, max(score_hundredths) as highest,
      case when min(total_tenths) = max(total_tenths) then min(total_tenths) end as "totalTenths"
    from exams.record where exam_id = ${examId} and result is not null`.execute(db)
  const [row] = rows
  if (!row || row.lowest === null || row.highest === null) return null
  return { ...row, lowest: row.lowest, highest: row.highest, distribution: await distributionOf(db, examId) }
}

interface StatisticsRow {
  readonly attempts: number
  readonly items: number
  readonly isSamePaper: boolean
  readonly itemVariance: number | null
  readonly scoreVariance: number | null
  readonly computedAt: number
}

async function reliabilityOfExam(db: ExamsDb, examId: string) {
  const { rows } = await sql<StatisticsRow>`
    select attempts, items, is_same_paper as "isSamePaper", item_variance as "itemVariance",
      score_variance as "scoreVariance", computed_at as "computedAt"
    from exams.statistics where exam_id = ${examId}`.execute(db)
  const [row] = rows
  return { reliability: row ? reliabilityOf(row) : null, computedAt: row?.computedAt ?? null }
}

type Counts = Pick<ExamResults, 'state' | 'assigned' | 'started' | 'toGrade' | 'isBehind'>

async function countsOf(db: ExamsDb, exam: ExamRecord, now: number): Promise<Counts> {
  const { id, companyId } = exam
  const { rows } = await sql<Counts>`
    select (select ${stateSql(now)} from exams.exam s where s.id = ${id}) as state,
      (select count(*)::int from ${audienceMembersSql(companyId, exam)} audience) as assigned,
      (select count(opened_at)::int from exams.record where exam_id = ${id}) as started,
      (select count(*)::int from exams.attempt
        where exam_id = ${id} and state = 'to-grade' and reset_at is null) as "toGrade",
      exists (select from exams.statistics_due where exam_id = ${id}) as "isBehind"`.execute(db)
  return rows[0] as Counts
}

export async function examResults(db: ExamsDb, caller: Caller, id: string, now: number): Promise<ExamResults> {
  const exam = await getOwnExam(db, caller, id)
  const { passTenths } = exam.publishedRules ?? exam.rules
  return {
    ...{ examId: id, examName: exam.name, startAt: exam.startAt, endAt: exam.endAt, passTenths },
    ...(await countsOf(db, exam, now)),
    scores: await scoresOf(db, id),
    ...(await reliabilityOfExam(db, id)),
  }
}
