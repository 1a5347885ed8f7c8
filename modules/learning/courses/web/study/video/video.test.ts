import { expect, test } from 'vitest'
import { createVideo } from './video.ts'

test('tells the page that is read of the section at hand, and of no other', () => {
  const video = createVideo()
  const pages: (number | undefined)[] = []
  video.subscribe(() => pages.push(video.pageOf('a')))
  video.read('a', 3)
  expect(video.pageOf('b')).toBeUndefined()
  video.read('a', 4)
  video.read('a', undefined)
  expect(pages).toEqual([3, 4, undefined])
})

test('a jump to a place of what is not playing waits for it, notifies the listeners, and is taken once', () => {
  const video = createVideo()
  let notified = 0
  video.subscribe(() => {
    notified += 1
  })
  video.jump('a', 7)
  expect(notified).toBe(1)
  expect(video.takeStart('b')).toBeUndefined()
  expect(video.takeStart('a')).toBe(7)
  expect(video.takeStart('a')).toBeUndefined()
})
