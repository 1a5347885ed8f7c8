import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInOrder, openedAt, positionAt } from './sections.ts'

const timed = (...times: (number | null)[]) => times.map((timeMs) => ({ timeMs }))

describe('sections', () => {
  it('are in order as soon as one of them has a time', () => {
    expect(isInOrder(timed(null, null))).toBe(false)
    expect(isInOrder(timed(null, 5))).toBe(true)
  })

  it('open one after the other, and the last ends with the attempt', () => {
    const sections = timed(10, 20)
    const first = openedAt(sections, 1, 100, 1000)
    expect(first).toEqual({ sectionNumber: 1, sectionOpenedAt: 100, sectionEndsAt: 110, endsAt: 130 })
    expect(positionAt(sections, first, 109)).toEqual(first)
    expect(positionAt(sections, first, 110)).toMatchObject({
      sectionNumber: 2,
      sectionOpenedAt: 110,
      sectionEndsAt: 130,
      endsAt: 130,
    })
    expect(positionAt(sections, first, 5000)).toMatchObject({ sectionNumber: 2, endsAt: 130 })
  })

  it('without a time wait for the examinee, and those behind keep their own', () => {
    const sections = timed(10, null, 20)
    const first = openedAt(sections, 1, 0, 100)
    expect(positionAt(sections, first, 99)).toMatchObject({ sectionNumber: 2, sectionEndsAt: null, endsAt: 100 })
    expect(openedAt(sections, 3, 50, 100)).toMatchObject({ sectionNumber: 3, sectionEndsAt: 70, endsAt: 70 })
  })

  it('never outlast the attempt, and whoever goes on early ends early', () => {
    const sections = timed(60, 60)
    expect(openedAt(sections, 1, 0, 50)).toMatchObject({ sectionNumber: 1, sectionEndsAt: 50, endsAt: 50 })
    expect(openedAt(sections, 2, 5, 120)).toMatchObject({ sectionNumber: 2, sectionEndsAt: 65, endsAt: 65 })
  })

  it('are at the same place however often somebody looks on the way', () => {
    const times = fc.array(fc.option(fc.integer({ min: 1, max: 50 })), { minLength: 1, maxLength: 5 })
    const looks = fc.array(fc.nat(300), { maxLength: 6 })
    fc.assert(
      fc.property(times, looks, fc.integer({ min: 1, max: 200 }), (given, moments, length) => {
        const sections = timed(...given)
        const start = openedAt(sections, 1, 0, length)
        const sorted = moments.toSorted((a, b) => a - b)
        const stepwise = sorted.reduce((position, now) => positionAt(sections, position, now), start)
        expect(stepwise).toEqual(positionAt(sections, start, sorted.at(-1) ?? 0))
      }),
    )
  })
})
