/**
 * What a journey starts from: a company of its own on the server that all journeys of the run share. A journey that kills
 * its server, or needs other settings, has a server and a database of its own, which look the same to it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Role } from '#modules/platform/identity/contract/shapes.ts'
import {
  buildCompany,
  buildMember,
  buildOrganization,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { cloneDatabase } from '#test/database.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'
import { environmentOf, newDirectory, newLogFile, password, sharedByJourneys } from './shared.ts'

export { password }

const printTimeoutMs = 60_000

export interface Account {
  readonly id: string
  readonly companyId: string
  /** What it signs in with: names are unique on the server, so each has the journey's mark at its end. */
  readonly name: string
  readonly fullName: string
}

/** A server with its database, for the journeys of one worker one after another. */
export interface Site {
  readonly origin: string
  readonly db: RootDatabase
  /** The address of a second server process on the same database and files; started when first asked for. */
  second(): Promise<string>
  /** Ends the server process with SIGKILL, as a power cut would: only where it is the journey's own. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Waits until a server process has printed something like this, and answers the match. Any of them may take a job. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>
  stop(): Promise<void>
}

export interface Platform extends Omit<Site, 'stop'> {
  readonly companyId: string
  /** 研发中心, below the company. */
  readonly departmentId: string
  createAccount(name: string, fullName: string, roles?: readonly Role[]): Promise<Account>
  /** A call of the account beside its pages: for what is prepared by a rule of the product, not by rows. Answers the status. */
  call(account: Account, method: 'POST' | 'PUT', path: string, body: object): Promise<number>
}

async function printedIn(directory: string, pattern: RegExp): Promise<RegExpMatchArray> {
  const logs = join(directory, 'logs')
  const deadline = Date.now() + printTimeoutMs
  for (;;) {
    const said = readdirSync(logs).map((file) => readFileSync(join(logs, file), 'utf8'))
    for (const text of said) {
      const match = text.match(pattern)
      if (match) return match
    }
    if (Date.now() > deadline)
      throw new Error(`no server ever printed ${pattern}:\n${said.map((text) => text.slice(-2000)).join('\n')}`)
    await wait(50)
  }
}

async function newServer(databaseUrl: string, directory: string, more: Readonly<Record<string, string>> = {}) {
  const port = await freePort()
  return new ServerProcess(port, { ...environmentOf(databaseUrl, directory), ...more }, newLogFile(directory, port))
}

function secondOf(databaseUrl: string, directory: string, more?: Readonly<Record<string, string>>) {
  let second: ServerProcess | undefined
  return {
    async origin() {
      if (!second) {
        second = await newServer(databaseUrl, directory, more)
        await second.start()
      }
      return second.origin
    },
    end: async () => second?.end('SIGTERM'),
  }
}

const notOwn = () => Promise.reject(new Error('other journeys run on this server: test.use({ ownServer: true })'))

/** The server that the whole run shares. */
export function sharedSite(): Site {
  const { databaseUrl, directory, origin } = sharedByJourneys()
  const db = createDatabase(createPool({ databaseUrl, size: 2 }))
  const second = secondOf(databaseUrl, directory)
  return {
    origin,
    db,
    second: second.origin,
    kill: notOwn,
    start: notOwn,
    printed: (pattern) => printedIn(directory, pattern),
    async stop() {
      await second.end()
      await db.destroy()
    },
  }
}

/** A server and a database of their own. */
export async function ownSite(more: Readonly<Record<string, string>>): Promise<Site> {
  const { databaseServerUrl, template } = sharedByJourneys()
  const database = await cloneDatabase(databaseServerUrl, template)
  const directory = await newDirectory()
  const db = createDatabase(createPool({ databaseUrl: database.url, size: 2 }))
  const server = await newServer(database.url, directory, more)
  const second = secondOf(database.url, directory, more)
  await server.start()
  return {
    origin: server.origin,
    db,
    second: second.origin,
    kill: () => server.end('SIGKILL'),
    start: () => server.start(),
    printed: (pattern) => printedIn(directory, pattern),
    async stop() {
      await Promise.all([server.end('SIGTERM'), second.end()])
      await db.destroy()
      await database.drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A company on a site, for one journey. */
export async function buildPlatform(site: Site): Promise<Platform> {
  const { db } = site
  const companyId = await buildCompany(db, '澜舟科技')
  const departmentId = await buildOrganization(db, { companyId, parentId: companyId, name: '研发中心' })
  const mark = companyId.slice(-6)
  const { passwordHash } = sharedByJourneys()
  return {
    ...site,
    companyId,
    departmentId,
    async createAccount(name, fullName, roles = []) {
      const member = await buildMember(db, { companyId, name: `${name}-${mark}`, fullName, roles })
      await sql`update identity.credential set password_hash = ${passwordHash}, password_changed_at = ${Date.now()}
        where member_id = ${member.id}`.execute(db)
      await sql`update identity.member set organization_id = ${departmentId} where id = ${member.id}`.execute(db)
      return { id: member.id, companyId, name: member.name, fullName }
    },
    async call(account, method, path, body) {
      const authorization = `Bearer ${await buildSession(db, account)}`
      const headers = { authorization, 'content-type': 'application/json' }
      return (await fetch(`${site.origin}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })).status
    },
  }
}

/** A running session of the account, as a sign-in in this language leaves it; answers its access token. */
export async function startSession(db: RootDatabase, account: Account, language: 'cn' | 'en'): Promise<string> {
  await sql`update identity.member set language = ${language} where id = ${account.id} and language is null`.execute(db)
  return buildSession(db, account)
}
