import { useEffect, useRef, useState } from 'react'
import { CallError } from '../api/call-error.ts'
import { notify } from './notify.ts'

export interface Outcome {
  /** Which of several buttons started it: the one that shows a spinner. */
  readonly name?: string
  /** Said once the work is done. */
  readonly done?: string
  /** Closes the dialog once the work is done. A dialog that was closed meanwhile is left alone. */
  readonly close?: () => void
  /** Follows a failure, too; closes the question that was asked, for instance. */
  readonly after?: () => void
  /** What the screen does about a failed call, where the message of the call is not enough. */
  readonly onFailure?: (error: CallError) => unknown
}

export interface Action {
  readonly busy: boolean
  /** The name of the work that is running. */
  readonly busyWith: string | undefined
  /** Runs the work. Does nothing while an earlier run lasts, so a second press or a second Enter sends nothing. */
  readonly run: (work: () => Promise<unknown>, outcome?: Outcome) => Promise<void>
}

/**
 * What a button or a form does. A call that fails ends the work and leaves the screen as it is, because the call has
 * notified the user why (`web/api/reactions.ts`). Any other error is a mistake of the program, and is thrown.
 */
export function useAction(): Action {
  // State arrives with the next rendering; two keys pressed before that would both see an idle screen.
  const running = useRef(false)
  const mounted = useRef(true)
  const [busyWith, setBusyWith] = useState<string>()
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  const run: Action['run'] = async (work, { name = 'work', done, close, after, onFailure } = {}) => {
    if (running.current) return
    running.current = true
    setBusyWith(name)
    try {
      await work()
      if (done !== undefined) notify('success', done)
      if (mounted.current) close?.()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await onFailure?.(error)
    } finally {
      running.current = false
      setBusyWith(undefined)
      if (mounted.current) after?.()
    }
  }
  return { busy: busyWith !== undefined, busyWith, run }
}
