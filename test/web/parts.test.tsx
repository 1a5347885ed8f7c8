import './browser.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { proves } from '#test/proves.ts'
import { CallError } from '#web/api/call-error.ts'
import { fieldErrors } from '#web/api/failure-text.ts'
import { appState, useCurrencyName } from '#web/app-state.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import { CountdownHint } from '#web/ui/CountdownHint.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { SavingNote } from '#web/ui/SavingNote.tsx'
import cn from '../../web/messages/cn.json' with { type: 'json' }
import en from '../../web/messages/en.json' with { type: 'json' }
import { renderedMarkup, renderedText as said } from './rendered.ts'

beforeAll(async () => {
  registerMessages('shell', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['shell'])
})
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

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

test('a hint says what is left until the start and the end, in seconds at last', async () => {
  const now = Date.now()
  const startIn = (ms: number, businessType = 5) =>
    said(<CountdownHint businessType={businessType} startTime={now + ms} />)
  const endIn = (ms: number, businessType = 1) =>
    said(<CountdownHint businessType={businessType} startTime={now - MINUTE} endTime={now + ms} />)
  await proves('SHELL-114', () => {
    expect([startIn(60 * MINUTE + 1), startIn(0)]).toEqual(['', ''])
    expect([startIn(60 * MINUTE), startIn(42 * MINUTE)]).toEqual(['1 小时 0 分后开始', '42 分后开始'])
    expect(startIn(1)).not.toBe('')
  })
  await proves('SHELL-115', () => {
    expect(startIn(5 * MINUTE + 9000)).toBe('5 分后开始')
    const seconds = [0, 1000, 2000].map((later) => {
      vi.setSystemTime(now + later)
      return startIn(4 * MINUTE + 9000)
    })
    expect(seconds).toEqual(['4 分 9 秒后开始', '4 分 8 秒后开始', '4 分 7 秒后开始'])
    vi.setSystemTime(now)
  })
  await proves('SHELL-116', () => {
    expect([endIn(48 * 60 * MINUTE + 1), endIn(0)]).toEqual(['', ''])
    expect([endIn(48 * 60 * MINUTE), endIn(30 * 60 * MINUTE)]).toEqual(['2 天 0 小时后结束', '1 天 6 小时后结束'])
    expect(endIn(1)).not.toBe('')
  })
  const types = Array.from({ length: 17 }, (_, index) => index + 1)
  const starting = types.filter((type) => startIn(MINUTE, type) !== '')
  const ending = types.filter((type) => endIn(30 * 60 * MINUTE, type) !== '')
  await proves('SHELL-117', () => {
    expect(starting.filter((type) => type < 15)).toEqual([3, 4, 5, 6, 7])
    expect(ending.filter((type) => type < 15)).toEqual([1, 2, 3, 4, 5, 7])
  })
  await proves('SHELL-118', () => {
    expect([starting, ending].map((list) => list.filter((type) => type >= 15))).toEqual([[15], [15]])
  })
})

test('[SHELL-111] counts from 10,000 are shortened, by W in Chinese and K in English; the title has all digits', async () => {
  const shown = (value: number) => said(<NumberText value={value} />)
  expect([9999, 10_000, 12_345, 1_050_000].map(shown)).toEqual(['9999', '1W', '1.2W', '105W'])
  expect(renderedMarkup(<NumberText value={12_345} />)).toContain('title="12,345"')
  await switchLanguage('en')
  expect([9999, 10_000, 12_345, 1_050_000].map(shown)).toEqual(['9999', '10K', '12.3K', '1050K'])
  await switchLanguage('cn')
})

test('an editor that saves itself says how that goes; what is to be mended comes first', async () => {
  const states = ['saved', 'saving', 'failed', 'elsewhere'] as const
  const notes = () => states.map((saving) => said(<SavingNote saving={saving} />))
  expect(notes()).toEqual(states.map((state) => cn.editing.saving[state]))
  expect(said(<SavingNote saving="saved" faults={2} />)).toBe('还有 2 处需要完善，暂未保存')
  await switchLanguage('en')
  expect(notes()).toEqual(states.map((state) => en.editing.saving[state]))
  expect(said(<SavingNote saving="elsewhere" faults={1} />)).toBe('1 place to complete, not saved yet')
  await switchLanguage('cn')
})

test('the fields that a refusal names, for the messages of a form, in the language of the reader', async () => {
  const fields = [
    { path: 'name', rule: 'minLength', message: 'must not be empty' },
    { path: 'endsOn', rule: 'order', message: 'is before the day that begins it' },
    { path: 'size', rule: 'of-a-module', message: 'is no size' },
  ]
  const error = new CallError({ kind: 'refused', status: 422, errorCode: 900001, data: { fields } })
  const texts = () => [...fieldErrors(error)].map(([path, text]) => `${path}: ${text}`)
  expect(texts()).toEqual([
    'name: 请填写这一项',
    'endsOn: 时间先后不正确，请检查开始与结束',
    'size: 内容不符合要求，请检查',
  ])
  await switchLanguage('en')
  expect(texts()[1]).toBe('endsOn: Check the order of start and end')
  await switchLanguage('cn')
  expect(fieldErrors(new Error('other'))).toEqual(new Map())
})

test('a failed load says whose fault it is, and offers another try only where one can help', () => {
  const shown = (failure: ConstructorParameters<typeof CallError>[0]) =>
    said(<ErrorState error={new CallError(failure)} onRetry={() => {}} />)
  expect(shown({ kind: 'refused', status: 403 })).toBe('您没有查看这里的权限如需使用，请联系管理员开通')
  expect(shown({ kind: 'server', status: 500 })).toBe(
    '内容没有加载出来系统暂时没有响应，请稍后重试；反复出现请联系管理员重试',
  )
  expect(shown({ kind: 'offline' })).toBe('内容没有加载出来可能是网络不稳定，请稍后重试重试')
})
