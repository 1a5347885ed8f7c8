/** Runs of conversions with fake programs: failures, kills, retries, and their tasks. */
import { readdir } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { files } from '#modules/platform/files/contract.ts'
import { retryFileConversion } from '#modules/platform/files/server.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { refusal } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { conversionTests, minuteMs } from './conversion.fixture.ts'
import { streamWork } from './conversion-jobs.ts'
import { filesTables } from './db.ts'
import { conversionsDirectory } from './directories.ts'

const { programs, platform, build, store, storeVideo, stateOf, playback, keysOf } = await conversionTests()
let companyId: string
let lecturer: BuiltMember
let learner: BuiltMember

beforeAll(async () => {
  ;({ companyId, lecturer, learner } = await build())
})

/** The task of the file's conversion. */
async function taskOf({ id }: { readonly id: string }): Promise<string> {
  const { task_id: taskId } = await filesTables(platform.db)
    .selectFrom('files.conversion')
    .select('task_id')
    .where('file_id', '=', id)
    .executeTakeFirstOrThrow()
  return taskId ?? ''
}

describe('a conversion that fails', () => {
  it('states the reason, and only its owner can restart it', async () => {
    programs.behave('fail')
    const file = await storeVideo()
    await platform.runJobs()
    expect(await stateOf(file)).toMatchObject({ translateType: 2, failure: 'unreadable', hasPoster: false })
    const calls = platform.client(files, lecturer)
    const previewed = () => calls.preview({ query: { id: file.id } })
    await proves('SYSTEM-084', async () => expect(await previewed()).toMatchObject({ translateType: 2 }))
    const again = { body: { id: file.id } }
    await proves('SYSTEM-086', async () => {
      expect(await previewed()).toMatchObject({ mayRetry: true })
      expect(await refusal(platform.client(files, learner).retryParse(again))).toMatchObject({ status: 403 })
      programs.behave('ok')
      expect(await calls.retryParse(again)).toMatchObject({ translateType: 0, failure: null })
      expect(await previewed()).toMatchObject({ translateType: 0, mayRetry: false })
    })
    await proves('SYSTEM-094', async () => {
      await platform.runJobs()
      expect(await previewed()).toMatchObject({ translateType: 1, failure: null })
      expect(await calls.retryParse(again)).toMatchObject({ translateType: 1 })
    })
  })

  it('is not offered for files without a conversion', async () => {
    const text = await store('说明.txt', Buffer.from('说明'), 'document')
    expect(await stateOf(text)).toMatchObject({ translateType: null })
    const calls = platform.client(files, lecturer)
    expect(await refusal(calls.retryParse({ body: { id: text.id } }))).toMatchObject({ errorCode: 2000038 })
    const ofNobody = { body: { id: '01990000-0000-7000-8000-000000000000' } }
    expect(await refusal(calls.retryParse(ofNobody))).toMatchObject({ errorCode: 900005 })
  })

  it('can be restarted by the owning module, for its editors', async () => {
    programs.behave('nothing')
    const file = await storeVideo()
    await platform.runJobs()
    expect(await stateOf(file)).toMatchObject({ translateType: 2, failure: 'unreadable' })
    programs.behave('ok')
    const ask = { companyId, fileId: file.id, now: platform.now }
    await retryFileConversion(platform.db, platform.outside.config, ask)
    await platform.runJobs()
    expect(await stateOf(file)).toMatchObject({ translateType: 1 })
  })
})

it('a file from before the installation of the programs is converted on request', async () => {
  const { ffmpeg } = platform.outside.config.programs
  platform.outside.config.programs.ffmpeg = null
  const file = await storeVideo()
  const calls = platform.client(files, lecturer)
  const preview = () => calls.preview({ query: { id: file.id } })
  expect(await preview()).toMatchObject({ translateType: null, mayRetry: false, stream: null })
  expect(await refusal(calls.retryParse({ body: { id: file.id } }))).toMatchObject({ errorCode: 2000038 })
  // It plays by ranges even if its course protects it, because there is no stream.
  expect((await playback(file, learner, true)).url).not.toBeNull()
  platform.outside.config.programs.ffmpeg = ffmpeg
  await proves('SYSTEM-086', async () => {
    expect(await preview()).toMatchObject({ translateType: null, mayRetry: true })
    expect(await calls.retryParse({ body: { id: file.id } })).toMatchObject({ translateType: 0 })
  })
  await proves('SYSTEM-094', async () => {
    await platform.runJobs()
    expect(await preview()).toMatchObject({ translateType: 1, mayRetry: false })
  })
})

describe('a conversion whose process ends', () => {
  it('is stopped with its program, leaves no files, and is repeated by the next process', async () => {
    programs.behave('hang')
    const file = await storeVideo()
    const ending = new AbortController()
    const { outside, now, db } = platform
    const running = streamWork.job.run(db, { taskId: await taskOf(file) }, { outside, now, signal: ending.signal })
    while (!programs.isHanging()) await nextTurn()
    ending.abort(new Error('the process is ending'))
    await expect(running).rejects.toThrow('the process is ending')
    expect(await readdir(conversionsDirectory(platform.outside.config))).toEqual([])
    expect(await stateOf(file)).toMatchObject({ translateType: 0 })
    programs.behave('ok')
    await platform.runJobs()
    expect(await stateOf(file)).toMatchObject({ translateType: 1 })
  })

  it('is not started twice at once, and its next run removes what a killed one has left', async () => {
    programs.behave('hang')
    const file = await storeVideo()
    const taskId = await taskOf(file)
    const ending = new AbortController()
    const { outside, now, db } = platform
    const first = streamWork.job.run(db, { taskId }, { outside, now, signal: ending.signal })
    while (!programs.isHanging()) await nextTurn()
    const before = programs.calls().length
    // The first one may last for hours: its lock says that it lives.
    platform.now += 60 * minuteMs
    await streamWork.job.run(db, { taskId }, { outside, now: platform.now })
    expect(programs.calls()).toHaveLength(before)
    ending.abort(new Error('the process is ending'))
    await expect(first).rejects.toThrow('the process is ending')
    platform.now = now
    const lost = uuid()
    await filesTables(db).updateTable('files.conversion').set({ run_id: lost }).where('file_id', '=', file.id).execute()
    await outside.storage.put(`${lost}-poster`, Buffer.from('half a picture'))
    programs.behave('ok')
    await platform.runJobs()
    expect(await stateOf(file)).toMatchObject({ translateType: 1 })
    expect(await outside.storage.stat(`${lost}-poster`)).toBeUndefined()
  })

  it('is given up when it has ended its process three times', async () => {
    const poison = await storeVideo()
    const id = await taskOf(poison)
    await sql`update operations.task set tries = 3 where id = ${id}`.execute(platform.root)
    await platform.runJobs()
    expect(await stateOf(poison)).toMatchObject({ translateType: 2, failure: 'program' })
    const task = await platform.client(operations, lecturer).taskById({ params: { id } })
    expect(task).toMatchObject({ state: 'failed', canRetry: true })
  })

  it('counts only once: a run that has lost its connection changes nothing', async () => {
    const file = await storeVideo()
    const taskId = await taskOf(file)
    const { outside, now, db } = platform
    programs.behave('hang')
    const late = streamWork.job.run(db, { taskId }, { outside, now })
    while (!programs.isHanging()) await nextTurn()
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`.execute(platform.root)
    programs.behave('ok')
    await platform.runJobs()
    await late
    expect(await stateOf(file)).toMatchObject({ translateType: 1 })
    const keys = await keysOf(file)
    for (const key of keys) expect(await outside.storage.stat(key)).toBeDefined()
  })
})

describe('the task of a conversion', () => {
  it('lets its uploader watch, cancel and restart the conversion', async () => {
    const tasks = platform.client(operations, lecturer)
    const file = await storeVideo()
    const { items } = await tasks.listTasks({ query: { state: 'waiting', kind: 'file-conversion' } })
    expect(items).toMatchObject([{ title: file.name }])
    const one = { params: { id: items[0]?.id ?? '' } }
    await tasks.cancelTask(one)
    await platform.runJobs()
    expect(await stateOf(file)).toMatchObject({ translateType: 2, failure: 'cancelled' })
    await tasks.retryTask(one)
    expect(await stateOf(file)).toMatchObject({ translateType: 0 })
    await platform.runJobs()
    expect(await stateOf(file)).toMatchObject({ translateType: 1 })
    expect(await tasks.taskById(one)).toMatchObject({ state: 'done', link: `/file-preview/${file.id}` })
  })

  it('does not restart a conversion that was already restarted', async () => {
    programs.behave('fail')
    const file = await storeVideo()
    await platform.runJobs()
    const tasks = platform.client(operations, lecturer)
    const { items } = await tasks.listTasks({ query: { state: 'failed', kind: 'file-conversion' } })
    const first = { params: { id: items[0]?.id ?? '' } }
    expect(await tasks.taskById(first)).toMatchObject({ reason: '转换失败：文件内容无法读取' })
    programs.behave('ok')
    await platform.client(files, lecturer).retryParse({ body: { id: file.id } })
    expect(await refusal(tasks.retryTask(first))).toMatchObject({ errorCode: 20300 })
    await platform.runJobs()
    expect(await stateOf(file)).toMatchObject({ translateType: 1 })
    expect(await tasks.taskById(first)).toMatchObject({ state: 'failed' })
  })
})
