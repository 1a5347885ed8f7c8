import { useCallback, useEffect, useRef } from 'react'

const WAIT_MS = 800

/** What would be saved in a moment, on this screen. */
const waitingSaves = new Set<() => void>()

/** Puts in the line of saving what waits: before something that rests on it, such as publishing. */
export function saveWhatWaits(): void {
  for (const flush of waitingSaves) flush()
}

/** Saves what was changed a moment after the last change, and at once when the screen is left. */
export function useAutosave<Part extends object>(save: (part: Part) => Promise<unknown>): (part: Part) => void {
  const latestSave = useRef(save)
  latestSave.current = save
  const waiting = useRef<{ part: Part; timer: ReturnType<typeof setTimeout> } | undefined>(undefined)

  const flush = useCallback(() => {
    const due = waiting.current
    waiting.current = undefined
    if (!due) return
    clearTimeout(due.timer)
    // The indicator says when it was not saved.
    latestSave.current(due.part).catch(() => undefined)
  }, [])
  useEffect(() => {
    addEventListener('pagehide', flush)
    waitingSaves.add(flush)
    return () => {
      removeEventListener('pagehide', flush)
      waitingSaves.delete(flush)
      flush()
    }
  }, [flush])

  return useCallback(
    (part) => {
      const before = waiting.current
      if (before) clearTimeout(before.timer)
      waiting.current = { part: { ...before?.part, ...part }, timer: setTimeout(flush, WAIT_MS) }
    },
    [flush],
  )
}
