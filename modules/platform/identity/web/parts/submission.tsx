import { useState } from 'react'
import { CallError } from '#web/api/call-error.ts'
import { errorText, textOf } from '#web/i18n/texts.ts'
import './identity.css'

/** What to say of a call that failed: the text of its code, or that the network is busy or gone. */
export async function failureText(error: unknown): Promise<string> {
  if (!(error instanceof CallError)) throw error
  if (error.kind === 'refused') return errorText(error.errorCode ?? 'default', error.data)
  return textOf('kit', error.kind === 'offline' ? 'dict.no-network' : 'errors.default')
}

interface Submission {
  readonly busy: boolean
  /** What to show above the form, where the last try failed. */
  readonly failure: string | undefined
  /** A second press while the first runs does nothing. */
  readonly submit: (work: () => Promise<void>) => Promise<void>
}

/** Runs the submission of a form. */
export function useSubmission(): Submission {
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

export function Failure({ text }: { text: string | undefined }) {
  return <div role="alert">{text && <p className="identity-failure">{text}</p>}</div>
}
