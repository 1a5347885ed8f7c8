import { expect, it } from 'vitest'
import { draftOf, isComplete, valuesOf, withLevels } from './mark-values.ts'

const levels = [
  { title: '做到', tenths: 155 },
  { title: '没做到', tenths: 0 },
]
const rubric = [
  { title: '要点', levels },
  { title: '步骤', levels },
]
const nothing = { points: null, comment: '', levels: [] }

it('points follow the levels, and a mark is complete once every criterion has one', () => {
  expect(isComplete(rubric, nothing)).toBe(false)
  expect(isComplete(rubric, { ...nothing, points: 0 })).toBe(true)
  const half = withLevels(rubric, nothing, [0, -1])
  expect([half.points, isComplete(rubric, half)]).toEqual([15.5, false])
  const whole = withLevels(rubric, half, [0, 1])
  expect([whole.points, isComplete(rubric, whole)]).toEqual([15.5, true])
  expect(withLevels(rubric, half, [-1, -1])).toEqual(nothing)
})

it('a draft says what the screen says, to the tenth', () => {
  const values = { points: 4.3, comment: '要点不全', levels: [0, -1] }
  expect(draftOf(values)).toEqual({ tenths: 43, comment: '要点不全', levels: [0, -1] })
  expect(valuesOf(draftOf(values))).toEqual(values)
  expect(draftOf(nothing)).toEqual({ tenths: null, comment: '', levels: null })
})
