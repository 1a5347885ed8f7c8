import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { sharing } from '../contract.ts'
import { sharePathOf } from './pages.ts'

const platform = testPlatform()
const dayMs = 24 * 3_600_000
let sharer: BuiltMember
let colleague: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  sharer = await buildMember(platform.db, { companyId })
  colleague = await buildMember(platform.db, { companyId })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

const own = (path: string) => `${platform.outside.config.publicUrl}${path}`

async function shorten(member: BuiltMember, longUrl: string): Promise<string> {
  return (await platform.client(sharing, member).shortLink({ query: { type: 0, longUrl } })).shortUrl
}

const opened = (shortUrl: string) => platform.app.inject({ url: new URL(shortUrl).pathname })

describe('short links', () => {
  it('redirect everybody to their address', async () => {
    const longUrl = own('/#/study/course/detail/01a1fdaa-c672-74fb-8330-3df9166daa0a?from=二维码')
    const shortUrl = await shorten(sharer, longUrl)
    await proves('SYSTEM-156', async () => {
      expect(shortUrl).toMatch(/^http:\/\/localhost:8080\/s\/[\w-]{8}$/)
      expect(shortUrl.length).toBeLessThan(longUrl.length)
      const url = `/api/v1/cloud-file/short/generate?type=0&longUrl=${encodeURIComponent(longUrl)}`
      const headers = { authorization: `Bearer ${sharer.token}` }
      expect((await platform.app.inject({ url, headers })).json()).toMatchObject({ shortUrl })
      expect((await platform.app.inject({ url })).statusCode).toBe(401)
    })
    await proves('SYSTEM-130', async () => {
      const answer = await opened(shortUrl)
      expect(answer.statusCode).toBe(302)
      expect(new URL(String(answer.headers.location), own('/')).href).toBe(new URL(longUrl).href)
      expect(answer.headers['cache-control']).toBe('no-store')
    })
  })

  it('are equal for one address within a company', async () => {
    const longUrl = own('/#/study/course')
    const first = await shorten(sharer, longUrl)
    expect(await shorten(colleague, longUrl)).toBe(first)
    expect(await shorten(stranger, longUrl)).not.toBe(first)
  })

  it('are created once by concurrent requests', async () => {
    const longUrl = own('/#/study/course?page=2')
    const links = await Promise.all(Array.from({ length: 8 }, () => shorten(sharer, longUrl)))
    expect(new Set(links).size).toBe(1)
  })

  it.each([
    'https://example.com/',
    'http://localhost.example.com:8080/#/home-v',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    '/#/home-v',
    'not an address',
  ])('lead nowhere else: %s is refused', async (longUrl) => {
    const refused = await refusal(platform.client(sharing, sharer).shortLink({ query: { longUrl } }))
    expect(refused).toMatchObject({ status: 422, errorCode: 900001, data: { fields: [{ path: 'longUrl' }] } })
  })

  it.each(['@example.com/', '//example.com/x', '/\\example.com', '/..//example.com'])(
    'do not lead away by a path that looks like an address: %s',
    async (tail) => {
      const answer = await platform
        .client(sharing, sharer)
        .shortLink({ query: { longUrl: own(tail) } })
        .then(
          ({ shortUrl }) => opened(shortUrl),
          () => undefined,
        )
      if (answer) expect(new URL(String(answer.headers.location), own('/')).origin).toBe(new URL(own('/')).origin)
    },
  )

  it.each([
    `/pc/share?businessType=8&businessId=${uuid()}&organization=${uuid()}&signId=${uuid()}&timeStamp=1`,
    `/pc/share?businessType=8&businessId=${uuid()}&%73ignId=${uuid()}&timeStamp=1`,
    `/#/share/${uuid()}/8?timeStamp=1&s%69gnId=${uuid()}`,
  ])('are never made of a sign-in code, which lives for seconds: %s', async (path) => {
    const longUrl = own(path)
    const refused = await refusal(platform.client(sharing, sharer).shortLink({ query: { longUrl } }))
    expect(refused.data).toMatchObject({ fields: [{ rule: 'never-shortened' }] })
  })

  it('expire half a year after the last request, and are deleted', async () => {
    const shortUrl = await shorten(sharer, own('/#/center'))
    platform.now += 179 * dayMs
    expect((await opened(shortUrl)).headers.location).toBe('/#/center')
    platform.now += 2 * dayMs
    expect((await opened(shortUrl)).headers.location).toBe('/#/home/error-page/900005')
    platform.now -= 181 * dayMs
  })

  it.each(['/s/AAAAAAAA', '/s/short', `/s/${'A'.repeat(150)}`, '/s/%00%00%00%00%00%00%00%00', "/s/'or'1'='1"])(
    'that never were say so: %s',
    async (url) => {
      const answer = await platform.app.inject({ url })
      expect(answer.headers.location ?? answer.json().errorCode).toSatisfy(
        (target: unknown) => target === '/#/home/error-page/900005' || target === 900005,
      )
    },
  )
})

describe('the landing page outside the hash router', () => {
  const id = '01a1fdaa-c672-74fb-8330-3df9166daa0a'

  it('redirects to the screen of the shared item', async () => {
    const landing = (query: string) => platform.app.inject({ url: `/pc/share?${query}` })
    await proves('SYSTEM-017', async () => {
      const answer = await landing(`businessType=5&businessId=${id}`)
      expect(answer).toMatchObject({ statusCode: 302, headers: { location: `/#/share/${id}/5` } })
    })
    await proves('SYSTEM-134', async () => {
      const organization = uuid()
      const answer = await landing(`businessType=1&businessId=${id}&organization=${organization}`)
      expect(answer.headers.location).toBe(`/#/share/${id}/1?organization=${organization}`)
    })
  })

  it.each([
    [
      '[SYSTEM-135] the sign-in’s',
      { businessType: '8', signId: id, timeStamp: '17' },
      `/#/share/${id}/8?signId=${id}&timeStamp=17`,
    ],
    ['[SYSTEM-136] the path’s', { businessType: '17', parentId: id }, `/#/share/${id}/17?parentId=${id}`],
    ['the sharer’s', { businessType: '1', memberId: id, channel: 'poster' }, `/#/share/${id}/1/${id}/poster`],
    ['nothing strange', { businessType: '1', organization: '"><script>' }, `/#/share/${id}/1`],
    ['nothing without a type', { businessType: '18' }, '/#/home/error-page/900005'],
  ])('keeps %s parameters', (_, query, expected) => {
    expect(sharePathOf({ businessId: id, ...query })).toBe(expected)
  })

  it('shows the error page for a malformed id', () => {
    expect(sharePathOf({ businessId: '../../x', businessType: '1' })).toBe('/#/home/error-page/900005')
    expect(sharePathOf({ businessId: [id, id], businessType: '1' })).toBe('/#/home/error-page/900005')
  })
})

describe('the record of shares', () => {
  it('counts shares and downloaded posters separately, for each company', async () => {
    const [shared, never] = [uuid(), uuid()]
    const record = (member: BuiltMember, actionType: 2 | 3) =>
      platform.client(sharing, member).recordAction({ body: { businessId: shared, actionType, businessType: 0 } })
    const counts = async () =>
      (await platform.client(sharing, colleague).shareCounts({ query: { ids: `${shared},${never}` } })).items
    const others = { businessId: never, shares: 0, posters: 0 }
    await proves('SYSTEM-151', async () => {
      await record(sharer, 2)
      await record(colleague, 2)
      await record(stranger, 2)
      expect(await counts()).toEqual([{ businessId: shared, shares: 2, posters: 0 }, others])
    })
    await proves('SYSTEM-152', async () => {
      await record(colleague, 3)
      await record(stranger, 3)
      expect(await counts()).toEqual([{ businessId: shared, shares: 2, posters: 1 }, others])
    })
  })

  it.each([{ actionType: 4 }, { businessType: 1 }, { channel: 'fax' }, { itemType: 18 }, { businessId: '1' }])(
    'is refused with a wrong field: %o',
    async (wrong) => {
      const body = { businessId: uuid(), actionType: 2, businessType: 0, ...wrong } as never
      expect(await refusal(platform.client(sharing, sharer).recordAction({ body }))).toMatchObject({
        errorCode: 900001,
      })
    },
  )
})
