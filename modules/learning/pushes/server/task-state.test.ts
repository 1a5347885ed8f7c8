import { describe, expect, it } from 'vitest'
import { taskState } from './task-state.ts'

const finished = (finishedAt = 5) => ({ isStarted: true, isFinished: true, percent: 100, finishedAt })
const started = (percent = 40) => ({ isStarted: true, isFinished: false, percent, finishedAt: null })
const untouched = { isStarted: false, isFinished: false, percent: 0, finishedAt: null }
const item = (
  state: typeof untouched | ReturnType<typeof finished> | undefined,
  isRequired = true,
  isAvailable = true,
) => ({
  isRequired,
  isAvailable,
  state,
})

describe('how far a member is with a package', () => {
  it.each([
    [
      'nothing is known of the member',
      [item(undefined)],
      { status: 1, percent: 0, finishedCount: 0, requiredCount: 1 },
    ],
    ['registered, not started', [item(untouched), item(untouched)], { status: 1, percent: 0 }],
    ['one of two started', [item(started(40)), item(untouched)], { status: 2, percent: 20 }],
    ['only what is optional was finished', [item(untouched), item(finished(), false)], { status: 2, percent: 0 }],
    [
      'one of two required is finished',
      [item(finished()), item(started(90))],
      { status: 2, percent: 95, finishedCount: 1 },
    ],
    ['nearly all', [item(finished()), item(finished()), item(started(99))], { status: 2, percent: 99 }],
    [
      'all required, optional left',
      [item(finished(7)), item(untouched, false)],
      { status: 3, percent: 100, finishedAt: 7 },
    ],
    ['the last one counts', [item(finished(9)), item(finished(3))], { status: 3, finishedAt: 9 }],
    ['what has gone asks nothing', [item(finished()), item(started(), true, false)], { status: 3, requiredCount: 1 }],
    ['what was finished before it went counts', [item(finished(), true, false)], { status: 3, requiredCount: 1 }],
    ['all that is required has gone', [item(started(), true, false)], { status: 2, percent: 0, requiredCount: 0 }],
    ['an empty package', [], { status: 1, percent: 0, requiredCount: 0 }],
  ])('[COURSE-076] %s', (_, items, expected) => {
    expect(taskState(items)).toMatchObject(expected)
  })
})
