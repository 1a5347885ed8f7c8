import { useRef, useState } from 'react'

const stepsMax = 50

/** What a plan was before its last changes. */
export function useUndo<Value>(back: (value: Value) => void) {
  const [past, setPast] = useState<readonly Value[]>([])
  const typing = useRef<string>(undefined)
  return {
    isPossible: past.length > 0,
    /** Notes what the plan was before a change. What is typed into one field, named by `field`, is one change. */
    note: (before: Value, field?: string) => {
      const isSame = field !== undefined && field === typing.current
      typing.current = field
      if (!isSame) setPast((steps) => [...steps.slice(1 - stepsMax), before])
    },
    undo: () => {
      typing.current = undefined
      const before = past.at(-1)
      setPast((steps) => steps.slice(0, -1))
      if (before !== undefined) back(before)
    },
  }
}
