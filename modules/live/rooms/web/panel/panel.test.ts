import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Question } from '../../contract/shapes.ts'
import { sharesOf } from './poll-shares.ts'
import { orderedQuestions } from './question-order.ts'

describe('the bars of a poll', () => {
  it('add up to a hundred for single choices, whatever the counts', () => {
    const anyCounts = fc.array(fc.nat(3000), { minLength: 2, maxLength: 10 })
    fc.assert(
      fc.property(anyCounts, (counts) => {
        const answered = counts.reduce((sum, count) => sum + count, 0)
        const percents = sharesOf(counts, answered, false).map((share) => share.percent)
        expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(answered === 0 ? 0 : 100)
      }),
    )
  })

  it('give the odd percent to the option with the largest remainder', () => {
    expect(sharesOf([1, 1, 1], 3, false).map((share) => share.percent)).toEqual([34, 33, 33])
    expect(sharesOf([2, 1], 3, false).map((share) => share.percent)).toEqual([67, 33])
  })

  it('are independent for multiple choices', () => {
    expect(sharesOf([3, 2, 0], 3, true)).toEqual([
      { count: 3, percent: 100 },
      { count: 2, percent: 67 },
      { count: 0, percent: 0 },
    ])
    expect(sharesOf([0, 0], 0, true).map((share) => share.percent)).toEqual([0, 0])
  })
})

describe('the wall of questions', () => {
  const question = (id: string, votes: number, at: number, answeredAt: number | null = null): Question => ({
    id,
    votes,
    at,
    answeredAt,
    participantId: null,
    name: '',
    text: id,
  })

  it('has the questions with the most votes on top, and answered questions at the bottom', () => {
    const wall = [question('old', 1, 1), question('done', 9, 2, 50), question('wanted', 4, 3), question('new', 1, 4)]
    const order = orderedQuestions([...wall, question('just done', 0, 5, 60)]).map(({ id }) => id)
    expect(order).toEqual(['wanted', 'old', 'new', 'just done', 'done'])
  })
})
