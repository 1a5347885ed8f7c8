import { useState } from 'react'

const stepsMax = 50

/** What a plan was before its last changes. */
export function useUndo<Value>(back: (value: Value) => void) {
  const [past, setPast] = useState<readonly Value[]>([])
  return {
    isPossible: past.length > 0,
    /** Notes what the plan was before a change. */
    note: (before: Value) => setPast((steps) => [...steps.slice(1 - stepsMax), before]),
    undo: () => {
      const before = past.at(-1)
      setPast((steps) => steps.slice(0, -1))
      if (before !== undefined) back(before)
    },
  }
}
