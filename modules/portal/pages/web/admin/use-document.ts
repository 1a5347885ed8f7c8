/** The document that is being designed, with undo and redo, and how it is saved while its designer works. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#web/api/query.ts'
import type { RevisionEditor } from '#web/ui/use-revision-editor.ts'
import type { PageDocument, PageProblem } from '../../contract/document.ts'
import { pages } from '../../contract.ts'
import { beginHistory, redone, undone, withChange } from './history.ts'

/** A draft is saved at most once in this time while there are changes. */
const saveEveryMs = 5000

export interface DocumentEditor {
  readonly document: PageDocument
  readonly problems: readonly PageProblem[]
  readonly isDirty: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** `field`: changes of the same one in a row are undone together. */
  readonly edit: (change: (document: PageDocument) => PageDocument, field?: string) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Saves what is not saved, at once. */
  readonly save: () => Promise<void>
}

type Saver = Pick<RevisionEditor, 'change' | 'waiting'>

export function useDocument(
  id: string,
  first: PageDocument,
  firstProblems: readonly PageProblem[],
  { change, waiting }: Saver,
): DocumentEditor {
  const [history, setHistory] = useState(() => beginHistory(first))
  const [problems, setProblems] = useState(firstProblems)
  const [saved, setSaved] = useState(first)
  const latest = useRef(history.present)
  latest.current = history.present
  const sent = useRef<PageDocument | undefined>(first)

  const save = useCallback(async () => {
    const document = latest.current
    if (document === sent.current) return
    sent.current = document
    try {
      const answer = await change((revision) => call(pages.saveDraft, { params: { id }, body: { document, revision } }))
      setSaved(document)
      setProblems(answer.problems)
    } catch (error) {
      // What was not stored goes with the next attempt.
      if (sent.current === document) sent.current = undefined
      throw error
    }
  }, [change, id])

  const isDirty = history.present !== saved
  useEffect(() => {
    if (!isDirty) return
    const timer = setInterval(() => void save().catch(() => {}), saveEveryMs)
    return () => clearInterval(timer)
  }, [isDirty, save])
  useEffect(() => {
    const flush = () => void save().catch(() => {})
    waiting.add(flush)
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      // After `reload` nothing is saved over the newest.
      if (waiting.delete(flush)) flush()
    }
  }, [save, waiting])

  const edit = useCallback((changing: (document: PageDocument) => PageDocument, field?: string) => {
    setHistory((before) => withChange(before, changing(before.present), field))
  }, [])
  const undo = useCallback(() => setHistory(undone), [])
  const redo = useCallback(() => setHistory(redone), [])
  return {
    ...{ document: history.present, problems, isDirty, edit, undo, redo, save },
    ...{ canUndo: history.past.length > 0, canRedo: history.future.length > 0 },
  }
}

const typing = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]'

/** Ctrl-Z and Ctrl-Shift-Z, except in a field of text, which undoes its own typing. */
export function useUndoKeys({ undo, redo }: Pick<DocumentEditor, 'undo' | 'redo'>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return
      if (event.target instanceof Element && event.target.closest(typing)) return
      event.preventDefault()
      if (event.shiftKey) redo()
      else undo()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [undo, redo])
}
