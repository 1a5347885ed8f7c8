import { call } from '#web/api/query.ts'
import { specimens } from '../../contract.ts'

/** What the buttons of an author call. */
export function authorCalls({ id, revision }: { readonly id: string; readonly revision: number }) {
  const params = { id }
  const body = { revision }
  return {
    publish: () => call(specimens.publishSpecimen, { params, body }),
    withdraw: () => call(specimens.withdrawSpecimen, { params }),
    'take-off-shelf': () => call(specimens.takeSpecimenDown, { params }),
    'discard-changes': () => call(specimens.discardSpecimenChanges, { params, body }),
    delete: () => call(specimens.deleteSpecimen, { params }),
  }
}
