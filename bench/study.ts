/**
 * `npm run bench -- --only study`: how studying holds in a company of 100,000 with 2,000 courses, while its progress
 * grows from 10 thousand rows to 10 million; what each screen costs then; how many heartbeats a second it takes.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { type Recorder, startRecorder } from './capture.ts'
import {
  findDirector,
  heartbeatScreen,
  homeScreen,
  otherScreens,
  pathScreen,
  type Screen,
  type Stage,
  seatLearners,
  teamScreens,
} from './study-calls.ts'
import { startStudyDatabase, withClient } from './study-database.ts'
import { type Cost, costOf, medianCost, sumOf } from './study-explain.ts'
import { fillLearners, prepareStudies, steps } from './study-fill.ts'
import { printHeartbeats } from './study-heartbeats.ts'
import { printPlayerStart } from './study-player.ts'
import { median } from './turns.ts'
import { walk } from './walk.ts'

const root = join(import.meta.dirname, '..')
const members = 100_000
const courseCount = 2000
/** Callers of a screen whose statements are explained, and calls of each that are timed. */
const callersMax = 5

interface Measured {
  readonly call: string
  readonly cost: Cost
  /** Of the whole call in the server's process, without the network. */
  readonly callMs: number
}

async function measureCall(recorder: Recorder, client: pg.Client, screen: Screen, index: number): Promise<Measured> {
  const costs: Cost[] = []
  const times: number[] = []
  const callers = screen.callers.slice(0, callersMax)
  for (const calls of callers) {
    const asked = calls[index]?.request
    if (!asked) continue
    // The first request may prepare what later ones find prepared.
    await recorder.call(asked)
    const startedAt = performance.now()
    const recorded = await recorder.statementsOf(asked)
    times.push(performance.now() - startedAt)
    costs.push(await costOf(client, recorded, screen.before))
  }
  return { call: callers[0]?.[index]?.call ?? '', cost: medianCost(costs), callMs: median(times) }
}

async function measureScreen(recorder: Recorder, client: pg.Client, screen: Screen): Promise<Measured[]> {
  const measured: Measured[] = []
  const calls = screen.callers[0] ?? []
  for (const index of calls.keys()) measured.push(await measureCall(recorder, client, screen, index))
  return measured
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US')

/** With a server that has seen all calls. */
async function withRecorder<T>(
  url: string,
  files: string,
  { learners }: Stage,
  use: (recorder: Recorder, client: pg.Client) => Promise<T>,
): Promise<T> {
  const recorder = await startRecorder(url, files)
  await walk(recorder.ask, url, { learners, director: await findDirector(url), atOnce: 1 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(recorder, client)
  } finally {
    await client.end()
    await recorder.close()
  }
}

/** One row of the growth table: the three that the whole company uses all day. */
async function growthRow(url: string, files: string, filledIn: string): Promise<string> {
  const stage = await seatLearners(url, steps[0])
  const { rows } = await withClient(url, (client) =>
    client.query<{ rows: string; size: string }>(`select count(*)::text as rows,
      pg_size_pretty(pg_total_relation_size('courses.section_progress')) as size from courses.section_progress`),
  )
  return withRecorder(url, files, stage, async (recorder, client) => {
    const cells = []
    for (const screen of [heartbeatScreen(stage), homeScreen(stage), pathScreen(stage)]) {
      const measured = await measureScreen(recorder, client, screen)
      const cost = sumOf(measured.map((one) => one.cost))
      const callMs = measured.reduce((sum, one) => sum + one.callMs, 0)
      cells.push(whole(cost.buffers), cost.databaseMs.toFixed(2), callMs.toFixed(1))
    }
    return `| ${[whole(Number(rows[0]?.rows)), rows[0]?.size, filledIn, ...cells].join(' | ')} |`
  })
}

const growthHead = [
  '| rows of progress | with indexes | filled in | heartbeat: buffers | database ms | call ms | study home: buffers | database ms | call ms | path of 120: buffers | database ms | call ms |',
  '| --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
]

const since = (startedAt: number) => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`

/** An empty database becomes the company of 100,000; its learners come in steps, with a row of the table after each. */
async function fillInSteps(url: string, files: string, wanted: readonly number[]): Promise<void> {
  const startedAt = performance.now()
  await migrate(url)
  const args = ['tools/seed.ts', '--members', String(members), '--courses', String(courseCount), '--progress', '0']
  const env = { ...process.env, DATABASE_URL: url, DATA_DIRECTORY: files, FFMPEG_PATH: 'off', SOFFICE_PATH: 'off' }
  await promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 1e8 })
  await prepareStudies(url)
  console.log(`${whole(members)} members and ${whole(courseCount)} courses made in ${since(startedAt)}`)
  console.log(`\n${growthHead.join('\n')}`)
  for (const [index, to] of wanted.entries()) {
    const filledAt = performance.now()
    await fillLearners(url, wanted[index - 1] ?? 0, to)
    console.log(await growthRow(url, files, since(filledAt)))
  }
}

function printScreen({ name }: Screen, measured: readonly Measured[]): void {
  for (const [index, { call, cost, callMs }] of measured.entries()) {
    const { statements, buffers, rows, databaseMs, wholeTables } = cost
    const cells = [index === 0 ? name : '', call, statements, whole(buffers), whole(rows), databaseMs.toFixed(2)]
    console.log(`| ${[...cells, callMs.toFixed(1), wholeTables.join(', ')].join(' | ')} |`)
  }
}

export async function measureScreens(url: string, files: string, stage: Stage): Promise<void> {
  const screens = [homeScreen(stage), pathScreen(stage), ...otherScreens(stage), ...(await teamScreens(url, stage))]
  const wanted = process.env.BENCH_SCREEN
  console.log('\n| screen | call | statements | buffers | rows read | database ms | call ms | read whole |')
  console.log('| --- | --- | --: | --: | --: | --: | --: | --- |')
  await withRecorder(url, files, stage, async (recorder, client) => {
    for (const screen of screens.filter(({ name }) => wanted === undefined || name === wanted))
      printScreen(screen, await measureScreen(recorder, client, screen))
  })
}

/** With the company of 100,000 and its rows of progress: ten million, a million for a quick look. */
export async function withStudyDatabase(
  quick: boolean,
  use: (url: string, filesDirectory: string) => Promise<void>,
): Promise<void> {
  const database = await startStudyDatabase()
  try {
    if (!database.isFilled) {
      await fillInSteps(database.url, database.filesDirectory, quick ? steps.slice(0, 3) : steps)
      await database.makeDurable()
    } else await migrate(database.url)
    await use(database.url, database.filesDirectory)
  } finally {
    await database.stop()
  }
}

export async function printStudy(quick: boolean): Promise<void> {
  const startedAt = performance.now()
  await withStudyDatabase(quick, async (url, filesDirectory) => {
    const stage = await seatLearners(url, steps[0])
    await measureScreens(url, filesDirectory, stage)
    await printHeartbeats(url, filesDirectory, { rounds: quick ? 2 : 7, seconds: 2, warmUpSeconds: 3 })
    const walkers = { learners: stage.learners, director: await findDirector(url) }
    await printPlayerStart(url, filesDirectory, { rounds: quick ? 3 : 11, walkers })
  })
  console.log(`\nThe study bench took ${since(startedAt)}${quick ? ', quickly' : ''}.`)
}
