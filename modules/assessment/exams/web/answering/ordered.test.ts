import { expect, it } from 'vitest'
import type { PresentedQuestion } from '#modules/assessment/questions/contract.ts'
import { ordered } from './ordered.ts'

const choice = (texts: readonly string[]): PresentedQuestion => ({
  kind: 'single-choice',
  stem: '',
  options: texts.map((text, id) => ({ id, text })),
})
const textsOf = (question: PresentedQuestion | undefined) => question?.options?.map(({ text }) => text).join('')

it('the options of a question stand in the order of the attempt, and keep their ids', () => {
  const shown = ordered(choice(['a', 'b', 'c']), [[2, 0, 1]])
  expect(shown.options).toEqual([
    { id: 2, text: 'c' },
    { id: 0, text: 'a' },
    { id: 1, text: 'b' },
  ])
  expect(textsOf(ordered(choice(['a', 'b']), []))).toBe('ab')
})

it('so do those of each part of a group, each in its own order', () => {
  const parts = [choice(['a', 'b']), choice(['c', 'd', 'e'])].map((question) => ({ scoreTenths: 10, question }))
  const { parts: shown } = ordered({ kind: 'group', stem: '', parts }, [[1, 0], []])
  expect(shown?.map((part) => textsOf(part.question))).toEqual(['ba', 'cde'])
})
