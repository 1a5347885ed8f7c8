import { expect, it } from 'vitest'
import { nextUpload } from './file-sections.ts'

const file = { id: 'f' } as never
const source = new File(['x'], 'x')
const there = (key: number) => ({ key, source, name: `${key}`, file, isOpen: false })
const coming = (key: number) => ({ key, source, name: `${key}`, isOpen: true })
const gone = (key: number) => ({ key, source, name: `${key}`, isOpen: false })
const state = (made: number[] = [], failed: number[] = []) => ({
  made: new Set(made),
  failed: new Map(failed.map((key) => [key, ''] as const)),
})

it('sections stand in the order of the choice: a later file waits for an earlier one that may still come', () => {
  expect(nextUpload([coming(1), there(2)], state())).toBeUndefined()
  expect(nextUpload([there(1), there(2)], state())?.key).toBe(1)
  expect(nextUpload([there(1), there(2)], state([1]))?.key).toBe(2)
})

it('what was refused, or failed, holds up nothing, and nothing is made twice', () => {
  expect(nextUpload([gone(1), there(2)], state())?.key).toBe(2)
  expect(nextUpload([there(1), there(2)], state([], [1]))?.key).toBe(2)
  expect(nextUpload([there(1), there(2)], state([1, 2]))).toBeUndefined()
  expect(nextUpload([], state())).toBeUndefined()
})
