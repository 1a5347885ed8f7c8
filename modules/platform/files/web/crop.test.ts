import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedPlacement, centred, croppedArea, framePixels, movedByKey, shownSize } from './crop.ts'
import { pageForKey, zoomForKey, zoomStep } from './pdf-keys.ts'

const pictures = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) })
const placements = fc.record({
  zoom: fc.double({ min: 0, max: 100, noNaN: true }),
  x: fc.double({ min: -20_000, max: 20_000, noNaN: true }),
  y: fc.double({ min: -20_000, max: 20_000, noNaN: true }),
})

describe('the cropper', () => {
  it('[SYSTEM-057] has a frame of 200×200 that is always filled', () => {
    expect(framePixels).toBe(200)
    fc.assert(
      fc.property(pictures, placements, (picture, placement) => {
        const { left, top, side } = croppedArea(picture, boundedPlacement(picture, placement))
        const rounding = 1e-6 * Math.max(picture.width, picture.height)
        expect(left).toBeGreaterThanOrEqual(-rounding)
        expect(top).toBeGreaterThanOrEqual(-rounding)
        expect(left + side).toBeLessThanOrEqual(picture.width + rounding)
        expect(top + side).toBeLessThanOrEqual(picture.height + rounding)
        expect(side).toBeGreaterThan(0)
      }),
    )
  })

  it('starts with the largest square in the center', () => {
    const { left, top, side } = croppedArea({ width: 400, height: 300 }, centred)
    expect([left, top, side].map(Math.round)).toEqual([50, 0, 300])
    expect(shownSize({ width: 300, height: 600 }, 2)).toEqual({ width: 400, height: 800 })
  })

  it('is moved by keys', () => {
    expect(movedByKey(centred, 'ArrowLeft', false)).toEqual({ zoom: 1, x: -4, y: 0 })
    expect(movedByKey(centred, 'ArrowDown', true)).toEqual({ zoom: 1, x: 0, y: 20 })
    expect(movedByKey(centred, '+', false)?.zoom).toBeCloseTo(1.1)
    expect(movedByKey(centred, 'Tab', false)).toBeUndefined()
  })
})

describe('a document', () => {
  it('turns pages and zooms by keys', () => {
    expect(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'PageDown'].map((key) => pageForKey(key, 3, 9))).toEqual([
      4,
      2,
      1,
      9,
      undefined,
    ])
    expect([zoomForKey('+', 1), zoomForKey('-', 1), zoomForKey('0', 2), zoomForKey('x', 1)]).toEqual([
      1.25,
      0.75,
      'fit',
      undefined,
    ])
  })

  it('zooms in steps of a quarter between limits', () => {
    expect([zoomStep(1.37, 1), zoomStep(1.37, -1), zoomStep(4, 1), zoomStep(0.25, -1)]).toEqual([1.5, 1.25, 4, 0.25])
  })
})
