/**
 * `npm run bench`: what the product's calls cost, each as a ratio to a floor that is measured in the same run, in turns,
 * on the same database. `--quick` for a look; `--sizes small` for the small company alone, `--sizes none` for none;
 * `--only 'course detail'` for one call of the sized companies, `--only classes` for one of the parts below: some run only so,
 * for they take long.
 */
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { createPlans } from './actors.ts'
import { printAttendance } from './attendance.ts'
import { startRecorder } from './capture.ts'
import { printClasses } from './classes.ts'
import { printCommerce } from './commerce.ts'
import { printCommunity, printLargeCommunity } from './community.ts'
import { printContests } from './contests.ts'
import { type BenchDatabase, startBenchDatabase } from './database.ts'
import { noConversions } from './demo-company.ts'
import { printDryRun } from './dry-run.ts'
import { printEnrollments } from './enrollments.ts'
import { printRecompute } from './exam-recompute.ts'
import { printExamStatistics } from './exam-statistics.ts'
import { printExams } from './exams.ts'
import type { FloorTask } from './floor.ts'
import { printGraduation } from './graduation.ts'
import { printLedger } from './ledger.ts'
import { printMedia } from './media.ts'
import { measureImport } from './member-import.ts'
import { type FanOutResult, measureFanOut } from './messages.ts'
import { printPages } from './pages.ts'
import { printPlanModes } from './plan-modes.ts'
import { printRooms } from './rooms.ts'
import { printSearch } from './search.ts'
import { printSecondDay } from './second-day.ts'
import { printStudy, withStudyDatabase } from './study.ts'
import { printPlayer } from './study-player.ts'
import {
  connections,
  floorPort,
  type Line,
  measure,
  median,
  poolSize,
  printLines,
  productPort,
  productSettings,
  start,
  stop,
} from './turns.ts'
import { measureUpload } from './upload.ts'
import { askAt, walk } from './walk.ts'
import { printWordCheck } from './words.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    sizes: { type: 'string' },
    only: { type: 'string' },
    calls: { type: 'string' },
  },
})
// Many short turns: what else the machine does then falls on both sides.
const turns = { rounds: options.quick ? 2 : 9, seconds: options.quick ? 1 : 2, warmUpSeconds: 2 }
const sizes = {
  small: { members: 200, courses: 10 },
  large: { members: 100_000, courses: 2000 },
} as const
type Size = keyof typeof sizes

const root = join(import.meta.dirname, '..')

const importName = 'import of 20,000 members'

async function importLine(databaseUrl: string): Promise<Line> {
  const results = await measureImport(`http://127.0.0.1:${productPort}`, databaseUrl, options.quick ? 1 : 3)
  const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  return {
    name: importName,
    floor: inSeconds(median(results.map((one) => one.floorMs))),
    product: inSeconds(median(results.map((one) => one.productMs))),
    ratio: median(results.map((one) => one.floorMs / one.productMs)),
    p99: '',
    cpu: '',
  }
}

const fanOutName = 'notification of every member'

async function fanOutLine(databaseUrl: string): Promise<Line> {
  const results = await measureFanOut(databaseUrl, options.quick ? 1 : 5)
  const rate = (of: (one: FanOutResult) => number) =>
    `${Math.round(median(results.map((one) => one.rows / (of(one) / 1000))))} rows/s`
  return {
    name: fanOutName,
    floor: rate((one) => one.floorMs),
    product: rate((one) => one.productMs),
    ratio: median(results.map((one) => one.floorMs / one.productMs)),
    p99: '',
    cpu: '',
  }
}

const uploadName = 'upload of a video'

/** Throughput, against writing the same bytes to the same disk. */
async function uploadLines(databaseUrl: string, directory: string): Promise<Line[]> {
  const sizeBytes = (options.quick ? 64 : 512) * 1024 * 1024
  const settings = { sizeBytes, rounds: options.quick ? 1 : 5 }
  const results = await measureUpload(`http://127.0.0.1:${productPort}`, databaseUrl, directory, settings)
  const rate = (ms: number) => `${Math.round(sizeBytes / 1024 / 1024 / (ms / 1000))} MB/s`
  return (['arrivalMs', 'fileMs'] as const).map((until) => ({
    name: `${uploadName}, ${until === 'arrivalMs' ? 'all bytes there' : 'checked and stored'}`,
    floor: rate(median(results.map((one) => one.floorMs))),
    product: rate(median(results.map((one) => one[until]))),
    ratio: median(results.map((one) => one.floorMs / one[until])),
    p99: '',
    cpu: '',
  }))
}

async function prepare(database: BenchDatabase, dataDirectory: string, size: Size): Promise<void> {
  await migrate(database.url)
  const { members, courses } = sizes[size]
  const args = ['tools/seed.ts', '--members', String(members), '--courses', String(courses)]
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIRECTORY: dataDirectory, ...noConversions }
  await promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 1e8 })
}

async function measureSize(size: Size): Promise<void> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'shuyuan-bench-files-'))
  const database = await startBenchDatabase()
  const children: ChildProcess[] = []
  try {
    await prepare(database, dataDirectory, size)
    const base = Date.now()
    const recorder = await startRecorder(database.url, dataDirectory)
    const { plans: all, walkers } = await createPlans(database.url, recorder)
    const wanted = all.filter((plan) => !options.only || plan.name === options.only)
    const plans: FloorTask['plans'][number][] = []
    for (const plan of wanted) {
      const variants = []
      for (const actor of plan.requests.keys()) variants.push(await recorder.record(plan, actor, base))
      plans.push({ plan, variants })
    }
    await recorder.close()
    const task: FloorTask = { databaseUrl: database.url, poolSize, port: floorPort, base, plans }
    const floor = await start('bench/floor.ts', {}, task)
    children.push(floor)
    const product = await start('server/main.ts', { ...productSettings(database.url, dataDirectory), ...noConversions })
    children.push(product)
    const generator = fork(join(root, 'bench/load.ts'))
    children.push(generator)
    const lines: Line[] = []
    const stage = { generator, floor, product, database, base }
    await walk(askAt(`http://127.0.0.1:${productPort}`), database.url, { ...walkers, atOnce: poolSize })
    for (const [index, { plan }] of plans.entries()) lines.push(await measure(stage, plan, index, turns))
    if (!options.only || options.only === fanOutName) lines.push(await fanOutLine(database.url))
    if (!options.only || options.only === importName) lines.push(await importLine(database.url))
    if (!options.only || options.only === uploadName) lines.push(...(await uploadLines(database.url, dataDirectory)))
    const { members, courses } = sizes[size]
    console.log(`\n${members.toLocaleString('en-US')} members, ${courses.toLocaleString('en-US')} courses\n`)
    printLines(lines)
  } finally {
    for (const child of children) await stop(child)
    await database.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

const version = await (async () => {
  const database = await startBenchDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  await database.stop()
  return rows[0]?.server_version
})()
console.log(
  `Node ${process.version}, PostgreSQL ${version}, ${connections} connections, a pool of ${poolSize}, one server process.`,
)
console.log('Floor: a bare Fastify handler with the same SQL through the same driver (sign-in: and the same argon2id).')
const isQuick = options.quick === true
/** What `--only` names besides the calls of the sized companies. Those that are not usual run only when they are asked for. */
const parts: Readonly<Record<string, { readonly isUsual: boolean; print(): unknown }>> = {
  'word check': { isUsual: true, print: printWordCheck },
  ledger: { isUsual: true, print: () => printLedger(isQuick) },
  enrollments: { isUsual: true, print: () => printEnrollments(isQuick) },
  'dry run': { isUsual: true, print: () => printDryRun(isQuick) },
  statistics: { isUsual: true, print: () => printExamStatistics(isQuick) },
  attendance: { isUsual: true, print: () => printAttendance(isQuick) },
  contests: { isUsual: true, print: () => printContests(isQuick) },
  search: { isUsual: false, print: () => printSearch(isQuick) },
  'exam recompute': { isUsual: true, print: () => printRecompute(isQuick) },
  classes: { isUsual: true, print: () => printClasses(isQuick) },
  // It makes ten million orders.
  commerce: { isUsual: false, print: () => printCommerce(isQuick) },
  community: { isUsual: false, print: () => printCommunity(isQuick) },
  'large community': { isUsual: false, print: () => printLargeCommunity(isQuick, options.calls?.split(',')) },
  graduation: { isUsual: true, print: printGraduation },
  rooms: { isUsual: true, print: () => printRooms(isQuick) },
  media: { isUsual: true, print: () => printMedia(isQuick) },
  // It makes ten million rows first.
  study: { isUsual: false, print: () => printStudy(isQuick) },
  'second day': {
    isUsual: false,
    print: () => withStudyDatabase(isQuick, (url, files) => printSecondDay(url, files, isQuick)),
  },
  exams: { isUsual: false, print: () => printExams(isQuick) },
  pages: { isUsual: false, print: () => printPages(isQuick) },
  player: { isUsual: false, print: () => printPlayer(isQuick) },
  plans: { isUsual: false, print: () => withStudyDatabase(isQuick, printPlanModes) },
}
const onlyPart = options.only === undefined ? undefined : parts[options.only]
const wanted = options.sizes?.split(',') ?? (onlyPart ? [] : Object.keys(sizes))
for (const size of (Object.keys(sizes) as Size[]).filter((one) => wanted.includes(one))) await measureSize(size)
if (onlyPart) await onlyPart.print()
if (!options.only) for (const { isUsual, print } of Object.values(parts)) if (isUsual) await print()
