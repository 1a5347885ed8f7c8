/** The bytes of a file, and the addresses under which they are read. */
import { beforeAll, describe, expect, it } from 'vitest'
import { files } from '#modules/platform/files/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import type { FileInfo } from '../contract.ts'
import { addressOf, buildContent, contentCalls, videoBytes } from './content.fixture.ts'

const platform = testPlatform()
const { fetchFile, passOf } = contentCalls(platform)
let lecturer: BuiltMember
let learner: BuiltMember
let stranger: BuiltMember
let video: FileInfo
let cover: FileInfo
let secret: FileInfo
let handout: FileInfo

beforeAll(async () => {
  ;({ lecturer, learner, stranger, video, cover, secret, handout } = await buildContent(platform))
})

describe('content', () => {
  const ask = (headers: Readonly<Record<string, string>>, method: 'GET' | 'HEAD' = 'GET') =>
    fetchFile(addressOf(video), { token: lecturer.token, headers, method })

  it('supports ranges', async () => {
    const size = videoBytes.length
    const cases: [string, number, number][] = [
      ['bytes=0-99', 0, 99],
      ['bytes=0-0', 0, 0],
      ['bytes=100-', 100, size - 1],
      ['bytes=-10', size - 10, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
      [`bytes=${size - 1}-`, size - 1, size - 1],
      [`bytes=0-${size * 10}`, 0, size - 1],
    ]
    for (const [range, start, end] of cases) {
      const answer = await ask({ range })
      expect(answer.statusCode, range).toBe(206)
      expect(answer.headers['content-range'], range).toBe(`bytes ${start}-${end}/${size}`)
      expect(answer.headers['content-length'], range).toBe(String(end - start + 1))
      expect(answer.rawPayload.equals(videoBytes.subarray(start, end + 1)), range).toBe(true)
    }
  })

  it('answers 416 for a range beyond the end, and the whole content for anything but a single range', async () => {
    for (const range of [
      `bytes=${videoBytes.length}-`,
      `bytes=${videoBytes.length + 5}-${videoBytes.length + 9}`,
      'bytes=-0',
    ]) {
      const answer = await ask({ range })
      expect([answer.statusCode, answer.headers['content-range']], range).toEqual([416, `bytes */${videoBytes.length}`])
      expect(answer.rawPayload.length).toBe(0)
    }
    for (const range of [
      'bytes=5-2',
      'bytes=0-1,5-6',
      'bytes=-',
      'bytes=a-b',
      'lines=0-1',
      'bytes=99999999999999999999-',
    ]) {
      const answer = await ask({ range })
      expect([answer.statusCode, answer.rawPayload.length], range).toEqual([200, videoBytes.length])
    }
  })

  it('answers 304 for known content, and a range only of the same content', async () => {
    const etag = String((await ask({})).headers.etag)
    const known = await ask({ 'if-none-match': etag })
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0])
    expect((await ask({ 'if-none-match': `"other", W/${etag}` })).statusCode).toBe(304)
    expect((await ask({ 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await ask({ range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206)
    expect((await ask({ range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200)
    expect((await ask({ range: 'bytes=0-9', 'if-range': `W/${etag}` })).statusCode).toBe(200)
  })

  it('answers HEAD with the headers only', async () => {
    const answer = await ask({}, 'HEAD')
    expect([answer.statusCode, answer.headers['content-length'], answer.rawPayload.length]).toEqual([
      200,
      String(videoBytes.length),
      0,
    ])
    expect((await ask({ range: 'bytes=0-9' }, 'HEAD')).headers['content-length']).toBe('10')
  })

  it('is sandboxed and never sniffed; browsers display only pictures, audio and video', async () => {
    const answers = await Promise.all(
      [video, cover, handout, secret].map((file) => fetchFile(addressOf(file), { token: lecturer.token })),
    )
    for (const answer of answers) {
      expect(answer.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['cache-control']).toContain('private')
      expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
    }
    expect(answers.map((answer) => String(answer.headers['content-disposition']).split(';')[0])).toEqual([
      'inline',
      'inline',
      'attachment',
      'attachment',
    ])
  })

  it('has its name in the header in any script, and is downloaded on request', async () => {
    const answer = await fetchFile(`${addressOf(handout)}?download=1`, { token: lecturer.token })
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="__ ___.pdf"; filename*=UTF-8''${encodeURIComponent('讲义 _一_.pdf')}`,
    )
    const download = await fetchFile(`${addressOf(video)}?download=1`, { token: lecturer.token })
    expect(download.headers['content-disposition']).toMatch(/^attachment/)
  })
})

describe('previews', () => {
  it.each([
    ['SYSTEM-097', 'system/file-agent/preview'],
    ['SYSTEM-095', 'file-agent/file/preview'],
    ['SYSTEM-099', 'system/file-cloud/preview-new'],
  ] as const)('answer the addresses of a file, under each path: %s, %s', async (id, path) => {
    const address = `/api/v1/${path}?id=${video.id}`
    await proves([id, 'SYSTEM-081'], async () => {
      expect((await fetchFile(address, { token: lecturer.token })).json()).toMatchObject({
        url: expect.stringContaining(addressOf(video)),
        path: video.path,
        source: 'local',
        configId: null,
        isAuth: true,
        isCloud: false,
        contentType: 'video/mp4',
      })
    })
    expect((await fetchFile(address)).statusCode).toBe(401)
  })

  it('the url is the full path with the authorization', async () => {
    const { url, isAuth } = await platform.client(files, lecturer).preview({ query: { id: video.id } })
    await proves(['SYSTEM-082', 'SYSTEM-083'], async () => {
      expect(url).toMatch(/^\/api\/v1\/human\/file\/[\w-]+\?.*grant=/)
      const seen = await fetchFile(url, { cookie: await passOf(lecturer) })
      expect([seen.statusCode, seen.rawPayload.equals(videoBytes)]).toEqual([200, true])
      expect((await fetchFile(url)).statusCode).toBe(401)
    })
    await proves('SYSTEM-104', async () => {
      expect(isAuth).toBe(true)
      expect((await fetchFile(addressOf(video), { token: learner.token })).statusCode).toBe(403)
      const open = await platform.client(files, learner).preview({ query: { id: cover.id } })
      expect(open).toMatchObject({ isAuth: false, isCloud: false })
      expect((await fetchFile(addressOf(cover), { token: learner.token })).statusCode).toBe(200)
    })
  })

  it('[SYSTEM-096] a download address is authorized and downloads', async () => {
    const { url, name } = await platform.client(files, lecturer).downloadAddress({ query: { id: video.id } })
    const answer = await fetchFile(url, { cookie: await passOf(lecturer) })
    expect([name, answer.headers['content-disposition']]).toEqual(['第一讲.mp4', expect.stringMatching(/^attachment/)])
  })

  it('[SYSTEM-088] refuse callers without access', async () => {
    const calls = platform.client(files, learner)
    const foreign = platform.client(files, stranger)
    const id = video.id
    for (const call of [calls.preview({ query: { id } }), calls.downloadAddress({ query: { id } })]) {
      expect(await refusal(call)).toMatchObject({ status: 403, errorCode: 10138 })
    }
    expect(await refusal(calls.fileInfo({ params: { id } }))).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await refusal(foreign.preview({ query: { id } }))).toMatchObject({ status: 422, errorCode: 900005 })
    expect(await refusal(foreign.downloadAddress({ query: { id } }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(foreign.fileInfo({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    expect(await platform.client(files, lecturer).fileInfo({ params: { id } })).toEqual(video)
  })
})
