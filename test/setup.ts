/**
 * Runs at the beginning of every test file: notes which requirements the assertions of a test prove (test/proves.ts), and
 * records the answers of calls again where an earlier file of the worker stopped that.
 */
import { afterEach, expect } from 'vitest'
import { startRecording } from './recorder.ts'
import { soleRequirement } from './requirement-ids.ts'

startRecording()

afterEach(({ task }) => {
  const id = soleRequirement(task.name)
  const { assertionCalls } = expect.getState()
  if (id && assertionCalls > 0) task.meta.proofs = { ...task.meta.proofs, [id]: assertionCalls }
})
