import { expect, test } from 'vitest'
import { pictureWidths as drawn } from '#modules/platform/files/contract.ts'
import { fittingWidth, pictureWidths, sizedUrl } from './picture.ts'

test('a picture is asked for in the smallest width that is sharp in its place', () => {
  expect(pictureWidths.map(String)).toEqual([...drawn])
  expect([0, 240, 320, 355].map(fittingWidth)).toEqual([320, 320, 320, 320])
  expect([356, 711, 712, 1422].map(fittingWidth)).toEqual([640, 640, 1280, 1280])
  expect(fittingWidth(1423)).toBe(0)
})

test('only an uploaded picture has widths', () => {
  const uploaded = '/api/v1/human/file/0199a7b2-4c5d-7e6f-8a9b-0c1d2e3f4a5b'
  expect([sizedUrl(uploaded, 320), sizedUrl(uploaded, 0)]).toEqual([`${uploaded}?width=320`, uploaded])
  expect(sizedUrl(`${uploaded}?grant=x.y-z`, 640)).toBe(`${uploaded}?grant=x.y-z&width=640`)
  for (const other of [
    `${uploaded}?width=320`,
    '/vue/avatars/0-3.png',
    'https://example.com/a.png',
    'data:image/png;base64,AA',
  ])
    expect(sizedUrl(other, 320)).toBe(other)
})
