import './browser.ts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { proves } from '#test/proves.ts'
import { CallError, fieldErrors } from '#web/api/call-error.ts'
import { appState, useCurrencyName } from '#web/app-state.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import { CountdownHint } from '#web/ui/CountdownHint.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import cn from '../../web/messages/cn.json' with { type: 'json' }
import en from '../../web/messages/en.json' with { type: 'json' }

beforeAll(async () => {
  registerMessages('shell', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['shell'])
})
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const said = (part: ReactNode) => renderToStaticMarkup(part).replace(/<[^>]+>/g, '')
const MINUTE = 60_000

test('the coin is 学币 until the company has named it', async () => {
  const Coin = () => useCurrencyName()
  await proves('SHELL-042', async () => {
    expect(said(<Coin />)).toBe('学币')
    await switchLanguage('en')
    expect(said(<Coin />)).toBe('learning coin')
    await switchLanguage('cn')
  })
  await proves('SYSTEM-050', () => {
    appState.set({ currencyName: '岚币' })
    expect(said(<Coin />)).toBe('岚币')
  })
})

test('[SHELL-114] [SHELL-115] [SHELL-116] the hint says what is left, in seconds at last', () => {
  const now = Date.now()
  const startIn = (ms: number) => said(<CountdownHint businessType={5} startTime={now + ms} />)
  expect(startIn(61 * MINUTE)).toBe('')
  expect(startIn(60 * MINUTE)).toBe('1小时0分后开始')
  expect(startIn(42 * MINUTE)).toBe('42分后开始')
  expect(startIn(4 * MINUTE + 9000)).toBe('4分9秒后开始')
  expect(said(<CountdownHint businessType={1} endTime={now + 30 * 60 * MINUTE} />)).toBe('1天6小时后结束')
})

test('[SHELL-111] a shortened count keeps its digits in the title', () => {
  expect(renderToStaticMarkup(<NumberText value={12_345} />)).toContain('title="12,345"')
  expect(said(<NumberText value={12_345} />)).toBe('1.2W')
})

test('[SHELL-103] the fields that a refusal names, for the messages of a form', () => {
  const fields = [{ path: 'name', rule: 'minLength', message: 'must not be empty' }]
  const error = new CallError({ kind: 'refused', status: 422, errorCode: 900001, data: { fields } })
  expect(fieldErrors(error)).toEqual(new Map([['name', 'must not be empty']]))
  expect(fieldErrors(new Error('other'))).toEqual(new Map())
})

test('[SHELL-080] a failed load says whose fault it is, and offers another try only where one can help', () => {
  const shown = (failure: ConstructorParameters<typeof CallError>[0]) =>
    said(<ErrorState error={new CallError(failure)} onRetry={() => {}} />)
  expect(shown({ kind: 'refused', status: 403 })).toBe('您没有查看这里的权限如需使用，请联系管理员开通。')
  expect(shown({ kind: 'server', status: 500 })).toBe(
    '内容没有加载出来系统暂时没有响应，请稍后重试；反复出现请联系管理员。重试',
  )
  expect(shown({ kind: 'offline' })).toBe('内容没有加载出来可能是网络不稳定，请稍后重试。重试')
})
