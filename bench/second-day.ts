/**
 * `npm run bench -- --only 'second day'`: what the calls that learners make all day cost a server which has seen every call
 * before, in processor time of the server and of PostgreSQL. Beside each two floors: the same SQL behind a bare server, and
 * the smallest indexed read (or write) of as many bytes; and the same calls on a server that has just started.
 * BENCH_CALL=heartbeat measures one call. BENCH_BEFORE names another checkout, whose server takes turns with this one.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { topics } from '#modules/content/topics/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { request } from './actors.ts'
import { startRecorder } from './capture.ts'
import type { FloorTask } from './floor.ts'
import type { LoadResult } from './load.ts'
import type { RequestPlan } from './plans.ts'
import { type Learner, type Stage, seatLearners } from './study-calls.ts'
import { cpuMs, floorPort, load, median, poolSize, productPort, productSettings, start, stop } from './turns.ts'
import { floorPlans, recordPlans } from './two-floors.ts'
import { askAt, walk } from './walk.ts'

const actorCount = 200
/** As many clients as in the measurement of Moodle that is compared with. */
const clients = 8
const chaptersOfLong = 6
const sectionsOfChapter = 7
const commentsOfCourse = 300

/** Moodle 5 on the same machine, calls a second, where it was measured. */
const moodle: Readonly<Record<string, number>> = {
  'my courses': 34,
  'course of 42 sections': 36,
  comments: 40,
  heartbeat: 82,
}

interface Scene {
  readonly longCourseId: string
  readonly director: { readonly token: string }
}

/** A course of 42 sections that the learners are within, with comments; found again in a database that was kept. */
async function buildScene(databaseUrl: string, learners: readonly Learner[]): Promise<Scene> {
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  try {
    await sql`create table if not exists bench.scene (course_id uuid not null)`.execute(db)
    const kept = await sql<{ id: string }>`select course_id as id from bench.scene`.execute(db)
    const longCourseId = kept.rows[0]?.id ?? (await buildLongCourse(db))
    const ids = learners.map(({ id }) => id)
    await sql`
      insert into courses.registration (member_id, course_id, company_id, version_id, status, registered_at, started_at,
        touched_at)
      select m.id, c.id, c.company_id, c.published_version_id, 1, 1760000000000, 1760000000000, 1760000000000
      from courses.course c cross join unnest(${ids}::uuid[]) m (id) where c.id = ${longCourseId}
      on conflict do nothing`.execute(db)
    await sql`
      insert into courses.section_progress (member_id, course_id, section_id, company_id, kind, status, covered,
        unit_count, needed, started_at, studied_at, finished_at, credited_until)
      select r.member_id, r.course_id, s.id, s.company_id, s.kind, 2, s.unit_count, s.unit_count, s.unit_count, 1, 1, 1, 1
      from courses.registration r join courses.section s on s.version_id = r.version_id
      where r.course_id = ${longCourseId} and s.sort < 3 on conflict do nothing`.execute(db)
    await sql`vacuum (analyze) courses.registration, courses.section_progress, courses.section, topics.comment`.execute(
      db,
    )
    const { rows } = await sql<{ id: string; companyId: string }>`
      select m.id, m.company_id as "companyId" from identity.member m join bench.study s on s.company_id = m.company_id
      where m.name = 'guanli'`.execute(db)
    const director = rows[0]
    if (!director) throw new Error('the study database has nobody who manages')
    return { longCourseId, director: { token: await buildSession(db, director) } }
  } finally {
    await db.destroy()
  }
}

async function buildLongCourse(db: RootDatabase): Promise<string> {
  const { rows } = await sql<{ id: string; companyId: string }>`
    select m.id, m.company_id as "companyId" from identity.member m join bench.study s on s.company_id = m.company_id
    where m.name = 'guanli'`.execute(db)
  const manager = rows[0]
  if (!manager) throw new Error('the study database has nobody who manages')
  const sections = Array.from({ length: sectionsOfChapter }, (_, at) => ({
    kind: 'video' as const,
    title: `第 ${at + 1} 节 设备点检与安全操作`,
    durationMs: 600_000,
  }))
  const { id } = await buildCourse(db, {
    author: { ...manager, organizationId: manager.companyId },
    name: '四十二节的课程',
    chapters: Array.from({ length: chaptersOfLong }, (_, at) => ({ title: `第 ${at + 1} 章`, sections })),
  })
  await sql`
    insert into topics.comment (id, company_id, business_type, business_id, member_id, organization_id, content,
      created_at)
    select uuidv7(), m.company_id, 1, ${id}, m.id, m.organization_id, '讲得很清楚，现场马上能用，谢谢老师。',
      1760000000000 + row_number() over (order by m.id) * 1000
    from (select * from identity.member where company_id = ${manager.companyId} limit ${commentsOfCourse}) m`.execute(
    db,
  )
  await sql`
    insert into topics.comment (id, company_id, business_type, business_id, parent_id, replied_to_id, member_id,
      organization_id, content, created_at)
    select uuidv7(), c.company_id, 1, c.business_id, c.id, c.id, ${manager.id}, c.organization_id, '不客气。',
      c.created_at + 500
    from topics.comment c cross join generate_series(1, 2)
    where c.business_id = ${id} and c.parent_id is null and c.created_at / 1000 % 4 = 0`.execute(db)
  await sql`update topics.comment p set reply_count = n.count
    from (select parent_id, count(*) as count from topics.comment where business_id = ${id} group by 1) n
    where n.parent_id = p.id`.execute(db)
  await sql`insert into bench.scene values (${id})`.execute(db)
  return id
}

function hotPlans({ learners }: Stage, { longCourseId }: Scene): RequestPlan[] {
  const plan = (name: string, of: (learner: Learner) => RequestPlan['requests'][number]): RequestPlan => ({
    name,
    requests: learners.map(of),
  })
  const page = '?page=1&pageSize=20'
  const heartbeat = { sequence: '{sequence}', intervals: [{ from: '{from}', to: '{to}' }], activeMs: 1 }
  return [
    plan('current member', (learner) => request(identity.currentMember, learner, {})),
    plan('my courses', (learner) => request(courses.myCourses, learner, { query: page })),
    plan('catalogue', (learner) => request(courses.catalogue, learner, { query: page })),
    plan('course of 42 sections', (learner) =>
      request(courses.courseDetail, learner, { params: { id: longCourseId } }),
    ),
    plan('comments', (learner) =>
      request(topics.listComments, learner, { query: `?businessType=1&businessId=${longCourseId}` }),
    ),
    {
      ...plan('heartbeat', (learner) =>
        request(courses.heartbeat, learner, { params: { id: learner.playbackId }, body: heartbeat }),
      ),
      isWrite: true,
    },
  ]
}

/** The processes of the database: those that the one which answers was started beside. */
async function databaseProcesses(backend: number): Promise<string[]> {
  const parentOf = async (pid: string) => {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[1]
  }
  const postmaster = await parentOf(String(backend))
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(pids.map(parentOf))
  return pids.filter((_, index) => parents[index] === postmaster)
}

/** By process: some end while calls are measured, and take their times with them. */
async function cpuOfDatabase(db: RootDatabase): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const pids = await databaseProcesses(rows[0]?.pid ?? 0)
  const times = await Promise.all(pids.map((pid) => cpuMs({ pid: Number(pid) })))
  return new Map(pids.map((pid, index) => [pid, times[index] ?? 0]))
}

function cpuBetween(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}

interface Turn extends LoadResult {
  readonly serverMs: number
  readonly databaseMs: number
}

interface Bench {
  readonly db: RootDatabase
  readonly generator: ChildProcess
  readonly base: number
  readonly seconds: number
}

interface Target {
  readonly process: ChildProcess
  readonly origin: string
  readonly floorIndex?: number
}

async function takeTurn({ db, generator, base, seconds }: Bench, plan: RequestPlan, target: Target): Promise<Turn> {
  const { process: server, origin, floorIndex } = target
  const task = { origin, plan, base, connections: clients, seconds, ...(floorIndex !== undefined && { floorIndex }) }
  const before = [(await cpuMs(server)) ?? 0, await cpuOfDatabase(db)] as const
  const result = await load(generator, task)
  const after = [(await cpuMs(server)) ?? 0, await cpuOfDatabase(db)] as const
  if (result.failed > 0) throw new Error(`${plan.name}: ${result.failed} calls failed: ${result.answers}`)
  const calls = result.perSecond * seconds
  return { ...result, serverMs: (after[0] - before[0]) / calls, databaseMs: cpuBetween(before[1], after[1]) / calls }
}

const milliseconds = (turns: readonly Turn[], of: (turn: Turn) => number) => median(turns.map(of))
const perSecond = (turns: readonly Turn[]) => Math.round(milliseconds(turns, (turn) => turn.perSecond))
const together = (turns: readonly Turn[]) =>
  milliseconds(turns, ({ serverMs, databaseMs }) => serverMs + databaseMs).toFixed(2)
const apart = (turns: readonly Turn[]) =>
  [({ serverMs }: Turn) => serverMs, ({ databaseMs }: Turn) => databaseMs].map((of) =>
    milliseconds(turns, of).toFixed(2),
  )

type Side = 'fresh' | 'before' | 'product' | 'sameSql' | 'smallest'
type Turns = Readonly<Record<Side, Turn[]>>

function printLine(name: string, { fresh, before, product, sameSql, smallest }: Turns): void {
  const cells = [
    `${together(fresh)}, ${perSecond(fresh)}/s`,
    ...(before.length > 0 ? [`${apart(before).join(' + ')}, ${perSecond(before)}/s`] : []),
    ...apart(product),
    `**${together(product)}**`,
    perSecond(product),
    milliseconds(product, ({ p99Ms }) => p99Ms).toFixed(0),
    `${together(sameSql)}, ${perSecond(sameSql)}/s`,
    `${together(smallest)}, ${perSecond(smallest)}/s`,
    moodle[name] === undefined ? '–' : `${moodle[name]}/s`,
  ]
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}

function printHead(hasBefore: boolean): void {
  const names = [
    ...['call', 'fresh, together', ...(hasBefore ? ['before'] : []), 'server ms', 'database ms', 'together'],
    ...[`a second, ${clients} clients`, 'p99 ms', 'same SQL, bare server', 'smallest read of its bytes', 'Moodle'],
  ]
  console.log(`| ${names.join(' | ')} |`)
  console.log(
    `| --- ${names
      .slice(1)
      .map(() => '| --:')
      .join(' ')} |`,
  )
}

/** Of this checkout, or of another one, at a port of its own. */
async function startProduct(databaseUrl: string, files: string, tree?: string): Promise<Target> {
  const port = productPort + (tree === undefined ? 0 : 20)
  const settings = {
    ...productSettings(databaseUrl, files),
    PORT: String(port),
    FFMPEG_PATH: 'off',
    SOFFICE_PATH: 'off',
  }
  return { process: await start('server/main.ts', settings, undefined, tree), origin: `http://127.0.0.1:${port}` }
}

export async function printSecondDay(databaseUrl: string, filesDirectory: string, quick: boolean): Promise<void> {
  const stage = await seatLearners(databaseUrl, actorCount)
  const scene = await buildScene(databaseUrl, stage.learners)
  const recorder = await startRecorder(databaseUrl, filesDirectory)
  const base = Date.now() - 1000
  const wanted = process.env.BENCH_CALL
  // Browsers send the cookie that they got with their first answer.
  const learners: (Learner & { cookie?: string })[] = []
  for (const learner of stage.learners) {
    const cookie = await recorder.cookieAfter(request(identity.currentMember, learner, {}))
    learners.push({ ...learner, ...(cookie !== undefined && { cookie }) })
  }
  await recorder.close()
  const plans = hotPlans({ ...stage, learners }, scene).filter(({ name }) => wanted === undefined || name === wanted)
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  const children: ChildProcess[] = []
  try {
    const recorded = await recordPlans({ databaseUrl, filesDirectory, base }, plans)
    const task = { databaseUrl, poolSize, port: floorPort, base, plans: await floorPlans(db, recorded) }
    const product = await startProduct(databaseUrl, filesDirectory)
    children.push(product.process)
    const floor = await start('bench/floor.ts', {}, task satisfies FloorTask)
    children.push(floor)
    const generator = fork(join(import.meta.dirname, 'load.ts'))
    children.push(generator)
    const bench = { db, generator, base, seconds: quick ? 2 : 4 }
    const rounds = quick ? 2 : 5
    const asked = (plan: RequestPlan, target: Target) => takeTurn(bench, plan, target)
    const atFloor = (plan: RequestPlan, floorIndex: number) =>
      takeTurn(bench, plan, { process: floor, origin: `http://127.0.0.1:${floorPort}`, floorIndex })
    const fresh = new Map<RequestPlan, Turn[]>()
    for (const plan of plans) {
      await asked(plan, product)
      const turns: Turn[] = []
      for (let round = 0; round < rounds; round++) turns.push(await asked(plan, product))
      fresh.set(plan, turns)
    }
    const walkers = { learners: stage.learners, director: scene.director, atOnce: poolSize }
    await walk(askAt(product.origin), databaseUrl, walkers)
    const tree = process.env.BENCH_BEFORE
    const earlier = tree === undefined ? undefined : await startProduct(databaseUrl, filesDirectory, tree)
    if (earlier) {
      children.push(earlier.process)
      await walk(askAt(earlier.origin), databaseUrl, walkers)
    }
    printHead(earlier !== undefined)
    for (const [index, { plan }] of recorded.entries()) {
      const own = plans[index] as RequestPlan
      await asked(own, product)
      if (earlier) await asked(own, earlier)
      const turns: Turns = { fresh: fresh.get(own) ?? [], before: [], product: [], sameSql: [], smallest: [] }
      for (let round = 0; round < rounds; round++) {
        if (earlier) turns.before.push(await asked(own, earlier))
        turns.product.push(await asked(own, product))
        turns.sameSql.push(await atFloor(plan, index))
        turns.smallest.push(await atFloor(plan, index + recorded.length))
      }
      printLine(plan.name, turns)
    }
  } finally {
    for (const child of children) await stop(child)
    await db.destroy()
  }
}
