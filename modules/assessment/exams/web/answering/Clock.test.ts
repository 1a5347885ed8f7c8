import '#test/web/browser.ts'
import { expect, it } from 'vitest'
import { clockText, dueReminder } from './Clock.tsx'

const minute = 60_000

it('the time that is left counts whole seconds that are not over, and hours only where there are some', () => {
  expect(clockText(3_909_000)).toBe('1:05:09')
  expect(clockText(299_001)).toBe('5:00')
  expect(clockText(59_000)).toBe('0:59')
  expect(clockText(-1)).toBe('0:00')
})

it('a reminder is due from five minutes and from one minute before the end, once each', () => {
  const none = new Set<number>()
  expect(dueReminder(5 * minute + 1, none)).toBeUndefined()
  expect(dueReminder(5 * minute, none)).toBe(5)
  expect(dueReminder(4 * minute, new Set([5]))).toBeUndefined()
  expect(dueReminder(minute, new Set([5]))).toBe(1)
  expect(dueReminder(minute, new Set([5, 1]))).toBeUndefined()
  // Whoever comes back so late hears of the last minute alone.
  expect(dueReminder(30_000, none)).toBe(1)
  expect(dueReminder(0, none)).toBeUndefined()
})
