import { beforeAll, describe, expect, it } from 'vitest'
import { files } from '#modules/platform/files/contract.ts'
import { deleteFile, fileById, filesByIds, grantAccess, ownsFile, storeFile } from '#modules/platform/files/server.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import type { FileInfo } from '../contract.ts'
import { pdf, picture, sample } from './samples.ts'

const platform = testPlatform()
const hourMs = 3_600_000
let lecturer: BuiltMember
let learner: BuiltMember
let stranger: BuiltMember
let video: FileInfo
let cover: FileInfo
let secret: FileInfo
let handout: FileInfo
const bytes = sample('two-seconds.mp4')

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  learner = await buildMember(platform.db, { companyId })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] })
  const own = { companyId, ownerId: lecturer.id, now: platform.now }
  const store = (input: Omit<Parameters<typeof storeFile>[2], keyof typeof own>) =>
    storeFile(platform.db, platform.outside, { ...own, ...input })
  video = await store({ kind: 'video', name: '第一讲.mp4', content: bytes })
  cover = await store({ kind: 'cover', name: '封面.png', content: await picture('png') })
  secret = await store({ kind: 'document', audience: 'owner', name: 'a.txt', content: Buffer.from('草稿') })
  handout = await store({ kind: 'pdf', name: '讲义 "一".pdf', content: pdf(3) })
})

interface Ask {
  readonly token?: string
  readonly cookie?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'HEAD'
}

function fetchFile(address: string, { token, cookie, headers = {}, method = 'GET' }: Ask = {}) {
  return platform.app.inject({
    method,
    url: address,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }), ...(cookie && { cookie }) },
  })
}

const addressOf = (file: FileInfo) => `/api/v1/human/file/${file.id}`

/** The access cookie of a signed-in call. */
async function passOf(member: BuiltMember): Promise<string> {
  const answer = await platform.app.inject({
    url: '/api/v1/system/rule-config/recommend-switch',
    headers: { authorization: `Bearer ${member.token}` },
  })
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

const sessionIn = (cookie: string) => /=([^.]*)\./.exec(cookie)?.[1] ?? ''

function grant(file: FileInfo, member: BuiltMember, seconds = 60): Promise<string> {
  const { companyId, id: memberId } = member
  return grantAccess(platform.db, { companyId, fileId: file.id, memberId, seconds, now: platform.now })
}

describe('access to a file', () => {
  it('[SYSTEM-098] pictures with the audience company are open to its members only', async () => {
    const address = addressOf(cover)
    expect((await fetchFile(address, { token: learner.token })).headers['content-type']).toBe('image/png')
    expect((await fetchFile(address)).statusCode).toBe(401)
    const foreign = await fetchFile(address, { token: stranger.token })
    expect([foreign.statusCode, foreign.json()]).toMatchObject([422, { errorCode: 900005 }])
  })

  it('[SYSTEM-088] a file with the audience link is open to its owner and to temporary grants of the owning module', async () => {
    const address = addressOf(video)
    expect((await fetchFile(address, { token: lecturer.token })).rawPayload).toEqual(bytes)
    const refused = await fetchFile(address, { token: learner.token })
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { errorCode: 10138 }])
    const granted = await grant(video, learner)
    expect((await fetchFile(granted, { token: learner.token })).statusCode).toBe(200)
    platform.now += 61_000
    const late = await fetchFile(granted, { token: learner.token })
    platform.now -= 61_000
    expect([late.statusCode, late.json()]).toMatchObject([403, { errorCode: 10138 }])
  })

  it('[SYSTEM-088] a grant is valid only for its member and its file', async () => {
    const granted = await grant(video, learner)
    const proof = granted.split('?')[1]
    expect((await fetchFile(granted)).statusCode).toBe(401)
    const colleague = await buildMember(platform.db, { companyId: learner.companyId })
    expect((await fetchFile(granted, { token: colleague.token })).statusCode).toBe(403)
    expect((await fetchFile(granted, { token: stranger.token })).json()).toMatchObject({ errorCode: 900005 })
    expect((await fetchFile(`${addressOf(handout)}?${proof}`, { token: learner.token })).statusCode).toBe(403)
    const forged = [
      granted.replace('grant=', 'grant=z'),
      `${granted}x`,
      `${addressOf(video)}?grant=${(platform.now + hourMs).toString(36)}.AAAA`,
      `${addressOf(video)}?grant=${(platform.now + hourMs).toString(36)}.`,
      `${addressOf(video)}?grant=.`,
      `${addressOf(video)}?grant=%00`,
    ]
    for (const address of forged) {
      expect((await fetchFile(address, { token: learner.token })).statusCode, address).toBe(403)
    }
  })

  it('a file with the audience owner is closed even to grants', async () => {
    expect((await fetchFile(addressOf(secret), { token: lecturer.token })).body).toBe('草稿')
    const granted = await grant(secret, learner)
    expect((await fetchFile(granted, { token: learner.token })).statusCode).toBe(403)
  })

  it('unknown ids are not found', async () => {
    const nothing = await fetchFile('/api/v1/human/file/00000000-0000-7000-8000-000000000000', { token: learner.token })
    expect(nothing.json()).toMatchObject({ errorCode: 900005 })
    for (const id of ['..%2f..%2fetc%2fpasswd', 'x', `${video.id}x`, '%00']) {
      const answer = await fetchFile(`/api/v1/human/file/${id}`, { token: learner.token })
      expect(answer.json(), id).toMatchObject({ errorCode: 900001 })
    }
    await expect(
      grantAccess(platform.db, {
        companyId: stranger.companyId,
        fileId: video.id,
        memberId: stranger.id,
        seconds: 60,
        now: platform.now,
      }),
    ).rejects.toMatchObject({ error: { code: 900005 } })
  })

  it('a file without bytes in the store is not found', async () => {
    const lost = await storeFile(platform.db, platform.outside, {
      companyId: lecturer.companyId,
      ownerId: lecturer.id,
      kind: 'document',
      name: 'lost.txt',
      content: Buffer.from('lost'),
      now: platform.now,
    })
    await platform.outside.storage.delete(lost.id)
    expect((await fetchFile(addressOf(lost), { token: lecturer.token })).json()).toMatchObject({ errorCode: 900005 })
  })
})

describe('the access cookie', () => {
  it('lets pages load pictures and videos without headers', async () => {
    const cookie = await passOf(learner)
    expect((await fetchFile(addressOf(cover), { cookie })).statusCode).toBe(200)
    expect((await fetchFile(await grant(video, learner), { cookie })).statusCode).toBe(200)
    expect((await fetchFile(addressOf(video), { cookie })).statusCode).toBe(403)
    expect((await fetchFile(await grant(video, learner), { cookie: await passOf(stranger) })).statusCode).toBe(422)
  })

  it('has the attributes SameSite=Strict and HttpOnly', async () => {
    const answer = await platform.app.inject({
      url: '/api/v1/system/rule-config/recommend-switch',
      headers: { authorization: `Bearer ${learner.token}` },
    })
    expect(answer.headers['set-cookie']).toMatch(
      /^shuyuan_files=\S+; Max-Age=3600; Path=\/api\/v1; HttpOnly; SameSite=Strict$/,
    )
  })

  it('ends with its session, however that ends, and with no other', async () => {
    const member = await buildMember(platform.db, { companyId: learner.companyId })
    const own = await storeFile(platform.db, platform.outside, {
      ...{ companyId: member.companyId, ownerId: member.id, now: platform.now },
      ...{ kind: 'document', audience: 'owner', name: 'a.txt', content: Buffer.from('草稿') },
    })
    const ask = async (cookie: string) => (await fetchFile(addressOf(own), { cookie })).statusCode
    const signIn = async () => {
      const token = await buildSession(platform.db, member, platform.now)
      return { token, cookie: await passOf({ ...member, token }) }
    }
    const [first, second] = [await signIn(), await signIn()]
    await platform.client(identity, first.token).endSession()
    expect([await ask(first.cookie), await ask(second.cookie)]).toEqual([401, 200])
    const chief = platform.client(
      identity,
      await buildMember(platform.db, { companyId: member.companyId, roles: ['super-admin'] }),
    )
    await chief.resetMemberPassword({ params: { id: member.id }, body: {} })
    expect(await ask(second.cookie)).toBe(401)
    const third = await signIn()
    await chief.changeMembers({ body: { memberIds: [member.id], enabled: false } })
    expect(await ask(third.cookie)).toBe(401)
  })

  it('expires, and cannot be forged or changed', async () => {
    const cookie = await passOf(learner)
    const changed = [
      cookie.replace(sessionIn(cookie), sessionIn(await passOf(lecturer))),
      cookie.replace(/\.\w+\./, '.zzzzzzzz.'),
      cookie.slice(0, -1),
      'shuyuan_files=',
      'shuyuan_files=a.b.c',
      `shuyuan_files=${sessionIn(cookie)}.zzzzzzzz.${'A'.repeat(43)}`,
    ]
    for (const forged of changed) expect((await fetchFile(addressOf(cover), { cookie: forged })).statusCode).toBe(401)
    platform.now += hourMs + 1
    const late = await fetchFile(addressOf(cover), { cookie })
    platform.now -= hourMs + 1
    expect(late.statusCode).toBe(401)
  })

  it('works beside any number of cookies with the same name from another port', async () => {
    const cookie = await passOf(learner)
    const claimed = `shuyuan_files=${sessionIn(cookie)}.zzzzzzzz.${'A'.repeat(43)}`
    const many = Array.from({ length: 150 }, () => claimed).join('; ')
    for (const both of [
      `${claimed}; ${cookie}`,
      `shuyuan_files=; ${cookie}`,
      `${cookie}; ${claimed}`,
      `${many}; ${cookie}`,
    ])
      expect((await fetchFile(addressOf(cover), { cookie: both })).statusCode).toBe(200)
    const answer = await platform.app.inject({
      url: '/api/v1/system/rule-config/recommend-switch',
      headers: { authorization: `Bearer ${learner.token}`, cookie: claimed },
    })
    expect(answer.headers['set-cookie'], 'one that proves nothing keeps nobody from a good one').toContain(
      sessionIn(cookie),
    )
  })

  it('works beside the genuine cookie of somebody else, whose files stay closed', async () => {
    const [own, theirs] = [await passOf(lecturer), await passOf(learner)]
    const note = await storeFile(platform.db, platform.outside, {
      ...{ companyId: learner.companyId, ownerId: learner.id, now: platform.now },
      ...{ kind: 'document', audience: 'owner', name: 'b.txt', content: Buffer.from('笔记') },
    })
    for (const cookie of [`${theirs}; ${own}`, `${await passOf(stranger)}; ${theirs}; ${own}`]) {
      expect((await fetchFile(addressOf(secret), { cookie })).body).toBe('草稿')
      expect((await fetchFile(addressOf(note), { cookie })).body).toBe('笔记')
    }
    expect((await fetchFile(addressOf(secret), { cookie: `${theirs}; ${await passOf(stranger)}` })).statusCode).toBe(
      403,
    )
  })

  it('is accepted by calls for content only', async () => {
    const answer = await platform.app.inject({
      url: `/api/v1/system/file/info/${cover.id}`,
      headers: { cookie: await passOf(learner) },
    })
    expect(answer.statusCode).toBe(401)
  })

  it('is renewed after half its lifetime or by another member’s sign-in, and removed with the token', async () => {
    const cookie = await passOf(learner)
    const ask = (member: BuiltMember, token = member.token) =>
      platform.app.inject({
        url: '/api/v1/system/rule-config/recommend-switch',
        headers: { authorization: `Bearer ${token}`, cookie },
      })
    expect((await ask(learner)).headers['set-cookie']).toBeUndefined()
    expect((await ask(lecturer)).headers['set-cookie']).toContain(sessionIn(await passOf(lecturer)))
    platform.now += hourMs / 2
    const renewed = await ask(learner)
    platform.now -= hourMs / 2
    expect(renewed.headers['set-cookie']).toContain(sessionIn(cookie))
    expect((await ask(learner, 'x'.repeat(43))).headers['set-cookie']).toMatch(/^shuyuan_files=; .*Max-Age=0/)
  })
})

describe('the access cookie over TLS', () => {
  const secure = testPlatform({ environment: { PUBLIC_URL: 'https://learn.example' } })

  it('has a name that no page of another port can set, and is read under that name alone', async () => {
    const companyId = await buildCompany(secure.db)
    const member = await buildMember(secure.db, { companyId })
    const file = await storeFile(secure.db, secure.outside, {
      ...{ companyId, ownerId: member.id, now: secure.now },
      ...{ kind: 'document', audience: 'owner', name: 'a.txt', content: Buffer.from('草稿') },
    })
    const ask = (headers: Record<string, string>, url = addressOf(file)) => secure.app.inject({ url, headers })
    const given = await ask({ authorization: `Bearer ${member.token}` })
    const setting = String(given.headers['set-cookie'])
    expect(setting).toMatch(/^__Host-shuyuan_files=\S+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
    const cookie = setting.split(';')[0] ?? ''
    expect((await ask({ cookie })).body).toBe('草稿')
    expect((await ask({ cookie: cookie.replace('__Host-', '') })).statusCode).toBe(401)
    const ended = await secure.app.inject({
      ...{ method: 'DELETE', url: '/api/v1/oauth/token' },
      headers: { authorization: `Bearer ${member.token}`, cookie },
    })
    expect(ended.headers['set-cookie']).toBe(
      '__Host-shuyuan_files=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
    )
  })
})

describe('a grant', () => {
  it('ends when its member loses a role or comes to another organization, and not when it gains one', async () => {
    const { companyId } = lecturer
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const departmentId = await buildOrganization(platform.db, { companyId, parentId: companyId })
    const member = await buildMember(platform.db, { companyId, organizationId: departmentId })
    const calls = platform.client(identity, chief)
    const ask = async (address: string) => (await fetchFile(address, { token: member.token })).statusCode
    const before = await grant(video, member)
    const given = { memberId: member.id, role: 'lecturer', organizationId: companyId } as const
    const { id } = await calls.grantRole({ body: given })
    expect(await ask(before)).toBe(200)
    await calls.enableGrant({ params: { id }, body: { enabled: false } })
    expect(await ask(before)).toBe(403)
    const next = await grant(video, member)
    expect(await ask(next)).toBe(200)
    await calls.changeMembers({ body: { memberIds: [member.id], organizationId: companyId } })
    expect(await ask(next)).toBe(403)
    await calls.enableGrant({ params: { id }, body: { enabled: true } })
    const third = await grant(video, member)
    await calls.changePermission({ body: { role: 'lecturer', permission: 'course.author', allowed: false } })
    expect(await ask(third)).toBe(403)
  })
})

describe('content', () => {
  const ask = (headers: Readonly<Record<string, string>>, method: 'GET' | 'HEAD' = 'GET') =>
    fetchFile(addressOf(video), { token: lecturer.token, headers, method })

  it('supports ranges', async () => {
    const size = bytes.length
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
      expect(answer.rawPayload.equals(bytes.subarray(start, end + 1)), range).toBe(true)
    }
  })

  it('answers 416 for a range beyond the end, and the whole content for anything but a single range', async () => {
    for (const range of [`bytes=${bytes.length}-`, `bytes=${bytes.length + 5}-${bytes.length + 9}`, 'bytes=-0']) {
      const answer = await ask({ range })
      expect([answer.statusCode, answer.headers['content-range']], range).toEqual([416, `bytes */${bytes.length}`])
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
      expect([answer.statusCode, answer.rawPayload.length], range).toEqual([200, bytes.length])
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
      String(bytes.length),
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
      expect([seen.statusCode, seen.rawPayload.equals(bytes)]).toEqual([200, true])
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

describe('functions for other modules', () => {
  it('finds files of the company by their ids', async () => {
    const { companyId } = lecturer
    expect(await fileById(platform.db, companyId, video.id)).toEqual(video)
    expect(await fileById(platform.db, stranger.companyId, video.id)).toBeUndefined()
    const found = await filesByIds(platform.db, companyId, [video.id, cover.id, stranger.id])
    expect([...found.keys()].sort()).toEqual([video.id, cover.id].sort())
    expect(await ownsFile(platform.db, { companyId, memberId: lecturer.id }, video.id)).toBe(true)
    expect(await ownsFile(platform.db, { companyId, memberId: learner.id }, video.id)).toBe(false)
  })

  it('delete a file: the row at once, the bytes in a job', async () => {
    const { companyId } = lecturer
    const file = await storeFile(platform.db, platform.outside, {
      companyId,
      ownerId: lecturer.id,
      kind: 'document',
      name: 'a.txt',
      content: Buffer.from('bye'),
      now: platform.now,
    })
    await deleteFile(platform.db, stranger.companyId, file.id)
    expect(await fileById(platform.db, companyId, file.id)).toEqual(file)
    await deleteFile(platform.db, companyId, file.id)
    await deleteFile(platform.db, companyId, file.id)
    expect(await fileById(platform.db, companyId, file.id)).toBeUndefined()
    expect(await platform.outside.storage.stat(file.id)).toBeDefined()
    await platform.runJobs()
    expect(await platform.outside.storage.stat(file.id)).toBeUndefined()
  })
})
