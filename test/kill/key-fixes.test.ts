/**
 * A key is fixed for many papers while the server is killed with SIGKILL between the steps. The next server resumes the work.
 * Every paper is scored again once, and who passes by it gets the certificate and the credits once. KILLS sets how often.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { businessType, exams } from '#modules/assessment/exams/contract.ts'
import { buildExamPaper, scoredQuestions } from '#modules/assessment/exams/server/exam-paper.fixture.ts'
import { buildExam } from '#modules/assessment/exams/server/exams.fixture.ts'
import { setCreditRule } from '#modules/content/study/server.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { setCertificateRule } from '#modules/learning/certificates/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { lookForWork } from '#modules/platform/operations/server/long-work.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { testPlatform } from '#test/harness.ts'
import { letLocksGrowOld } from '#test/job-locks.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Number(process.env.KILLS ?? 2)
/** More than two steps. */
const paperCount = 1100
const holderCount = 20

const platform = testPlatform()
let server: ServerProcess
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-kill-'))
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: platform.databaseUrl,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'error',
  })
})

afterAll(async () => {
  await server.end('SIGKILL')
  await rm(directory, { recursive: true, force: true })
})

/** Papers of 40, 20 and 40 points, of which all have the first question wrong: 60 points, where 70 pass. */
async function fillPapers(examId: string, { companyId }: BuiltMember): Promise<string> {
  const members: string[] = []
  for (let count = 0; count < holderCount; count += 1) members.push((await buildMember(platform.db, { companyId })).id)
  const { rows } = await sql<{ id: string }>`
    select v.id from papers.item i join questions.version v on v.id = i.version_id where v.company_id = ${companyId}
    order by i.sort`.execute(platform.root)
  const versions = rows.map(({ id }) => id)
  await sql`insert into exams.record (exam_id, member_id, company_id, attempts_used, last_number, score_hundredths, total_tenths, result)
    select ${examId}::uuid, m.id, ${companyId}::uuid, 1, 1, 6000, 1000, 'fail'
    from (select unnest(${members}::uuid[]) as id
      union all select gen_random_uuid() from generate_series(1, ${paperCount - holderCount}::int)) m`.execute(
    platform.root,
  )
  await sql`insert into exams.attempt (id, company_id, exam_id, member_id, number, state, cause, started_at, ends_at, submitted_at,
      paper, total_tenths, score_tenths, result)
    select gen_random_uuid(), company_id, exam_id, member_id, 1, 'final', 'member', 1, 2, 2, '[]', 1000, 600, 'fail'
    from exams.record where exam_id = ${examId}`.execute(platform.root)
  await sql`insert into exams.mark (attempt_id, exam_id, company_id, place, version_id, max_tenths, tenths, verdict)
    select t.id, t.exam_id, t.company_id, v.place, v.id, case v.place when 2 then 200 else 400 end,
      case v.place when 1 then 0 when 2 then 200 else 400 end, case v.place when 1 then 'wrong' else 'right' end
    from exams.attempt t cross join unnest(${versions}::uuid[]) with ordinality as v (id, place)
    where t.exam_id = ${examId}`.execute(platform.root)
  return versions[0] ?? ''
}

it(
  `${kills} kills while papers are scored again leave every score right, and give certificate and credits once`,
  async () => {
    const companyId = await buildCompany(platform.db)
    const author = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const paperId = await buildExamPaper(platform.db, author, scoredQuestions)
    const examId = await buildExam(platform.db, { author, now: platform.now, rules: { paperId, passTenths: 700 } })
    const versionId = await fillPapers(examId, author)
    const ref = { businessType, businessId: examId }
    const templateId = await buildTemplate(platform.db, { author })
    await platform.root.transaction().execute(async (transaction) => {
      const db = transaction as unknown as Connection
      await setCertificateRule(db, { companyId, ref, templateId, now: platform.now })
      await setCreditRule(db, { companyId, ref, classHourHundredths: 0, creditHundredths: 100, now: platform.now })
    })
    const scored = async (fixId: string) => {
      const { rows } = await sql<{ behind: number; isFinished: boolean }>`
        select f.finished_at is not null as "isFinished", (
          select count(*)::int from exams.attempt t where t.exam_id = f.exam_id and t.fixes_known < f.number) as behind
        from exams.key_fix f where f.id = ${fixId}`.execute(platform.root)
      return rows[0] as { behind: number; isFinished: boolean }
    }
    const calls = platform.client(exams, author)
    let partly = 0
    await server.start()
    for (let kill = 0; kill < kills; kill += 1) {
      const kind = kill % 2 === 0 ? 'award-all' : 'as-drawn'
      const { id } = await calls.fixKey({ params: { id: examId }, body: { versionId, kind, reason: '答案有误' } })
      while ((await scored(id)).behind === paperCount) await wait(2)
      await server.end('SIGKILL')
      const { behind, isFinished } = await scored(id)
      if (behind > 0) partly += 1
      // The certificates and credits of the papers that are scored are jobs as well.
      await letLocksGrowOld(platform.root)
      await server.start()
      if (!isFinished) await lookForWork(platform)
      while (!(await scored(id)).isFinished) await wait(50)
      const { rows: effects } = await sql<{ count: number; right: number }>`
        select count(*)::int as count, count(*) filter (where abs(score_after - score_before) = 400)::int as right
        from exams.fix_effect where fix_id = ${id}`.execute(platform.root)
      expect(effects).toEqual([{ count: paperCount, right: paperCount }])
      const { rows: scores } = await sql`select score_tenths as score, count(*)::int as count from exams.attempt
        where exam_id = ${examId} group by 1`.execute(platform.root)
      expect(scores).toEqual([{ score: kind === 'award-all' ? 1000 : 600, count: paperCount }])
    }
    // The first kill always leaves papers behind that a later process has to find.
    expect(partly).toBeGreaterThan(0)
    const given = async () => {
      const { rows } = await sql<{ credits: number; certificates: number }>`
        select (select count(*)::int from study.credit_record where business_id = ${examId}) as credits,
          (select count(*)::int from certificates.certificate where business_id = ${examId}) as certificates`.execute(
        platform.root,
      )
      return rows[0]
    }
    while (((await given())?.credits ?? 0) < paperCount) await wait(100)
    expect(await given()).toEqual({ credits: paperCount, certificates: holderCount })
  },
  600_000 + kills * 60_000,
)
