import { describe, expect, it } from 'vitest'
import { readChoices, saveChoices } from './choices.ts'
import { problemOf } from './problems.ts'

const named = (name: string) => Object.assign(new Error(name), { name })

describe('an unavailable camera or microphone', () => {
  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'failed'],
  ])('by %s is explained as %s', (name, problem) => {
    expect(problemOf(named(name))).toBe(problem)
  })

  it('is explained whatever error is thrown', () => {
    expect(problemOf('no')).toBe('failed')
  })
})

describe('the choice of devices', () => {
  const storageWith = (text: string | null) => ({ getItem: () => text })

  it('is the same after a reload', () => {
    let text = ''
    const choices = { cameraId: 'c', microphoneId: 'm', speakerId: 's', cameraOn: false, microphoneOn: true }
    saveChoices(choices, {
      setItem: (_key, value) => {
        text = value
      },
    })
    expect(readChoices(storageWith(text))).toEqual(choices)
  })

  it.each([null, 'nonsense', '7', '{"cameraOn":"yes","microphoneId":5}'])(
    'starts with defaults if %s is stored',
    (text) => {
      expect(readChoices(storageWith(text))).toMatchObject({ cameraOn: true, microphoneId: '' })
    },
  )
})
