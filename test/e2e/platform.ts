/**
 * A running platform for the journeys of one worker: the real server process on a migrated database of its own. It can be
 * killed and started again, and everything it says is kept, so that a journey can read a code that was "sent".
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { buildCompany, buildMember, buildOrganization } from '#modules/identity/server/build.ts'
import type { Role } from '#modules/identity/server/permissions.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { createDatabaseServer } from '#test/database.ts'

const projectDirectory = join(import.meta.dirname, '../..')
const startTimeoutMs = 60_000

/** What every account of the journeys signs in with. */
export const password = 'Shuyuan2026'

export interface Account {
  readonly id: string
  readonly name: string
  readonly fullName: string
}

export interface Platform {
  readonly origin: string
  readonly db: RootDatabase
  readonly companyId: string
  /** 研发中心, below the company. */
  readonly departmentId: string
  createAccount(name: string, fullName: string, roles?: readonly Role[]): Promise<Account>
  /** Ends the server process with SIGKILL, as a power cut would. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Waits until the server has printed something like this, and answers the match. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
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

class ServerProcess {
  readonly origin: string
  private readonly environment: NodeJS.ProcessEnv
  private child: ChildProcess | undefined
  private output = ''

  constructor(port: number, environment: NodeJS.ProcessEnv) {
    this.origin = `http://localhost:${port}`
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

  async printed(pattern: RegExp): Promise<RegExpMatchArray> {
    const deadline = Date.now() + startTimeoutMs
    for (;;) {
      const match = this.output.match(pattern)
      if (match) return match
      if (Date.now() > deadline) throw new Error(`the server never printed ${pattern}:\n${this.output.slice(-2000)}`)
      await wait(50)
    }
  }
}

export async function startPlatform(): Promise<Platform> {
  const databaseServer = await createDatabaseServer()
  const databaseUrl = await databaseServer.createMigrated()
  const directory = await mkdtemp(join(tmpdir(), 'shuyuan-journey-'))
  const db = createDatabase(createPool({ databaseUrl, size: 2 }))
  const companyId = await buildCompany(db, '澜舟科技')
  const departmentId = await buildOrganization(db, { companyId, parentId: companyId, name: '研发中心' })
  const server = new ServerProcess(await freePort(), {
    DATABASE_URL: databaseUrl,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development',
  })
  await server.start()
  const passwordHash = await hash(password)
  return {
    origin: server.origin,
    db,
    companyId,
    departmentId,
    async createAccount(name, fullName, roles = []) {
      const member = await buildMember(db, { companyId, name, fullName, roles })
      await sql`update identity.credential set password_hash = ${passwordHash}, password_changed_at = ${Date.now()}
        where member_id = ${member.id}`.execute(db)
      await sql`update identity.member set organization_id = ${departmentId} where id = ${member.id}`.execute(db)
      return { id: member.id, name, fullName }
    },
    kill: () => server.end('SIGKILL'),
    start: () => server.start(),
    printed: (pattern) => server.printed(pattern),
    async stop() {
      await server.end('SIGTERM')
      await db.destroy()
      await databaseServer.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
