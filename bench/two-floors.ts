/**
 * A call of the product beside its two floors: the same SQL behind a bare server, and the smallest indexed read (or write) of as
 * many bytes. All on the same database, in turns, on a server that has seen every call before.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type Replay, startRecorder } from './capture.ts'
import { noConversions } from './demo-company.ts'
import type { FloorTask } from './floor.ts'
import type { BenchCaller, RequestPlan } from './plans.ts'
import { floorPort, load, median, poolSize, productPort, productSettings, start, stop } from './turns.ts'
import { askAt, walk } from './walk.ts'

type RecordedPlans = FloorTask['plans']

/** So many actors of a plan are recorded; the others would ask the same. */
const actorsOfPlan = 50

/** What the database is asked for each plan. */
export async function recordPlans(
  { databaseUrl, filesDirectory, base }: { databaseUrl: string; filesDirectory: string; base: number },
  plans: readonly RequestPlan[],
): Promise<RecordedPlans> {
  const recorder = await startRecorder(databaseUrl, filesDirectory)
  try {
    const recorded: RecordedPlans[number][] = []
    for (const plan of plans) {
      const variants: Replay[] = []
      const requests = plan.requests.slice(0, actorsOfPlan)
      for (const actor of requests.keys()) variants.push(await recorder.record(plan, actor, base))
      recorded.push({ plan: { ...plan, requests }, variants })
    }
    return recorded
  } finally {
    await recorder.close()
  }
}

/** For each actor a row that holds the bytes of its answer. */
async function storeAnswers(db: RootDatabase, plans: RecordedPlans) {
  await sql`create schema if not exists bench`.execute(db)
  await sql`drop table if exists bench.answer`.execute(db)
  await sql`create table bench.answer (id uuid primary key, plan int, variant int, body text, count int default 0)
    with (fillfactor = 70)`.execute(db)
  for (const [index, { variants }] of plans.entries())
    for (const [at, { answer }] of variants.entries())
      await sql`insert into bench.answer values (${uuid()}, ${index}, ${at}, ${JSON.stringify(answer)})`.execute(db)
  await sql`vacuum (analyze) bench.answer`.execute(db)
  const { rows } = await sql<{ id: string; plan: number }>`
    select id, plan from bench.answer order by plan, variant`.execute(db)
  return Map.groupBy(rows, ({ plan }) => plan)
}

const smallestRead = 'select body from bench.answer where id = $1'
const smallestWrite = 'update bench.answer set count = count + 1 where id = $1 returning body'

/** Both floors of each plan: first all that replay its SQL, then, in the same order, those of its bytes. */
export async function floorPlans(db: RootDatabase, recorded: RecordedPlans): Promise<RecordedPlans> {
  const answers = await storeAnswers(db, recorded)
  const smallest = recorded.map(({ plan }, index) => ({
    plan,
    variants: (answers.get(index) ?? []).map(({ id }) => ({
      statements: [{ text: plan.isWrite ? smallestWrite : smallestRead, parameters: [{ value: id }] }],
      answer: undefined,
    })),
  }))
  return [...recorded, ...smallest]
}

interface Measured {
  readonly databaseUrl: string
  readonly filesDirectory: string
  /** Asks all reading calls first. */
  readonly director: BenchCaller
  readonly isQuick: boolean
}

/** How many callers ask at once: each waits for its answer. */
const clients = 8

/** Prints a line for each plan: calls a second beside those of the floors. */
export async function printAgainstFloors(
  { databaseUrl, filesDirectory, director, isQuick }: Measured,
  plans: readonly RequestPlan[],
): Promise<void> {
  const base = Date.now() - 1000
  const [rounds, seconds] = isQuick ? [2, 2] : [5, 3]
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  const children: ChildProcess[] = []
  const started = async (program: string, env: NodeJS.ProcessEnv, task?: object) => {
    const child = await start(program, env, task)
    children.push(child)
    return child
  }
  try {
    const recorded = await recordPlans({ databaseUrl, filesDirectory, base }, plans)
    const task = { databaseUrl, poolSize, port: floorPort, base, plans: await floorPlans(db, recorded) }
    await started('bench/floor.ts', {}, task satisfies FloorTask)
    await started('server/main.ts', { ...productSettings(databaseUrl, filesDirectory), ...noConversions })
    const generator = fork(join(import.meta.dirname, 'load.ts'))
    children.push(generator)
    const origins = { product: `http://127.0.0.1:${productPort}`, floor: `http://127.0.0.1:${floorPort}` }
    await walk(askAt(origins.product), databaseUrl, { learners: [], director, atOnce: poolSize })
    const turn = async (plan: RequestPlan, floorIndex?: number) => {
      if (plan.cleanUp !== undefined) await sql.raw(plan.cleanUp).execute(db)
      const origin = floorIndex === undefined ? origins.product : origins.floor
      const task = { origin, plan, base, connections: clients, seconds }
      const result = await load(generator, { ...task, ...(floorIndex !== undefined && { floorIndex }) })
      if (result.failed > 0) throw new Error(`${plan.name}: ${result.failed} calls failed: ${result.answers}`)
      return result
    }
    console.log(
      `| call, ${clients} at once | product | p99 | same SQL, bare server | ratio | smallest of its bytes | ratio |`,
    )
    console.log('| --- | --: | --: | --: | --: | --: | --: |')
    for (const [index, { plan }] of recorded.entries()) {
      const sides = [undefined, index, index + recorded.length]
      for (const side of sides) await turn(plan, side)
      const perSecond: [number[], number[], number[]] = [[], [], []]
      const p99: number[] = []
      for (let round = 0; round < rounds; round++) {
        for (const [at, side] of sides.entries()) {
          const result = await turn(plan, side)
          perSecond[at as 0 | 1 | 2].push(result.perSecond)
          if (at === 0) p99.push(result.p99Ms)
        }
      }
      const [product, sameSql, smallest] = perSecond.map(median) as [number, number, number]
      const rate = (value: number) => `${Math.round(value)}/s`
      const cells = [rate(product), `${median(p99)} ms`, rate(sameSql), `**${(product / sameSql).toFixed(2)}**`]
      console.log(`| ${[plan.name, ...cells, rate(smallest), (product / smallest).toFixed(2)].join(' | ')} |`)
    }
  } finally {
    for (const child of children) await stop(child)
    await db.destroy()
  }
}
