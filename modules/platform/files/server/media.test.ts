import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversionKindOf, qualitiesFor } from './media.ts'

const heights = (width: number, height: number) => qualitiesFor(width, height).map((quality) => quality.height)

describe('the qualities of a stream', () => {
  it.each([
    [3840, 2160, [1080, 720, 480]],
    [1920, 1080, [1080, 720, 480]],
    [1280, 720, [720, 480, 360]],
    [854, 480, [480, 360, 240]],
    [640, 360, [360, 240]],
    [320, 240, [240]],
    [1080, 1920, [1080, 720, 480]],
    [1440, 900, [900, 480, 360]],
    [160, 120, [120]],
  ])('of a source of %i × %i', (width, height, expected) => {
    expect(heights(width, height)).toEqual(expected)
  })

  it('are at most three, even, descending, and never larger than the source', () => {
    const side = fc.integer({ min: 2, max: 8000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const qualities = qualitiesFor(width, height)
        expect(qualities.length).toBeGreaterThan(0)
        expect(qualities.length).toBeLessThanOrEqual(3)
        for (const [index, quality] of qualities.entries()) {
          expect([quality.width % 2, quality.pixelsHigh % 2]).toEqual([0, 0])
          expect(quality.height).toBeLessThanOrEqual(Math.min(width, height))
          // A source with an odd side may be exceeded by one pixel.
          expect(quality.width).toBeLessThanOrEqual(width + 1)
          expect(quality.pixelsHigh).toBeLessThanOrEqual(height + 1)
          expect(quality.height).toBeLessThan(qualities[index - 1]?.height ?? Number.POSITIVE_INFINITY)
        }
      }),
    )
  })
})

it('only videos and office files are converted, to streams and PDFs', () => {
  expect(conversionKindOf('video/webm')).toBe('stream')
  expect(conversionKindOf('application/msword')).toBe('pdf')
  expect(conversionKindOf('application/pdf')).toBeUndefined()
  expect(conversionKindOf('audio/mpeg')).toBeUndefined()
  expect(conversionKindOf('application/x-unknown')).toBeUndefined()
})
