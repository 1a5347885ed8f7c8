/**
 * The papers of an exam are scored again after a fix, as long work. An attempt knows the number of the last fix that its scores
 * know, and a step takes some that are behind: so a process that dies loses nothing, and nothing is counted twice.
 */
import { type Selectable, sql } from 'kysely'
import { longWork } from '#modules/platform/operations/server.ts'
import type { ExamRules } from '../../contract/rules.ts'
import { type ExamsDb, examsTables } from '../db.ts'
import { notifyOfNewScores } from '../notifications.ts'
import { hasEndedSql } from '../published-exams.ts'
import { isScoreShown } from '../results.ts'
import type { DB } from '../tables.ts'
import { readFixes } from './fixes.ts'
import { type FixEffectRow, recompute, type SubmittedAttempt, submittedColumns } from './recompute.ts'

const stepAttempts = 500

type FixRow = Selectable<DB['exams.key_fix']>

interface ExamFacts {
  readonly name: string
  readonly rules: ExamRules
  readonly hasEnded: boolean
}

async function examOf(db: ExamsDb, id: string, now: number): Promise<ExamFacts | undefined> {
  const { rows } = await sql<ExamFacts>`
    select s.name, s.published_rules as rules, ${hasEndedSql(now)} as "hasEnded" from exams.exam s
    where s.id = ${id}`.execute(db)
  return rows[0]
}

const behindSql = ({ exam_id: examId, number }: FixRow) => sql`t.exam_id = ${examId} and t.fixes_known < ${number}
  and t.reset_at is null and t.state <> 'in-progress'`

async function lockBehind(db: ExamsDb, fix: FixRow): Promise<SubmittedAttempt[]> {
  const { rows } = await sql<SubmittedAttempt>`
    select ${submittedColumns} from exams.attempt t where ${behindSql(fix)}
    order by t.fixes_known, t.id limit ${stepAttempts} for no key update`.execute(db)
  return rows
}

async function storeEffects(db: ExamsDb, fix: FixRow, effects: readonly FixEffectRow[]): Promise<void> {
  if (effects.length === 0) return
  await sql`
    insert into exams.fix_effect (fix_id, company_id, attempt_id, member_id, score_before, score_after, total_before,
      total_after, result_before, result_after, record_before, record_after)
    select ${fix.id}::uuid, ${fix.company_id}::uuid, e.* from jsonb_to_recordset(${JSON.stringify(effects)}::jsonb)
      as e(attempt_id uuid, member_id uuid, score_before int, score_after int, total_before int, total_after int,
        result_before text, result_after text, record_before text, record_after text)`.execute(db)
}

async function reportOf(db: ExamsDb, fix: FixRow) {
  const { rows } = await sql<{ changed: number; passed: number; failed: number }>`
    select count(*)::int as changed,
      count(distinct member_id) filter (where record_before = 'fail' and record_after <> 'fail')::int as passed,
      count(distinct member_id) filter (where record_before <> 'fail' and record_after = 'fail')::int as failed
    from exams.fix_effect where fix_id = ${fix.id}`.execute(db)
  const { changed = 0, passed = 0, failed = 0 } = rows[0] ?? {}
  const counts = [
    { label: { cn: '重新计分', en: 'Scored again' }, value: fix.attempt_count },
    { label: { cn: '成绩变化', en: 'Scores changed' }, value: changed },
    { label: { cn: '改为及格', en: 'Now passed' }, value: passed },
    { label: { cn: '改为不及格', en: 'Now failed' }, value: failed },
  ]
  return { counts, link: `/exam/fixing/${fix.exam_id}` }
}

export const fixWork = longWork({
  kind: 'exam-key-fix',
  label: { cn: '考试重新计分', en: 'Exam scored again' },
  job: 'exams.fix-key',
  cancellable: false,
  claim: (connection, { taskId }) =>
    examsTables(connection)
      .selectFrom('exams.key_fix')
      .selectAll()
      .where('task_id', '=', taskId)
      .where('finished_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  async step(connection, { subject: fix, now }) {
    const db = examsTables(connection)
    const exam = await examOf(db, fix.exam_id, now)
    const attempts = exam ? await lockBehind(db, fix) : []
    if (!exam || attempts.length === 0) {
      await sql`update exams.key_fix set finished_at = ${now} where id = ${fix.id}`.execute(db)
      return { report: await reportOf(db, fix) }
    }
    const fixes = await readFixes(db, fix.exam_id)
    const effects = await recompute(db, { examId: fix.exam_id, rules: exam.rules }, attempts, fixes, now)
    await storeEffects(db, fix, effects)
    if (isScoreShown(exam.rules, exam)) await notifyOfNewScores(db, { fix, name: exam.name, effects, now })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from exams.attempt t where ${behindSql(fix)}`.execute(db)
    const left = rows[0]?.count ?? 0
    return { done: Math.max(0, fix.attempt_count - left), total: Math.max(fix.attempt_count, left) }
  },
  restart: async () => true,
})
