import { describe, expect, it } from 'vitest'
import { qualityBetween, shownQuality } from './quality.ts'

const totals = (packets: number, packetsLost: number, roundTripMs: number | null = 40) => ({
  packets,
  packetsLost,
  roundTripMs,
})

describe('the quality of the network', () => {
  it.each([
    [totals(1100, 0), 'good'],
    [totals(1095, 5), 'fair'],
    [totals(1085, 15), 'poor'],
    [totals(1100, 0, 350), 'fair'],
    [totals(1100, 0, 900), 'poor'],
    [totals(1100, 0, null), 'good'],
    [totals(1004, 3), 'good'],
  ] as const)('after %o is %s', (now, quality) => {
    expect(qualityBetween(totals(1000, 0), now)).toBe(quality)
  })

  it('becomes worse only if it lasts, and better at once', () => {
    expect(shownQuality('good', ['good', 'poor'])).toBe('good')
    expect(shownQuality('good', ['fair', 'poor'])).toBe('fair')
    expect(shownQuality('good', ['poor', 'poor'])).toBe('poor')
    expect(shownQuality('poor', ['poor', 'good'])).toBe('good')
    expect(shownQuality('fair', [])).toBe('fair')
  })
})
