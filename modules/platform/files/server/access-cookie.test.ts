/** The cookie by which pages load pictures and videos. */
import { beforeAll, describe, expect, it } from 'vitest'
import { storeFile } from '#modules/platform/files/server.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import type { FileInfo } from '../contract.ts'
import { addressOf, buildContent, contentCalls, hourMs } from './content.fixture.ts'

const platform = testPlatform()
const { fetchFile, passOf, grant } = contentCalls(platform)
const sessionIn = (cookie: string) => /=([^.]*)\./.exec(cookie)?.[1] ?? ''
let lecturer: BuiltMember
let learner: BuiltMember
let stranger: BuiltMember
let video: FileInfo
let cover: FileInfo
let secret: FileInfo

beforeAll(async () => {
  ;({ lecturer, learner, stranger, video, cover, secret } = await buildContent(platform))
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
