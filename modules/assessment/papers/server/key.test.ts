import { describe, expect, it } from 'vitest'
import { presentedOf, type QuestionContent } from '#modules/assessment/questions/contract.ts'
import { contentOf, groupContent } from '#modules/assessment/questions/server/questions.fixture.ts'
import { explanationsOf, keyLines, letterOf } from '../contract/key.ts'

const words = { true: '正确', false: '错误', plain: (html: string) => html.replace(/<[^>]*>/g, '') }
const linesOf = (content: QuestionContent, presented = presentedOf(content)) => keyLines(content, presented, words)

describe('the key of a question', () => {
  it('names options by the letters that the candidate sees', () => {
    const content = { ...contentOf['multiple-choice'], options: ['甲', '乙', '丙', '丁'], right: [0, 2] }
    const presented = presentedOf(content)
    expect(linesOf(content)).toEqual(['AC'])
    expect(linesOf(content, { ...presented, options: presented.options?.toReversed() ?? [] })).toEqual(['BD'])
  })

  it.each([
    ['single-choice', 'A'],
    ['true-false', '正确'],
    ['fill-in', '1. 119  2. 120 / 一二〇'],
  ] as const)('of a %s is %s', (kind, key) => {
    expect(linesOf(contentOf[kind])).toEqual([key])
  })

  it('gives the pairs of a matching and the order of an ordering by what is shown', () => {
    const pairs = [
      { left: '火警', right: '119' },
      { left: '急救', right: '120' },
    ]
    expect(linesOf({ ...contentOf.matching, pairs, extra: ['110'] })).toEqual(['1–B  2–C'])
    expect(linesOf({ ...contentOf.ordering, items: ['丙', '甲', '乙'] })).toEqual(['丙 → 甲 → 乙'])
  })

  it('has a line for each part of a group, and the explanations of all', () => {
    if (groupContent.kind !== 'group') throw new Error('no group')
    expect(linesOf(groupContent)).toHaveLength(groupContent.parts.length)
    expect(linesOf(groupContent)[0]).toMatch(/^\(1\) /)
    expect(explanationsOf({ ...groupContent, explanation: '一' })[0]).toBe('一')
  })

  it('calls the 27th option AA', () => {
    expect([letterOf(0), letterOf(25), letterOf(26)]).toEqual(['A', 'Z', 'AA'])
  })
})
