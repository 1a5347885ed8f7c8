/**
 * A batch graduates some hundred members while the server is killed with SIGKILL again and again. At the end each of them has
 * graduated, and has one certificate, one credit and one message. KILLS sets how often.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { fillPath } from '#kit/contract.ts'
import { setCreditRule } from '#modules/content/study/server.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { setCertificateRule } from '#modules/learning/certificates/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { graduation } from '#modules/training/graduation/contract.ts'
import { buildConditions } from '#modules/training/graduation/server/graduation.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { letLocksGrowOld } from '#test/job-locks.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Math.min(Number(process.env.KILLS ?? 2), 20)
const memberCount = 400
const deadlineMs = 120_000

let database: ClonedDatabase
let db: RootDatabase
let server: ServerProcess
let directory: string

beforeAll(async () => {
  database = await cloneDatabase(inject('databaseServerUrl'), inject('databaseTemplate'))
  db = createDatabase(createPool({ databaseUrl: database.url, size: 4 }))
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-kill-'))
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: database.url,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'error',
  })
  await server.start()
})

afterAll(async () => {
  await server.end('SIGKILL')
  await db.destroy()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

async function count(condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${condition}`.execute(db)
  return rows[0]?.count ?? 0
}

/** A class of some hundred members whose graduation gives a certificate and a credit. */
async function buildRunningClass(author: BuiltMember): Promise<string> {
  const { companyId } = author
  const participants = Array.from({ length: memberCount }, () => uuid())
  await sql`insert into identity.member (id, company_id, organization_id, name, full_name, created_at, updated_at)
    select m.id, ${companyId}, ${companyId}, 'm' || m.id, '学员', 0, 0 from unnest(${participants}::uuid[]) m (id)`.execute(
    db,
  )
  const now = Date.now()
  const times = { startsAt: now - 1000, endsAt: now + 86_400_000 }
  const classId = await buildClass(db, { author, now, ...times, participants, capacity: memberCount })
  const ref = { businessType: 6, businessId: classId }
  const templateId = await buildTemplate(db, { author })
  await setCertificateRule(db, { companyId, ref, templateId, now })
  await setCreditRule(db, { companyId, ref, classHourHundredths: 0, creditHundredths: 200, now })
  await buildConditions(db, { classId, companyId, now })
  return classId
}

async function startBatch(author: BuiltMember, classId: string): Promise<void> {
  const answer = await fetch(`${server.origin}/api/v1${fillPath(graduation.graduate.path, { id: classId })}`, {
    method: 'POST',
    headers: { version: '1', authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ memberIds: [], isForced: false, reason: '' }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

it('a batch graduation reaches everyone once while the server is killed again and again', async () => {
  const author = await buildMember(db, { companyId: await buildCompany(db), roles: ['super-admin'] })
  const classId = await buildRunningClass(author)
  await startBatch(author, classId)
  const graduated = () => count(sql`classes.enrollment where class_id = ${classId} and graduation = 2`)
  let killed = 0
  while (killed < kills) {
    const before = await graduated()
    if (before === memberCount) break
    while ((await graduated()) === before) await wait(5)
    await wait(Math.random() * 200)
    await server.end('SIGKILL')
    killed += 1
    await letLocksGrowOld(db)
    await server.start()
  }
  expect(killed).toBeGreaterThan(0)
  const deadline = Date.now() + deadlineMs
  while ((await count(sql`graduation.batch where ended_at is not null`)) === 0) {
    if (Date.now() > deadline) throw new Error(`${await graduated()} of ${memberCount}\n${server.output}`)
    await wait(100)
  }

  const each = async (rows: ReturnType<typeof sql>) => [
    await count(rows),
    await count(sql`(select distinct member_id from ${rows}) once`),
  ]
  const once = [memberCount, memberCount]
  expect(await graduated()).toBe(memberCount)
  expect(await each(sql`graduation.graduate where class_id = ${classId}`)).toEqual(once)
  expect(await each(sql`certificates.certificate where business_id = ${classId}`)).toEqual(once)
  expect(await each(sql`study.credit_record where business_id = ${classId}`)).toEqual(once)
  expect(
    await each(sql`messages.notification n join messages.message m on m.id = n.message_id
      where m.type = 'class.graduated'`),
  ).toEqual(once)
  expect(await count(sql`graduation.candidate where state = 'graduated'`)).toBe(memberCount)
  expect(await count(sql`operations.task where kind = 'class-graduation' and state = 'done'`)).toBe(1)
})
