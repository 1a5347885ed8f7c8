import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canvasFor, type MeasuredPiece, pictureMs, placesOf, shotsOf, soundsIn, spanOf } from './timeline.ts'

const t0 = 1_800_000_000_000

function piece(participantId: string, from: number, to: number, more: Partial<MeasuredPiece> = {}): MeasuredPiece {
  const stretch = { from: t0 + from, to: t0 + to }
  return {
    path: `${participantId}-${from}.webm`,
    participantId,
    source: 'camera',
    beginsAt: t0 + from,
    pictures: [stretch],
    sound: stretch,
    width: 640,
    height: 360,
    ...more,
  }
}

const room = { from: t0, to: t0 + 3_600_000 }

describe('what a replay shows', () => {
  it('starts with the first recorded instant after the start and ends with the last one before the end', () => {
    const greenRoom = piece('host', -60_000, 30_000)
    expect(spanOf([greenRoom], room)).toEqual({ from: t0, to: t0 + 30_000 })
    expect(spanOf([piece('host', 5000, 7_200_000)], room)).toEqual({ from: t0 + 5000, to: room.to })
    expect(spanOf([piece('host', -60_000, -1000)], room)).toBeUndefined()
    expect(spanOf([], room)).toBeUndefined()
  })

  it('shows a screen before the host, the host before guests, and everybody else beside them', () => {
    const host = piece('host', 0, 60_000)
    const guest = piece('guest', 10_000, 50_000)
    const screen = piece('host', 20_000, 40_000, { source: 'screen', sound: null, width: 1920, height: 1080 })
    const pieces = [guest, screen, host]
    const shots = shotsOf(pieces, { from: t0, to: t0 + 60_000 }, 'host')
    expect(shots.map(({ from, to, main, beside }) => [from - t0, to - t0, main, beside])).toEqual([
      [0, 10_000, host, []],
      [10_000, 20_000, host, [guest]],
      [20_000, 40_000, screen, [host, guest]],
      [40_000, 50_000, host, [guest]],
      [50_000, 60_000, host, []],
    ])
    expect(canvasFor(pieces)).toEqual({ width: 1280, height: 720 })
    expect(canvasFor([host, guest])).toEqual({ width: 854, height: 480 })
  })

  it('shows an empty stage as an empty shot, and a reconnected person once', () => {
    const before = piece('host', 0, 20_000)
    const after = piece('host', 19_000, 40_000)
    const late = piece('guest', 60_000, 70_000)
    const shots = shotsOf([before, after, late], { from: t0, to: t0 + 70_000 }, 'host')
    expect(shots.map(({ main, beside }) => [main?.path ?? null, beside.length])).toEqual([
      ['host-0.webm', 0],
      ['host-19000.webm', 0],
      [null, 0],
      ['guest-60000.webm', 0],
    ])
  })

  it('does not flicker, and divides long shots into parts', () => {
    const host = piece('host', 0, 1_500_000)
    const blink = piece('guest', 30_000, 30_300)
    const shots = shotsOf([host, blink], { from: t0, to: t0 + 1_500_000 }, 'host')
    expect(shots.map(({ from, to }) => [from - t0, to - t0])).toEqual([
      [0, 600_000],
      [600_000, 1_200_000],
      [1_200_000, 1_500_000],
    ])
    expect(shots.every(({ main, beside }) => main === host && beside.length === 0)).toBe(true)
    expect(soundsIn([host, blink], { from: t0 + 30_300, to: t0 + 40_000 })).toEqual([host])
  })

  it('has one picture of a person, also where two of them begin at the same instant', () => {
    const host = piece('host', 0, 2_000)
    const twice = [piece('e', 0, 2_000), piece('e', 0, 2_000)]
    const [shot] = shotsOf([...twice, host], { from: t0, to: t0 + 2_000 }, 'host')
    expect([shot?.main, shot?.beside]).toEqual([host, [twice[1]]])
  })

  it('fills its span without gap or overlap at exact frame times, whatever was recorded', () => {
    const random = fc.record({
      who: fc.constantFrom('host', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      from: fc.integer({ min: -10_000, max: 900_000 }),
      length: fc.integer({ min: 1, max: 900_000 }),
      source: fc.constantFrom('camera' as const, 'screen' as const),
    })
    fc.assert(
      fc.property(fc.array(random, { minLength: 1, maxLength: 20 }), (list) => {
        const pieces = list.map(({ who, from, length, source }) => piece(who, from, from + length, { source }))
        const span = spanOf(pieces, { from: t0, to: t0 + 1_200_000 })
        if (!span) return
        const shots = shotsOf(pieces, span, 'host')
        expect(shots[0]?.from).toBe(span.from)
        expect(shots.at(-1)?.to).toBe(span.to)
        for (const [index, shot] of shots.entries()) {
          expect((shot.to - shot.from) % pictureMs).toBe(0)
          expect(shot.to - shot.from).toBeGreaterThan(0)
          expect(shot.to - shot.from).toBeLessThanOrEqual(600_000)
          expect(shots[index + 1]?.from ?? span.to).toBe(shot.to)
          const people = shot.beside.map(({ participantId }) => participantId)
          expect(new Set(people).size).toBe(people.length)
          expect(people.length).toBeLessThanOrEqual(6)
          if (shot.main) expect(shot.beside).not.toContain(shot.main)
        }
      }),
    )
  })

  it('overlaps no pictures', () => {
    for (let count = 0; count <= 6; count += 1) {
      const canvas = { width: 1280, height: 720 }
      const { main, beside } = placesOf(canvas, count)
      expect(beside).toHaveLength(count)
      for (const [index, place] of beside.entries()) {
        expect(place.x).toBeGreaterThanOrEqual(main.x + main.width)
        expect(place.y + place.height).toBeLessThanOrEqual(beside[index + 1]?.y ?? canvas.height)
        expect(place.x + place.width).toBeLessThanOrEqual(canvas.width)
      }
    }
  })
})
