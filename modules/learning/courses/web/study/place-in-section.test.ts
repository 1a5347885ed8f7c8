import { expect, it } from 'vitest'
import { placeIn } from './place-in-section.ts'

const place = (query: string) => placeIn(new URLSearchParams(query))

it('a question about a second of a video or a page of a document leads back to it', () => {
  expect(place('section=x&second=75')).toBe(75_000)
  expect(place('section=x&second=0')).toBe(0)
  expect(place('section=x&page=12')).toBe(12)
  // As the search writes it.
  expect(place('section=x&at=75')).toBe(75_000)
})

it('what is no place leads to the section alone', () => {
  for (const query of ['', 'section=x', 'second=-1', 'second=1e3', 'second=12345678', 'page=0', 'page=x'])
    expect(place(query), query).toBeUndefined()
})
