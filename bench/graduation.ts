/**
 * A class of 10,000: the page of those who would fail, and the batch that graduates the others with certificate and credits. Floor:
 * for the page, the rows of its participants; for the batch, the same rows bare in PostgreSQL, one statement each.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildActivity, buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { newConditions } from '#modules/training/graduation/contract/conditions.ts'
import { batchWork, startBatch } from '#modules/training/graduation/server/batches.ts'
import { changeGraduationRule } from '#modules/training/graduation/server/conditions.ts'
import { graduationTables } from '#modules/training/graduation/server/db.ts'
import { graduationFigures, graduationForecast } from '#modules/training/graduation/server/forecast.ts'
import type { Connection } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { registerExtensions } from '#server/extension.ts'
import type { Context } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { startBenchDatabase } from './database.ts'
import { timed } from './timing.ts'

const participants = 10_000
const looks = 5
const milliseconds = (ms: number) => `${ms.toFixed(0)} ms`
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const medianOf = (work: () => Promise<unknown>) => timed(looks, work)

interface BenchClass {
  readonly id: string
  readonly companyId: string
  readonly caller: Caller
}

/** Nine of ten have read the twenty notices of the class. */
async function fill(root: Connection): Promise<BenchClass> {
  const db = graduationTables(root)
  const companyId = await buildCompany(root)
  const member = await buildMember(root, { companyId, roles: ['super-admin'] })
  const author = { id: member.id, companyId, organizationId: companyId }
  const now = Date.now()
  const id = await buildClass(root, { author, now, capacity: participants, startsAt: now - 1000, endsAt: now + 1e9 })
  for (let count = 0; count < 20; count += 1)
    await buildActivity(root, { classId: id, companyId, title: `班规 ${count}` })
  await sql`
    insert into identity.member (id, company_id, organization_id, name, full_name, created_at, updated_at)
    select m.id, ${companyId}, ${companyId}, 'm' || m.id, '学员', 0, 0
    from (select gen_random_uuid() as id from generate_series(1, ${participants})) m`.execute(db)
  await sql`
    insert into classes.enrollment (id, class_id, member_id, company_id, state, source, queued_at, decided_at)
    select gen_random_uuid(), ${id}, m.id, ${companyId}, 'enrolled', 'imported', ${now}, ${now}
    from identity.member m where m.company_id = ${companyId} and m.id <> ${member.id}`.execute(db)
  await sql`
    insert into classes.visit (activity_id, member_id, class_id, company_id, opened_at)
    select a.id, e.member_id, e.class_id, e.company_id, ${now} from classes.activity a
    join (select e.*, row_number() over (order by e.member_id) as place from classes.enrollment e where e.class_id = ${id}) e
      on e.class_id = a.class_id and e.place % 10 <> 0`.execute(db)
  await sql`analyze classes.enrollment, classes.visit, identity.member`.execute(db)
  const caller = {
    ...{ memberId: member.id, companyId, organizationId: companyId, sessionId: uuid(), roles: [] },
    permissions: new Map(['class.run', 'class.manage'].map((permission) => [permission, [companyId]])),
  } as unknown as Caller
  return { id, companyId, caller }
}

async function measureBatch(root: Connection, { id, caller }: BenchClass): Promise<number> {
  const db = graduationTables(root)
  const outside = { clock: { now: () => Date.now() } }
  const certificateTemplateId = await buildTemplate(root, {
    author: { id: caller.memberId, companyId: caller.companyId },
  })
  const rule = { ...newConditions, certificateTemplateId, creditHundredths: 200, classHourHundredths: 800 }
  const now = Date.now()
  await inTransaction(db, (within) => changeGraduationRule(within, caller, id, rule, now))
  const context = { caller, now, audit: () => undefined } as unknown as Context
  const choice = { memberIds: [], isForced: false, reason: '' }
  const { taskId } = await inTransaction(db, (within) => startBatch(within, id, choice, context))
  const isDone = async () => {
    const { rows } = await sql`select from graduation.batch where task_id = ${taskId} and ended_at is not null`.execute(
      db,
    )
    return rows.length > 0
  }
  return timed(1, async () => {
    while (!(await isDone())) await batchWork.job.run(root, { taskId }, { outside, now: Date.now() } as never)
  })
}

/** The rows of all graduates once more, for members of nowhere. */
async function measureFloor(root: Connection, { id }: BenchClass): Promise<number> {
  const db = graduationTables(root)
  const [classId, templateId] = [uuid(), uuid()]
  await sql`
    insert into certificates.template select (jsonb_populate_record(t, jsonb_build_object('id', ${templateId}::uuid, 'name', 'floor'))).*
    from certificates.template t limit 1`.execute(db)
  return timed(1, () =>
    inTransaction(db, async (within) => {
      await sql`update classes.enrollment set graduated_at = graduated_at + 1 where class_id = ${id} and graduation = 2`.execute(
        within,
      )
      await sql`
        insert into graduation.graduate (id, class_id, member_id, company_id, graduated_at, graduated_by, reason)
        select gen_random_uuid(), ${classId}, member_id, company_id, graduated_at, graduated_by, reason
        from graduation.graduate where class_id = ${id}`.execute(within)
      await sql`
        insert into certificates.certificate
        select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'template_id', ${templateId}::uuid,
          'number', 'F' || c.number, 'code', md5(c.code), 'business_id', ${classId}::uuid))).*
        from certificates.certificate c where c.business_id = ${id}`.execute(within)
    }),
  )
}

export async function printGraduation(): Promise<void> {
  const database = await startBenchDatabase()
  registerExtensions(serverModules)
  const root = createDatabase(createPool({ databaseUrl: database.url, size: 2 }))
  try {
    await migrate(database.url)
    const one = await fill(root)
    const db = graduationTables(root)
    const { id, caller } = one
    const now = Date.now()
    const page = (outcome?: 'failing') =>
      medianOf(() => graduationForecast(db, caller, id, { page: 1, pageSize: 20, ...(outcome && { outcome }) }, now))
    const rows = await medianOf(() => sql`select member_id from classes.enrollment where class_id = ${id}`.execute(db))
    console.log(`\ngraduation: a class of ${participants}, 20 required activities`)
    console.log(
      `  page of all ${milliseconds(await page())}, page of those who fail ${milliseconds(await page('failing'))}`,
    )
    const figures = await medianOf(() => graduationFigures(db, caller, id, now))
    console.log(`  figures ${milliseconds(figures)}; floor: ids of the participants ${milliseconds(rows)}`)
    const productMs = await measureBatch(root, one)
    const floorMs = await measureFloor(root, one)
    console.log(
      `  batch ${seconds(productMs)} (${(productMs / participants).toFixed(1)} ms a member), floor ${seconds(floorMs)}, ratio ${(productMs / floorMs).toFixed(1)}`,
    )
  } finally {
    await root.destroy()
    await database.stop()
  }
}
