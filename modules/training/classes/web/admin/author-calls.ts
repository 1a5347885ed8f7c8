import { call } from '#web/api/query.ts'
import { classes } from '../../contract.ts'

/** What the buttons of those who run a class call. */
export function authorCalls({ id, revision }: { readonly id: string; readonly revision: number }) {
  const params = { id }
  return {
    publish: () => call(classes.publishClass, { params, body: { revision } }),
    withdraw: () => call(classes.withdrawClass, { params }),
    delete: () => call(classes.deleteClass, { params }),
  }
}
