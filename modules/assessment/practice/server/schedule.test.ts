/** The scheduler over days: fixed intervals, and bounds that hold for any answers. */
import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ratings } from '../contract/practicing.ts'
import { afterAnswer, type CardState } from './card-state.ts'
import { type Memory, schedule } from './schedule.ts'

const day = 20_000

describe('the scheduler', () => {
  it('asks a wrong answer again the next day, and right ones after 3, 8 and 22 days', () => {
    let [memory, at] = [null as Memory | null, day]
    const intervals = (['again', 'good', 'good', 'good'] as const).map((rating) => {
      const next = schedule(memory, at, rating)
      const interval = next.dueDay - at
      memory = next.memory
      at = next.dueDay
      return interval
    })
    expect(intervals).toEqual([1, 3, 8, 22])
  })

  it('gains nothing by answering many times on one day', () => {
    const first = schedule(schedule(null, day, 'again').memory, day, 'good')
    const later = [1, 2, 3].reduce(({ memory }) => schedule(memory, day, 'good'), first)
    expect(later.dueDay).toBe(first.dueDay)
  })

  it('is never due on the same day nor after more than a year, whatever is answered', () => {
    const answers = array(tuple(constantFrom(...ratings), integer({ min: -3, max: 400 })), { maxLength: 20 })
    assert(
      property(answers, (given) => {
        let [memory, at] = [null as Memory | null, day]
        for (const [rating, wait] of given) {
          at = Math.max(0, at + wait)
          const next = schedule(memory, at, rating)
          expect(next.dueDay).toBeGreaterThan(at)
          expect(next.dueDay - next.memory.lastDay).toBeLessThanOrEqual(365)
          memory = next.memory
        }
      }),
    )
  })
})

describe('a card', () => {
  const fresh: CardState = {
    ...{ answered_count: 0, wrong_count: 0, streak: 0, last_share: 0, last_answered_at: 0, book: 'none' },
    ...{ entered_at: null, last_wrong_at: null, last_wrong_answer: null, wrong_version_id: null, source_name: '' },
    ...{ memory: null, due_day: null, last_day: null },
  }
  const answer = { questionId: 'q', versionId: 'v', answer: null, sourceName: '练习' }
  const moment = { now: 1, day, masterAfter: 2 }
  const wrong = (card: CardState) => afterAnswer(card, { ...answer, share: 0, rating: 'again' }, moment)
  const right = (card: CardState) => afterAnswer(card, { ...answer, share: 1000, rating: 'good' }, moment)

  it('is not scheduled until it was wrong', () => {
    expect(right(fresh)).toMatchObject({ book: 'none', due_day: null, streak: 1, answered_count: 1 })
    expect(wrong(fresh)).toMatchObject({ book: 'open', due_day: day + 1, wrong_count: 1, source_name: '练习' })
  })

  it('is mastered after so many right answers in a row, and not one earlier', () => {
    expect(right(wrong(fresh))).toMatchObject({ book: 'open', streak: 1 })
    expect(right(wrong(right(wrong(fresh))))).toMatchObject({ book: 'open', streak: 1 })
    const mastered = right(right(wrong(fresh)))
    expect(mastered).toMatchObject({ book: 'mastered', due_day: null })
    expect(wrong(mastered)).toMatchObject({ book: 'open', due_day: day + 1, wrong_count: 2, streak: 0 })
  })
})
