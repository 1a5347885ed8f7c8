import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallInput } from '#kit/contract.ts'
import { SENSITIVE_WORDS } from '#kit/errors.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import type { EditedSubject } from '../../contract/authoring.ts'
import { SUBJECT_CHANGED } from '../../contract/errors.ts'
import { subjects } from '../../contract.ts'

/** `elsewhere`: somebody else changed the subject; nothing is saved until the newest is loaded. */
export type Saving = 'saved' | 'saving' | 'failed' | 'elsewhere'

export interface Editor {
  readonly subject: EditedSubject
  readonly saving: Saving
  /** Saves one change after the other, each on the revision that the one before has made. */
  readonly change: <T extends { readonly revision: number }>(save: (revision: number) => Promise<T>) => Promise<T>
  /** What would be saved in a moment: before something that rests on it, `settle` puts it in the line. */
  readonly waiting: Set<() => void>
  readonly settle: () => void
}

/** What of a subject its editor holds. The server's refusal of an old revision stops all saving. */
export function useSubjectEditor(id: string) {
  const query = useQuery(q(subjects.editedSubject, { params: { id } }))
  const revision = useRef(0)
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const soon = useRef(new Set<() => void>())
  const settle = useCallback(() => {
    for (const flush of soon.current) flush()
  }, [])
  const [saving, setSaving] = useState<Saving>('saved')
  revision.current = Math.max(revision.current, query.data?.revision ?? 0)

  const change = useCallback(<T extends { readonly revision: number }>(save: (revision: number) => Promise<T>) => {
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
      (error: unknown): Saving => (isRefusal(error, SUBJECT_CHANGED) ? 'elsewhere' : 'failed'),
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
  return { query, saving, change, waiting: soon.current, settle, reload }
}

const reaction = { handles: [SUBJECT_CHANGED, SENSITIVE_WORDS], outdates: [subjects.subjects] }

export type FieldsChange = Omit<CallInput<typeof subjects.changeSubject>['body'], 'revision'>
export type StagesInput = CallInput<typeof subjects.changeStages>['body']['stages']

/** Saves part of what the subject says of itself. */
export function saveFields(id: string, part: FieldsChange) {
  return (revision: number) => call(subjects.changeSubject, { params: { id }, body: { ...part, revision } }, reaction)
}

/** Saves all stages with what stands in them. */
export function saveStages(id: string, stages: StagesInput) {
  return (revision: number) => call(subjects.changeStages, { params: { id }, body: { stages, revision } }, reaction)
}

const WAIT_MS = 700

/** Calls `save` with the newest value a moment after the last change, and at once when the editor settles or is left. */
export function useSoon<Value>(
  { waiting: lined }: Editor,
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
    void latestSave.current(waiting.value)
  }, [])
  useEffect(() => {
    addEventListener('pagehide', flush)
    lined.add(flush)
    return () => {
      removeEventListener('pagehide', flush)
      lined.delete(flush)
      flush()
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
