/** The job that keeps the statistics of exams: one exam a run, after its final attempts have changed. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { reportItems } from '#modules/assessment/questions/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { tryLockName } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import type { ExamRules } from '../../contract/rules.ts'
import { businessType } from '../../contract.ts'
import { type ExamsDb, examsTables } from '../db.ts'
import { examTotalsOf } from './item-totals.ts'

/** While results go on arriving, an exam is computed once a minute, and at most a twentieth of the time. */
const pauseMs = 60_000
const pauseFactor = 20

interface DueExam {
  readonly examId: string
  readonly companyId: string
  readonly rules: ExamRules | null
}

/** The exam that waits longest, and that no other process computes. */
async function takeDue(db: ExamsDb, now: number): Promise<DueExam | undefined> {
  const { rows } = await sql<DueExam>`
    select d.exam_id as "examId", d.company_id as "companyId", e.published_rules as rules
    from exams.statistics_due d left join exams.statistics s on s.exam_id = d.exam_id
    left join exams.exam e on e.id = d.exam_id
    where coalesce(s.computed_at + greatest(${pauseMs}::int, ${pauseFactor}::int * s.took_ms), 0) <= ${now}
    order by d.id limit 1 for update of d skip locked`.execute(db)
  const [due] = rows
  return due && (await tryLockName(db, `exam statistics ${due.examId}`)) ? due : undefined
}

/** What the exam says now, stored in place of what it said before. */
export async function refreshStatistics(
  db: ExamsDb,
  {
    examId,
    companyId,
    rules,
  }: Pick<DueExam, 'examId' | 'companyId'> & { readonly rules: Pick<ExamRules, 'countingRule'> },
  now: number,
): Promise<void> {
  const startedAt = performance.now()
  // A million answers take longer than any request may, and are sorted in memory: one job at a time does this.
  await sql`select set_config('statement_timeout', '30min', true), set_config('work_mem', '128MB', true)`.execute(db)
  const { items, scores } = await examTotalsOf(db, examId, rules.countingRule)
  const { attempts, items: count, isSamePaper, itemVariance, scoreVariance } = scores
  await reportItems(db, { companyId, businessType, businessId: examId }, items)
  const columns = {
    ...{ company_id: companyId, computed_at: now, took_ms: Math.round(performance.now() - startedAt), attempts },
    ...{ items: count, is_same_paper: isSamePaper, item_variance: itemVariance, score_variance: scoreVariance },
  }
  await db
    .insertInto('exams.statistics')
    .values({ exam_id: examId, ...columns })
    .onConflict((conflict) => conflict.column('exam_id').doUpdateSet(columns))
    .execute()
}

/** Answers whether an exam was due. What changes meanwhile stays due. */
export async function refreshNext(connection: Connection, now: number): Promise<boolean> {
  const db = examsTables(connection)
  const due = await takeDue(db, now)
  if (!due) return false
  const { examId, companyId, rules } = due
  await sql`delete from exams.statistics_due where exam_id = ${examId}`.execute(db)
  if (rules) await refreshStatistics(db, { examId, companyId, rules }, now)
  return true
}

export const refreshJob = job({
  name: 'exams.refresh-statistics',
  payload: Type.Object({}),
  cron: '* * * * *',
  long: true,
  async run(connection, _payload, { now }) {
    if (await refreshNext(connection, now))
      await enqueue(connection, refreshJob, {}, { key: 'exams.refresh-statistics' })
  },
})
