/** The real server process, that a test can kill and start again. It keeps what the process says. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const projectDirectory = join(import.meta.dirname, '..')
const startTimeoutMs = 240_000

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function answers(origin: string): Promise<boolean> {
  return fetch(`${origin}/health`).then(
    (response) => response.ok,
    () => false,
  )
}

export class ServerProcess {
  readonly origin: string
  private readonly environment: NodeJS.ProcessEnv
  private readonly logFile: string | undefined
  private child: ChildProcess | undefined
  output = ''

  /** `logFile` keeps what the process says where other processes can read it. */
  constructor(port: number, environment: NodeJS.ProcessEnv, logFile?: string) {
    this.origin = `http://localhost:${port}`
    this.logFile = logFile
    this.environment = {
      ...process.env,
      ...environment,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: this.origin,
    }
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: projectDirectory,
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    const keep = (chunk: Buffer) => {
      this.output += chunk.toString()
      if (this.logFile) appendFileSync(this.logFile, chunk)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const deadline = Date.now() + startTimeoutMs
    while (!(await answers(this.origin))) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`the server does not serve:\n${this.output}`)
      await wait(50)
    }
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
}
