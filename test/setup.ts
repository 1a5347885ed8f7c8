/**
 * Runs in every test file. It notes which requirements the assertions of a test prove (test/proves.ts), and fails a file
 * that leaves something behind, because the files of one worker share one process.
 */
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { leftBehind, readTraces, type Traces } from './leftovers.ts'
import { soleRequirement } from './requirement-ids.ts'

afterEach(({ task }) => {
  const id = soleRequirement(task.name)
  const { assertionCalls } = expect.getState()
  if (id && assertionCalls > 0) task.meta.proofs = { ...task.meta.proofs, [id]: assertionCalls }
})

let before: Traces

beforeAll(() => {
  before = readTraces()
})

afterAll(() => {
  const problems = leftBehind(before, readTraces())
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  expect(problems, 'what this file leaves behind for the files after it').toEqual([])
})
