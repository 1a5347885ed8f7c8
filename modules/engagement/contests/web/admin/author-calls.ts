import { call } from '#web/api/query.ts'
import { contests } from '../../contract.ts'

/** What the buttons of those who run a contest call. */
export function authorCalls({ id, revision }: { readonly id: string; readonly revision: number }) {
  const params = { id }
  return {
    publish: () => call(contests.publishContest, { params, body: { revision } }),
    'take-off-shelf': () => call(contests.takeDownContest, { params }),
    delete: () => call(contests.deleteContest, { params }),
  }
}
