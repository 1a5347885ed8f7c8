import { expect, test } from 'vitest'
import { type PlacedExercise, placedIn, reachOf, stopOnTheWay } from './stops.ts'

const exercise = (id: string, at: number, mustAnswer = false, answered = false) =>
  ({ id, at, mustAnswer, questions: [{ state: answered ? {} : null }] }) as unknown as PlacedExercise
const none = new Set<string>()

test('a video stops where an exercise is passed, and not for one that was jumped over', () => {
  const exercises = [exercise('a', 10_000), exercise('b', 20_000)]
  expect(stopOnTheWay(exercises, 9800, 10_050, none)?.id).toBe('a')
  expect(stopOnTheWay(exercises, 9000, 9500, none)).toBeUndefined()
  expect(stopOnTheWay(exercises, 5000, 30_000, none)).toBeUndefined()
  expect(stopOnTheWay(exercises, 9800, 10_050, new Set(['a']))).toBeUndefined()
  expect(stopOnTheWay([exercise('a', 10_000, false, true)], 9800, 10_050, none)).toBeUndefined()
})

test('one that must be answered stops the video however it was passed', () => {
  const exercises = [exercise('a', 10_000, true), exercise('b', 20_000, true)]
  expect(stopOnTheWay(exercises, 5000, 30_000, none)?.id).toBe('a')
  expect(stopOnTheWay(exercises, 40_000, 15_000, none)?.id).toBe('a')
  expect(stopOnTheWay(exercises, 0, 5000, none)).toBeUndefined()
  expect(stopOnTheWay([exercise('a', 0, true)], 0, 0, none)?.id).toBe('a')
})

test('one that the learner went back for is met again while it has attempts left', () => {
  const answered = (isSettled: boolean) =>
    ({ ...exercise('a', 10_000, true), questions: [{ state: { isSettled } }] }) as unknown as PlacedExercise
  const met = (isSettled: boolean, again: ReadonlySet<string>) =>
    stopOnTheWay([answered(isSettled)], 9800, 10_050, none, again)?.id
  expect(met(false, new Set(['a']))).toBe('a')
  expect(met(true, new Set(['a']))).toBeUndefined()
  expect(met(false, none)).toBeUndefined()
  expect(stopOnTheWay([answered(false)], 2000, 2250, none, new Set(['a']))).toBeUndefined()
})

test('what stands at the end is met before it, and so is what lies behind it', () => {
  const [atEnd, behind, within] = placedIn(
    [{ ...exercise('a', 0), at: null }, exercise('b', 99_000), exercise('c', 3000)],
    10_000,
  )
  expect([atEnd?.at, behind?.at, within?.at]).toEqual([9000, 9000, 3000])
})

test('the furthest place is the end of what was watched', () => {
  expect(reachOf([])).toBe(0)
  expect(
    reachOf([
      { from: 0, to: 5000 },
      { from: 7000, to: 9000 },
    ]),
  ).toBe(9000)
})
