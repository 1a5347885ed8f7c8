/**
 * `npm run bench -- --only plans`: the statements of all calls that read, each with one plan for all values beside a plan
 * for its own values, in the company of 100,000. The product takes the former (server/db/pool.ts): what is worse with it is printed.
 */
import pg from 'pg'
import { type Recorded, startRecorder } from './capture.ts'
import { findDirector, seatLearners } from './study-calls.ts'
import { explainText } from './study-explain.ts'
import { readingCalls } from './walk.ts'

interface Costs {
  readonly ms: number
  readonly buffers: number
}

async function costWith(client: pg.Client, mode: 'force_generic_plan' | 'force_custom_plan', statement: Recorded) {
  await client.query(`set plan_cache_mode = ${mode}`)
  const best = { ms: Number.POSITIVE_INFINITY, buffers: Number.POSITIVE_INFINITY }
  // The first time may read from the disk.
  for (let time = 0; time < 2; time++) {
    const explained = await explainText(client, statement)
    const { Plan } = explained
    best.buffers = Math.min(best.buffers, Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'])
    best.ms = Math.min(best.ms, explained['Execution Time'])
  }
  return best satisfies Costs
}

/** One statement of each text, with the values with which it took longest to answer. */
async function recordedStatements(databaseUrl: string, filesDirectory: string): Promise<Map<string, Recorded>> {
  const { learners } = await seatLearners(databaseUrl, 20)
  const director = await findDirector(databaseUrl)
  const recorder = await startRecorder(databaseUrl, filesDirectory)
  const found = new Map<string, Recorded>()
  try {
    for (const asked of await readingCalls(databaseUrl, [director, ...learners.slice(0, 1)])) {
      const statements = await recorder.statementsOf(asked).catch(() => [])
      for (const statement of statements)
        if (/^\s*(select|with)/i.test(statement.text) && !/for (no key )?(update|share)/i.test(statement.text))
          found.set(statement.text, statement)
    }
  } finally {
    await recorder.close()
  }
  return found
}

const worseBy = 2
const worthMs = 1

export async function printPlanModes(databaseUrl: string, filesDirectory: string): Promise<void> {
  const statements = [...(await recordedStatements(databaseUrl, filesDirectory)).values()]
  const client = new pg.Client({ connectionString: databaseUrl, statement_timeout: 30_000 })
  await client.connect()
  const worse: string[] = []
  let [generic, custom] = [0, 0]
  try {
    for (const statement of statements) {
      // What looks for a typed text is planned for its values by the product too.
      if (statement.values.length === 0 || /\bi?like\b/.test(statement.text)) continue
      try {
        const one = await costWith(client, 'force_generic_plan', statement)
        const own = await costWith(client, 'force_custom_plan', statement)
        generic += one.ms
        custom += own.ms
        if (one.ms > own.ms * worseBy && one.ms - own.ms > worthMs)
          worse.push(
            `| ${one.ms.toFixed(1)} | ${own.ms.toFixed(1)} | ${one.buffers} | ${own.buffers} | ${statement.text.replace(/\s+/g, ' ').slice(0, Number(process.env.BENCH_TEXT ?? 160))} |`,
          )
      } catch (error) {
        console.error(`not explained: ${(error as Error).message}: ${statement.text.slice(0, 100)}`)
        await client.query('deallocate all')
      }
    }
  } finally {
    await client.end()
  }
  console.log(
    `\n${statements.length} statements: ${generic.toFixed(0)} ms with one plan each, ${custom.toFixed(0)} ms with a plan for each value`,
  )
  console.log('(without the time of planning). Those that take twice as long with one plan, and a millisecond more:\n')
  console.log('| ms | ms, own plan | buffers | buffers, own plan | statement |\n| --: | --: | --: | --: | --- |')
  for (const line of worse) console.log(line)
}
