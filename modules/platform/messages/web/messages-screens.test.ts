import { defaultTimeZone } from '#kit/time-zone.ts'
import '#test/web/browser.ts'
import '#test/web/fake-server.ts'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sent, serve } from '#test/web/fake-server.ts'
import { q, queryClient } from '#web/api/query.ts'
import { messages } from '../contract.ts'
import { faultOf, inNames, insertWord, inWords, piecesOf, wordsOf } from './admin/placeholder-words.ts'
import { changedBy } from './center/changed-preferences.ts'
import { byDayGroup, dayGroupOf } from './center/day-groups.ts'
import { dueText, pressureOf } from './due.ts'
import { notificationsAgain } from './live.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe('the times at which lists are read again', () => {
  const unread = new QueryObserver(queryClient, q(messages.unreadCount))
  let stop: () => void

  /** Waits for pending answers; the clock of the test does not move. */
  async function arrive(): Promise<void> {
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  }

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    queryClient.clear()
    serve(() => ({ json: { count: sent.length } }))
    stop = unread.subscribe(() => undefined)
    await arrive()
  })
  afterEach(() => {
    stop()
    notificationsAgain.cancel()
    vi.useRealTimers()
  })

  test('[SHELL-112] a hundred events are shown at once and 800 ms later, not in between', async () => {
    const shown = () => unread.getCurrentResult().data
    expect(shown()).toEqual({ count: 1 })
    for (let count = 0; count < 100; count++) notificationsAgain()
    await arrive()
    expect(shown()).toEqual({ count: 2 })
    await vi.advanceTimersByTimeAsync(799)
    await arrive()
    expect(shown()).toEqual({ count: 2 })
    await vi.advanceTimersByTimeAsync(1)
    await arrive()
    expect(shown()).toEqual({ count: 3 })
    await vi.advanceTimersByTimeAsync(5000)
    await arrive()
    expect(sent).toHaveLength(3)
  })
})

describe('when a to-do is due', () => {
  const t = (key: string, values?: Readonly<Record<string, unknown>>) => `${key} ${JSON.stringify(values ?? {})}`
  const now = Date.parse('2026-11-21T10:00:00Z')

  test.each([
    [-1, 'overdue'],
    [0, 'soon'],
    [3 * DAY_MS - 1, 'soon'],
    [3 * DAY_MS, 'later'],
  ])('%d ms from now it is %s', (ms, pressure) => {
    expect(pressureOf(now + ms, now)).toBe(pressure)
  })

  test.each([
    [30_000, 'due.left', 'due.minutes', 1],
    [59 * 60_000, 'due.left', 'due.minutes', 59],
    [5 * HOUR_MS, 'due.left', 'due.hours', 5],
    [-50 * HOUR_MS, 'due.overdue', 'due.days', 2],
  ])('%d ms from now: %s, in %s', (ms, text, unit, count) => {
    const said = dueText(t, now + ms, now)
    expect(said).toContain(text)
    expect(said).toContain(unit)
    expect(said).toContain(`${count}`)
  })
})

describe('messages by day', () => {
  const now = new Date(2026, 10, 21, 9, 0).getTime()
  const at = (day: number, hour: number) => ({ at: new Date(2026, 10, day, hour).getTime() })

  test('a day begins at midnight, not a day ago', () => {
    expect(dayGroupOf(at(21, 0).at, now)).toBe('today')
    expect(dayGroupOf(at(20, 23).at, now)).toBe('yesterday')
    expect(dayGroupOf(at(20, 0).at, now)).toBe('yesterday')
    expect(dayGroupOf(at(19, 23).at, now)).toBe('earlier')
  })

  test('the order stays', () => {
    const items = [at(21, 8), at(21, 1), at(20, 5), at(3, 5), at(2, 5)]
    expect(byDayGroup(items, now).map(({ group, items: own }) => [group, own.length])).toEqual([
      ['today', 2],
      ['yesterday', 1],
      ['earlier', 2],
    ])
  })
})

describe('what a template fills in', () => {
  const example = { cn: '信息安全入门', en: 'Security basics' }
  const variables = [
    { name: 'item', label: { cn: '课程名称', en: 'Course' }, example },
    { name: 'other', label: { cn: '课程名称', en: 'Other course' }, example },
    { name: 'sender', label: { cn: '催学人', en: 'Sender' }, example },
  ]
  const cn = wordsOf(variables, 'cn')

  test('stands in words, each of them once', () => {
    expect([...cn.values()]).toEqual(['课程名称', '课程名称 2', '催学人'])
    const text = '{sender}提醒您学习{item}与{other}'
    expect(inWords(text, cn)).toBe('{催学人}提醒您学习{课程名称}与{课程名称 2}')
    expect(inNames(inWords(text, cn), cn)).toBe(text)
    expect(inNames('{ 催学人 }、{sender}、{x}、{}', cn)).toBe('{sender}、{sender}、{x}、{}')
  })

  test('a fault is marked where it stands, with the closest word', () => {
    expect(piecesOf('您好{催学人}：{课程明称}！', cn)).toEqual([
      { text: '您好', kind: 'plain' },
      { text: '{催学人}', kind: 'placeholder' },
      { text: '：', kind: 'plain' },
      { text: '{课程明称}', kind: 'fault' },
      { text: '！', kind: 'plain' },
    ])
    expect(faultOf('{课程明称}', cn)).toEqual({ unknown: '课程明称', closest: '课程名称' })
    expect(faultOf('{zzzz}', cn)).toEqual({ unknown: 'zzzz', closest: undefined })
    expect(faultOf(' ', cn)).toBe('empty')
    expect(faultOf('{课程名称}', cn)).toBeUndefined()
  })

  test('a word replaces the selection', () => {
    expect(insertWord('您好，！', '催学人', 3, 3)).toEqual({ text: '您好，{催学人}！', caret: 8 })
    expect(insertWord('Dear X,', 'Sender', 5, 6)).toEqual({ text: 'Dear {Sender},', caret: 13 })
  })
})

test('a change of preferences shows before the server has answered', () => {
  const choice = { channel: 'mail', enabled: true, byDefault: true, locked: false } as const
  const label = { cn: '', en: '' }
  const before = {
    channels: [{ channel: 'mail', available: true, reachable: true, address: null, enabled: true }],
    types: ['a', 'b'].map((type) => ({
      type,
      group: 'g',
      groupLabel: label,
      label,
      mandatory: false,
      choices: [choice],
    })),
    quietHours: { enabled: false, from: '22:00', to: '08:00' },
    digest: { frequency: 'off', hour: 8, weekday: 1 },
    timeZone: defaultTimeZone,
    language: null,
  } satisfies Parameters<typeof changedBy>[0]
  const after = changedBy(before, { choices: [{ type: 'b', channel: 'mail', enabled: false }], language: 'en' })
  expect(after.types.map((type) => type.choices[0]?.enabled)).toEqual([true, false])
  expect(after.language).toBe('en')
  expect(after.quietHours).toBe(before.quietHours)
})
