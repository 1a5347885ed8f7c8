import { useState } from 'react'
import { failureText } from '../api/failure-text.ts'
import { type Outcome, useAction } from './use-action.ts'

export interface Submission {
  readonly busy: boolean
  /** What to show above the form, where the last try failed. */
  readonly failure: string | undefined
  /** Why the last try failed. */
  readonly error: unknown
  readonly submit: (work: () => Promise<unknown>, outcome?: Omit<Outcome, 'onFailure'>) => Promise<void>
}

/** An action whose failure stands in the form (`Failure`); its calls handle their refusals: `{ handles: 'all' }`. */
export function useSubmission(): Submission {
  const { busy, run } = useAction()
  const [failed, setFailed] = useState<{ readonly failure: string; readonly error: unknown }>()
  const submit: Submission['submit'] = (work, outcome) =>
    run(
      () => {
        setFailed(undefined)
        return work()
      },
      { ...outcome, onFailure: async (error) => setFailed({ failure: await failureText(error), error }) },
    )
  return { busy, failure: failed?.failure, error: failed?.error, submit }
}
