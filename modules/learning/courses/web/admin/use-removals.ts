import { useCallback, useMemo, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useRemoval } from '#web/ui/use-removal.ts'
import { COURSE_CHANGED } from '../../contract/errors.ts'
import { courses } from '../../contract.ts'
import type { Editor } from './use-editor.ts'

interface Removal {
  readonly ids: readonly string[]
  /** What is said of it: the title of one section, or how many. */
  readonly said: string
}

export interface Removals {
  /** Sections that are no longer shown. */
  readonly gone: ReadonlySet<string>
  /** What is said of what can still be taken back. */
  readonly text: string | undefined
  readonly remove: (removal: Removal) => void
  readonly undo: () => void
  /** Deletes on the server what is still waiting. */
  readonly finish: () => Promise<void>
}

/** Sections leave the screen at once and the server a few seconds later, so that it can be taken back until then. */
export function useRemovals(courseId: string, change: Editor['change']): Removals {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const { text, remove: removeLater, undo, finish } = useRemoval()

  const remove = useCallback(
    ({ ids, said }: Removal) => {
      const back = () => setGone((before) => without(before, ids))
      const body = { sectionIds: [...ids] }
      const options = { handles: [COURSE_CHANGED], outdates: [courses.editedCourse] }
      setGone((before) => new Set([...before, ...ids]))
      removeLater({
        text: said,
        undo: back,
        finish: () =>
          change((revision) =>
            call(courses.deleteSections, { params: { id: courseId }, body: { ...body, revision } }, options),
          ).catch(back),
      })
    },
    [courseId, change, removeLater],
  )
  return useMemo(() => ({ gone, text, remove, undo, finish }), [gone, text, remove, undo, finish])
}

function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !gone.includes(id)))
}
