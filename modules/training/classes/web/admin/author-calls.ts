import { call } from '#web/api/query.ts'
import { classes } from '../../contract.ts'

/** What the buttons of an author call. */
export function authorCalls({ id, revision }: { readonly id: string; readonly revision: number }) {
  const params = { id }
  const body = { revision }
  return {
    publish: () => call(classes.publishClass, { params, body }),
    withdraw: () => call(classes.withdrawClass, { params }),
    'take-off-shelf': () => call(classes.takeClassDown, { params }),
    'discard-changes': () => call(classes.discardClassChanges, { params, body }),
    delete: () => call(classes.deleteClass, { params }),
  }
}
