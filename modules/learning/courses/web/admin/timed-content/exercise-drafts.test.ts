import { expect, test } from 'vitest'
import type { AuthoredExercise } from '#modules/assessment/exercises/contract.ts'
import type { QuestionContent } from '#modules/assessment/questions/contract.ts'
import { copyOf, draftOf, inputOf, isComplete, moved, newQuestion } from './exercise-drafts.ts'

const content: QuestionContent = { kind: 'true-false', stem: '<p>对吗</p>', explanation: '', isTrue: true }
const saved: AuthoredExercise = {
  ...{ id: 'e', at: 5000, mustAnswer: true, attemptsMax: 2, backTo: 1000 },
  questions: [{ id: 'q', content, bankVersionId: null, answeredCount: 1, rightFirstCount: 1, optionCounts: [1, 0] }],
}

test('a question that was not changed is sent by its id alone, so it stays what it was', () => {
  expect(inputOf(draftOf(saved))).toEqual({
    ...{ id: 'e', at: 5000, mustAnswer: true, attemptsMax: 2, backTo: 1000, questions: [{ id: 'q' }] },
  })
})

test('a copy is another exercise that asks the same', () => {
  expect(inputOf(copyOf(draftOf(saved)))).toEqual({
    ...{ at: 5000, mustAnswer: true, attemptsMax: 2, backTo: 1000, questions: [{ content }] },
  })
})

test('nobody is led back to a place behind the exercise', () => {
  expect(inputOf({ ...draftOf(saved), at: 500 }).backTo).toBe(500)
})

test('an exercise without a written question is not complete', () => {
  const draft = draftOf(saved)
  expect(isComplete(draft)).toBe(true)
  expect(isComplete({ ...draft, questions: [...draft.questions, newQuestion()] })).toBe(false)
  expect(isComplete({ ...draft, questions: [] })).toBe(false)
})

test('an item moves one place, and not beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})
