/**
 * An import of three thousand members whose server is killed with SIGKILL between its steps. The next server resumes it
 * without waiting, because the database has freed the lock. Each member is there once.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  at,
  heading,
  importCompany,
  importSteps,
  row,
  sheet,
} from '#modules/platform/identity/server/import.fixture.ts'
import { lookForWork } from '#modules/platform/operations/server/long-work.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const memberCount = 3000
const platform = testPlatform({ environment: { TRUST_PROXY: 'true' } })
const company = importCompany(platform)
const { calls, name, upload } = importSteps(platform, company)
let server: ServerProcess
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-kill-'))
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: platform.databaseUrl,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'error',
  })
})

afterAll(async () => {
  await server.end('SIGKILL')
  await rm(directory, { recursive: true, force: true })
})

it('is resumed by the next server at its last stored step', async () => {
  const rows = Array.from({ length: memberCount }, (_, index) => row(name(index)))
  const started = await upload(await sheet([heading, ...rows]))
  await platform.runJobs()
  await calls().commitImport({ ...at(started), body: {} })
  await server.start()
  const progress = () => calls().importProgress(at(started))
  while ((await progress()).progress < 1000) await wait(5)
  await server.end('SIGKILL')
  const stored = await progress()
  expect(stored).toMatchObject({ state: 'importing' })
  expect([1000, 2000, 3000]).toContain(stored.progress)
  expect((await platform.client(identity, company.chief).listMembers()).recordCount).toBe(stored.progress + 2)
  await server.start()
  await lookForWork(platform)
  while ((await progress()).state === 'importing') await wait(50)
  expect(await progress()).toMatchObject({ state: 'done', importedCount: memberCount, failedCount: 0 })
  const { rows: tasks } = await sql`select done, state from operations.task where kind = 'member-import'`.execute(
    platform.root,
  )
  expect(tasks).toEqual([{ done: memberCount, state: 'done' }])
})
