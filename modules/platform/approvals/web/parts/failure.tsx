import { useState } from 'react'
import { CallError } from '#web/api/call-error.ts'
import { errorText, textOf } from '#web/i18n/texts.ts'

async function failureText(error: unknown): Promise<string> {
  if (!(error instanceof CallError)) throw error
  if (error.kind === 'refused') return errorText(error.errorCode ?? 'default', error.data)
  return textOf('kit', error.kind === 'offline' ? 'dict.no-network' : 'errors.default')
}

/** Runs the submission of a dialog; what went wrong stands in it. A second press while the first runs does nothing. */
export function useSubmission() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [error, setError] = useState<unknown>()
  const submit = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    setError(undefined)
    try {
      await work()
    } catch (problem) {
      setError(problem)
      setFailure(await failureText(problem))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, error, submit }
}

export function Failure({ text }: { text: string | undefined }) {
  return <div role="alert">{text && <p className="ap-failure">{text}</p>}</div>
}
