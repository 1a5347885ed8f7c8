/**
 * Statistics of an exam over a million answers: 10,000 attempts at a paper of 100 questions, on a database of their own. The
 * floor totals the same rows of marks and journal, and does nothing else. Prints the time of each part, that of the calls that
 * read the results, and the plan of the statement that computes the totals. `node bench/run.ts --only statistics`; `--quick` for a
 * tenth of it.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { examsTables } from '#modules/assessment/exams/server/db.ts'
import { buildExam } from '#modules/assessment/exams/server/exams.fixture.ts'
import { examTotalsOf, examTotalsQuery } from '#modules/assessment/exams/server/results/item-totals.ts'
import { questionsOfExam } from '#modules/assessment/exams/server/results/questions.ts'
import { refreshStatistics } from '#modules/assessment/exams/server/results/refresh.ts'
import { distributionOf } from '#modules/assessment/exams/server/results/summary.ts'
import {
  buildDirectory,
  buildQuestions,
  contentOf,
  currentVersionsOf,
} from '#modules/assessment/questions/server/questions.fixture.ts'
import { buildCompany } from '#modules/platform/identity/server/members.fixture.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { startBenchDatabase } from './database.ts'
import { timed } from './timing.ts'

const questionCount = 100
const rule = 'best'

interface Filled {
  readonly examId: string
  readonly companyId: string
}

/** Ability and difficulty decide by chance, so that scores and options differ as they do in an exam. */
async function fill(db: RootDatabase, url: string, attempts: number): Promise<Filled> {
  const companyId = await buildCompany(db as never)
  const author = { id: uuid(), companyId, organizationId: companyId }
  const directoryId = await buildDirectory(db as never, { author })
  const questions = Array.from({ length: questionCount }, () => ({ content: contentOf['single-choice'] }))
  const ids = await buildQuestions(db as never, { author, directoryId }, questions)
  const versions = [...(await currentVersionsOf(db as never, ids)).values()]
  const examId = await buildExam(db as never, { author, now: Date.now() })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select setseed(0.5);
      alter table exams.attempt disable trigger user;
      create temp table sat as select gen_random_uuid() as id, gen_random_uuid() as member, random() as skill
        from generate_series(1, ${attempts});
      create temp table given as select id, member, place, random() < (skill + (place % 10) / 10.0) / 2 as is_right
        from sat, generate_series(1, ${questionCount}) place;
      insert into exams.record (exam_id, member_id, company_id, opened_at, attempts_used, last_number, score_hundredths,
          total_tenths, result)
        select '${examId}', member, '${companyId}', 1, 1, 1, count(*) filter (where is_right) * 100, 1000, 'pass'
        from given group by member;
      insert into exams.attempt (id, company_id, exam_id, member_id, number, state, cause, started_at, ends_at,
          submitted_at, paper, total_tenths, score_tenths, result)
        select id, '${companyId}', '${examId}', member, 1, 'final', 'member', 1000, 9000000, 8000000, '[]', 1000,
          count(*) filter (where is_right) * 10, 'pass' from given group by id, member;
      insert into exams.mark (attempt_id, place, company_id, exam_id, version_id, max_tenths, tenths, verdict)
        select id, place, '${companyId}', '${examId}', ('{${versions.join()}}'::uuid[])[place], 10,
          case when is_right then 10 else 0 end, case when is_right then 'right' else 'wrong' end from given;
      insert into exams.answer_event (attempt_id, writer_id, number, company_id, place, answer, typed_at, received_at)
        select id, member, place, '${companyId}', place, jsonb_build_object('kind', 'single-choice', 'chosen',
          jsonb_build_array(case when is_right then 0 else 1 + (random())::int end)), 1000 + place * 30000, 1 from given;
      alter table exams.attempt enable trigger user;`)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  return { examId, companyId }
}

/** A statement of the product, explained: the same compiled statement with its own values. */
async function printPlan(url: string, statement: { readonly sql: string; readonly parameters: readonly unknown[] }) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const text = `explain (analyze, buffers, costs off) ${statement.sql}`
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(text, [...statement.parameters])
    for (const row of rows) console.log(`    ${row['QUERY PLAN'].slice(0, 150)}`)
  } finally {
    await client.end()
  }
}

export async function printExamStatistics(isQuick: boolean): Promise<void> {
  const attempts = isQuick ? 1000 : 10_000
  const database = await startBenchDatabase()
  const db = createDatabase(createPool({ databaseUrl: database.url, size: 2 }))
  try {
    await migrate(database.url)
    const { examId, companyId } = await fill(db, database.url, attempts)
    const exams = examsTables(db as never)
    const within = <T>(work: (own: typeof exams) => Promise<T>) =>
      db.transaction().execute(async (transaction) => {
        await sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '128MB', true)`.execute(
          transaction,
        )
        return work(examsTables(transaction as never))
      })
    const floor = await timed(3, () =>
      within((own) =>
        sql`select (select sum(m.tenths) from exams.attempt t join exams.mark m on m.attempt_id = t.id
            where t.exam_id = ${examId} and t.state = 'final' and t.reset_at is null),
          (select sum(length(e.answer::text)) from exams.attempt t join exams.answer_event e on e.attempt_id = t.id
            where t.exam_id = ${examId} and t.state = 'final' and t.reset_at is null)`.execute(own),
      ),
    )
    const totals = await timed(3, () => within((own) => examTotalsOf(own, examId, rule)))
    const refresh = () =>
      within((own) => refreshStatistics(own, { examId, companyId, rules: { countingRule: rule } }, Date.now()))
    const whole = await timed(3, refresh)
    const read = await timed(9, () =>
      questionsOfExam(exams, { id: examId, companyId } as never, { page: 1, pageSize: 20 }),
    )
    const distribution = await timed(9, () => distributionOf(exams, examId))
    const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
    console.log(`\nStatistics of an exam: ${(attempts * questionCount).toLocaleString('en-US')} answers\n`)
    console.log(`  floor: the same rows summed      ${seconds(floor)}`)
    console.log(`  totals of all questions            ${seconds(totals)}  (${(totals / floor).toFixed(1)} × floor)`)
    console.log(`  the whole job, stored            ${seconds(whole)}  (${(whole / floor).toFixed(1)} × floor)`)
    console.log(`  a page of the item table         ${read.toFixed(1)} ms`)
    console.log(`  the distribution of scores       ${distribution.toFixed(1)} ms\n`)
    await printPlan(database.url, examTotalsQuery(examId, rule).compile(db))
  } finally {
    await db.destroy()
    await database.stop()
  }
}
