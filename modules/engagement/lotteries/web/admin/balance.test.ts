import { expect, it } from 'vitest'
import { totalWeight } from '../../contract/chances.ts'
import type { PrizeInput } from '../../contract/fields.ts'
import { balanced, percentOf, weightOf } from './balance.ts'

const prize = (kind: PrizeInput['kind'], weight: number): PrizeInput => ({ kind, name: '奖', weight, stock: 1 })

it('the first thank-you prize takes what the others leave', () => {
  const some = balanced([prize('goods', 50_000), prize('thanks', 1), prize('thanks', 150_000)])
  expect(some.map(({ weight }) => weight)).toEqual([50_000, 800_000, 150_000])
  expect(totalWeight(some)).toBe(1_000_000)
  expect(balanced([prize('goods', 900_000), prize('goods', 200_000), prize('thanks', 7)])[2]?.weight).toBe(0)
  expect(balanced([prize('goods', 3)])).toEqual([prize('goods', 3)])
})

it('per cent are exact to a part of a million', () => {
  for (const weight of [0, 1, 123, 50_000, 333_333, 999_999, 1_000_000])
    expect(weightOf(percentOf(weight))).toBe(weight)
  expect(weightOf(null)).toBe(0)
  expect(weightOf(0.0001)).toBe(1)
})
