import { expect, it } from 'vitest'
import { boundedView, cutOf, titleLines } from './crop.ts'

const middle = { x: 0.5, y: 0.5, zoom: 1 }

it('a cut is 16:9, fills the frame, and never leaves the picture', () => {
  for (const picture of [
    { width: 1280, height: 720 },
    { width: 400, height: 3000 },
    { width: 3000, height: 400 },
  ])
    for (const view of [middle, { x: -4, y: 9, zoom: 1 }, { x: 0.9, y: 0.1, zoom: 99 }]) {
      const { x, y, width, height } = cutOf(picture, view)
      expect(width / height).toBeCloseTo(16 / 9)
      expect([x >= 0, y >= 0, x + width <= picture.width + 0.001, y + height <= picture.height + 0.001]).toEqual([
        ...[true, true, true, true],
      ])
      expect(cutOf(picture, boundedView(picture, view))).toEqual(cutOf(picture, view))
    }
})

it('a title breaks between Chinese characters and between words, not inside of one', () => {
  const widthOf = (line: string) => [...line].length
  expect(titleLines('信息安全月必修课程', widthOf, 4)).toEqual(['信息安全', '月必修课', '程'])
  expect(titleLines('信息安全月：守门', widthOf, 5)).toEqual(['信息安全', '月：守门'])
  expect(titleLines('learning every day', widthOf, 9)).toEqual(['learning', 'every day'])
  expect(titleLines('internationalization', widthOf, 8)).toEqual(['internat', 'ionaliza', 'tion'])
  expect(titleLines('  ', widthOf, 8)).toEqual([])
})
