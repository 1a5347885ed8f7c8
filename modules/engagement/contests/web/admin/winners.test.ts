import { describe, expect, it } from 'vitest'
import type { RankedWork } from '../../contract/works.ts'
import { proposeWinners } from './winners.ts'

const work = (id: string, rank: number, score: number, number: number) =>
  ({ rank, score, work: { id, number } }) as RankedWork
const award = (key: string, count: number) =>
  ({ key, count, level: 'first', name: key, text: '', certificateTemplateId: null }) as const

describe('the proposed winners', () => {
  it('are the best of all groups, as many as there are awards', () => {
    const items = [work('a', 1, 9000, 1), work('b', 2, 8000, 2), work('c', 1, 7000, 3), work('d', 2, 7000, 4)]
    const awards = [award('gold', 1), award('silver', 2)]
    expect(proposeWinners(items, awards)).toEqual({ a: 'gold', c: 'silver', b: 'silver' })
  })

  it('are none without awards, and no more than there are works', () => {
    expect(proposeWinners([work('a', 1, 1, 1)], [])).toEqual({})
    expect(proposeWinners([work('a', 1, 1, 1)], [award('gold', 5)])).toEqual({ a: 'gold' })
  })
})
