import { expect, test } from 'vitest'
import { createFilm } from './video.ts'

test('tells the page that is read of the section at hand, and of no other', () => {
  const film = createFilm()
  const latestSave: (number | undefined)[] = []
  film.subscribe(() => latestSave.push(film.pageOf('a')))
  film.read('a', 3)
  expect(film.pageOf('b')).toBeUndefined()
  film.read('a', 4)
  film.read('a', undefined)
  expect(latestSave).toEqual([3, 4, undefined])
})

test('a jump to a place of what is not playing waits for it, is told, and is taken once', () => {
  const film = createFilm()
  let latestSave = 0
  film.subscribe(() => {
    latestSave += 1
  })
  film.jump('a', 7)
  expect(latestSave).toBe(1)
  expect(film.takeStart('b')).toBeUndefined()
  expect(film.takeStart('a')).toBe(7)
  expect(film.takeStart('a')).toBeUndefined()
})
