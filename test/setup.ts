/** Runs in every test file: notes which requirements the assertions of a test prove (test/proves.ts). */
import { afterEach, expect } from 'vitest'
import { soleRequirement } from './requirement-ids.ts'

afterEach(({ task }) => {
  const id = soleRequirement(task.name)
  const { assertionCalls } = expect.getState()
  if (id && assertionCalls > 0) task.meta.proofs = { ...task.meta.proofs, [id]: assertionCalls }
})
