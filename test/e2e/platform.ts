/**
 * A running platform for the journeys of one worker: the real server process on a migrated database of its own. It can be
 * killed and started again, and everything it says is kept, so that a journey can read a code that was "sent".
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import type { Role } from '#modules/identity/contract/shapes.ts'
import { buildCompany, buildMember, buildOrganization } from '#modules/identity/server/build.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { createDatabaseServer } from '#test/database.ts'
import { freePort, printedByAny, ServerProcess } from '#test/server-process.ts'

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
  /** The address of a second server process on the same database and files; started when first asked for. */
  second(): Promise<string>
  /** Ends the server process with SIGKILL, as a power cut would. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Waits until a server process has printed something like this, and answers the match. Either may take a job. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>
  stop(): Promise<void>
}

export async function startPlatform(more: Readonly<Record<string, string>> = {}): Promise<Platform> {
  const databaseServer = await createDatabaseServer()
  const databaseUrl = await databaseServer.createMigrated()
  const directory = await mkdtemp(join(tmpdir(), 'shuyuan-journey-'))
  const db = createDatabase(createPool({ databaseUrl, size: 2 }))
  const companyId = await buildCompany(db, '澜舟科技')
  const departmentId = await buildOrganization(db, { companyId, parentId: companyId, name: '研发中心' })
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development',
    ...more,
  }
  const server = new ServerProcess(await freePort(), environment)
  let second: ServerProcess | undefined
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
    async second() {
      if (!second) {
        second = new ServerProcess(await freePort(), environment)
        await second.start()
      }
      return second.origin
    },
    kill: () => server.end('SIGKILL'),
    start: () => server.start(),
    printed: (pattern) => printedByAny(second ? [server, second] : [server], pattern),
    async stop() {
      await Promise.all([server.end('SIGTERM'), second?.end('SIGTERM')])
      await db.destroy()
      await databaseServer.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
