import { describe, expect, it } from 'vitest'
import { actionOfKey, type KeyPlace } from './run-keys.ts'

const open = { place: 'question', isAnswered: false, hasDraft: true, mayRate: [] } as const
const answered = { place: 'question', isAnswered: true, hasDraft: true, mayRate: ['hard', 'good', 'easy'] } as const

describe('a key while a practice is answered', () => {
  it('answers, says that one does not know, and chooses, before the answer', () => {
    expect(actionOfKey('Enter', open)).toEqual({ does: 'answer' })
    expect(actionOfKey('Enter', { ...open, hasDraft: false })).toBeUndefined()
    expect(actionOfKey('0', open)).toEqual({ does: 'not-known' })
    expect(actionOfKey('2', open)).toEqual({ does: 'choose', digit: 2 })
    expect(actionOfKey('n', open)).toBeUndefined()
  })

  it('goes on and rates after the answer, and answers no second time', () => {
    for (const key of ['Enter', 'n', 'N', 'ArrowRight']) expect(actionOfKey(key, answered)).toEqual({ does: 'next' })
    expect(actionOfKey('1', answered)).toEqual({ does: 'rate', rating: 'hard' })
    expect(actionOfKey('3', answered)).toEqual({ does: 'rate', rating: 'easy' })
    expect(actionOfKey('4', answered)).toBeUndefined()
    expect(actionOfKey('0', answered)).toBeUndefined()
    expect(actionOfKey('1', { ...answered, mayRate: [] })).toBeUndefined()
  })

  it('turns the page by arrows only where no control wants them', () => {
    expect(actionOfKey('ArrowLeft', open)).toEqual({ does: 'previous' })
    expect(actionOfKey('ArrowRight', open)).toEqual({ does: 'next' })
    for (const place of ['text', 'long-text', 'choice', 'control'] satisfies KeyPlace[])
      expect(actionOfKey('ArrowRight', { ...open, place })).toBeUndefined()
  })

  it('leaves digits and letters to whoever types, and Enter to buttons and texts of several lines', () => {
    for (const key of ['1', '0', 'n']) expect(actionOfKey(key, { ...open, place: 'text' })).toBeUndefined()
    expect(actionOfKey('Enter', { ...open, place: 'text' })).toEqual({ does: 'answer' })
    for (const place of ['long-text', 'control'] satisfies KeyPlace[])
      for (const state of [open, answered]) expect(actionOfKey('Enter', { ...state, place })).toBeUndefined()
    expect(actionOfKey('Enter', { ...open, place: 'choice' })).toEqual({ does: 'answer' })
    expect(actionOfKey('1', { ...open, place: 'control' })).toEqual({ does: 'choose', digit: 1 })
  })
})
