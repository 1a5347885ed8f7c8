import { call } from '#web/api/query.ts'
import { practice } from '../../contract.ts'

/** What the buttons of an author call. */
export function authorCalls({ id, revision }: { readonly id: string; readonly revision: number }) {
  const params = { id }
  return {
    publish: () => call(practice.publishSet, { params, body: { revision } }),
    'take-off-shelf': () => call(practice.takeSetDown, { params }),
    delete: () => call(practice.deleteSet, { params }),
  }
}
