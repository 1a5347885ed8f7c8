/** Reads of the page's start in one request: each gets its own answer, as it comes. */
import { beforeEach, expect, it, vi } from 'vitest'
import { askTogether, askTogetherAtStart } from '#web/api/together.ts'

const calls = '/api/v1/system/calls'
const headers = { Authorization: 'Bearer one' }
const requests: { readonly url: string; readonly init: RequestInit }[] = []
let answerCalls: () => Response
let openAnother: () => void

const lines = (...text: string[]) => new Response(text.map((line) => `${line}\n`).join(''))

beforeEach(() => {
  requests.length = 0
  vi.stubGlobal('addEventListener', (_: 'hashchange', listener: () => void) => {
    openAnother = listener
  })
  askTogetherAtStart()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return url === calls ? answerCalls() : new Response(`"alone ${url}"`)
  })
  vi.spyOn(performance, 'now').mockReturnValue(100)
})

const ask = (path: string, init: RequestInit = { headers }) => askTogether(`/api/v1${path}`, init)
const asked = () => requests.map(({ url }) => url)

it('reads of one moment travel together, and each gets its own answer', async () => {
  answerCalls = () => lines('1 403 - {"errorCode":10138}', '0 200 - {"name":"一"}', '2 503 7 {"errorCode":999001}')
  const [one, two, three] = await Promise.all([ask('/one'), ask('/two?a=b'), ask('/three')])
  expect(asked()).toEqual([calls])
  expect(JSON.parse(String(requests[0]?.init.body))).toEqual({ calls: ['/one', '/two?a=b', '/three'] })
  expect(requests[0]?.init.headers).toMatchObject(headers)
  expect([one.status, await one.json()]).toEqual([200, { name: '一' }])
  expect([two.status, await two.json()]).toEqual([403, { errorCode: 10138 }])
  expect([three.status, three.headers.get('Retry-After')]).toEqual([503, '7'])
})

it('a read on its own, and one of another session, go alone', async () => {
  await ask('/one')
  await Promise.all([ask('/two'), ask('/three', { headers: { Authorization: 'Bearer two' } })])
  expect(asked()).toEqual(['/api/v1/one', '/api/v1/two', '/api/v1/three'])
})

it('a server that does not know how is asked one by one, from then on', async () => {
  answerCalls = () => new Response('', { status: 404 })
  expect(await (await Promise.all([ask('/one'), ask('/two')]))[1].json()).toBe('alone /api/v1/two')
  await Promise.all([ask('/three'), ask('/four')])
  expect(asked()).toEqual([calls, '/api/v1/one', '/api/v1/two', '/api/v1/three', '/api/v1/four'])
})

it('what refuses them all refuses each', async () => {
  answerCalls = () => new Response('{"errorCode":999001}', { status: 503, headers: { 'Retry-After': '2' } })
  const answers = await Promise.all([ask('/one'), ask('/two')])
  expect(answers.map((answer) => [answer.status, answer.headers.get('Retry-After')])).toEqual([
    [503, '2'],
    [503, '2'],
  ])
})

it('an end before the last answer leaves the others to be asked again, as of a busy server', async () => {
  answerCalls = () => lines('0 200 - {}')
  const [one, two] = await Promise.all([ask('/one'), ask('/two')])
  expect([one.status, two.status, two.headers.get('Retry-After')]).toEqual([200, 503, '2'])
})

it('a call that its screen no longer waits for leaves the others in place', async () => {
  answerCalls = () => lines('0 200 - {}', '1 200 - {}')
  const giveUp = new AbortController()
  const one = ask('/one', { headers, signal: giveUp.signal })
  const two = ask('/two')
  giveUp.abort(new Error('left'))
  await expect(one).rejects.toThrow('left')
  expect((await two).status).toBe(200)
})

it('after another screen was opened each goes alone', async () => {
  openAnother()
  await Promise.all([ask('/one'), ask('/two')])
  expect(asked()).toEqual(['/api/v1/one', '/api/v1/two'])
})
