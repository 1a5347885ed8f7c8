import { describe, expect, it } from 'vitest'
import { readPlace, writePlace } from './list-place.ts'

const tabs = ['all', 'draft', 'on-shelf'] as const
const known = new Set(['a'])
const read = (address: string, categories: ReadonlySet<string> | undefined = known) =>
  readPlace(new URLSearchParams(address), [...tabs], categories)
const first = { tab: 'all', page: 1, pageSize: 10 }

describe('the place in a managed list', () => {
  it('is the first page of everything where the address says nothing', () => {
    expect(read('')).toEqual(first)
  })

  it('is what the address says', () => {
    expect(read('status=draft&search=%20安全%20&category=a&mine=1&page=3&size=20')).toEqual({
      ...{ tab: 'draft', search: '安全', category: 'a', mine: true },
      ...{ page: 3, pageSize: 20 },
    })
  })

  it.each(['status=gone', 'search=%20', 'category=b', 'mine=yes', 'page=-2', 'page=x', 'size=1000'])(
    'does not heed what the address can not mean: %s',
    (address) => expect(read(address)).toEqual(first),
  )

  it('takes a category on trust until the categories are known, and no more than 100 characters to search for', () => {
    expect(readPlace(new URLSearchParams('category=b'), [...tabs], undefined)).toMatchObject({ category: 'b' })
    expect(read(`search=${'x'.repeat(200)}`).search).toHaveLength(100)
  })

  it.each(['manage=1', 'manage=1&status=draft&search=x&category=a&mine=1&page=2&size=30'])(
    'is written as it is read, and leaves the rest of the address: %s',
    (address) => {
      const before = new URLSearchParams(address)
      expect(writePlace(before, read(address), 'all').toString()).toBe(before.toString())
      expect(writePlace(before, { tab: 'all', page: 1, pageSize: 10 }, 'all').toString()).toBe('manage=1')
    },
  )
})
