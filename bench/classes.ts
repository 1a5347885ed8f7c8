/**
 * A class of 10,000 participants and 500 activities, and a thousand more classes: what its screens ask, over HTTP, beside both
 * floors. `node bench/run.ts --only classes`; `--quick` for a tenth of it.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Endpoint } from '#kit/contract.ts'
import { buildCompany, buildMember, buildSession, callerOf } from '#modules/platform/identity/server/members.fixture.ts'
import { classes } from '#modules/training/classes/contract.ts'
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { type ClassesDb, classesTables } from '#modules/training/classes/server/db.ts'
import { changeSeats, splitIntoGroups, workspace } from '#modules/training/classes/server/workspace.ts'
import { graduation } from '#modules/training/graduation/contract.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { request } from './actors.ts'
import { startBenchDatabase } from './database.ts'
import type { BenchCaller, RequestPlan } from './plans.ts'
import { timed } from './timing.ts'
import { printAgainstFloors } from './two-floors.ts'

const activityCount = 500
const participantsAsking = 50
const hourMs = 3_600_000

/** Members as copies of one, who take part; activities of which every second is a meeting; other classes beside. */
async function fill(db: ClassesDb, memberId: string, classId: string, size: { members: number; classes: number }) {
  const now = Date.now()
  const { rows } = await sql<{ names: string }>`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
    where table_schema = 'identity' and table_name = 'member' and is_generated = 'NEVER'
      and column_name not in ('id', 'name', 'staff_number', 'phone', 'email', 'full_name')`.execute(db)
  const names = sql.raw(rows[0]?.names ?? '')
  await sql`insert into identity.member (id, name, full_name, ${names})
    select gen_random_uuid(), 'bench' || n, '学员' || n, ${names}
    from identity.member cross join generate_series(1, ${size.members}) n where id = ${memberId}`.execute(db)
  await sql`insert into classes.enrollment (id, class_id, member_id, company_id, state, source, queued_at)
    select gen_random_uuid(), ${classId}, id, company_id, 'enrolled', 'self', ${now} + row_number() over ()
    from identity.member where name like 'bench%'`.execute(db)
  await sql`insert into classes.activity (id, class_id, company_id, kind, phase, sort, is_required, title, text, url, venue,
      starts_at, ends_at)
    select gen_random_uuid(), c.id, c.company_id, case when n % 2 = 0 then 'offline' else 'notice' end, n % 10, n, true,
      '活动' || n, '说明', '', '', case when n % 2 = 0 then ${now} + n::bigint * ${hourMs} end,
      case when n % 2 = 0 then ${now} + (n + 1)::bigint * ${hourMs} end
    from classes.class c cross join generate_series(1, ${activityCount}) n where c.id = ${classId}`.execute(db)
  await sql`create temp table copied as select gen_random_uuid() as id, c.id as old, n from classes.class c
    cross join generate_series(1, ${size.classes}) n where c.id = ${classId}`.execute(db)
  const columns = await sql<{ names: string }>`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
    where table_schema = 'classes' and table_name = 'class' and column_name <> 'id'`.execute(db)
  const others = sql.raw(columns.rows[0]?.names ?? '')
  await sql`insert into classes.class (id, ${others}) select p.id, ${others}
    from copied p join classes.class c on c.id = p.old`.execute(db)
  await sql`insert into classes.enrollment (id, class_id, member_id, company_id, state, source, queued_at)
    select gen_random_uuid(), p.id, m.id, m.company_id, 'enrolled', 'self', ${now}
    from copied p join lateral (select * from identity.member where name like 'bench%' order by id limit 20) m on true`.execute(
    db,
  )
  await sql`insert into classes.activity (id, class_id, company_id, kind, phase, sort, is_required, title, text, url, venue,
      starts_at, ends_at)
    select gen_random_uuid(), c.id, c.company_id, 'offline', 0, 0, true, '课次', '', '', '', ${now}, ${now + hourMs}
    from copied p join classes.class c on c.id = p.id`.execute(db)
  await sql`analyze`.execute(db)
}

/** The participants who ask, with a session each. */
async function participantsOf(root: RootDatabase, classId: string): Promise<BenchCaller[]> {
  const { rows } = await sql<{ id: string; companyId: string }>`
    select member_id as id, company_id as "companyId" from classes.enrollment
    where class_id = ${classId} and state = 'enrolled' order by id limit ${participantsAsking}`.execute(root)
  const callers: BenchCaller[] = []
  for (const row of rows) callers.push({ token: await buildSession(root, row) })
  return callers
}

function plansOf(id: string, staff: BenchCaller, participants: readonly BenchCaller[]): RequestPlan[] {
  const plan = (name: string, endpoint: Endpoint, callers: readonly BenchCaller[], query = ''): RequestPlan => ({
    name,
    requests: callers.map((caller) => request(endpoint, caller, { params: { id }, query })),
  })
  const page = '?page=1&pageSize=20'
  const conflictsAt = `?from=${Date.now()}&to=${Date.now() + hourMs}`
  return [
    plan('list of classes, a page', classes.classes, participants, page),
    plan('class detail', classes.class, participants),
    plan('content: 500 activities with the own standing', classes.classContent, participants),
    plan('schedule: 250 meetings', classes.classSchedule, participants),
    plan('classmates, a page', classes.classmates, participants, page),
    plan('groups with their sizes', classes.classGroups, participants),
    plan('seating plan of 40 × 40', classes.classSeats, participants),
    plan('staff: list of classes, a page', classes.managedClasses, [staff], page),
    plan('staff: roster, a page', classes.roster, [staff], page),
    plan('staff: figures of the roster', classes.rosterFigures, [staff]),
    plan('staff: workspace, all participants', classes.workspace, [staff]),
    plan('staff: conflicts of participants', classes.meetingConflicts, [staff], conflictsAt),
    plan('staff: forecast of graduation, a page', graduation.graduationForecast, [staff], page),
    plan('staff: figures of graduation', graduation.graduationFigures, [staff]),
  ]
}

export async function printClasses(isQuick: boolean): Promise<void> {
  const size = isQuick ? { members: 1000, classes: 100 } : { members: 10_000, classes: 1000 }
  const database = await startBenchDatabase()
  const filesDirectory = await mkdtemp(join(tmpdir(), 'shuyuan-bench-classes-'))
  const root = createDatabase(createPool({ databaseUrl: database.url, size: 1 }))
  try {
    await migrate(database.url)
    const companyId = await buildCompany(root)
    const chief = await buildMember(root, { companyId, roles: ['super-admin'] })
    const now = Date.now()
    const author = { id: chief.id, companyId, organizationId: companyId }
    const times = { startsAt: now - hourMs, endsAt: now + 30 * 24 * hourMs }
    const id = await buildClass(root, { author, now, capacity: 10_000, ...times, participants: [chief.id] })
    await fill(classesTables(root), chief.id, id, size)
    const caller = await callerOf(root, chief)
    const db = classesTables(root)
    const revisionOf = async () => (await workspace(db, caller, id)).revision
    const names = Array.from({ length: 100 }, (_, at) => `第 ${at + 1} 组`)
    const split = await timed(3, async () => splitIntoGroups(db, caller, id, { names, revision: await revisionOf() }))
    const { members } = await workspace(db, caller, id)
    const seats = members
      .slice(0, 1600)
      .map((one, at) => ({ memberId: one.id, row: Math.floor(at / 40), column: at % 40 }))
    const seating = await timed(3, async () =>
      changeSeats(db, caller, id, { rows: 40, columns: 40, seats, revision: await revisionOf() }),
    )
    await sql`vacuum analyze`.execute(root)
    console.log(`\nA class of ${size.members.toLocaleString('en-US')} participants, ${size.classes} others beside it\n`)
    const staff = { token: await buildSession(root, { id: chief.id, companyId }) }
    const measured = { databaseUrl: database.url, filesDirectory, director: staff, isQuick }
    await printAgainstFloors(measured, plansOf(id, staff, await participantsOf(root, id)))
    console.log(
      `\nsplit into 100 groups, written: ${split.toFixed(0)} ms; 1,600 seats, written: ${seating.toFixed(0)} ms\n`,
    )
  } finally {
    await root.destroy()
    await database.stop()
    await rm(filesDirectory, { recursive: true, force: true })
  }
}
