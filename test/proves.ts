/**
 * Binds a requirement of the specification to the assertions that prove it. The record of a run (`npm run spec` reads it)
 * holds an id only when its own step ran at least one assertion and its test passed.
 *
 * A test whose title names one id is that id's own step and needs nothing else: `it('[LIVE-064] …')`. Several ids in one
 * test have a step each, and the title names none:
 *
 *     await proves('LIVE-064', async () => {
 *       expect(await refusal(client.start({ params }))).toMatchObject({ status: 422, errorCode: 60112 })
 *     })
 */
import { expect, TestRunner } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** The requirements whose steps ran in this test, and how many assertions each step made. */
    proofs?: Record<string, number>
    /** The test rendered a component, so that it proves what a screen shows. */
    rendered?: boolean
  }
}

/** `DOMAIN-001` */
export type RequirementId = `${Uppercase<string>}-${number}`

const assertionCount = (): number => expect.getState().assertionCalls

/** Runs the step of a requirement, or of several that the same assertions prove. Fails where no assertion ran in it. */
export async function proves<T>(ids: RequirementId | readonly RequirementId[], step: () => T | Promise<T>): Promise<T> {
  const test = TestRunner.getCurrentTest()
  if (!test) throw new Error('proves() belongs into a test')
  const before = assertionCount()
  const result = await step()
  const count = assertionCount() - before
  for (const id of typeof ids === 'string' ? [ids] : ids) {
    if (!/^[A-Z]+-\d{3}$/.test(id)) throw new Error(`"${id}" is no id of the specification`)
    if (count === 0) throw new Error(`${id}: no assertion ran in its step`)
    test.meta.proofs = { ...test.meta.proofs, [id]: (test.meta.proofs?.[id] ?? 0) + count }
  }
  return result
}
