import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { CallInput } from '#kit/contract.ts'
import { type ErrorCode, SENSITIVE_WORDS } from '#kit/errors.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import type { EditedCourse } from '../../contract/authoring.ts'
import { COURSE_CHANGED } from '../../contract/errors.ts'
import { courses } from '../../contract.ts'

/** `elsewhere`: somebody else changed the course; nothing is saved until the newest is loaded. */
export type Saving = 'saved' | 'saving' | 'failed' | 'elsewhere'

export interface Changed {
  readonly id: string
  readonly revision: number
}

export interface Editor {
  readonly course: EditedCourse
  readonly saving: Saving
  /** Saves one change after the other, each on the revision that the one before has made. */
  readonly change: <T extends Changed>(save: (revision: number) => Promise<T>) => Promise<T>
}

/** What of a course its editor holds. The server's refusal of an old revision stops all saving. */
export function useEditor(id: string) {
  const query = useQuery(q(courses.editedCourse, { params: { id } }))
  const revision = useRef(0)
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const [saving, setSaving] = useState<Saving>('saved')
  const waiting = useRef(0)
  revision.current = Math.max(revision.current, query.data?.revision ?? 0)

  const change = useCallback(<T extends Changed>(save: (revision: number) => Promise<T>): Promise<T> => {
    const run = async () => {
      const answer = await save(revision.current)
      revision.current = Math.max(revision.current, answer.revision)
      return answer
    }
    waiting.current += 1
    setSaving((before) => (before === 'elsewhere' ? before : 'saving'))
    const result = line.current.then(run, run)
    const outcome = result.then(
      (): Saving => (waiting.current > 1 ? 'saving' : 'saved'),
      (error: unknown): Saving => (isRefusal(error, COURSE_CHANGED) ? 'elsewhere' : 'failed'),
    )
    line.current = outcome.then((state) => {
      waiting.current -= 1
      setSaving((before) => (before === 'elsewhere' ? before : state))
    })
    return result
  }, [])

  const reload = async () => {
    revision.current = 0
    await query.refetch()
    setSaving('saved')
  }
  return { query, saving, change, reload }
}

type ChangeBody = CallInput<typeof courses.changeCourse>['body']
export type CourseChange = Omit<ChangeBody, 'revision'>

/** Saves part of what the course says of itself. */
export function saveCourse(id: string, part: CourseChange, handles: readonly ErrorCode[] = []) {
  return (revision: number) =>
    call(
      courses.changeCourse,
      { params: { id }, body: { ...part, revision } },
      { handles: [COURSE_CHANGED, SENSITIVE_WORDS, ...handles], outdates: [courses.catalogue] },
    )
}
