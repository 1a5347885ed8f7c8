import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, it, vi } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'

const platform = testPlatform({ poolSize: 5 })
const url = '/api/v1/system/calls'
let learner: BuiltMember

beforeAll(async () => {
  learner = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

const ask = (calls: unknown, headers: Record<string, string> = {}) =>
  platform.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${learner.token}`, 'accept-language': 'zh-CN', ...headers },
    payload: { calls },
  })

const answersOf = (text: string) =>
  Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [, index = '', status, retryAfter, body = ''] = /^(\d+) (\d+) (\S+) (.*)$/.exec(line) ?? []
        return [index, { status: Number(status), retryAfter, body: JSON.parse(body) as Record<string, unknown> }]
      }),
  )

it('calls of one request are answered each as if it had come alone', async () => {
  const paths = ['/human/member/current', '/human/member/page', '/no-such-call', '/system/message/unread-count']
  const together = answersOf((await ask(paths)).body)
  expect(Object.values(together).map(({ status }) => status)).toContain(403)
  for (const [index, path] of paths.entries()) {
    const headers = { authorization: `Bearer ${learner.token}`, 'accept-language': 'zh-CN' }
    const alone = await platform.app.inject({ url: `/api/v1${path}`, headers })
    expect(together[index], path).toEqual({ status: alone.statusCode, retryAfter: '-', body: alone.json() })
  }
})

it('each call says itself that nobody is signed in', async () => {
  const answer = await ask(['/human/member/current', '/system/message/unread-count'], { authorization: 'Bearer none' })
  expect(Object.values(answersOf(answer.body)).map(({ status }) => status)).toEqual([401, 401])
})

it('is compressed for who takes it', async () => {
  const answer = await ask(['/human/member/current'], { 'accept-encoding': 'gzip, br' })
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answersOf(gunzipSync(answer.rawPayload).toString())['0']?.body).toMatchObject({ id: learner.id })
})

it('the browser receives the pass for files with the head, as it would with each of the calls alone', async () => {
  const answer = await ask(['/human/member/current', '/system/message/unread-count'])
  const setting = String(answer.headers['set-cookie'])
  expect(setting).toMatch(/^shuyuan_files=\S+; Max-Age=3600/)
  const cookie = setting.split(';')[0] ?? ''
  expect((await ask(['/human/member/current'], { cookie })).headers).not.toHaveProperty('set-cookie')
  // No call of its own asks who is signed in.
  expect((await ask(['/no-such-call'])).headers).toHaveProperty('set-cookie')
  expect((await ask(['/human/member/current'], { authorization: 'Bearer none' })).headers).not.toHaveProperty(
    'set-cookie',
  )
})

it('the head and the quick answers come while a slow call is still at work', async () => {
  const inject = platform.app.inject.bind(platform.app) as (options: object) => Promise<unknown>
  const slow = Promise.withResolvers<void>()
  const waiting = async (options: { url: string; headers: object }) => {
    if ('x-asked-together' in options.headers && options.url.endsWith('/unread-count')) await slow.promise
    return inject(options)
  }
  const spy = vi.spyOn(platform.app, 'inject').mockImplementation(waiting as never)
  const origin = await platform.app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(origin + url, {
    method: 'POST',
    headers: { authorization: `Bearer ${learner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ calls: ['/system/message/unread-count', '/human/member/current'] }),
  })
  expect(answer.headers.get('set-cookie')).toContain('shuyuan_files=')
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  const first = await reader.read()
  expect(first.value).toMatch(/^1 200 /)
  slow.resolve()
  const second = await reader.read()
  expect(second.value).toMatch(/^0 200 /)
  spy.mockRestore()
})

it('takes no streams, no files and nothing beside the calls', async () => {
  const paths = ['/system/events', '/human/file/01900000-0000-7000-8000-000000000000', '/../../health', '/system/calls']
  const answers = answersOf((await ask(paths)).body)
  expect(Object.values(answers).map(({ status }) => status)).toEqual([422, 422, 422, 422])
})

it.each([
  ['none', []],
  ['too many', Array.from({ length: 25 }, () => '/human/member/current')],
  ['no list', '/human/member/current'],
  ['other hosts', ['//evil.example/x']],
  ['addresses', ['http://evil.example/x']],
  ['numbers', [1]],
  ['paths beyond all measure', [`/x?y=${'y'.repeat(4000)}`]],
])('%s are refused', async (_, calls) => {
  const answer = await ask(calls)
  expect([answer.statusCode, answer.json().errorCode]).toEqual([422, 900001])
})

it('24 calls are taken', async () => {
  const answers = answersOf((await ask(Array.from({ length: 24 }, () => '/human/member/current'))).body)
  expect(Object.values(answers).filter(({ status }) => status === 200)).toHaveLength(24)
})

it('a call that a closing server no longer takes is answered as busy, and the others as they are', async () => {
  const inject = platform.app.inject.bind(platform.app) as (options: object) => Promise<unknown>
  const closing = (options: { url: string; headers: object }) =>
    'x-asked-together' in options.headers && options.url.endsWith('/current')
      ? Promise.reject(new Error('Server is closing'))
      : inject(options)
  const spy = vi.spyOn(platform.app, 'inject').mockImplementation(closing as never)
  const answers = answersOf((await ask(['/human/member/current', '/system/message/unread-count'])).body)
  spy.mockRestore()
  expect(answers[0]).toEqual({ status: 503, retryAfter: '2', body: { errorCode: 999001 } })
  expect(answers[1]?.status).toBe(200)
})
