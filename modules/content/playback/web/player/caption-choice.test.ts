import { expect, test } from 'vitest'
import { cuesAt } from './caption-choice.ts'

test('what is spoken at a time is every cue that has started and not ended', () => {
  const cues = [
    { from: 0, to: 2000, text: 'a' },
    { from: 1000, to: 3000, text: 'b' },
  ]
  expect(cuesAt(cues, 1500).map(({ text }) => text)).toEqual(['a', 'b'])
  expect(cuesAt(cues, 2000).map(({ text }) => text)).toEqual(['b'])
  expect(cuesAt(cues, 3000)).toEqual([])
})
