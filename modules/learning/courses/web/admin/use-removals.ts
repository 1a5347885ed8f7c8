import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#web/api/query.ts'
import { COURSE_CHANGED } from '../../contract/errors.ts'
import { courses } from '../../contract.ts'
import type { Editor } from './use-editor.ts'

const UNDO_MS = 7000

export interface Removals {
  /** Sections that are no longer shown. */
  readonly gone: ReadonlySet<string>
  /** What can still be taken back. */
  readonly last: { readonly id: string; readonly title: string } | undefined
  readonly remove: (id: string, title: string) => void
  readonly undo: () => void
  /** Deletes on the server what is still waiting. */
  readonly finish: () => Promise<void>
}

/** Sections leave the screen at once and the server a few seconds later, so that it can be taken back until then. */
export function useRemovals(courseId: string, change: Editor['change']): Removals {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<{ id: string; title: string }>()
  const waiting = useRef<{ id: string; timer: ReturnType<typeof setTimeout> } | undefined>(undefined)

  const finish = useCallback(async () => {
    const due = waiting.current
    if (!due) return
    clearTimeout(due.timer)
    waiting.current = undefined
    setLast(undefined)
    try {
      await change((revision) =>
        call(
          courses.deleteSection,
          { params: { id: courseId, sectionId: due.id }, query: { revision } },
          { handles: [COURSE_CHANGED] },
        ),
      )
    } catch {
      setGone((before) => without(before, due.id))
    }
  }, [courseId, change])

  const remove = useCallback(
    (id: string, title: string) => {
      void finish()
      setGone((before) => new Set(before).add(id))
      setLast({ id, title })
      waiting.current = { id, timer: setTimeout(() => void finish(), UNDO_MS) }
    },
    [finish],
  )
  const undo = useCallback(() => {
    const due = waiting.current
    if (!due) return
    clearTimeout(due.timer)
    waiting.current = undefined
    setLast(undefined)
    setGone((before) => without(before, due.id))
  }, [])

  useEffect(() => () => void finish(), [finish])
  return useMemo(() => ({ gone, last, remove, undo, finish }), [gone, last, remove, undo, finish])
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const rest = new Set(ids)
  rest.delete(id)
  return rest
}
