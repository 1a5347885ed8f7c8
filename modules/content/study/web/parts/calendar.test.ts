import { expect, it } from 'vitest'
import { monthsOf, weeksOf } from './calendar.ts'

it('the calendar has whole weeks from Monday on and ends with today', () => {
  // 2026-11-21 is a Saturday.
  const weeks = weeksOf([{ day: '2026-11-16', milliseconds: 1 }], '2026-11-21', 53)
  expect(weeks).toHaveLength(53)
  expect(weeks.slice(0, -1).every((week) => week.length === 7)).toBe(true)
  expect(weeks.at(-1)?.map(({ day }) => day)).toEqual([16, 17, 18, 19, 20, 21].map((day) => `2026-11-${day}`))
  expect(weeks[0]?.[0]?.day).toBe('2025-11-17')
  expect(weeksOf([], '2026-11-22', 2).map((week) => week.length)).toEqual([7, 7])
  expect(weeksOf([], '2026-11-23', 2).map((week) => week.length)).toEqual([7, 1])
})

it.each([
  [0, 0],
  [1, 1],
  [15 * 60_000 - 1, 1],
  [15 * 60_000, 2],
  [30 * 60_000, 3],
  [60 * 60_000 - 1, 3],
  [60 * 60_000, 4],
])('%i ms has level %i', (milliseconds, level) => {
  expect(weeksOf([{ day: '2026-11-21', milliseconds }], '2026-11-21', 1)[0]?.at(-1)).toMatchObject({ level })
})

it('a month stands over the week of its first day', () => {
  const months = monthsOf(weeksOf([], '2026-11-21', 9))
  expect(months).toEqual([
    { week: 1, day: '2026-10-01' },
    { week: 5, day: '2026-11-01' },
  ])
})
