/** An archive while its disk is full or the store of files fails midway: no half file, and a retry that makes a whole one. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { storeFile } from '#modules/platform/files/server.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { fillDisk } from '#test/outage/full-disk.ts'
import { testRoles } from '#test/roles.ts'
import { homeworkOn, type TestHomework } from './homework-on.fixture.ts'
import { archiveWork } from './make-archive.ts'

const platform = testPlatform({ poolSize: 6 })
const roles = testRoles(platform, { owner: ['class-teacher'], otherCompany: ['super-admin'] })
const { as, build, handIn } = homeworkOn(platform, () => ({
  author: roles.owner,
  participants: [roles.member, roles.colleague],
}))
const text = '正文'.repeat(2000)
const tasks = () => platform.client(operations, roles.owner)

/** A folder of its own for what archives are made in: other tests make theirs at the same time. */
let directory = ''
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'archive-faults-'))
  vi.stubEnv('TMPDIR', directory)
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true, force: true })
})

/** Two works with a file each, and their archive under way. */
async function started(by = roles.owner): Promise<{ one: TestHomework; taskId: string }> {
  const one = await build({ ofClass: { teacherIds: [by.id] } })
  for (const member of [roles.member, roles.colleague]) {
    const input = { companyId: roles.companyId, ownerId: member.id, kind: 'attachment', name: '报告.txt' } as const
    const stored = await storeFile(platform.db, platform.outside, {
      ...input,
      ...{ content: Buffer.from(text), now: platform.now },
    })
    await handIn(member, one, '说明', [stored.id])
  }
  await as(by).startHomeworkArchive(one)
  const { rows } = await sql<{ id: string }>`
    select id from homework.archive where activity_id = ${one.params.activityId}`.execute(platform.root)
  return { one, taskId: rows[0]?.id ?? '' }
}
const run = (taskId: string) =>
  archiveWork.job.run(platform.db, { taskId }, { outside: platform.outside, now: platform.now })
const archiveOf = async (one: TestHomework) => (await as(roles.owner).homeworkArchive(one)).archive
const storedFiles = async (taskId: string) =>
  (await sql`select from files.file where id = ${taskId}`.execute(platform.root)).rows.length
const leftovers = () => readdirSync(directory).filter((name) => name.startsWith('shuyuan-homework-'))

async function isWhole(one: TestHomework): Promise<boolean> {
  const archive = await archiveOf(one)
  const loaded = await platform.app.inject({
    url: archive?.url ?? '',
    headers: { authorization: `Bearer ${roles.owner.token}` },
  })
  const entries = Object.entries(unzipSync(loaded.rawPayload)).map(([name, bytes]) => [name, strFromU8(bytes)] as const)
  return (
    entries.length === 4 && entries.every(([name, content]) => content === (name.endsWith('报告.txt') ? text : '说明'))
  )
}

describe('an archive of homework', () => {
  it('fails cleanly where the store of files breaks off midway, and a retry makes a whole one', async () => {
    const { one, taskId } = await started()
    const { storage } = platform.outside
    const get = storage.get.bind(storage)
    let reads = 0
    vi.spyOn(storage, 'get').mockImplementation(async (key, ...rest) => {
      reads += 1
      if (reads % 2 === 1) return get(key, ...rest)
      return Readable.from(
        (async function* () {
          yield Buffer.from('half')
          throw new Error('the store has broken off')
        })(),
      )
    })
    for (let tries = 0; tries < 6; tries += 1) await run(taskId).catch(() => undefined)
    expect(await tasks().taskById({ params: { id: taskId } })).toMatchObject({ state: 'failed', canRetry: true })
    expect(await archiveOf(one)).toMatchObject({ state: 'failed', url: null })
    expect([await storedFiles(taskId), leftovers()]).toEqual([0, []])
    vi.restoreAllMocks()
    // Another one that was asked for meanwhile is enough.
    await as(roles.owner).startHomeworkArchive(one)
    expect(await refusal(tasks().retryTask({ params: { id: taskId } }))).toMatchObject({ status: 422 })
    const { rows } = await sql<{ id: string }>`
      select id from homework.archive where activity_id = ${one.params.activityId} and state = 'waiting'`.execute(
      platform.root,
    )
    const second = rows[0]?.id ?? ''
    await tasks().cancelTask({ params: { id: second } })
    await run(second)
    await tasks().retryTask({ params: { id: taskId } })
    await run(taskId)
    await sql`delete from homework.archive where id = ${second}`.execute(platform.root)
    expect(await archiveOf(one)).toMatchObject({ state: 'ready' })
    expect(await isWhole(one)).toBe(true)
  })

  it('waits while the disk is full, offers nothing meanwhile, and is made once there is room', async () => {
    const { one, taskId } = await started()
    const free = fillDisk(directory)
    try {
      for (let tries = 0; tries < 7; tries += 1) await run(taskId)
      expect(await archiveOf(one)).toMatchObject({ state: 'waiting', url: null })
      expect([await storedFiles(taskId), leftovers()]).toEqual([0, []])
    } finally {
      free()
    }
    await run(taskId)
    expect(await isWhole(one)).toBe(true)
  })

  it('leaves no file where it is called off after its file was stored', async () => {
    const { one, taskId } = await started()
    const { storage } = platform.outside
    const put = storage.put.bind(storage)
    vi.spyOn(storage, 'put').mockImplementation(async (...input) => {
      await put(...input)
      await tasks().cancelTask({ params: { id: taskId } })
    })
    await run(taskId)
    expect(await archiveOf(one)).toMatchObject({ state: 'failed', url: null })
    expect(await storedFiles(taskId)).toBe(0)
  })

  it('is not made for somebody who no longer runs the class', async () => {
    const { companyId, organizationId } = roles
    const teacher = await buildMember(platform.db, { companyId, organizationId, roles: ['class-teacher'] })
    const { one, taskId } = await started(teacher)
    await sql`update classes.class set teacher_ids = '{}' where id = ${one.params.id}`.execute(platform.root)
    await run(taskId)
    expect(await platform.client(operations, teacher).taskById({ params: { id: taskId } })).toMatchObject({
      state: 'failed',
    })
    expect(await storedFiles(taskId)).toBe(0)
  })
})
