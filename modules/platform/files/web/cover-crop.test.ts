import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedView, coverHeight, coverWidth, cutOf } from './cover-crop.ts'

test('[SYSTEM-089] a cover is the center of a picture that is too wide or too high', () => {
  expect(cutOf({ width: 2560, height: 720 }, { x: 0.5, y: 0.5, zoom: 1 })).toEqual({
    x: 640,
    y: 0,
    width: 1280,
    height: 720,
  })
  expect(cutOf({ width: 1280, height: 1440 }, { x: 0.5, y: 0, zoom: 1 })).toEqual({
    x: 0,
    y: 0,
    width: 1280,
    height: 720,
  })
})

test('[SYSTEM-089] a crop has the ratio of a cover and stays inside the picture', () => {
  const side = fc.integer({ min: 10, max: 8000 })
  const share = fc.double({ min: -1, max: 2, noNaN: true })
  const zoom = fc.double({ min: 0.1, max: 9, noNaN: true })
  fc.assert(
    fc.property(fc.record({ width: side, height: side }), fc.record({ x: share, y: share, zoom }), (picture, view) => {
      const cut = cutOf(picture, view)
      expect(cut.width / cut.height).toBeCloseTo(coverWidth / coverHeight, 6)
      expect(Math.min(cut.x, cut.y)).toBeGreaterThanOrEqual(0)
      expect(cut.x + cut.width).toBeLessThanOrEqual(picture.width + 1e-6)
      expect(cut.y + cut.height).toBeLessThanOrEqual(picture.height + 1e-6)
      const again = cutOf(picture, boundedView(picture, view))
      expect(again.x).toBeCloseTo(cut.x, 4)
      expect(again.y).toBeCloseTo(cut.y, 4)
    }),
  )
})
