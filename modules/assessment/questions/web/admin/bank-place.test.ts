import { describe, expect, it } from 'vitest'
import { addressOf, type BankFilters, filtersOf, queryOf } from './bank-place.ts'

const id = '01a2190b-9f03-74de-bb56-3119647eb4a5'
const read = (address: Record<string, string>) => filtersOf(new URLSearchParams(address))

describe('the address of the bank', () => {
  it('keeps every filter', () => {
    const filters: BankFilters = {
      ...{ tab: 'draft', directoryId: id, kind: 'cloze', difficulty: 4, topicId: id, search: '消防' },
    }
    expect(read(addressOf(filters, 3, 40))).toEqual(filters)
    expect(addressOf(filters, 3, 40)).toMatchObject({ page: '3', size: '40' })
    expect(addressOf({ tab: 'all' })).toEqual({})
  })

  it('that means nothing filters nothing', () => {
    const nonsense = { tab: 'x', directory: '../1', kind: 'essay', difficulty: '6', topic: '', search: ' ' }
    expect(queryOf(read(nonsense))).toEqual({})
    expect(read(nonsense).tab).toBe('all')
    expect(queryOf(read({ tab: 'recycled', difficulty: '1.5' }))).toEqual({})
  })
})
