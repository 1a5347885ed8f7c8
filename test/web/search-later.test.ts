import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { address } from './browser.ts'

const { searchLater } = await import('#web/ui/search-later.ts')
const search = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  search.mockClear()
  address.hash = '#/knowledge-list?type=1'
})
afterEach(() => void vi.useRealTimers())

it('[SHELL-113] what was typed is searched for 300 ms after the last key', () => {
  searchLater(search)
  vi.advanceTimersByTime(299)
  expect(search).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(search).toHaveBeenCalledOnce()
})

it('the next key starts the wait again', () => {
  const stop = searchLater(search)
  vi.advanceTimersByTime(200)
  stop()
  vi.advanceTimersByTime(300)
  expect(search).not.toHaveBeenCalled()
})

it('a result that is opened meanwhile stays open: the old screen searches no more', () => {
  searchLater(search)
  address.hash = '#/share-content-detail/1'
  vi.advanceTimersByTime(300)
  expect(search).not.toHaveBeenCalled()
})

it('a filter that is chosen meanwhile keeps what was typed', () => {
  searchLater(search)
  address.hash = '#/knowledge-list?type=2'
  vi.advanceTimersByTime(300)
  expect(search).toHaveBeenCalledOnce()
})
