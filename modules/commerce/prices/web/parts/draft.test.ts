/** A price while it is typed. */
import { describe, expect, it } from 'vitest'
import type { Terms } from '../../contract/shapes.ts'
import { draftOf, problemsOf, type RangeDraft, termsOf, withEnd, withoutRange, withRange } from './draft.ts'

const terms: Terms = {
  ...{ isPay: 1, payType: 1, isLadderPrice: 1, coin: null, discountCoin: null, vipCardConfiguration: [] },
  payConfig: [
    { id: 'a', begin: 1, end: 9, coin: 2000, discountCoin: 1999 },
    { id: 'b', begin: 10, end: -1, coin: 2000, discountCoin: 5 },
  ],
}

describe('the draft of a price', () => {
  it('shows what is kept, and keeps what is shown', () => {
    const draft = draftOf(terms)
    expect(draft.ranges.map(({ coin, discountCoin }) => [coin, discountCoin])).toEqual([
      ['20', '19.99'],
      ['20', '0.05'],
    ])
    expect(termsOf(draft)).toEqual(terms)
    expect(problemsOf(draft)).toEqual([])
  })

  it('says of what is no amount that it is none, and of nothing that it is empty', () => {
    const single = { ...draftOf(terms), isLadderPrice: 0 as const, coin: '1.234', discountCoin: '' }
    expect(problemsOf(single).map(({ problem }) => problem)).toEqual(['out-of-bounds', 'empty'])
  })

  it('keeps ranges without gaps while they are added, changed and removed', () => {
    const one = withRange([]) ?? []
    const two = withRange(one) ?? []
    expect(two.map(({ begin, end }) => [begin, end])).toEqual([
      [1, 1],
      [2, null],
    ])
    const wider = withEnd(two, 0, 10)
    expect(wider.map(({ begin }) => begin)).toEqual([1, 11])
    const three = withRange(wider) ?? []
    expect(withoutRange(three, 1).map(({ begin }) => begin)).toEqual([1, 11])
    let five: readonly RangeDraft[] | undefined = three
    for (let count = three.length; count < 5; count++) five = withRange(five ?? [])
    expect(five).toHaveLength(5)
    expect(withRange(five ?? [])).toBeUndefined()
  })
})
