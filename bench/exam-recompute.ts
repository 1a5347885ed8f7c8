/**
 * From the fix of a key to 10,000 papers that are scored again. Floor: the updates of the same marks, attempts and records bare in
 * PostgreSQL, one statement each.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { examsTables } from '#modules/assessment/exams/server/db.ts'
import { buildExam } from '#modules/assessment/exams/server/exams.fixture.ts'
import { fixWork } from '#modules/assessment/exams/server/fixing/fix-work.ts'
import { fixKey } from '#modules/assessment/exams/server/fixing/key-fixes.ts'
import { buildPaper, buildPaperDirectory, fixedSection } from '#modules/assessment/papers/server/papers.fixture.ts'
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { startBenchDatabase } from './database.ts'
import { median } from './turns.ts'

const papers = 10_000
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

interface RecomputeResult {
  readonly productMs: number
  readonly floorMs: number
}

async function benchPaper(root: Connection, author: { id: string; companyId: string }): Promise<string> {
  const questions = await buildQuestions(root, { author, directoryId: await buildDirectory(root, { author }) }, [
    {},
    {},
    {},
  ])
  const directoryId = await buildPaperDirectory(root, { author })
  return (await buildPaper(root, { author, directoryId, sections: [fixedSection(questions)], isReady: true })).id
}

/** Papers of three questions, of which all have the first one wrong. */
async function fill(db: ReturnType<typeof examsTables>, examId: string, companyId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from questions.version where company_id = ${companyId} order by id limit 3`.execute(db)
  const versions = rows.map((row) => row.id)
  await sql`
    insert into exams.record (exam_id, member_id, company_id, attempts_used, last_number, score_hundredths, total_tenths, result)
    select ${examId}::uuid, gen_random_uuid(), ${companyId}::uuid, 1, 1, 6000, 1000, 'fail'
    from generate_series(1, ${papers})`.execute(db)
  await sql`
    insert into exams.attempt (id, company_id, exam_id, member_id, number, state, cause, started_at, ends_at, submitted_at, paper,
      total_tenths, score_tenths, result)
    select gen_random_uuid(), company_id, exam_id, member_id, 1, 'final', 'member', 1, 2, 2, '[]', 1000, 600, 'fail'
    from exams.record where exam_id = ${examId}`.execute(db)
  await sql`
    insert into exams.mark (attempt_id, exam_id, company_id, place, version_id, max_tenths, tenths, verdict)
    select t.id, t.exam_id, t.company_id, v.place, v.id, case v.place when 2 then 200 else 400 end,
      case v.place when 1 then 0 when 2 then 200 else 400 end, case v.place when 1 then 'wrong' else 'right' end
    from exams.attempt t cross join unnest(${versions}::uuid[]) with ordinality as v(id, place)
    where t.exam_id = ${examId}`.execute(db)
  await sql`analyze exams.attempt, exams.mark, exams.record`.execute(db)
  return versions[0] ?? ''
}

async function runFloor(db: ReturnType<typeof examsTables>, examId: string, versionId: string): Promise<number> {
  const startedAt = performance.now()
  await inTransaction(db, async (within) => {
    await sql`update exams.mark set tenths = max_tenths, verdict = 'right', is_fixed = true, drawn_tenths = max_tenths,
      base_tenths = tenths, base_verdict = verdict where exam_id = ${examId} and version_id = ${versionId}`.execute(
      within,
    )
    await sql`update exams.attempt set score_tenths = 1000, result = 'pass', fixes_known = 0 where exam_id = ${examId}`.execute(
      within,
    )
    await sql`update exams.record set score_hundredths = 10000, result = 'pass', finished_at = 1
      where exam_id = ${examId}`.execute(within)
  })
  return performance.now() - startedAt
}

async function measureRecompute(databaseUrl: string, rounds: number): Promise<RecomputeResult[]> {
  const root = createDatabase(createPool({ databaseUrl, size: 2 }))
  const db = examsTables(root)
  const outside = { clock: { now: () => Date.now() } } as unknown as Outside
  const results: RecomputeResult[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const companyId = await buildCompany(root)
      const member = await buildMember(root, { companyId, roles: ['super-admin'] })
      const author = { id: member.id, companyId, organizationId: companyId }
      const paperId = await benchPaper(root, author)
      const built = () => buildExam(root, { author, now: Date.now(), rules: { paperId, passTenths: 700 } })
      const [examId, floorId] = [await built(), await built()]
      const versionId = await fill(db, examId, companyId)
      await fill(db, floorId, companyId)
      const caller = {
        ...{ memberId: member.id, companyId, organizationId: companyId, sessionId: uuid(), roles: [] },
        permissions: new Map([['course.manage', [companyId]]]),
      }
      const context = { caller, now: Date.now(), audit: () => undefined } as unknown as Context
      const body = { versionId, kind: 'award-all', reason: 'bench' } as const
      const startedAt = performance.now()
      const { taskId } = await inTransaction(db, (within) => fixKey(within, examId, body, context))
      const isDone = async () => {
        const { rows } =
          await sql`select from exams.key_fix where task_id = ${taskId} and finished_at is not null`.execute(db)
        return rows.length > 0
      }
      while (!(await isDone())) await fixWork.job.run(root, { taskId }, { outside, now: Date.now() } as never)
      const productMs = performance.now() - startedAt
      results.push({ productMs, floorMs: await runFloor(db, floorId, versionId) })
    }
  } finally {
    await root.destroy()
  }
  return results
}

export async function printRecompute(isQuick: boolean): Promise<void> {
  const database = await startBenchDatabase()
  try {
    await migrate(database.url)
    const results = await measureRecompute(database.url, isQuick ? 1 : 5)
    const floorMs = median(results.map((one) => one.floorMs))
    const productMs = median(results.map((one) => one.productMs))
    console.log('\nFrom the fix of a key to 10,000 papers scored again\n')
    console.log(`floor ${seconds(floorMs)}   product ${seconds(productMs)}   ratio ${(floorMs / productMs).toFixed(2)}`)
  } finally {
    await database.stop()
  }
}
