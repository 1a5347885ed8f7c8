/**
 * All members of a company are notified, and reminders become due, while the server is killed with SIGKILL again and
 * again. In the notification centre each stands once. By mail nobody is left out, and what comes twice bears the same
 * number, by which mail programs show it once. KILLS sets how often.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { notify, remindAt } from '#modules/platform/messages/server.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import '#server/modules.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { letLocksGrowOld } from '#test/job-locks.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Math.min(Number(process.env.KILLS ?? 2), 20)
const memberCount = 120
const reminderCount = 3
/** The mail server takes its time, so that kills fall between the sending and the noting down. */
const mailTakesMs = 12
/** Mails that may be under way in one process at once. */
const underWayMax = 4

interface Received {
  readonly to: string
  readonly id: string
}

let database: ClonedDatabase
let db: RootDatabase
let server: ServerProcess
let mailServer: SMTPServer
let directory: string
const received: Received[] = []

function startMailServer(): SMTPServer {
  const listening = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const id = /^Message-ID: (.*)$/im.exec(Buffer.concat(chunks).toString('utf8'))?.[1]?.trim() ?? ''
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, id })
        setTimeout(done, mailTakesMs)
      })
    },
  })
  listening.on('error', () => {})
  return listening
}

beforeAll(async () => {
  database = await cloneDatabase(inject('databaseServerUrl'), inject('databaseTemplate'))
  db = createDatabase(createPool({ databaseUrl: database.url, size: 4 }))
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-kill-'))
  mailServer = startMailServer()
  mailServer.listen(0, '127.0.0.1')
  await once(mailServer.server, 'listening')
  const { port } = mailServer.server.address() as AddressInfo
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: database.url,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'error',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SMTP_FROM: 'no-reply@yunfan.example',
  })
  await server.start()
})

afterAll(async () => {
  await server.end('SIGKILL')
  mailServer.close()
  await db.destroy()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

/** What ten minutes would make of the locks that a killed process has left; none other may be running. */
async function letTenMinutesPass(): Promise<void> {
  await letLocksGrowOld(db)
  await sql`update messages.delivery set claimed_at = claimed_at - 660000 where state = 'sending'`.execute(db)
}

/** What each minute's cron does by itself. */
async function letMinutePass(): Promise<void> {
  for (const job of ['messages.dispatch-due', 'messages.remind'])
    await sql`select graphile_worker.add_job(${job}::text, '{}'::json)`.execute(db)
}

async function count(condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${condition}`.execute(db)
  return rows[0]?.count ?? 0
}

const sent = () => count(sql`messages.delivery where state = 'sent'`)

it('[SYSTEM-208] tells everybody once while the server is killed again and again', async () => {
  const companyId = await buildCompany(db)
  const members = await Promise.all(Array.from({ length: memberCount }, () => buildMember(db, { companyId })))
  await sql`update identity.member set email = name || '@yunfan.example' where company_id = ${companyId}`.execute(db)
  const now = Date.now()
  const urge = { companyId, type: 'learning.urge', variables: { sender: '周敏', item: '信息安全入门', kind: '课程' } }
  for (let index = 0; index < reminderCount; index++)
    await remindAt(db, { ...urge, key: `${index}`, at: now + index * 700, recipients: [members[0]?.id ?? ''], now })
  await notify(db, { ...urge, recipients: { everybody: true }, now })

  const expected = memberCount + reminderCount
  for (let kill = 0; kill < kills; kill++) {
    const before = received.length
    while (received.length === before && (await sent()) < expected) await wait(10)
    await wait(Math.random() * 300)
    await server.end('SIGKILL')
    await letTenMinutesPass()
    await letMinutePass()
    await server.start()
  }
  while ((await sent()) < expected) {
    const failed = await count(sql`messages.delivery where state in ('failed', 'suppressed')`)
    expect(failed).toBe(0)
    await letMinutePass()
    await wait(500)
  }

  expect(await count(sql`messages.notification`)).toBe(expected)
  expect(await count(sql`messages.reminder`)).toBe(0)
  expect(new Set(received.map((mail) => mail.to)).size).toBe(memberCount)
  // One number a mail, whoever sent it how often: a mail program shows one.
  expect(new Set(received.map((mail) => `${mail.to} ${mail.id}`)).size).toBe(expected)
  expect(new Set(received.map((mail) => mail.id)).size).toBe(expected)
  expect(received.length - expected).toBeLessThanOrEqual(kills * underWayMax)
})
