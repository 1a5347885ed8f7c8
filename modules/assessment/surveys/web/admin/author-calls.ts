import { call } from '#web/api/query.ts'
import { surveys } from '../../contract.ts'

/** What the buttons of an author call. */
export function authorCalls({ id, revision }: { readonly id: string; readonly revision: number }) {
  const params = { id }
  const body = { revision }
  return {
    publish: () => call(surveys.publishSurvey, { params, body }),
    withdraw: () => call(surveys.withdrawSurvey, { params }),
    'take-off-shelf': () => call(surveys.revokeSurvey, { params }),
    'discard-changes': () => call(surveys.discardSurveyChanges, { params, body }),
    delete: () => call(surveys.deleteSurvey, { params }),
  }
}
