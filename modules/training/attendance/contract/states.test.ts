/** Merged minutes: what stays within a session count together. */
import { describe, expect, it } from 'vitest'
import { mergedMinutes, type Passage, staysOf } from './states.ts'

const minuteMs = 60_000
const session = { startsAt: 60 * minuteMs, endsAt: 120 * minuteMs }
const stay = (from: number, to: number) => ({ from: from * minuteMs, to: to * minuteMs })
const pass = (direction: Passage['direction'], minute: number): Passage => ({ direction, at: minute * minuteMs })

describe('merged minutes', () => {
  it.each([
    [[], 0],
    [[stay(60, 120)], 60],
    [[stay(0, 59), stay(120, 200)], 0],
    [[stay(30, 90)], 30],
    [[stay(90, 300)], 30],
    [[stay(70, 80), stay(90, 100)], 20],
    [[stay(90, 100), stay(70, 95)], 30],
    [[stay(70, 110), stay(80, 90)], 40],
    [[stay(60, 60.5), stay(61, 61.5)], 1],
    [[stay(60, 60.9)], 0],
  ])('of %j are %i', (stays, minutes) => {
    expect(mergedMinutes(stays, session)).toBe(minutes)
  })

  it('are at most those of the session, whatever the stays', () => {
    for (let round = 0; round < 200; round++) {
      const stays = Array.from({ length: 5 }, (_, at) =>
        stay((round * 7 + at * 31) % 150, ((round * 7 + at * 31) % 150) + ((round * at) % 50)),
      )
      const merged = mergedMinutes(stays, session)
      const minutes = new Set(
        stays.flatMap(({ from, to }) =>
          Array.from({ length: 60 }, (_, at) => at + 60).filter(
            (at) => from <= at * minuteMs && (at + 1) * minuteMs <= to,
          ),
        ),
      )
      expect(merged).toBe(minutes.size)
    }
  })
})

describe('stays', () => {
  it('go from coming to leaving; coming twice is one, and leaving without coming is none', () => {
    const passages = [pass('out', 5), pass('in', 20), pass('in', 10), pass('out', 30), pass('out', 35), pass('in', 40)]
    expect(staysOf(passages)).toEqual({ stays: [stay(10, 30)], insideSince: 40 * minuteMs })
  })
})
