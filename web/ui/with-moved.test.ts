import { expect, it } from 'vitest'
import { withMoved } from './with-moved.ts'

it('moves an entry up, down, and to the ends', () => {
  const list = ['a', 'b', 'c', 'd']
  expect(withMoved(list, 1, 0)).toEqual(['b', 'a', 'c', 'd'])
  expect(withMoved(list, 1, 2)).toEqual(['a', 'c', 'b', 'd'])
  expect(withMoved(list, 0, 3)).toEqual(['b', 'c', 'd', 'a'])
  expect(withMoved(list, 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(withMoved(list, 4, 0)).toEqual(list)
})
