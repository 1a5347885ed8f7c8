import { expect, test } from 'vitest'
import { changedKind, type ExerciseDraft, isComplete } from './exercise-drafts.ts'

const words = ['对', '错'] as const
const option = (text: string, isRight = false) => ({ text, isRight })
const draft: ExerciseDraft = {
  key: 'a',
  at: 0,
  kind: 'multiple',
  question: '哪些能灭火？',
  options: [option('油'), option('水', true), option('沙', true)],
  explanation: '',
  mustAnswer: true,
}
const facts = (of: ExerciseDraft) => of.options.map(({ text, isRight }) => [text, isRight])

test('what was written stays where another kind has a place for it', () => {
  expect(facts(changedKind(draft, 'single', words))).toEqual([
    ['油', false],
    ['水', true],
    ['沙', false],
  ])
  expect(facts(changedKind(draft, 'fill', words))).toEqual([
    ['水', true],
    ['沙', true],
  ])
  expect(facts(changedKind(draft, 'judge', words))).toEqual([
    ['对', true],
    ['错', false],
  ])
  expect(facts(changedKind({ ...draft, options: [] }, 'single', words))).toEqual([
    ['', true],
    ['', false],
  ])
})

test('is complete when the server would take it', () => {
  expect(isComplete(draft)).toBe(true)
  expect(isComplete({ ...draft, kind: 'single' })).toBe(false)
  expect(isComplete({ ...draft, question: ' ' })).toBe(false)
  expect(isComplete({ ...draft, options: [option('水', true), option('水 ')] })).toBe(false)
  expect(isComplete({ ...draft, options: [option('水', true), option('')] })).toBe(false)
  expect(isComplete({ ...draft, options: [option('水')] })).toBe(false)
  expect(isComplete({ ...draft, kind: 'fill', options: [option('119')] })).toBe(true)
  expect(isComplete(changedKind(draft, 'judge', words))).toBe(true)
})
