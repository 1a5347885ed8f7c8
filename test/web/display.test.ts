import './browser.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { proves } from '#test/proves.ts'
import { countdownAt, partsOf } from '#web/ui/countdown.ts'
import { dateText, relativeText } from '#web/ui/date.ts'
import { shortNumber } from '#web/ui/number.ts'
import { turnedTo } from '#web/ui/paging.ts'
import { debounce, throttle } from '#web/ui/timing.ts'

test.each([
  [0, '0', '0'],
  [9999, '9999', '9999'],
  [10_000, '1W', '10K'],
  [12_999, '1.2W', '12.9K'],
  [99_999, '9.9W', '99.9K'],
  [1_050_000, '105W', '1050K'],
])('[SHELL-111] %i is shortened with W and K, cut and not rounded', (count, chinese, english) => {
  expect([shortNumber(count, 'cn'), shortNumber(count, 'en')]).toEqual([chinese, english])
})

test('another size of a page leads back to the first one, the same size to the page asked for', () => {
  expect(turnedTo(20, 3, 20)).toEqual({ page: 3, pageSize: 20 })
  expect(turnedTo(20, 3, 40)).toEqual({ page: 1, pageSize: 40 })
})

describe('rates', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('what comes again and again runs once in 800 ms, at last with the last value', () => {
    const shown: number[] = []
    const show = throttle((value: number) => shown.push(value))
    for (const value of [1, 2, 3]) show(value)
    expect(shown).toEqual([1])
    vi.advanceTimersByTime(799)
    expect(shown).toEqual([1])
    vi.advanceTimersByTime(1)
    expect(shown).toEqual([1, 3])
    show(4)
    expect(shown).toEqual([1, 3])
    vi.advanceTimersByTime(800)
    expect(shown).toEqual([1, 3, 4])
  })

  test('[SHELL-113] typing asks once, 300 ms after the last key', () => {
    const asked: string[] = []
    const ask = debounce((text: string) => asked.push(text))
    ask('书')
    vi.advanceTimersByTime(299)
    ask('书院')
    vi.advanceTimersByTime(299)
    expect(asked).toEqual([])
    vi.advanceTimersByTime(1)
    expect(asked).toEqual(['书院'])
  })

  test('what waits can be dropped', () => {
    const run = vi.fn()
    const late = debounce(run)
    late()
    late.cancel()
    vi.advanceTimersByTime(1000)
    expect(run).not.toHaveBeenCalled()
  })
})

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const now = 1_800_000_000_000

describe('countdown hints', () => {
  const starting = (businessType: number, inMs: number) => countdownAt(now, { businessType, startTime: now + inMs })
  const ending = (businessType: number, inMs: number) =>
    countdownAt(now, { businessType, startTime: now - DAY, endTime: now + inMs })

  test('[SHELL-114] upcoming shows from 60 minutes before the start until the start', () => {
    expect(starting(5, 60 * MINUTE + 1)).toEqual({ kind: 'none', nextLookMs: 1 })
    expect(starting(5, 60 * MINUTE).kind).toBe('upcoming')
    expect(starting(5, 1).kind).toBe('upcoming')
    expect(starting(5, 0).kind).toBe('none')
  })

  test('[SHELL-115] from 5 minutes on it changes every second', () => {
    expect(starting(5, 5 * MINUTE).nextLookMs).toBe(1000)
    expect(starting(5, 5 * MINUTE + 30_000).nextLookMs).toBe(30_000)
    expect(starting(5, 30 * MINUTE).nextLookMs).toBe(MINUTE)
  })

  test('[SHELL-116] ending shows from 2 days before the end until the end', () => {
    expect(ending(1, 2 * DAY + 1)).toEqual({ kind: 'none', nextLookMs: 1 })
    expect(ending(1, 2 * DAY).kind).toBe('ending')
    expect(ending(1, 1).kind).toBe('ending')
    expect(ending(1, 0).kind).toBe('none')
  })

  test('only the named business types have a hint; 15 is a live as 5 is', async () => {
    const all = Array.from({ length: 17 }, (_, index) => index + 1)
    const upcoming = all.filter((type) => starting(type, MINUTE).kind === 'upcoming')
    const closing = all.filter((type) => ending(type, MINUTE).kind === 'ending')
    await proves('SHELL-117', () => {
      expect(upcoming.filter((type) => type !== 15)).toEqual([3, 4, 5, 6, 7])
      expect(closing.filter((type) => type !== 15)).toEqual([1, 2, 3, 4, 5, 7])
    })
    await proves('SHELL-118', () => expect([upcoming.at(-1), closing.at(-1)]).toEqual([15, 15]))
  })

  test('a remaining time is shown in parts, and a part of a second as a whole one', () => {
    expect(partsOf(DAY + 2 * 60 * MINUTE + 3 * MINUTE + 3001)).toEqual({ days: 1, hours: 2, minutes: 3, seconds: 4 })
  })
})

describe('dates', () => {
  const at = new Date(2026, 10, 5, 9, 4, 7).getTime()

  test('[SHELL-120] an instant is shown in the browser’s zone', () => {
    expect(dateText(at, 'day')).toBe('2026-11-05')
    expect(dateText(at, 'minute')).toBe('2026-11-05 09:04')
    expect(dateText(at, 'second')).toBe('2026-11-05 09:04:07')
  })

  test('a recent time is shown as the time since then', () => {
    expect(relativeText(at - MINUTE + 1, at, 'cn')).toBe('刚刚')
    expect(relativeText(at, at, 'en')).toBe('just now')
    expect(relativeText(at - MINUTE, at, 'cn')).toBe('1 分钟前')
    expect(relativeText(at - 3 * MINUTE, at, 'cn')).toBe('3 分钟前')
    expect(relativeText(at - DAY, at, 'en')).toBe('yesterday')
    expect(relativeText(at - 8 * DAY, at, 'cn')).toBe('2026-10-28')
  })
})
