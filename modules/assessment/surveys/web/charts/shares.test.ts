import { expect, it } from 'vitest'
import { netPromoter, percentOf } from './shares.ts'

it('shares are whole per cent, and nothing of nothing is nothing', () => {
  expect([percentOf(1, 3), percentOf(2, 3), percentOf(0, 5), percentOf(0, 0)]).toEqual([33, 67, 0, 0])
})

it('promoters from 9, detractors up to 6', () => {
  const counts = Array.from({ length: 11 }, () => 0)
  expect(netPromoter(counts)).toMatchObject({ all: 0, score: null })
  counts[6] = 1
  counts[7] = 1
  counts[8] = 1
  counts[9] = 2
  expect(netPromoter(counts)).toEqual({ detractors: 1, passives: 2, promoters: 2, all: 5, score: 20 })
})
