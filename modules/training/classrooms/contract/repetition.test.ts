import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Repetition, repeatedDays, timesMax } from './repetition.ts'

const daily = (every: number, until: string): Repetition => ({ unit: 'day', every, weekdays: [], until })
const weekly = (weekdays: number[], until: string, every = 1): Repetition => ({ unit: 'week', every, weekdays, until })

describe('the days of a booking', () => {
  // 2026-11-27 is a Friday.
  it.each([
    ['without a repetition it is one', null, ['2026-11-27']],
    [
      'each day until the last, which belongs to it',
      daily(1, '2026-11-29'),
      ['2026-11-27', '2026-11-28', '2026-11-29'],
    ],
    ['each second day', daily(2, '2026-12-02'), ['2026-11-27', '2026-11-29', '2026-12-01']],
    ['over the end of a year', daily(30, '2027-01-26'), ['2026-11-27', '2026-12-27', '2027-01-26']],
    ['each week on the day of the first', weekly([], '2026-12-11'), ['2026-11-27', '2026-12-04', '2026-12-11']],
    [
      'each week on chosen days',
      weekly([1, 5], '2026-12-07'),
      ['2026-11-27', '2026-11-30', '2026-12-04', '2026-12-07'],
    ],
    [
      'each second week, counted from Monday',
      weekly([1, 5], '2026-12-14', 2),
      ['2026-11-27', '2026-12-07', '2026-12-11'],
    ],
    ['the first day only where it is a chosen one', weekly([7], '2026-12-06'), ['2026-11-29', '2026-12-06']],
    ['none where it ends before it begins', daily(1, '2026-11-26'), []],
  ] as const)('%s', (_, repetition, days) => {
    expect(repeatedDays('2026-11-27', repetition as Repetition | null)).toEqual(days)
  })

  it('are at most one more than may be booked', () => {
    expect(repeatedDays('2026-11-27', daily(1, '2099-12-31'))).toHaveLength(timesMax + 1)
  })

  it('grow, lie between the first and the last, and fall on chosen weekdays, whatever is asked', () => {
    const rules = fc.record({
      unit: fc.constantFrom('day' as const, 'week' as const),
      every: fc.integer({ min: 1, max: 12 }),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
      until: fc.constantFrom('2026-11-30', '2027-02-28', '2027-06-15'),
    })
    fc.assert(
      fc.property(rules, (rule) => {
        const days = repeatedDays('2026-11-27', rule)
        expect(days).toEqual([...days].sort())
        expect(new Set(days).size).toBe(days.length)
        for (const day of days) {
          expect(day >= '2026-11-27' && day <= rule.until).toBe(true)
          const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
          if (rule.unit === 'week') expect(rule.weekdays.length > 0 ? rule.weekdays : [5]).toContain(weekday)
        }
      }),
    )
  })
})
