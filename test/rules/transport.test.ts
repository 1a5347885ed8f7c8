/** What random input once broke, kept as fixed cases: text and bodies that no client of ours sends. */
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'

stopRecording()
const platform = testPlatform()
let authorization: string

beforeAll(async () => {
  const { token } = await buildMember(platform.db, {
    companyId: await buildCompany(platform.db),
    roles: ['super-admin'],
  })
  authorization = `Bearer ${token}`
})

async function refusalOf(path: string, contentType: string, payload: string): Promise<number | undefined> {
  const headers = { authorization, 'content-type': contentType }
  const answer = await platform.app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload })
  expect(answer.statusCode, answer.body).toBe(422)
  return answer.json<{ errorCode: number }>().errorCode
}

const json = 'application/json'

describe('a body that nobody means', () => {
  it.each([
    ['half a surrogate pair in what is kept as JSON', '{"fullName":"x","city":"\\ud800"}'],
    ['a NUL character in what is kept as JSON', '{"fullName":"x","city":"a\\u0000b"}'],
    ['text that ends too early', '{"fullName":'],
    ['a list where an object belongs', '[]'],
    ['nothing', 'null'],
    ['a prototype', '{"fullName":"x","__proto__":{"admin":true}}'],
    ['a field that nobody has declared', '{"fullName":"x","administrator":true}'],
    ['ten thousand levels', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ])('is refused as a wrong input: %s', async (_, payload) => {
    expect(await refusalOf('/human/collect-member-info', json, payload)).toBe(900001)
  })

  it.each([
    ['without a boundary', 'multipart/form-data', '--'],
    ['that ends too early', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="file"'],
    ['without a file', 'multipart/form-data; boundary=x', '--x--\r\n'],
  ])('is refused as a wrong input: a multipart body %s', async (_, contentType, payload) => {
    expect(await refusalOf('/human/file/upload', contentType, payload)).toBe(900001)
  })

  it('is refused as too large beyond two megabytes', async () => {
    const payload = JSON.stringify({ fullName: 'x'.repeat(3_000_000) })
    expect(await refusalOf('/human/collect-member-info', json, payload)).toBe(900003)
  })
})

describe('every call', () => {
  const me = '/api/v1/human/member/current'

  it('answers what nobody on the way keeps', async () => {
    for (const headers of [{ authorization }, {}]) {
      const answer = await platform.app.inject({ url: me, headers })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  it('is refused for a version that there is not', async () => {
    const codeOf = async (version: string) => {
      const answer = await platform.app.inject({ url: me, headers: { authorization, version } })
      return [answer.statusCode, answer.json<{ errorCode?: number }>().errorCode]
    }
    expect(await codeOf('1')).toEqual([200, undefined])
    for (const version of ['2', '0', 'v1']) expect(await codeOf(version)).toEqual([422, 900006])
  })

  it('that is open to everybody is so with a token that has ended, and no other is', async () => {
    const ended = { authorization: `Bearer ${'x'.repeat(43)}` }
    const open = await platform.app.inject({ url: '/api/v1/oauth/sign-in-options', headers: ended })
    expect(open.statusCode).toBe(200)
    expect((await platform.app.inject({ url: me, headers: ended })).statusCode).toBe(401)
  })
})
