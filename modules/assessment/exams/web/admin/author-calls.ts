import { call } from '#web/api/query.ts'
import { exams } from '../../contract.ts'

/** What the buttons of an author call. */
export function authorCalls({ id, revision }: { readonly id: string; readonly revision: number }) {
  const params = { id }
  const body = { revision }
  return {
    publish: () => call(exams.publishExam, { params, body }),
    withdraw: () => call(exams.withdrawExam, { params }),
    'take-off-shelf': () => call(exams.takeExamDown, { params }),
    'discard-changes': () => call(exams.discardExamChanges, { params, body }),
    delete: () => call(exams.deleteExam, { params }),
  }
}
