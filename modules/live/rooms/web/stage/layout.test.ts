import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gridFor, layoutOf, type Place, STAGE_MAX } from './layout.ts'

function place(participantId: string, more: Partial<Place> = {}): Place {
  return { participantId, isHost: false, since: 0, sharesScreen: false, ...more }
}

describe('the stage', () => {
  it('shows the host large and the others beside, in order of arrival', () => {
    const layout = layoutOf(
      [place('b', { since: 9 }), place('host', { isHost: true, since: 20 }), place('a', { since: 3 })],
      false,
    )
    expect(layout).toEqual({ main: { kind: 'person', participantId: 'host' }, side: ['a', 'b'] })
  })

  it('gives the main place to a shared screen, with its owner first beside it', () => {
    const places = [
      place('host', { isHost: true }),
      place('a', { since: 1 }),
      place('b', { since: 2, sharesScreen: true }),
    ]
    expect(layoutOf(places, true)).toEqual({ main: { kind: 'screen', participantId: 'b' }, side: ['b', 'host', 'a'] })
  })

  it('shows the most recently shared screen', () => {
    const places = [place('host', { isHost: true, sharesScreen: true }), place('a', { since: 1, sharesScreen: true })]
    expect(layoutOf(places, false, 'host').main).toEqual({ kind: 'screen', participantId: 'host' })
    expect(layoutOf(places, false, 'gone').main).toEqual({ kind: 'screen', participantId: 'a' })
  })

  it('shows slides if no screen is shared, and the first arrival while the host is away', () => {
    expect(layoutOf([place('host', { isHost: true })], true)).toEqual({ main: { kind: 'slides' }, side: ['host'] })
    expect(layoutOf([place('b', { since: 2 }), place('a', { since: 1 })], false).main).toEqual({
      kind: 'person',
      participantId: 'a',
    })
    expect(layoutOf([], false)).toEqual({ main: { kind: 'nobody' }, side: [] })
  })

  it('never has more places than the host and six', () => {
    const places = [
      place('host', { isHost: true }),
      ...Array.from({ length: 9 }, (_, at) => place(`p${at}`, { since: at })),
    ]
    const { side } = layoutOf(places, true)
    expect(side).toHaveLength(STAGE_MAX)
    expect(side[0]).toBe('host')
    expect(side).not.toContain('p6')
  })

  it('shows everybody once, whatever the order of the input', () => {
    const anyPlaces = fc.uniqueArray(
      fc.record({ participantId: fc.uuid(), isHost: fc.boolean(), since: fc.nat(50), sharesScreen: fc.boolean() }),
      { selector: (one) => one.participantId, maxLength: STAGE_MAX },
    )
    fc.assert(
      fc.property(anyPlaces, fc.boolean(), (places, slides) => {
        const layout = layoutOf(places, slides)
        const seen = [...layout.side, ...(layout.main.kind === 'person' ? [layout.main.participantId] : [])]
        expect([...seen].sort()).toEqual(places.map((one) => one.participantId).sort())
        expect(layoutOf([...places].reverse(), slides).side).toEqual(layout.side)
      }),
    )
  })
})

describe('the grid', () => {
  it.each([
    [1, 1600, 900, 1, 1],
    [2, 1600, 900, 2, 1],
    [4, 1600, 900, 2, 2],
    [6, 1600, 900, 3, 2],
    [7, 1600, 900, 3, 3],
    [3, 390, 800, 1, 3],
    [6, 160, 900, 1, 6],
  ])('of %i pictures in %i×%i has %i columns and %i rows', (count, width, height, columns, rows) => {
    expect(gridFor(count, width, height)).toMatchObject({ columns, rows })
  })

  it('leaves gaps between the pictures', () => {
    expect(gridFor(2, 1000, 300, 8)).toEqual({ columns: 2, rows: 1, pictureWidth: 496 })
    expect(gridFor(1, 1000, 90, 8).pictureWidth).toBe(160)
  })

  it('has room for all of them, even before the first measurement', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.nat(4000), fc.nat(4000), (count, width, height) => {
        const { columns, rows } = gridFor(count, width, height)
        expect(columns * rows).toBeGreaterThanOrEqual(count)
        expect(columns * (rows - 1)).toBeLessThan(Math.max(count, 1))
      }),
    )
  })
})
