import { expect, it } from 'vitest'
import { clockText } from '#web/media/clock.ts'
import type { Chapter } from '../../contract/replay.ts'
import { chapterAt } from './chapter-at.ts'
import { clockMs } from './clock-input.ts'

it.each([
  [0, '00:00'],
  [65_999, '01:05'],
  [3_725_000, '1:02:05'],
])('%d ms is read as %s, and back to the second', (ms, text) => {
  expect(clockText(ms)).toBe(text)
  expect(clockMs(text)).toBe(Math.floor(ms / 1000) * 1000)
})

it.each(['', '5', '1:2:3', '00:60', '1:60:00', 'x:10', '-1:00', '1:00:00:00'])('%j is no time', (text) => {
  expect(clockMs(text)).toBeUndefined()
})

it('a position belongs to the chapter that started last', () => {
  const chapters = [10, 20].map((atMs): Chapter => ({ id: String(atMs), atMs, kind: 'own', title: '' }))
  expect([0, 10, 19, 20, 99].map((at) => chapterAt(chapters, at)?.atMs)).toEqual([undefined, 10, 10, 20, 20])
})
