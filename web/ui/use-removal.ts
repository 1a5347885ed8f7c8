import { useCallback, useEffect, useRef, useState } from 'react'

interface Removal {
  /** What is said of it. */
  readonly text: string
  readonly undo: () => void
  /** Stores it. */
  readonly finish: () => unknown
}

/**
 * What is removed leaves the screen at once and the server a few seconds later, so that it can be taken back until then: for an
 * `UndoBar`, whose `onEnd` is `finish`.
 */
export function useRemoval() {
  const [text, setText] = useState<string>()
  const waiting = useRef<Removal>(undefined)
  const take = useCallback((): Removal | undefined => {
    const due = waiting.current
    waiting.current = undefined
    setText(undefined)
    return due
  }, [])
  const finish = useCallback(async () => {
    await take()?.finish()
  }, [take])
  const undo = useCallback(() => take()?.undo(), [take])
  /** Another change stores the removal with it. */
  const forget = useCallback(() => void take(), [take])
  const remove = useCallback(
    (removal: Removal) => {
      void finish()
      waiting.current = removal
      setText(removal.text)
    },
    [finish],
  )
  useEffect(() => {
    const leave = () => void finish()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [finish])
  return { text, remove, undo, forget, finish }
}
