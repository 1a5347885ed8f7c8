import { expect, it } from 'vitest'
import { restored } from './restored.ts'

const chosen = (id: number) => ({ kind: 'single-choice' as const, chosen: [id] })
const stored = [
  { place: 1, answer: chosen(0), at: 1000 },
  { place: 2, answer: chosen(0), at: 5000 },
]

it('what the browser kept counts where it is newer than what the server has', () => {
  const answers = restored(stored, [
    { place: 1, answer: chosen(1), at: 2000 },
    { place: 1, answer: chosen(2), at: 3000 },
    { place: 3, answer: chosen(3), at: 100 },
    { leave: 'hidden', at: 2500, ms: 10, isOffline: false },
  ])
  expect([...answers]).toEqual([
    [1, chosen(2)],
    [2, chosen(0)],
    [3, chosen(3)],
  ])
})

it('what another device answered later stays', () => {
  const answers = restored(stored, [{ place: 2, answer: chosen(1), at: 2000 }])
  expect(answers.get(2)).toEqual(chosen(0))
})
