/** What an editor holds that saves while its author works: the newest revision, the line of changes, and how saving goes. */
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ErrorCode } from '#kit/errors.ts'
import { isRefusal } from '../api/call-error.ts'

/** `elsewhere`: somebody else changed it; nothing is saved until the newest is loaded. */
export type Saving = 'saved' | 'saving' | 'failed' | 'elsewhere'

interface Revised {
  readonly revision: number
}

export interface RevisionEditor {
  readonly saving: Saving
  /** Saves one change after the other, each on the revision that the one before has made. */
  readonly change: <T extends Revised>(save: (revision: number) => Promise<T>) => Promise<T>
  /** What would be saved in a moment: before something that rests on it, `settle` puts it in the line. */
  readonly waiting: Set<() => void>
  readonly settle: () => void
}

/** `changedCode` is the server's refusal of an old revision: it stops all saving until `reload`. */
export function useRevisionEditor<Item extends Revised>(
  options: UseQueryOptions<Item, Error, Item>,
  changedCode: ErrorCode,
): RevisionEditor & { readonly query: UseQueryResult<Item>; readonly reload: () => Promise<void> } {
  // What was shown at an earlier visit is older than what was saved since: an editor that began with it would save it again.
  const query = useQuery({ ...options, gcTime: 0 })
  const revision = useRef(0)
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const inLine = useRef(0)
  const soon = useRef(new Set<() => void>())
  const [saving, setSaving] = useState<Saving>('saved')
  revision.current = Math.max(revision.current, query.data?.revision ?? 0)

  const settle = useCallback(() => {
    for (const flush of soon.current) flush()
  }, [])
  const change = useCallback(
    <T extends Revised>(save: (revision: number) => Promise<T>): Promise<T> => {
      const run = async () => {
        const answer = await save(revision.current)
        revision.current = Math.max(revision.current, answer.revision)
        return answer
      }
      inLine.current += 1
      setSaving((before) => (before === 'elsewhere' ? before : 'saving'))
      const result = line.current.then(run, run)
      const outcome = result.then(
        (): Saving => (inLine.current > 1 ? 'saving' : 'saved'),
        (error: unknown): Saving => (isRefusal(error, changedCode) ? 'elsewhere' : 'failed'),
      )
      line.current = outcome.then((state) => {
        inLine.current -= 1
        setSaving((before) => (before === 'elsewhere' ? before : state))
      })
      return result
    },
    [changedCode],
  )
  const reload = async () => {
    // What waits to be saved was made on what gives way now: it must not be written over the newest.
    soon.current.clear()
    revision.current = 0
    await query.refetch()
    setSaving('saved')
  }
  return { query, saving, change, waiting: soon.current, settle, reload }
}

const WAIT_MS = 700

/** Calls `save` with the newest value a moment after the last change, and at once when the editor settles or is left. */
export function useSoon<Value>(
  { waiting: lined }: Pick<RevisionEditor, 'waiting'>,
  save: (value: Value) => void | Promise<void>,
): (value: Value) => void {
  const latestSave = useRef(save)
  latestSave.current = save
  const due = useRef<{ value: Value; timer: ReturnType<typeof setTimeout> } | undefined>(undefined)
  const flush = useCallback(() => {
    const waiting = due.current
    due.current = undefined
    if (!waiting) return
    clearTimeout(waiting.timer)
    if (lined.has(flush)) void latestSave.current(waiting.value)
  }, [lined])
  useEffect(() => {
    addEventListener('pagehide', flush)
    lined.add(flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
      lined.delete(flush)
    }
  }, [flush, lined])
  return useCallback(
    (value: Value) => {
      if (due.current) clearTimeout(due.current.timer)
      due.current = { value, timer: setTimeout(flush, WAIT_MS) }
    },
    [flush],
  )
}
