import { useEffect } from 'react'
import { SaveBar, type SeriousChange } from '#web/ui/SaveBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { EditedPath } from '../../contract/authoring.ts'

/** What a tab of the editor is given. */
export interface TabProps {
  /** The path as it was when the tab was filled in. */
  readonly path: EditedPath
  /** Hears how many changes are not saved. */
  readonly onCount: (count: number) => void
  readonly onSaved: (path: EditedPath) => void
  readonly onDiscard: () => void
}

interface Props extends Omit<TabProps, 'path'> {
  readonly count: number
  readonly fault?: string | undefined
  readonly serious?: readonly SeriousChange[]
  /** Said once it is saved. */
  readonly done: string
  readonly save: () => Promise<EditedPath>
}

/**
 * Saves what a tab has changed, and tells the editor how much that is. A path has no draft beside what learners see, and its
 * rules assign members: what is half written is never saved by itself.
 */
export function TabSave({ count, fault, serious = [], done, save, onCount, onSaved, onDiscard }: Props) {
  const { busy, run } = useAction()
  useEffect(() => {
    onCount(count)
    return () => onCount(0)
  }, [count, onCount])
  return (
    <SaveBar
      count={count}
      fault={fault}
      serious={serious}
      busy={busy}
      onSave={() => void run(async () => onSaved(await save()), { done })}
      onDiscard={onDiscard}
    />
  )
}
