import './browser.ts'
import './fake-server.ts'
import { QueryObserver } from '@tanstack/react-query'
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { contract } from '#kit/contract.ts'
import { proves } from '#test/proves.ts'
import { call, callForFile, outdate, q, queryClient } from '#web/api/query.ts'
import { setToken } from '#web/api/token.ts'
import { keepLanguage } from '#web/i18n/language.ts'
import { sent, serve } from './fake-server.ts'

const Any = Type.Unsafe<Record<string, unknown>>({})
const Values = Type.Object({}, { additionalProperties: true })

const api = contract({
  list: { method: 'GET', path: '/things', summary: '', access: 'signed-in', query: Values, response: Any },
  kept: { method: 'GET', path: '/kept', summary: '', access: 'signed-in', cacheSeconds: 300, response: Any },
  save: {
    method: 'POST',
    path: '/things/{id}',
    summary: '',
    access: 'signed-in',
    params: Values,
    body: Values,
    response: Any,
  },
  form: { method: 'POST', path: '/form', summary: '', access: 'signed-in', form: true, body: Values, response: Any },
  secret: {
    method: 'POST',
    path: '/secret',
    summary: '',
    access: 'public',
    security: ['password'],
    body: Values,
    response: Any,
  },
  secretForm: {
    method: 'POST',
    path: '/secret',
    summary: '',
    access: 'public',
    form: true,
    security: ['password'],
    body: Values,
    response: Any,
  },
  slow: {
    method: 'POST',
    path: '/slow',
    summary: '',
    access: 'public',
    timeoutMs: 60_000,
    body: Values,
    response: Any,
  },
  exam: { method: 'GET', path: '/exam/exam/front', summary: '', access: 'signed-in', response: Any },
  coach: { method: 'GET', path: '/ai/scene', summary: '', access: 'signed-in', response: Any },
  tags: { method: 'GET', path: '/aigc-knowledge', summary: '', access: 'signed-in', response: Any },
  file: { method: 'GET', path: '/file', summary: '', access: 'signed-in', kind: 'stream', response: Any },
})
const others = contract({
  read: { method: 'GET', path: '/others', summary: '', access: 'signed-in', response: Any },
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  queryClient.clear()
  setToken(undefined)
  keepLanguage('cn')
  serve(() => ({ json: { fine: true } }))
})
afterEach(() => vi.useRealTimers())

function last() {
  const request = sent.at(-1)
  if (!request) throw new Error('nothing was sent')
  return request
}

describe('what every call carries', () => {
  test('[SHELL-045] the path lies under /api/v1, its parameters filled in', async () => {
    await call(api.save, { params: { id: 'a/b' }, body: {} })
    expect(last().url.pathname).toBe('/api/v1/things/a%2Fb')
  })

  test('[SHELL-046] the header Version, and the language', async () => {
    keepLanguage('en')
    await call(api.list)
    expect(last().headers.get('Version')).toBe('1')
    expect(last().headers.get('Accept-Language')).toBe('en')
  })

  test('[SHELL-048] Authorization is the type and the token; without a token it is absent', async () => {
    await call(api.list, {}, { cache: 0 })
    expect(last().headers.has('Authorization')).toBe(false)
    setToken({ tokenType: 'Bearer', accessToken: 'abc' })
    await call(api.list, {}, { cache: 0 })
    expect(last().headers.get('Authorization')).toBe('Bearer abc')
  })

  test('[SHELL-049] equal GETs have different URLs, even in one millisecond; other methods carry no time', async () => {
    await call(api.list, {}, { cache: 0 })
    await call(api.list, {}, { cache: 0 })
    const [first, second] = sent.map((request) => request.url.searchParams.get('_t'))
    expect(first).toMatch(/^\d+$/)
    expect(second).not.toBe(first)
    await call(api.save, { params: { id: 1 }, body: {} })
    expect(last().url.search).toBe('')
  })

  test('[SHELL-051] empty parameters are left out, 0 and false are not', async () => {
    await call(api.list, { query: { none: undefined, nil: null, empty: '', zero: 0, no: false, ids: ['a', '', 'b'] } })
    last().url.searchParams.delete('_t')
    expect(last().url.search).toBe('?zero=0&no=false&ids=a&ids=b')
  })

  test('a form is url-encoded, and leaves empty values out', async () => {
    await call(api.form, { body: { name: '书 院', empty: '', zero: 0 } })
    const form = last()
    await proves('SHELL-051', () => {
      expect(Object.fromEntries(new URLSearchParams(form.body))).toEqual({ name: '书 院', zero: '0' })
    })
    await proves('SHELL-054', async () => {
      expect(form.headers.get('Content-Type')).toBe('application/x-www-form-urlencoded')
      await call(api.save, { params: { id: 1 }, body: { name: '书' } })
      expect(last().headers.get('Content-Type')).toBe('application/json')
      expect(JSON.parse(last().body)).toEqual({ name: '书' })
    })
  })

  test.each([api.secret, api.secretForm])(
    '[SHELL-052] a secret does not stand plainly in the request',
    async (entry) => {
      await call(entry, { body: { account: 'lin', password: '密码Pass1' } })
      expect(last().body).not.toContain('Pass1')
      expect(last().headers.get('X-Encoded')).toBe('password')
      const body =
        entry === api.secretForm ? Object.fromEntries(new URLSearchParams(last().body)) : JSON.parse(last().body)
      expect(Buffer.from(body.password, 'base64').toString('utf8')).toBe('密码Pass1')
      expect(body.account).toBe('lin')
    },
  )

  test('[SHELL-077] durations and head counts become numbers, a start time becomes milliseconds', async () => {
    await call(api.save, {
      params: { id: 1 },
      body: { estimateDuration: '90', planNumber: '0', startTime: '2026-11-21 09:30', subject: '90' },
    })
    expect(JSON.parse(last().body)).toEqual({
      estimateDuration: 90,
      planNumber: 0,
      startTime: new Date(2026, 10, 21, 9, 30).getTime(),
      subject: '90',
    })
  })
})

describe('answers', () => {
  const text = '{"id":9007199254740993,"count":3,"share":0.5}'

  test.each([api.exam, api.coach, api.tags])('[SHELL-055] a big integer keeps its digits', async (entry) => {
    serve(() => ({ text }))
    expect(await call(entry)).toEqual({ id: '9007199254740993', count: 3, share: 0.5 })
  })

  test('[SHELL-056] answers of other paths are plain JSON', async () => {
    serve(() => ({ text }))
    expect(await call(api.list)).toEqual(JSON.parse(text))
  })

  test('a busy server has refused nothing: who keeps what was not taken sends it again', async () => {
    for (const status of [503, 422]) {
      serve(() => ({ status, json: { errorCode: 999001 } }))
      const failure = { kind: 'server', status, errorCode: 999001 }
      await expect(call(api.save, { params: { id: 1 }, body: {} }, { quiet: true })).rejects.toMatchObject(failure)
      expect(sent).toHaveLength(1)
    }
    serve(() => ({ status: 422, json: { errorCode: 900008 } }))
    await expect(call(api.save, { params: { id: 1 }, body: {} }, { quiet: true })).rejects.toMatchObject({
      kind: 'refused',
    })
  })

  test('a file comes with the name that the server gives it', async () => {
    serve(() => ({ text: 'bytes' }))
    const { blob, fileName } = await callForFile(api.file)
    expect(await blob.text()).toBe('bytes')
    expect(fileName).toBe('download')
  })

  test('a file says how much of it has arrived', async () => {
    serve(() => ({ text: 'bytes' }))
    const seen: number[] = []
    const { blob } = await callForFile(api.file, {}, { onReceived: (bytes) => seen.push(bytes) })
    expect(await blob.text()).toBe('bytes')
    expect(seen.at(-1)).toBe(5)
  })
})

describe('the request cache', () => {
  test('[SHELL-057] the same call with other data is sent again', async () => {
    await call(api.list, { query: { page: 1 } })
    await call(api.list, { query: { page: 2 } })
    await call(api.list, { query: { page: 1 } })
    expect(sent).toHaveLength(2)
  })

  test('[SHELL-058] a repeat within 10 s sends nothing, after 10 s it does', async () => {
    await call(api.list)
    vi.advanceTimersByTime(9999)
    await call(api.list)
    expect(sent).toHaveLength(1)
    vi.advanceTimersByTime(2)
    await call(api.list)
    expect(sent).toHaveLength(2)
  })

  test('[SHELL-059] the wide cache answers for 120 s', async () => {
    await call(api.list, {}, { cache: 'wide' })
    vi.advanceTimersByTime(119_999)
    await call(api.list, {}, { cache: 'wide' })
    expect(sent).toHaveLength(1)
    vi.advanceTimersByTime(2)
    await call(api.list, {}, { cache: 'wide' })
    expect(sent).toHaveLength(2)
  })

  test('an entry keeps its own time', async () => {
    await call(api.kept)
    vi.advanceTimersByTime(299_000)
    await call(api.kept)
    expect(sent).toHaveLength(1)
  })

  test('calls at the same time share one request', async () => {
    await Promise.all([call(api.list), call(api.list)])
    expect(sent).toHaveLength(1)
  })

  test('a writing call makes what its contract has read old, and nothing else', async () => {
    await call(api.list)
    await call(others.read)
    await call(api.save, { params: { id: 1 }, body: {} })
    await call(api.list)
    await call(others.read)
    expect(sent.map((request) => `${request.method} ${request.url.pathname}`)).toEqual([
      'GET /api/v1/things',
      'GET /api/v1/others',
      'POST /api/v1/things/1',
      'GET /api/v1/things',
    ])
  })

  test('a first answer that was under way during the writing is asked for again', async () => {
    const answers: ((answer: Response) => void)[] = []
    const waiting = () => new Promise<Response>((resolve) => answers.push(resolve))
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(waiting)
    const answered = (version: number) => new Response(JSON.stringify({ version }))
    const shown = new QueryObserver(queryClient, q(api.list))
    const stop = shown.subscribe(() => undefined)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    outdate(api.list)
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[0]?.(answered(1))
    answers[1]?.(answered(2))
    await vi.waitFor(() => expect(shown.getCurrentResult().data).toEqual({ version: 2 }))
    stop()
    fetching.mockRestore()
  })

  test('a writing call that is refused makes nothing old', async () => {
    await call(api.list)
    serve(() => ({ status: 422, json: { errorCode: 900008 } }))
    await expect(call(api.save, { params: { id: 1 }, body: {} }, { handles: 'all' })).rejects.toThrow('900008')
    await call(api.list)
    expect(sent).toHaveLength(1)
  })

  test('queries of components and direct calls share the cache', async () => {
    await call(api.list, { query: { page: 1 } })
    await queryClient.fetchQuery(q(api.list, { query: { page: 1 } }))
    expect(sent).toHaveLength(1)
  })
})

describe('time-outs', () => {
  /** The time that a call was given, read where it is asked for. */
  function timeoutOf(work: () => Promise<unknown>): number | undefined {
    const asked = vi.spyOn(AbortSignal, 'timeout')
    void work()
    const [ms] = asked.mock.calls[0] ?? []
    asked.mockRestore()
    return ms
  }

  test('[SHELL-069] an entry that says 60 s gets 60 s', () => {
    expect(timeoutOf(() => call(api.slow, { body: {} }))).toBe(60_000)
  })

  test('[SHELL-071] others get 30 s', () => {
    expect(timeoutOf(() => call(api.save, { params: { id: 1 }, body: {} }))).toBe(30_000)
  })

  test('[SHELL-070] a time-out differs from other failures', async () => {
    const timer = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timer.signal)
    serve(() => ({ silent: true }))
    const calling = call(api.save, { params: { id: 1 }, body: {} }, { quiet: true })
    timer.abort()
    await expect(calling).rejects.toMatchObject({ kind: 'timeout' })
  })
})
