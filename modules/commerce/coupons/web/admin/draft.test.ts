import { describe, expect, it } from 'vitest'
import { termsProblem } from '../../contract/terms.ts'
import { freshDraft, termsOf } from './draft.ts'

const draft = { ...freshDraft, name: '券', amount: 19.99, validity: [1, 2] as [number, number] }

describe('the form of a coupon', () => {
  it('sends hundredths, and only what belongs to the chosen kind, scope and way', () => {
    expect(termsOf({ ...draft, cap: 5, percent: 10, code: 'ABCD', businessTypes: [1] })).toMatchObject({
      ...{ amount: '1999', percent: null, cap: null, code: '', businessTypes: [], items: [], minimum: '0' },
    })
    const items = [{ businessType: 1, itemId: 'a', name: '课程' }]
    expect(termsOf({ ...draft, kind: 'percent', percent: 10, cap: 0.29, scope: 'items', items })).toMatchObject({
      ...{ amount: null, percent: 10, cap: '29', items: [{ businessType: 1, itemId: 'a' }] },
    })
  })

  it('makes terms that fit together', () => {
    expect(termsProblem(termsOf(draft))).toBeUndefined()
    expect(termsProblem(termsOf({ ...draft, way: 'code', code: 'spring' }))).toBeUndefined()
    expect(termsProblem(termsOf({ ...draft, way: 'code', code: '' }))).toBe('code')
  })
})
