/** Runs in every test file that shares its process with others: fails a file that leaves something behind for the next. */
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { leftBehindAtLast, readTraces, type Traces } from './leftovers.ts'

let before: Traces

beforeAll(() => {
  before = readTraces()
})

afterAll(async () => {
  const problems = await leftBehindAtLast(before)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  expect(problems, 'what this file leaves behind for the files after it').toEqual([])
})
