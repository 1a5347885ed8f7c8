import { describe, expect, it } from 'vitest'
import { keepChoices, readChoices } from './choices.ts'
import { problemOf } from './problems.ts'

const named = (name: string) => Object.assign(new Error(name), { name })

describe('a camera or microphone that can not be had', () => {
  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'failed'],
  ])('by %s is explained as %s', (name, problem) => {
    expect(problemOf(named(name))).toBe(problem)
  })

  it('is explained whatever was thrown', () => {
    expect(problemOf('no')).toBe('failed')
  })
})

describe('the choice of devices', () => {
  const storageWith = (text: string | null) => ({ getItem: () => text })

  it('is the same after a reload', () => {
    let text = ''
    const choices = { cameraId: 'c', microphoneId: 'm', speakerId: 's', cameraOn: false, microphoneOn: true }
    keepChoices(choices, {
      setItem: (_key, value) => {
        text = value
      },
    })
    expect(readChoices(storageWith(text))).toEqual(choices)
  })

  it.each([null, 'nonsense', '7', '{"cameraOn":"yes","microphoneId":5}'])('begins anew where %s is kept', (text) => {
    expect(readChoices(storageWith(text))).toMatchObject({ cameraOn: true, microphoneId: '' })
  })
})
