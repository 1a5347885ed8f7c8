import { describe, expect, it } from 'vitest'
import { chosenByDigit } from './choose.ts'

const options = ['甲', '乙', '丙'].map((text, id) => ({ id, text }))
const single = { kind: 'single-choice', stem: '', options } as const
const multiple = { kind: 'multiple-choice', stem: '', options } as const

describe('a digit', () => {
  it('chooses the option of its place, and none where there is none', () => {
    expect(chosenByDigit(single, null, 2)).toEqual({ kind: 'single-choice', chosen: [1] })
    expect(chosenByDigit(single, null, 4)).toBeUndefined()
    expect(chosenByDigit({ kind: 'numeric', stem: '' }, null, 1)).toBeUndefined()
  })

  it('adds an option to several and takes it away again', () => {
    const third = chosenByDigit(multiple, { kind: 'multiple-choice', chosen: [2] }, 1)
    expect(third).toEqual({ kind: 'multiple-choice', chosen: [0, 2] })
    expect(chosenByDigit(multiple, third ?? null, 3)).toEqual({ kind: 'multiple-choice', chosen: [0] })
  })

  it('says true by 1 and false by 2', () => {
    const question = { kind: 'true-false', stem: '' } as const
    expect([1, 2, 3].map((digit) => chosenByDigit(question, null, digit))).toEqual([
      { kind: 'true-false', isTrue: true },
      { kind: 'true-false', isTrue: false },
      undefined,
    ])
  })
})
