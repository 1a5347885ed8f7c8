import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api/query.ts'
import { messages } from '../../contract.ts'

/** How long a deletion can be undone. */
const UNDO_MS = 6000

/** Deletes messages after a delay in which the member can undo it. Leaving the screen deletes pending ones at once. */
export function useRemoval(): {
  readonly isRemoved: (id: string) => boolean
  readonly remove: (id: string) => void
  readonly undo: (id: string) => void
} {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  const show = (id: string) => setRemoved((before) => new Set([...before].filter((each) => each !== id)))
  const carryOut = async (id: string) => {
    waiting.current.delete(id)
    try {
      await call(messages.deleteNotification, { params: { id } }, { quiet: true })
    } catch {
      // A failure shows when the list is read again.
    }
    show(id)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: pending deletions run once, when the screen is left.
  useEffect(() => {
    const timers = waiting.current
    return () => {
      for (const [id, timer] of timers) {
        clearTimeout(timer)
        void carryOut(id)
      }
    }
  }, [])

  return {
    isRemoved: (id) => removed.has(id),
    remove(id) {
      setRemoved((before) => new Set(before).add(id))
      const timer = setTimeout(() => void carryOut(id), UNDO_MS)
      waiting.current.set(id, timer)
    },
    undo(id) {
      clearTimeout(waiting.current.get(id))
      waiting.current.delete(id)
      show(id)
    },
  }
}
