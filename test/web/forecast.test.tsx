import './browser.ts'
import './fake-server.ts'
import { Type } from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import { contract } from '#kit/contract.ts'
import type { Forecast } from '#kit/forecast.ts'
import { CallError } from '#web/api/call-error.ts'
import { forecastOf, q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import { ForecastNote } from '#web/ui/ForecastNote.tsx'
import cn from '../../web/messages/cn.json' with { type: 'json' }
import en from '../../web/messages/en.json' with { type: 'json' }
import { sent, serve } from './fake-server.ts'
import { renderedMarkup, renderedText as said } from './rendered.ts'

beforeAll(async () => {
  registerMessages('shell', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['shell'])
})

const nothing: Forecast<{ count: number }> = {
  answer: { count: 3 },
  ...{ entries: [], jobs: [], messages: [], isComplete: true },
}
const note = (forecast: Forecast<{ count: number }> | undefined, error: Error | null = null, isAsked = true) => (
  <ForecastNote state={{ isAsked, forecast, error }} />
)

test('a forecast says what the call would change and which members it would reach, in both languages', async () => {
  const messages = [
    { kind: 'notification', recipients: 37 },
    { kind: 'mail', recipients: 1 },
  ] as const
  const state = { isAsked: true, forecast: { ...nothing, messages: [...messages] }, error: null }
  const screen = <ForecastNote state={state} summary={({ answer }) => [`${answer.count}`]} />
  await switchLanguage('cn')
  expect(said(screen)).toBe('将会发生3消息中心通知 37 人发送 1 封邮件')
  await switchLanguage('en')
  expect(said(screen)).toBe('What will happen337 members are notified in the message center1 email is sent')
  const cut = { ...state, forecast: { ...state.forecast, isComplete: false } }
  expect(said(<ForecastNote state={cut} />)).toContain(en.forecast.more)
})

test('it says that it is being worked out, that nobody is reached, that the call is refused, and that it does not know', async () => {
  await switchLanguage('en')
  expect(renderedMarkup(note(undefined, null, false))).toBe('')
  expect(said(note(undefined))).toBe(en.forecast.loading)
  expect(said(note(nothing))).toBe(en.forecast.nobody)
  expect(said(note(undefined, new CallError({ kind: 'refused', status: 422, errorCode: 20191 })))).toBe(
    en.forecast.refused,
  )
  expect(said(note(undefined, new CallError({ kind: 'offline' })))).toBe(en.forecast.unknown)
})

test('a forecast asks for a dry run, and makes nothing old that was read before', async () => {
  const Any = Type.Unsafe<Record<string, unknown>>({})
  const common = { summary: '', access: 'signed-in', response: Any } as const
  const api = contract({
    list: { ...common, method: 'GET', path: '/things' },
    save: { ...common, method: 'POST', path: '/things', body: Any as never },
  })
  serve(() => ({ json: nothing }))
  await queryClient.fetchQuery(q(api.list))
  expect(await forecastOf(api.save, { body: { name: 'a' } } as never)).toEqual(nothing)
  expect(sent.at(-1)?.headers.get('x-dry-run')).toBe('1')
  expect(sent.at(-1)?.body).toBe('{"name":"a"}')
  await queryClient.fetchQuery(q(api.list))
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST'])
})
