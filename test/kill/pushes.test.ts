/**
 * A push goes out to two thousand members while the server is killed with SIGKILL again and again. At the end each of
 * them
 * has got it, is registered for its courses and has been notified, once; and the counts say so. KILLS sets how often.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { pushes } from '#modules/learning/pushes/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { letLocksGrowOld } from '#test/job-locks.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Math.min(Number(process.env.KILLS ?? 2), 20)
const memberCount = 2000
const deadlineMs = 200_000

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

async function buildMembers(companyId: string): Promise<void> {
  const ids = Array.from({ length: memberCount }, () => uuid())
  await sql`insert into identity.member (id, company_id, organization_id, name, full_name, created_at, updated_at)
    select m.id, ${companyId}, ${companyId}, 'm' || m.id, '学员', 0, 0 from unnest(${ids}::uuid[]) m (id)`.execute(db)
}

async function publish(chief: BuiltMember, courseIds: readonly string[]): Promise<string> {
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${server.origin}/api/v1${path}`, {
      method: 'POST',
      headers: { version: '1', authorization: `Bearer ${chief.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as { id: string }
  }
  const contents = courseIds.map((businessId) => ({ businessType: 1, businessId, isRequired: 1 }))
  const draft = { name: '全员必修', contents, organizationIds: [chief.companyId] }
  const { id } = await ask(pushes.createPush.path, draft)
  const answer = await fetch(`${server.origin}/api/v1${pushes.publishPush.path.replace('{id}', id)}`, {
    method: 'POST',
    headers: { version: '1', authorization: `Bearer ${chief.token}` },
  })
  if (!answer.ok) throw new Error(await answer.text())
  return id
}

it('[COURSE-075] reaches everybody once while the server is killed again and again', async () => {
  const companyId = await buildCompany(db)
  const chief = await buildMember(db, { companyId, roles: ['super-admin'] })
  await buildMembers(companyId)
  const courses = [await buildCourse(db, { author: chief }), await buildCourse(db, { author: chief })]
  const pushId = await publish(
    chief,
    courses.map((course) => course.id),
  )
  const delivered = () => count(sql`pushes.push_member where push_status = 2`)
  const everybody = memberCount + 1
  let killed = 0
  while (killed < kills) {
    const before = await delivered()
    if (before === everybody) break
    while ((await delivered()) === before) await wait(5)
    await wait(Math.random() * 120)
    await server.end('SIGKILL')
    killed += 1
    await letLocksGrowOld(db)
    await server.start()
  }
  expect(killed).toBeGreaterThan(0)
  const deadline = Date.now() + deadlineMs
  const isSent = () => count(sql`pushes.push where id = ${pushId} and sent_at is not null`)
  while ((await isSent()) === 0) {
    if (Date.now() > deadline) throw new Error(`${await delivered()} of ${everybody}\n${server.output}`)
    await wait(200)
  }

  expect(await delivered()).toBe(everybody)
  expect(await count(sql`pushes.push_member where push_status <> 2`)).toBe(0)
  expect(await count(sql`pushes.push where finish_push_count = ${everybody} and member_count = ${everybody}`)).toBe(1)
  expect(await count(sql`courses.registration`)).toBe(2 * everybody)
  expect(await count(sql`courses.course_counter where learner_count = ${everybody}`)).toBe(2)
  // One message a member, however often the batch was started.
  expect(
    await count(sql`messages.notification n join messages.message m on m.id = n.message_id
    where m.type = 'push.new'`),
  ).toBe(everybody)
  expect(await count(sql`operations.task where kind = 'push-delivery' and state = 'done'`)).toBe(1)
})
