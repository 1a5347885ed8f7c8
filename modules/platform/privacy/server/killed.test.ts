/** Kills the real server while it seals the audit log, exports one member's data and erases another member. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { recordAction } from '#modules/platform/operations/server.ts'
import { privacy } from '#modules/platform/privacy/contract.ts'
import { testPlatform } from '#test/harness.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const platform = testPlatform({ poolSize: 3 })
const directory = mkdtempSync(join(tmpdir(), 'shuyuan-privacy-'))
const entries = 12_000
const kills = 3
let server: ServerProcess
let companyId: string
let chief: BuiltMember
let copied: BuiltMember
let erased: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  copied = await buildMember(platform.db, { companyId, fullName: '林知远' })
  erased = await buildMember(platform.db, { companyId, fullName: '许听雨' })
  const about = { companyId, actorId: copied.id, action: 'operations.sample', now: platform.now }
  const subjects = Array.from({ length: 1000 }, (_, index) => ({ type: 'thing', id: String(index), name: '许听雨' }))
  for (let count = 0; count < entries; count += subjects.length) await recordAction(platform.db, { ...about, subjects })
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: platform.databaseUrl,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'fatal',
  })
})

afterAll(async () => {
  await server.end('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

async function enqueueSealing(): Promise<void> {
  await sql`select graphile_worker.add_job('operations.seal-audit', '{}'::json)`.execute(platform.root)
}

async function sealedCount(): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`
    select max(seq) as seq from ${sql.table('operations.audit_entry')} where company_id = ${companyId}`.execute(
    platform.root,
  )
  return rows[0]?.seq ?? 0
}

/** Skips the ten minutes after which the queue restarts the jobs of a killed process. */
async function tenMinutesPass(): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '11 minutes'
    where locked_at is not null`.execute(platform.root)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(50)
}

it(`${kills} kills lose no entry, make one export and erase once`, { timeout: 600_000 }, async () => {
  const { id: exportId } = await platform.client(privacy, copied).requestExport()
  await platform.client(privacy, chief).eraseMember({ body: { memberId: erased.id, graceDays: 0 } })
  await enqueueSealing()
  for (let kill = 1; kill <= kills; kill += 1) {
    await server.start()
    await until(async () => (await sealedCount()) >= (entries / (kills + 1)) * kill)
    await server.end('SIGKILL')
    await tenMinutesPass()
    await enqueueSealing()
  }
  await server.start()
  const calls = platform.client(privacy, chief)
  await until(async () => (await calls.listErasures()).items[0]?.state === 'done')
  await until(async () => (await platform.client(privacy, copied).ownPrivacy()).exports[0]?.state === 'ready')
  await enqueueSealing()
  await until(async () => (await platform.client(operations, chief).auditChain()).unsealed === 0)
  await server.end('SIGTERM')

  const log = platform.client(operations, chief)
  const { taskId } = await log.verifyAudit()
  await platform.runJobs()
  expect(await log.taskById({ params: { id: taskId } })).toMatchObject({ state: 'done', problemCount: 0 })
  const { lastCheck } = await log.auditChain()
  expect(lastCheck?.entries).toBeGreaterThanOrEqual(entries)
  expect((await log.listAudit({ query: { action: 'privacy.erased' } })).recordCount).toBe(1)
  const { rows } = await sql<{ notified: number; files: number }>`
    select (select count(*) from ${sql.table('messages.notification')} where member_id = ${copied.id}) as notified,
      (select count(*) from ${sql.table('files.file')} where id = ${exportId}) as files`.execute(platform.root)
  expect(rows).toEqual([{ notified: 1, files: 1 }])
})
