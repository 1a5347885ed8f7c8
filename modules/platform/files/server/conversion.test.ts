/** Conversions with fake programs: requests, progress, refusals, kills and retries. */
import { createDecipheriv } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { files } from '#modules/platform/files/contract.ts'
import {
  deleteFile,
  fileStates,
  officePdfOf,
  playbackOf,
  retryFileConversion,
  storeFile,
} from '#modules/platform/files/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { withTables } from '#server/db/connection.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import type { FileInfo } from '../contract.ts'
import { streamWork } from './conversion-jobs.ts'
import { filesTables } from './db.ts'
import { conversionsDirectory } from './directories.ts'
import { fakePrograms } from './fake-programs.ts'
import { presentation, sample } from './samples.ts'
import type { DB } from './tables.ts'

/** The task of the file's conversion. */
async function taskOf({ id }: { readonly id: string }): Promise<string> {
  const { task_id: taskId } = await filesTables(platform.db)
    .selectFrom('files.conversion')
    .select('task_id')
    .where('file_id', '=', id)
    .executeTakeFirstOrThrow()
  return taskId ?? ''
}

const programs = await fakePrograms()
const platform = testPlatform({
  poolSize: 3,
  environment: { FFMPEG_PATH: programs.ffmpeg, SOFFICE_PATH: programs.soffice },
})
const minuteMs = 60_000
let companyId: string
let lecturer: BuiltMember
let learner: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  learner = await buildMember(platform.db, { companyId })
})

afterAll(() => programs.remove())
beforeEach(() => programs.behave('ok'))

function store(name: string, content: Buffer, kind: 'video' | 'document' = 'video'): Promise<FileInfo> {
  const { id: ownerId } = lecturer
  return storeFile(platform.db, platform.outside, { companyId, ownerId, kind, name, content, now: platform.now })
}

const storeVideo = () => store('第一讲.mp4', sample('two-seconds.mp4'))
const storeSlides = () => store('讲义.pptx', presentation(3), 'document')

async function stateOf(file: FileInfo) {
  return (await fileStates(platform.db, companyId, [file.id])).get(file.id)
}

/** A video with a stream. */
async function streamed(): Promise<FileInfo> {
  const file = await storeVideo()
  await platform.runJobs()
  return file
}

function playback(file: FileInfo, member: BuiltMember, isProtected = false) {
  const ask = { companyId, fileId: file.id, memberId: member.id, protected: isProtected, seconds: 600 }
  return playbackOf(platform.db, { ...ask, now: platform.now })
}

function get(url: string, member: BuiltMember | undefined) {
  return platform.app.inject({ url, headers: member ? { authorization: `Bearer ${member.token}` } : {} })
}

const base = (file: FileInfo) => `/api/v1/system/file/stream/${file.id}`

describe('a video', () => {
  it('is converting, then done, with qualities, a poster and a task', async () => {
    const file = await storeVideo()
    expect(await stateOf(file)).toMatchObject({ translateType: 0, progressPermille: 0, qualities: [] })
    const calls = platform.client(files, lecturer)
    await proves('SYSTEM-084', async () => {
      expect(await calls.preview({ query: { id: file.id } })).toMatchObject({ translateType: 0, stream: null })
    })
    await platform.runJobs()
    expect(await stateOf(file)).toEqual({
      id: file.id,
      translateType: 1,
      progressPermille: 1000,
      failure: null,
      qualities: [90],
      hasPoster: true,
      hasPdf: false,
    })
    await proves('SYSTEM-084', async () => {
      expect(await calls.preview({ query: { id: file.id } })).toMatchObject({ translateType: 1 })
    })
    expect(await platform.client(files, learner).fileStates({ query: { ids: [file.id] } })).toEqual({ items: [] })
    const { posterUrl, stream } = await calls.preview({ query: { id: file.id } })
    expect(stream).toMatchObject({ fileId: file.id, url: `${base(file)}/index.m3u8` })
    const poster = await get(String(posterUrl), lecturer)
    expect([poster.statusCode, poster.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(await readdir(conversionsDirectory(platform.outside.config))).toEqual([])
  })

  it('is read only as the detected container, without references to other files', async () => {
    const before = programs.calls().length
    await streamed()
    const calls = programs.calls().slice(before)
    expect(calls).toHaveLength(2)
    for (const call of calls) expect(call).toMatch(/-protocol_whitelist file -f mov -i file:\S+\/source /)
    for (const call of calls) expect(call).toContain('-map_metadata -1')
  })

  it('plays for the bearer of a token: playlists, key, and encrypted segments', async () => {
    const file = await streamed()
    const { stream, url, posterUrl } = await playback(file, learner)
    expect(url).toBeNull()
    expect((await get(String(posterUrl), learner)).statusCode).toBe(200)
    // The grant of the poster is valid for the poster only.
    expect((await get(String(posterUrl).replace('rendition=poster&', ''), learner)).statusCode).toBe(403)
    const tokenAt = async (path: string) => {
      const answer = await get(`/api/v1/${path}/m3u8-token?id=${file.id}&grant=${stream?.grant}`, learner)
      expect(answer.json()).toEqual({ token: expect.any(String), expiresAt: platform.now + 10 * minuteMs })
      return String(answer.json().token)
    }
    const playsWith = async (given: string) =>
      expect((await get(`${stream?.url}?token=${given}`, learner)).statusCode).toBe(200)
    await proves('SYSTEM-101', async () => playsWith(await tokenAt('course-study/file')))
    await proves('SYSTEM-102', async () => playsWith(await tokenAt('system/file-cloud')))
    const token = await tokenAt('system/file-cloud')
    const master = await get(`${stream?.url}?token=${token}`, learner)
    expect(master.headers['content-type']).toBe('application/vnd.apple.mpegurl')
    expect(master.body).toContain('RESOLUTION=160x90')
    expect(master.body).toContain(`s90/index.m3u8?token=${token}`)
    const pieces = await get(`${base(file)}/s90/index.m3u8?token=${token}`, learner)
    expect(pieces.body.split('\n').filter((line) => line.startsWith('#EXTINF'))).toEqual([
      '#EXTINF:4.000,',
      '#EXTINF:2.500,',
    ])
    expect(pieces.body).toContain(`#EXT-X-KEY:METHOD=AES-128,URI="../key?token=${token}"`)
    await proves('SYSTEM-087', async () => {
      const key = (await get(`${base(file)}/key?token=${token}`, learner)).rawPayload
      expect(key).toHaveLength(16)
      const second = (await get(`${base(file)}/s90/1?token=${token}`, learner)).rawPayload
      const iv = Buffer.alloc(16)
      iv.writeUInt32BE(1, 12)
      const decipher = createDecipheriv('aes-128-cbc', key, iv)
      expect(Buffer.concat([decipher.update(second), decipher.final()]).toString()).toBe('second piece of s90')
      expect((await get(`${base(file)}/s90/1`, learner)).statusCode).toBe(403)
    })
    expect((await get(`${base(file)}/s90/2?token=${token}`, learner)).json()).toMatchObject({ errorCode: 900005 })
    expect((await get(`${base(file)}/s720/0?token=${token}`, learner)).json()).toMatchObject({ errorCode: 900005 })
    expect((await get(`${base(file)}/s720/index.m3u8?token=${token}`, learner)).statusCode).toBe(422)
  })

  it('[SYSTEM-087] refuses key, segments and playlists without a valid token', async () => {
    const file = await streamed()
    const other = await streamed()
    const tokenOf = async (of: FileInfo, member: BuiltMember) => {
      const { stream } = await playback(of, member)
      return platform.client(files, member).m3u8Token({ query: { id: of.id, grant: stream?.grant ?? '' } })
    }
    const { token } = await tokenOf(file, learner)
    const ofOther = await tokenOf(other, learner)
    const ofLecturer = await tokenOf(file, lecturer)
    const { stream } = await playback(file, learner)
    for (const path of ['key', 's90/0', 's90/index.m3u8', 'index.m3u8']) {
      const status = async (query: string, member: BuiltMember | undefined) =>
        (await get(`${base(file)}/${path}${query}`, member)).statusCode
      expect(await status(`?token=${token}`, learner)).toBe(200)
      expect(await status('', undefined)).toBe(401)
      expect(await status(`?token=${token}`, undefined)).toBe(401)
      expect(await status('', learner)).toBe(403)
      expect(await status('', lecturer)).toBe(403)
      expect(await status(`?token=${token}`, lecturer)).toBe(403)
      expect(await status(`?token=${ofOther.token}`, learner)).toBe(403)
      expect(await status(`?token=${ofLecturer.token}`, learner)).toBe(403)
      expect(await status(`?token=${stream?.grant}`, learner)).toBe(403)
      platform.now += 11 * minuteMs
      expect(await status(`?token=${token}`, learner)).toBe(403)
      platform.now -= 11 * minuteMs
    }
    const refused = await refusal(platform.client(files, learner).m3u8Token({ query: { id: file.id } }))
    expect(refused).toMatchObject({ status: 403, errorCode: 10138 })
    // The permission to watch is no permission to download.
    expect((await get(`/api/v1/human/file/${file.id}?grant=${stream?.grant}`, learner)).statusCode).toBe(403)
    expect((await get(`/api/v1/human/file/${file.id}?rendition=poster`, learner)).statusCode).toBe(403)
  })

  it('without a stream has nothing to play by a token', async () => {
    const file = await storeVideo()
    const calls = platform.client(files, lecturer)
    const { token } = await calls.m3u8Token({ query: { id: file.id } })
    for (const path of ['index.m3u8', 'key', 's90/index.m3u8', 's90/0']) {
      expect((await get(`${base(file)}/${path}?token=${token}`, lecturer)).json()).toMatchObject({ errorCode: 900005 })
    }
    const ofNobody = { query: { id: '01990000-0000-7000-8000-000000000000' } }
    expect(await refusal(calls.m3u8Token(ofNobody))).toMatchObject({ errorCode: 900005 })
    await platform.runJobs()
  })

  it('has a token for the whole duration if the player cannot change it', async () => {
    const file = await streamed()
    const { expiresAt } = await platform.client(files, lecturer).m3u8Token({ query: { id: file.id, player: 'native' } })
    expect(expiresAt - platform.now).toBe(60 * minuteMs + 2 * (file.durationMs ?? 0))
  })

  it('[SYSTEM-100] plays by ranges until its stream exists, unless its course protects it', async () => {
    const file = await storeVideo()
    const open = await playback(file, learner)
    expect(open).toMatchObject({ translateType: 0, stream: null })
    const part = await platform.app.inject({
      url: String(open.url),
      headers: { authorization: `Bearer ${learner.token}`, range: 'bytes=0-99' },
    })
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100])
    expect(await playback(file, learner, true)).toMatchObject({ url: null, stream: null, translateType: 0 })
    await platform.runJobs()
    expect(await playback(file, learner, true)).toMatchObject({ url: null, stream: { fileId: file.id } })
  })

  it('is deleted with all its renditions', async () => {
    const file = await streamed()
    const { rows } = await keysOf(file)
    expect(rows).toHaveLength(2)
    await deleteFile(platform.db, companyId, file.id)
    await platform.runJobs()
    for (const key of [file.id, ...rows]) expect(await platform.outside.storage.stat(key)).toBeUndefined()
  })
})

async function keysOf(file: FileInfo) {
  const found = await withTables<DB>(platform.db)
    .selectFrom('files.rendition')
    .select('object_key')
    .where('file_id', '=', file.id)
    .execute()
  return { rows: found.map((row) => row.object_key) }
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
    const { rows } = await keysOf(file)
    for (const key of rows) expect(await outside.storage.stat(key)).toBeDefined()
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

describe('an office file', () => {
  it('becomes a PDF that replaces the file in the reader, each run in its own profile', async () => {
    const before = programs.calls().length
    const [one, two] = [await storeSlides(), await storeSlides()]
    // One after another, because a run of the jobs may end between them.
    while ((await stateOf(two))?.translateType === 0) await platform.runJobs()
    expect(await stateOf(one)).toMatchObject({ translateType: 1, hasPdf: true, qualities: [] })
    const preview = await platform.client(files, lecturer).preview({ query: { id: one.id } })
    const answer = await get(String(preview.pdfUrl), lecturer)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining("filename*=UTF-8''%E8%AE%B2%E4%B9%89.pdf"),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const profiles = programs
      .calls()
      .slice(before)
      .map((call) => /UserInstallation=(\S+)/.exec(call)?.[1])
    expect(new Set(profiles).size).toBe(2)
    const granted = await officePdfOf(platform.db, {
      companyId,
      fileId: two.id,
      memberId: learner.id,
      seconds: 60,
      now: platform.now,
    })
    expect((await get(granted?.url ?? '', learner)).statusCode).toBe(200)
    // The grant is for the PDF only.
    const stolen = (granted?.url ?? '').replace('rendition=pdf&', '')
    expect((await get(stolen, learner)).statusCode).toBe(403)
  })

  it('fails if LibreOffice makes no PDF of it', async () => {
    programs.behave('nothing')
    const file = await storeSlides()
    await platform.runJobs()
    expect(await stateOf(file)).toMatchObject({ translateType: 2, failure: 'unreadable', hasPdf: false })
    const ask = { companyId, fileId: file.id, memberId: learner.id, seconds: 60, now: platform.now }
    expect(await officePdfOf(platform.db, ask)).toBeUndefined()
    expect((await get(`/api/v1/human/file/${file.id}?rendition=pdf`, lecturer)).json()).toMatchObject({
      errorCode: 900005,
    })
  })
})
