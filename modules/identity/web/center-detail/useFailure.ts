import { useState } from 'react'
import { CallError } from '#web/api/call-error.ts'
import { errorText, textOf } from '#web/i18n/texts.ts'

/** What to say of a call that failed: the text of its code, or that the network is busy or gone. */
export async function failureText(error: unknown): Promise<string> {
  if (!(error instanceof CallError)) throw error
  if (error.kind === 'refused') return errorText(error.errorCode ?? 'default', error.data)
  return textOf('kit', error.kind === 'offline' ? 'dict.no-network' : 'errors.default')
}

/**
 * Runs a form's submission: `busy` while it runs, `failure` is what to show above the form when it failed. A second
 * press while the first runs does nothing.
 */
export function useSubmission(): {
  readonly busy: boolean
  readonly failure: string | undefined
  readonly submit: (work: () => Promise<void>) => Promise<void>
} {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const submit = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(await failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, submit }
}
