import { describe, expect, it } from 'vitest'
import { nextSpeaking, nobodySpeaks, type Speaking } from './speaking.ts'

const levels = (entries: Record<string, number>) => new Map(Object.entries(entries))

describe('the current speaker', () => {
  it('is the person above the noise of the room', () => {
    expect(nextSpeaking(nobodySpeaks, levels({ a: 0.01, b: 0.02 }), 1000)).toEqual(nobodySpeaks)
    expect(nextSpeaking(nobodySpeaks, levels({ a: 0.1, b: 0.02 }), 1000)).toEqual({ participantId: 'a', heardAt: 1000 })
  })

  it('stays through a pause and another person’s cough, then ends', () => {
    let speaking: Speaking = { participantId: 'a', heardAt: 1000 }
    speaking = nextSpeaking(speaking, levels({ a: 0, b: 0.04 }), 1500)
    expect(speaking.participantId).toBe('a')
    expect(nextSpeaking(speaking, levels({ a: 0, b: 0.04 }), 2300).participantId).toBe('b')
    expect(nextSpeaking(speaking, levels({ a: 0, b: 0 }), 2300)).toEqual(nobodySpeaks)
  })

  it('changes at once to a much louder person, and ends for a person who left the stage', () => {
    const speaking: Speaking = { participantId: 'a', heardAt: 1000 }
    expect(nextSpeaking(speaking, levels({ a: 0.1, b: 0.3 }), 1100).participantId).toBe('b')
    expect(nextSpeaking(speaking, levels({ a: 0.1, b: 0.15 }), 1100).participantId).toBe('a')
    expect(nextSpeaking(speaking, levels({ b: 0.05 }), 1100).participantId).toBe('b')
  })
})
