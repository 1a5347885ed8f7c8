/** Turns of load on the floor and on the product, each a process of its own, and what comes of them. */
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadResult, LoadTask } from './load.ts'
import type { RequestPlan } from './plans.ts'

export const connections = 16
export const poolSize = 20
/** BENCH_PORT, where others hold these ports. */
export const productPort = Number(process.env.BENCH_PORT ?? 8160)
export const floorPort = productPort + 10
const root = join(import.meta.dirname, '..')

/** The product as it is measured: one server process. */
export function productSettings(databaseUrl: string, dataDirectory: string) {
  return {
    DATABASE_URL: databaseUrl,
    DATA_DIRECTORY: dataDirectory,
    DATABASE_POOL_SIZE: String(poolSize),
    PORT: String(productPort),
    HOST: '127.0.0.1',
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  }
}

export interface Line {
  readonly name: string
  readonly floor: string
  readonly product: string
  readonly ratio: number
  readonly p99: string
  /** Processor time of the server process a call: floor and product. */
  readonly cpu: string
}

/** Processor time that a process has used so far, in milliseconds; undefined where the system does not tell. */
export async function cpuMs(child: Pick<ChildProcess, 'pid'>): Promise<number | undefined> {
  const text = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => undefined)
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) * 10
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** A child that says when it is ready, and is ended with this process. `tree`: of another checkout. */
export function start(program: string, env: NodeJS.ProcessEnv, task?: object, tree = root): Promise<ChildProcess> {
  const child = fork(join(tree, program), { env: { ...process.env, ...env }, cwd: tree })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
    child.once('message', () => {
      child.removeAllListeners('exit')
      resolve(child)
    })
    if (task) child.send(task)
  })
}

export function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
    if (child.connected) child.disconnect()
  })
}

export function load(generator: ChildProcess, task: LoadTask): Promise<LoadResult> {
  return new Promise((resolve) => {
    generator.once('message', (result) => resolve(result as LoadResult))
    generator.send(task)
  })
}

export interface Stage {
  readonly generator: ChildProcess
  readonly floor: ChildProcess
  readonly product: ChildProcess
  readonly database: { run(statement: string): Promise<void> }
  readonly base: number
}

export interface Turn extends LoadResult {
  readonly cpuMsPerCall: number | undefined
}

export async function takeTurn(
  stage: Stage,
  side: 'floor' | 'product',
  plan: RequestPlan,
  index: number,
  time: number,
) {
  const { generator, database, base } = stage
  if (plan.cleanUp) await database.run(plan.cleanUp)
  const origin = `http://127.0.0.1:${side === 'floor' ? floorPort : productPort}`
  const task = { origin, plan, base, connections, seconds: time, ...(side === 'floor' && { floorIndex: index }) }
  const before = await cpuMs(stage[side])
  const result = await load(generator, task)
  const after = await cpuMs(stage[side])
  if (result.failed > 0)
    throw new Error(`${plan.name}: ${result.failed} calls of the ${side} failed: ${result.answers}`)
  const cpu = before === undefined || after === undefined ? undefined : (after - before) / (result.perSecond * time)
  return { ...result, cpuMsPerCall: cpu } satisfies Turn
}

export interface Turns {
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
}

/** Floor and product in turns: what else the machine does then falls on both. */
export async function measure(stage: Stage, plan: RequestPlan, index: number, turns: Turns): Promise<Line> {
  const { rounds, seconds, warmUpSeconds } = turns
  for (const side of ['floor', 'product'] as const) await takeTurn(stage, side, plan, index, warmUpSeconds)
  const floors: Turn[] = []
  const products: Turn[] = []
  for (let round = 0; round < rounds; round++) {
    floors.push(await takeTurn(stage, 'floor', plan, index, seconds))
    products.push(await takeTurn(stage, 'product', plan, index, seconds))
  }
  const ratios = products.map((product, round) => product.perSecond / (floors[round]?.perSecond ?? 1))
  const perSecond = (turns: readonly Turn[]) => `${Math.round(median(turns.map((one) => one.perSecond)))}/s`
  const cpu = (turns: readonly Turn[]) => median(turns.map((one) => one.cpuMsPerCall ?? Number.NaN)).toFixed(2)
  return {
    name: plan.name,
    floor: perSecond(floors),
    product: perSecond(products),
    ratio: median(ratios),
    p99: `${median(products.map((one) => one.p99Ms))} ms`,
    cpu: `${cpu(floors)} / ${cpu(products)} ms`,
  }
}

export function printLines(lines: readonly Line[]): void {
  console.log('| call | floor | product | ratio | p99 | server CPU, floor / product |')
  console.log('| --- | --: | --: | --: | --: | --: |')
  for (const { name, floor, product, ratio, p99, cpu } of lines) {
    console.log(`| ${name} | ${floor} | ${product} | **${ratio.toFixed(2)}** | ${p99} | ${cpu} |`)
  }
}
