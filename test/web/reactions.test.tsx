import { address, pageHistory } from './browser.ts'
import './fake-server.ts'
import { Type } from 'typebox'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contract } from '#kit/contract.ts'
import { proves } from '#test/proves.ts'
import { isServerBusy, retryDelayMs } from '#web/api/busy.ts'
import { CallError } from '#web/api/call-error.ts'
import { failureText } from '#web/api/failure-text.ts'
import { call, q, queryClient } from '#web/api/query.ts'
import { getToken, setToken } from '#web/api/token.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import { Notices } from '#web/ui/Notices.tsx'
import { confirmBlockingAlert, currentNotices, dismissNotice, notify } from '#web/ui/notify.ts'
import cn from '../../kit/messages/cn.json' with { type: 'json' }
import en from '../../kit/messages/en.json' with { type: 'json' }
import courses from '../../modules/learning/courses/messages/cn.json' with { type: 'json' }
import shellCn from '../../web/messages/cn.json' with { type: 'json' }
import shellEn from '../../web/messages/en.json' with { type: 'json' }
import { sent, serve } from './fake-server.ts'
import { readable, renderedMarkup } from './rendered.ts'

const Any = Type.Unsafe<Record<string, unknown>>({})
const api = contract({
  save: { method: 'POST', path: '/save', summary: '', access: 'signed-in', response: Any },
  read: { method: 'GET', path: '/read', summary: '', access: 'signed-in', response: Any },
})

beforeAll(async () => {
  registerMessages('kit', async (language) => ({ default: language === 'cn' ? cn : en }))
  registerMessages('courses', async () => ({ default: courses }))
  registerMessages('shell', async (language) => ({ default: language === 'cn' ? shellCn : shellEn }))
  await startTexts(['kit', 'shell'])
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  address.hash = '#/center'
  address.replaced.length = 0
  pageHistory.length = 1
  pageHistory.back.mockClear()
  queryClient.clear()
  setToken(undefined)
  vi.stubGlobal('navigator', { ...navigator, onLine: true })
})

afterEach(() => {
  for (const notice of currentNotices().notices) dismissNotice(notice.id)
  if (currentNotices().alert) confirmBlockingAlert()
  vi.useRealTimers()
})

/** The notifications that stand on the screen. */
function texts(): string[] {
  const page = renderedMarkup(<Notices />)
  return [...page.matchAll(/<span>(.*?)<\/span>/g)].map(([, text = '']) => readable(text))
}

/** What the blocking alert on the screen says; undefined where there is none. */
function alertText(): string | undefined {
  const [, text] = /<dialog[^>]*role="alertdialog".*?<p>(.*?)<\/p>/.exec(renderedMarkup(<Notices />)) ?? []
  return text === undefined ? undefined : readable(text)
}

/** The call is refused so; the screen has reacted when this is done. */
async function refused(status: number, errorCode?: number, options = {}): Promise<void> {
  serve(() => ({
    status,
    json: { ...(errorCode !== undefined && { errorCode }), message: 'at Object.<anonymous> (server)' },
  }))
  await expect(call(api.save, {}, options)).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(0)
}

describe('401', () => {
  test('with a code: its message, and the sign-in screen 2 s later', async () => {
    setToken({ tokenType: 'Bearer', accessToken: 'old' })
    await proves('SHELL-078', async () => {
      await refused(401, 1)
      expect(texts()).toEqual(['没有权限'])
    })
    await proves(['SHELL-078', 'SHELL-089'], async () => {
      await vi.advanceTimersByTimeAsync(1999)
      expect(address.hash).toBe('#/center')
      await vi.advanceTimersByTimeAsync(1)
      expect(address.hash).toBe('/login?returnTo=%2Fcenter')
    })
    expect(getToken()).toBeUndefined()
  })

  test('[SHELL-079] without a code: the sign-in screen at once, without a message', async () => {
    await refused(401)
    expect(address.hash).toBe('/login?returnTo=%2Fcenter')
    expect(texts()).toEqual([])
  })

  test('calls that lose the session together lead to the sign-in screen once', async () => {
    serve(() => ({ status: 401, json: { errorCode: 1 } }))
    await Promise.allSettled([call(api.save), call(api.save)])
    await vi.advanceTimersByTimeAsync(2000)
    expect(address.hash).toBe('/login?returnTo=%2Fcenter')
  })

  test('an expired token is renewed once, and the calls that waited for it go on', async () => {
    setToken({ tokenType: 'Bearer', accessToken: 'old', refreshToken: 'r1' })
    let renewals = 0
    serve(({ url, headers, body }) => {
      if (url.pathname === '/api/v1/oauth/token') {
        renewals += 1
        expect(new URLSearchParams(body).get('refreshToken')).toBe('r1')
        return { json: { token_type: 'Bearer', access_token: 'new', refresh_token: 'r2' } }
      }
      return headers.get('Authorization') === 'Bearer new' ? { json: { fine: true } } : { status: 401, json: {} }
    })
    expect(await Promise.all([call(api.save), call(api.read)])).toEqual([{ fine: true }, { fine: true }])
    expect(renewals).toBe(1)
    expect(getToken()).toEqual({ tokenType: 'Bearer', accessToken: 'new', refreshToken: 'r2' })
    expect(address.hash).toBe('#/center')
  })

  test('a session that cannot be renewed ends with the message of the renewal', async () => {
    setToken({ tokenType: 'Bearer', accessToken: 'old', refreshToken: 'r1' })
    serve(({ url }) =>
      url.pathname === '/api/v1/oauth/token' ? { status: 401, json: { errorCode: 1 } } : { status: 401, json: {} },
    )
    await expect(call(api.save)).rejects.toMatchObject({ errorCode: 1 })
    await vi.advanceTimersByTimeAsync(2000)
    expect(address.hash).toContain('/login')
  })
})

describe('other refusals', () => {
  test('[SHELL-080] 403 says that there is no permission, and stays', async () => {
    await refused(403, 10138)
    expect(texts()).toEqual(['操作失败，您没有此权限'])
    expect(address.hash).toBe('#/center')
  })

  test.each([900005, 190001, 30142, 190000, 90903])('422/%i opens the error page', async (code) => {
    await proves(['SHELL-081', 'SHELL-082'], async () => {
      await refused(422, code)
      expect(address.hash).toBe(`#/home/error-page/${code}`)
      expect(texts()).toEqual([])
      expect(alertText()).toBeUndefined()
    })
  })

  test.each([30207, 20159, 39013, 34008, 39011, 39012])(
    '422/%i blocks until confirmed, then leads back',
    async (code) => {
      await proves('SHELL-083', async () => {
        await refused(422, code)
        expect(texts()).toEqual([])
        expect(alertText()).toBe({ ...cn.errors, ...courses.errors }[String(code) as '30207'])
      })
      await proves('SHELL-084', () => {
        pageHistory.length = 3
        confirmBlockingAlert()
        expect(pageHistory.back).toHaveBeenCalledOnce()
        expect(alertText()).toBeUndefined()
      })
    },
  )

  test('[SHELL-084] with nowhere to go back to it leads home', async () => {
    await refused(422, 34008)
    confirmBlockingAlert()
    expect(address.hash).toBe('#/home-v')
  })

  test.each([
    [1, '没有权限', 'No permission'],
    [999001, '服务器繁忙', 'Server busy'],
    [900008, '操作过于频繁', 'Too many requests. Please try again later.'],
    [10138, '权限不足', 'Permission denied'],
  ])(
    '422/%i shows its text in the language of the screen, and nothing of what the server says',
    async (code, ...both) => {
      await proves(['SHELL-085', 'SHELL-091'], async () => {
        for (const [index, language] of (['cn', 'en'] as const).entries()) {
          await switchLanguage(language)
          await refused(422, code)
          expect(texts()).toEqual([both[index]])
          for (const notice of currentNotices().notices) dismissNotice(notice.id)
        }
      })
      await switchLanguage('cn')
      expect(address.hash).toBe('#/center')
    },
  )

  test.each([123456789, undefined])('[SHELL-086] 422/%s shows the default text', async (code) => {
    await refused(422, code)
    expect(texts()).toEqual(['操作失败，请稍后重试'])
  })

  test.each([
    [{ path: 'endsOn', rule: 'order' }, '时间先后不正确，请检查开始与结束', 'Check the order of start and end'],
    [{ path: 'cost', rule: 'maximum' }, '数值太大', 'Too large'],
    [{ path: 'size', rule: 'of-a-module' }, '内容不符合要求，请检查', 'Not valid. Please check.'],
    [{ path: 'name', rule: 'required' }, '属性不能为空', 'Required information is missing'],
    [undefined, '属性不能为空', 'Required information is missing'],
  ])('422/900001 says what is wrong with the first field that it names (%o)', async (field, ...both) => {
    const fields = field && [field, { path: 'other', rule: 'pattern' }]
    serve(() => ({ status: 422, json: { errorCode: 900001, data: { ...(fields && { fields }) } } }))
    for (const [index, language] of (['cn', 'en'] as const).entries()) {
      await switchLanguage(language)
      const error: unknown = await call(api.save).catch((failure: unknown) => failure)
      await vi.advanceTimersByTimeAsync(0)
      expect(texts()).toEqual([both[index]])
      // A form that shows it above its fields says the same.
      expect(await failureText(error)).toBe(both[index])
      for (const notice of currentNotices().notices) dismissNotice(notice.id)
    }
    await switchLanguage('cn')
  })

  const busy = '网络繁忙，请检查网络设置后刷新重试'

  test.each([500, 502, 504])('[SHELL-087] %i says that the network is busy', async (status) => {
    await refused(status)
    expect(texts()).toEqual([busy])
  })

  test('[SHELL-094] 504 as a code is a request that timed out, as a status a busy network', async () => {
    await refused(422, 504)
    expect(texts()).toEqual(['请求超时'])
    await refused(504)
    expect(texts()).toEqual(['请求超时', busy])
  })

  test('[SHELL-096] each status has its own reaction', async () => {
    const reactionTo = async (status: number, code?: number) => {
      for (const notice of currentNotices().notices) dismissNotice(notice.id)
      address.hash = '#/center'
      await refused(status, code)
      const said = [...texts(), ...(alertText() === undefined ? [] : ['blocked'])]
      if (currentNotices().alert) confirmBlockingAlert()
      await vi.advanceTimersByTimeAsync(2000)
      return [...said, address.hash]
    }
    const home = '#/home-v'
    expect(await reactionTo(401, 1)).toEqual(['没有权限', '/login?returnTo=%2Fcenter'])
    expect(await reactionTo(403)).toEqual(['操作失败，您没有此权限', '#/center'])
    expect(await reactionTo(422, 900005)).toEqual(['#/home/error-page/900005'])
    expect(await reactionTo(422, 34008)).toEqual(['blocked', home])
    expect(await reactionTo(422, 900008)).toEqual(['操作过于频繁', '#/center'])
    for (const status of [500, 502, 504]) expect(await reactionTo(status)).toEqual([busy, '#/center'])
  })

  test('[SHELL-131] a busy server says so, and the screen stays', async () => {
    for (const status of [503, 422]) {
      for (const notice of currentNotices().notices) dismissNotice(notice.id)
      await refused(status, 999001)
      expect(texts()).toEqual(['服务器繁忙'])
      expect(address.hash).toBe('#/center')
      // What was sent is not repeated by itself: only its sender knows whether it is still wanted.
      expect(sent).toHaveLength(1)
    }
  })

  const busyLine = () => readable(renderedMarkup(<Notices />)).includes(shellCn.busy)

  test('[SHELL-131] a read waits for a busy server as long as the server asks for, and a calm line says so', async () => {
    let busy = 2
    serve(() => {
      busy -= 1
      return busy >= 0
        ? { status: 503, json: { errorCode: 999001 }, headers: { 'Retry-After': '2' } }
        : { json: { fine: true } }
    })
    const reading = call(api.read)
    await vi.advanceTimersByTimeAsync(1999)
    expect([sent.length, isServerBusy(), busyLine(), texts(), address.hash]).toEqual([1, true, true, [], '#/center'])
    // 2 s, then half as long again, each with up to a half by chance.
    await vi.advanceTimersByTimeAsync(1001 + 4500)
    expect(await reading).toEqual({ fine: true })
    expect([sent.length, isServerBusy(), busyLine()]).toEqual([3, false, false])
  })

  test('a read gives up after some minutes, and a read that is left stops asking', async () => {
    serve(() => ({ status: 503, json: { errorCode: 999001 } }))
    const reading = call(api.read).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(300_000)
    expect(await reading).toMatchObject({ kind: 'server', status: 503 })
    expect(sent.length).toBe(13)
    serve(() => ({ status: 503, json: {} }))
    const options = { ...q(api.read), staleTime: 0 }
    const left = queryClient.fetchQuery(options).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(100)
    await queryClient.cancelQueries({ queryKey: options.queryKey })
    await vi.advanceTimersByTimeAsync(60_000)
    await left
    expect([sent.length, isServerBusy()]).toEqual([1, false])
  })

  test('nobody is asked to wait for long, and browsers do not come back together', () => {
    const error = new CallError({ kind: 'server', status: 503, retryAfterMs: 1000 })
    expect([0, 1, 2, 20].map((tries) => retryDelayMs(tries, error, 0))).toEqual([1000, 1500, 2250, 15_000])
    expect(retryDelayMs(0, error, 1)).toBe(1500)
    const patient = new CallError({ kind: 'server', status: 503, retryAfterMs: 60_000 })
    expect(retryDelayMs(3, patient, 0)).toBe(60_000)
  })

  test('[SHELL-090] offline says that there is no network', async () => {
    vi.stubGlobal('navigator', { ...navigator, onLine: false })
    serve(() => ({ broken: true }))
    await expect(call(api.save)).rejects.toMatchObject({ kind: 'offline' })
    expect(texts()).toEqual(['网络不可用，请检查网络连接'])
  })

  test('a call that is not answered in 30 s shows a notice, and leaves the screen as it was', async () => {
    const timer = new AbortController()
    const asked = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timer.signal)
    serve(() => ({ silent: true }))
    const calling = call(api.save)
    expect(texts()).toEqual([])
    timer.abort()
    await expect(calling).rejects.toMatchObject({ kind: 'timeout' })
    await proves('SHELL-071', () => {
      expect(asked).toHaveBeenCalledWith(30_000)
      expect(texts()).toEqual([busy])
    })
    await proves('SHELL-070', async () => {
      expect(address.hash).toBe('#/center')
      serve(() => ({ json: { fine: true } }))
      expect(await call(api.save)).toEqual({ fine: true })
    })
    asked.mockRestore()
  })

  test('a call that was left says nothing', async () => {
    const leaving = new AbortController()
    serve(() => ({ silent: true }))
    const calling = call(api.save, {}, { signal: leaving.signal })
    leaving.abort()
    await expect(calling).rejects.toMatchObject({ kind: 'aborted' })
    expect(texts()).toEqual([])
  })
})

describe('what a caller can ask for', () => {
  test('a refusal that the form shows itself is not shown twice', async () => {
    await refused(422, 900001, { handles: [{ code: 900001 }] })
    expect(texts()).toEqual([])
    await refused(422, 900008, { handles: [{ code: 900001 }] })
    expect(texts()).toEqual(['操作过于频繁'])
  })

  test('a quiet read neither speaks nor leads away', async () => {
    serve(() => ({ status: 422, json: { errorCode: 900005 } }))
    await expect(call(api.read, {}, { quiet: true })).rejects.toThrow('900005')
    expect(address.hash).toBe('#/center')
    expect(texts()).toEqual([])
  })

  test('a screen that shows something is not taken away by a later look', async () => {
    serve(() => ({ json: { fine: true } }))
    await call(api.read)
    serve(() => ({ status: 422, json: { errorCode: 900005 } }))
    await expect(queryClient.fetchQuery({ ...q(api.read), staleTime: 0 })).rejects.toThrow('900005')
    expect(address.hash).toBe('#/center')
  })
})

describe('notifications', () => {
  test('[SHELL-088] one disappears by itself after 2.5 s', async () => {
    notify('success', '已保存')
    await vi.advanceTimersByTimeAsync(2499)
    expect(texts()).toEqual(['已保存'])
    await vi.advanceTimersByTimeAsync(1)
    expect(texts()).toEqual([])
  })

  test('the same words stand once', () => {
    notify('error', '网络繁忙')
    notify('error', '网络繁忙')
    expect(texts()).toEqual(['网络繁忙'])
  })
})
