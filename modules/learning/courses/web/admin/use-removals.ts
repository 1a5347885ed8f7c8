import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#web/api/query.ts'
import { COURSE_CHANGED } from '../../contract/errors.ts'
import { courses } from '../../contract.ts'
import type { Editor } from './use-editor.ts'

const UNDO_MS = 7000

interface Removal {
  readonly ids: readonly string[]
  /** What is said of it: the title of one section, or how many. */
  readonly said: string
}

export interface Removals {
  /** Sections that are no longer shown. */
  readonly gone: ReadonlySet<string>
  /** What can still be taken back. */
  readonly last: Removal | undefined
  readonly remove: (removal: Removal) => void
  readonly undo: () => void
  /** Deletes on the server what is still waiting. */
  readonly finish: () => Promise<void>
}

/** Sections leave the screen at once and the server a few seconds later, so that it can be taken back until then. */
export function useRemovals(courseId: string, change: Editor['change']): Removals {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<Removal>()
  const waiting = useRef<{ ids: readonly string[]; timer: ReturnType<typeof setTimeout> } | undefined>(undefined)

  const finish = useCallback(async () => {
    const due = waiting.current
    if (!due) return
    clearTimeout(due.timer)
    waiting.current = undefined
    setLast(undefined)
    try {
      await change((revision) =>
        call(
          courses.deleteSections,
          { params: { id: courseId }, body: { sectionIds: [...due.ids], revision } },
          { handles: [COURSE_CHANGED], outdates: [courses.editedCourse] },
        ),
      )
    } catch {
      setGone((before) => without(before, due.ids))
    }
  }, [courseId, change])

  const remove = useCallback(
    (removal: Removal) => {
      void finish()
      setGone((before) => new Set([...before, ...removal.ids]))
      setLast(removal)
      waiting.current = { ids: removal.ids, timer: setTimeout(() => void finish(), UNDO_MS) }
    },
    [finish],
  )
  const undo = useCallback(() => {
    const due = waiting.current
    if (!due) return
    clearTimeout(due.timer)
    waiting.current = undefined
    setLast(undefined)
    setGone((before) => without(before, due.ids))
  }, [])

  useEffect(() => () => void finish(), [finish])
  return useMemo(() => ({ gone, last, remove, undo, finish }), [gone, last, remove, undo, finish])
}

function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !gone.includes(id)))
}
