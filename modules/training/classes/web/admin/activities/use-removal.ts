import { useCallback, useEffect, useRef, useState } from 'react'

const UNDO_MS = 7000

interface Removal {
  /** What is said of it. */
  readonly text: string
  readonly undo: () => void
  /** Stores what is left. */
  readonly finish: () => void
}

/** What is removed leaves the screen at once and the server a few seconds later, so that it can be taken back until then. */
export function useRemoval() {
  const [text, setText] = useState<string>()
  const waiting = useRef<{ removal: Removal; timer: ReturnType<typeof setTimeout> }>(undefined)
  const take = useCallback((): Removal | undefined => {
    const due = waiting.current
    waiting.current = undefined
    clearTimeout(due?.timer)
    setText(undefined)
    return due?.removal
  }, [])
  const finish = useCallback(() => take()?.finish(), [take])
  useEffect(() => {
    addEventListener('pagehide', finish)
    return () => {
      removeEventListener('pagehide', finish)
      finish()
    }
  }, [finish])
  return {
    text,
    undo: () => take()?.undo(),
    /** Another change stores the removal with it. */
    forget: () => void take(),
    remove: (removal: Removal) => {
      finish()
      waiting.current = { removal, timer: setTimeout(finish, UNDO_MS) }
      setText(removal.text)
    },
  }
}
