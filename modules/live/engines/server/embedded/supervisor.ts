/**
 * Runs this machine's engine process if no other server process does. It starts the engine at first use, and restarts
 * it with growing delays if it dies. The engine ends with this process, even after SIGKILL, because its standard input
 * closes.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { EngineUnavailable } from '../engine.ts'
import { changeNode, claimHost, findNode, heartbeat, heartbeatMs, type Node, releaseNode, toNode } from './nodes.ts'
import type { EngineReady, EngineSettings } from './protocol.ts'

const program = join(import.meta.dirname, '../engine/main.ts')
/** A busy machine takes long to start a process. */
const startMs = 40_000
const endMs = 5000
/** A node that does not answer is left to the process that runs it for this long. Then this process replaces it. */
const patienceMs = 1500
const restartDelaysMs = [100, 500, 2000, 5000, 10_000]
/** An engine that has lived for this long has recovered. */
const recoveredAfterMs = 30_000

export interface SupervisorOptions {
  readonly db: Connection
  readonly host: string
  readonly settings: Omit<EngineSettings, 'secret'>
  readonly log: (message: string) => void
}

export class Supervisor {
  private readonly options: SupervisorOptions
  /** The current node of the claimed machine. */
  private id: string | undefined
  private child: ChildProcess | undefined
  private heartbeatTimer: NodeJS.Timeout | undefined
  private failures = 0
  private isStopped = false
  private claiming: Promise<void> | undefined
  /** The reason why the last attempt to start failed; null if it succeeded. */
  fault: string | null = null

  constructor(options: SupervisorOptions) {
    this.options = options
  }

  /** The engine process that this process runs, if it runs one. */
  get processId(): number | undefined {
    return this.child?.pid
  }

  /** This machine's node, whichever process runs it. `dead`: a node that is known not to answer. */
  async node(dead?: string): Promise<Node> {
    const { db, host } = this.options
    const startedAt = performance.now()
    while (!this.isStopped && performance.now() - startedAt < startMs) {
      const row = await findNode(db, host)
      const isDead = row?.id === dead
      const node = row && !row.isStale && !isDead ? toNode(row) : undefined
      if (node) return node
      const isLate = performance.now() - startedAt > patienceMs
      if (this.id === undefined && (!row || row.isStale || (isDead && isLate))) await this.claim(dead)
      else await wait(50)
      if (this.fault !== null && this.failures > 1) break
    }
    throw new EngineUnavailable(this.fault ?? 'the engine does not start')
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearInterval(this.heartbeatTimer)
    const { child, id } = this
    if (child) await endProcess(child)
    if (id !== undefined) await releaseNode(this.options.db, id).catch(() => {})
  }

  private claim(dead: string | undefined): Promise<void> {
    this.claiming ??= this.tryClaim(dead).finally(() => {
      this.claiming = undefined
    })
    return this.claiming
  }

  private async tryClaim(dead: string | undefined): Promise<void> {
    const id = uuid()
    if (!(await claimHost(this.options.db, this.options.host, id, dead))) return
    this.id = id
    this.heartbeatTimer = setInterval(() => void this.heartbeat(), heartbeatMs)
    this.heartbeatTimer.unref()
    await this.begin(id)
  }

  private async heartbeat(): Promise<void> {
    const { id } = this
    if (id === undefined || this.isStopped) return
    const isOurs = await heartbeat(this.options.db, id).catch(() => true)
    if (isOurs || id !== this.id || this.isStopped) return
    this.options.log('another process runs the engine of this machine now')
    this.id = undefined
    clearInterval(this.heartbeatTimer)
    if (this.child) await endProcess(this.child)
  }

  private async begin(id: string): Promise<void> {
    const startedAt = performance.now()
    try {
      const { child, ready, secret } = await startEngine(this.options)
      this.child = child
      child.once('exit', (code, signal) => {
        if (performance.now() - startedAt > recoveredAfterMs) this.failures = 0
        void this.restart(id, `the engine ended: ${signal ?? code}`)
      })
      if (this.isStopped || this.id !== id) return void endProcess(child)
      const url = `ws://${this.options.settings.control}:${ready.controlPort}`
      await changeNode(this.options.db, id, { url, secret })
      this.fault = null
    } catch (error) {
      this.fault = error instanceof Error ? error.message : String(error)
      void this.restart(id, this.fault)
    }
  }

  private async restart(id: string, reason: string): Promise<void> {
    this.child = undefined
    if (this.isStopped || this.id !== id) return
    this.options.log(reason)
    const next = uuid()
    this.id = next
    const isOurs = await changeNode(this.options.db, id, { id: next, url: null, secret: null }).catch(() => true)
    if (!isOurs) this.id = undefined
    const waitMs = restartDelaysMs[Math.min(this.failures, restartDelaysMs.length - 1)] ?? 0
    this.failures += 1
    await wait(waitMs, undefined, { ref: false })
    if (!this.isStopped && this.id === next) await this.begin(next)
  }
}

async function startEngine({ settings, log }: SupervisorOptions) {
  const secret = randomBytes(32).toString('base64url')
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'], env: { NODE_ENV: 'production' } })
  const output: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    output.push(line)
    if (output.length > 20) output.shift()
    log(line)
  })
  child.stdin.on('error', () => {})
  child.stdin.write(`${JSON.stringify({ ...settings, secret } satisfies EngineSettings)}\n`)
  const late = setTimeout(() => child.kill('SIGKILL'), startMs)
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('error', reject)
    child.once('exit', () =>
      reject(new EngineUnavailable(`the engine does not start: ${output.join(' ').slice(-300)}`)),
    )
  }).finally(() => clearTimeout(late))
  child.removeAllListeners('exit')
  child.unref()
  return { child, secret, ready: JSON.parse(line) as EngineReady }
}

/** Lets the engine finish its recordings. */
async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.stdin?.end()
  const late = setTimeout(() => child.kill('SIGKILL'), endMs)
  await gone
  clearTimeout(late)
}

let library: Promise<string> | undefined

/** The version of the media library; rejects if there is none for this machine. A process of its own loads it. */
export function libraryVersion(): Promise<string> {
  library ??= promisify(execFile)(process.execPath, [program, '--version'], { timeout: startMs }).then(
    ({ stdout }) => stdout.trim(),
    (error: Error & { stderr?: string }) => {
      library = undefined
      const output = error.stderr?.trim().split('\n').at(-1) ?? ''
      throw new EngineUnavailable(output === '' ? error.message : output, { cause: error })
    },
  )
  return library
}
