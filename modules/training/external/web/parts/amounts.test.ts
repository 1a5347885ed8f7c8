import { describe, expect, it } from 'vitest'
import { amountOf, amountText, costText, daysText, hundredthsOf } from './amounts.ts'

describe('amounts of external training', () => {
  it('are hundredths on the wire, without a trace of binary fractions', () => {
    expect([0.07, 1.1, 19.99, 100_000].map(hundredthsOf)).toEqual([7, 110, 1999, 10_000_000])
    expect([null, undefined].map(hundredthsOf)).toEqual([null, null])
    expect(amountOf(1999)).toBe(19.99)
    expect([amountText(1200), amountText(null)]).toEqual(['12', '—'])
    expect([costText(280_000), costText(null)]).toEqual(['¥2,800.00', '—'])
  })

  it('and days stand as far as they are known', () => {
    expect(daysText({ startsOn: '2026-05-11', endsOn: '2026-05-12' })).toBe('2026-05-11 – 2026-05-12')
    expect(daysText({ startsOn: '2026-05-11', endsOn: '2026-05-11' })).toBe('2026-05-11')
    expect(daysText({ startsOn: null, endsOn: null })).toBe('—')
  })
})
