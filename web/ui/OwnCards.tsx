import './own-cards.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Icon } from './Icon.tsx'
import { LoadingState } from './LoadingState.tsx'
import { UndoBar } from './UndoBar.tsx'
import { useRemoval } from './use-removal.ts'

interface Texts<Item> {
  readonly label: string
  readonly add: string
  readonly none: string
  readonly noneHint: string
  readonly hint: string
  /** Instead of the hint, where no more may be added. */
  readonly full: string
  readonly deleted: (item: Item) => string
}

interface Props<Item> {
  readonly list: Pick<UseQueryResult<{ readonly items: readonly Item[] }>, 'data' | 'isError' | 'error' | 'refetch'>
  readonly max: number
  readonly texts: Texts<Item>
  readonly onDelete: (item: Item) => Promise<unknown>
  readonly card: (item: Item, does: { readonly edit: () => void; readonly remove: () => void }) => ReactNode
  /** Changes an item, or makes a new one. */
  readonly dialog: (edited: Item | undefined, close: () => void) => ReactNode
}

/** A few things of one's own as cards: added, changed, and deleted with some seconds to take it back. */
export function OwnCards<Item extends { readonly id: string }>(props: Props<Item>) {
  const { list, max, texts, onDelete, card, dialog } = props
  const [edited, setEdited] = useState<Item | 'new'>()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const removal = useRemoval()
  if (list.isError && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <LoadingState rows={4} />
  const items = list.data.items.filter(({ id }) => !gone.has(id))
  const set = (id: string, isGone: boolean) =>
    setGone((before) => (isGone ? new Set([...before, id]) : new Set([...before].filter((one) => one !== id))))
  const remove = (item: Item) => {
    set(item.id, true)
    removal.remove({
      text: texts.deleted(item),
      undo: () => set(item.id, false),
      finish: () => onDelete(item).catch(() => set(item.id, false)),
    })
  }
  const add = async () => {
    // Where one is waiting to be deleted, its place is needed.
    await removal.finish()
    setEdited('new')
  }
  const isFull = items.length >= max
  const button = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} disabled={isFull} onClick={() => void add()}>
      {texts.add}
    </Button>
  )
  return (
    <>
      {items.length === 0 && <EmptyState title={texts.none} description={texts.noneHint} action={button} />}
      {items.length > 0 && (
        <>
          <div className="sy-own-head">
            <p className="sy-note">{isFull ? texts.full : texts.hint}</p>
            {button}
          </div>
          <ul className="sy-plain-list sy-own-cards" aria-label={texts.label}>
            {items.map((item) => card(item, { edit: () => setEdited(item), remove: () => remove(item) }))}
          </ul>
        </>
      )}
      {edited !== undefined && dialog(edited === 'new' ? undefined : edited, () => setEdited(undefined))}
      <UndoBar text={removal.text} onUndo={removal.undo} onEnd={removal.finish} />
    </>
  )
}
