/** What conversions with fake programs make of videos and office files, and who may play and read it. */
import { createDecipheriv } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { files } from '#modules/platform/files/contract.ts'
import { deleteFile, officePdfOf } from '#modules/platform/files/server.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import type { FileInfo } from '../contract.ts'
import { conversionTests, minuteMs } from './conversion.fixture.ts'
import { conversionsDirectory } from './directories.ts'

const { programs, platform, build, storeVideo, storeSlides, stateOf, streamed, playback, get, keysOf } =
  await conversionTests()
let companyId: string
let lecturer: BuiltMember
let learner: BuiltMember

beforeAll(async () => {
  ;({ companyId, lecturer, learner } = await build())
})

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
    const keys = await keysOf(file)
    expect(keys).toHaveLength(2)
    await deleteFile(platform.db, companyId, file.id)
    await platform.runJobs()
    for (const key of [file.id, ...keys]) expect(await platform.outside.storage.stat(key)).toBeUndefined()
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
