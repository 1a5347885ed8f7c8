import { expect, test } from 'vitest'
import type { AuthoredExercise } from '#modules/assessment/exercises/contract.ts'
import type { QuestionContent } from '#modules/assessment/questions/contract.ts'
import { copyOf, draftOf, inOrder, inputOf, isComplete, mayMove, newQuestion } from './exercise-drafts.ts'

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

test('exercises stand in the order of their time, those at one place as their author has put them', () => {
  const [end, late, one, other] = [{ at: null }, { at: 9000 }, { at: 1000 }, { at: 1000 }]
  const sorted = inOrder([end, late, one, other])
  expect(sorted).toEqual([one, other, late, end])
  expect(sorted[0]).toBe(one)
  expect(inOrder([other, end, one])[0]).toBe(other)
})

test('an exercise moves among those at its place alone, however far', () => {
  const drafts = [{ at: 1000 }, { at: 1000 }, { at: 1000 }, { at: 2000 }, { at: null }, { at: null }]
  const may = (from: number, to: number) => mayMove(drafts, from, to)
  expect([may(0, 2), may(2, 0), may(4, 5)]).toEqual([true, true, true])
  expect([may(2, 3), may(3, 2), may(0, 5), may(3, 4)]).toEqual([false, false, false, false])
})
