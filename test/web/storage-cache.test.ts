import './browser.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearStorageCache, readFromCache, storeInCache } from '#web/api/storage-cache.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

test('[SHELL-061] an entry is answered while it lasts; expired, it is deleted by being read', () => {
  storeInCache('count', { total: 3 }, 60)
  vi.advanceTimersByTime(59_999)
  expect(readFromCache('count')).toEqual({ total: 3 })
  vi.advanceTimersByTime(1)
  expect(localStorage.getItem('shuyuan.cache.count')).not.toBeNull()
  expect(readFromCache('count')).toBeUndefined()
  expect(localStorage.getItem('shuyuan.cache.count')).toBeNull()
})

test('an entry that is no entry counts as expired', () => {
  localStorage.setItem('shuyuan.cache.broken', '{')
  expect(readFromCache('broken')).toBeUndefined()
  expect(localStorage.getItem('shuyuan.cache.broken')).toBeNull()
})

test('what one member was answered is gone for the next; what is not of the cache stays', () => {
  storeInCache('mine', 1, 60)
  localStorage.setItem('shuyuan.language', 'en')
  clearStorageCache()
  expect(readFromCache('mine')).toBeUndefined()
  expect(localStorage.getItem('shuyuan.language')).toBe('en')
})
