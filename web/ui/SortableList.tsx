import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/texts.ts'
import { Grip } from './Grip.tsx'
import { RowActions } from './RowActions.tsx'
import { movedStyle, type ReorderData, useReorder } from './use-reorder.ts'
import { withMoved } from './with-moved.ts'

interface Props<Item> {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** What the entry is called, for screen readers. */
  readonly nameOf: (item: Item, index: number) => string
  /** The list shows the new order until the promise settles. `to` is beyond the list only where it `continues`. */
  readonly onMove: (from: number, to: number) => Promise<unknown> | undefined
  readonly onRemove?: (index: number) => void
  /** Where not every entry may take every place: the others cannot be moved there. */
  readonly mayMove?: (from: number, to: number) => boolean
  /** Another list before or after this one takes what is moved beyond the end by a button. */
  readonly continues?: { readonly before: boolean; readonly after: boolean }
  readonly className?: string
  readonly itemClassName?: string
  /** `moves` are the grip and the buttons that move the entry. */
  readonly children: (item: Item, index: number, moves: ReactNode) => ReactNode
}

/** A list that is put into order by dragging, by the keyboard, or by buttons; each move is said to screen readers. */
export function SortableList<Item>(props: Props<Item>) {
  const {
    items,
    keyOf,
    nameOf,
    onMove,
    onRemove,
    mayMove = () => true,
    continues,
    className,
    itemClassName,
    children,
  } = props
  const t = useText('shell')
  const reorder = useReorder()
  const [said, setSaid] = useState('')
  /** The keys in an order that is on its way. */
  const [moving, setMoving] = useState<readonly string[]>()
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  const shown = moving ? moving.flatMap((key) => byKey.get(key) ?? []) : items
  const keys = shown.map(keyOf)
  const list = useRef<HTMLOListElement>(null)
  /** A browser takes the focus away from what changes its place. */
  const pressed = useRef<{ readonly key: string; readonly step: -1 | 1 }>(undefined)
  useEffect(() => {
    if (!pressed.current) return
    const { key, step } = pressed.current
    pressed.current = undefined
    const entry = [...(list.current?.children ?? [])][keys.indexOf(key)]
    const [wanted, other] = step < 0 ? ['up', 'down'] : ['down', 'up']
    const button =
      entry?.querySelector<HTMLElement>(`.sy-row-${wanted}:enabled`) ??
      entry?.querySelector<HTMLElement>(`.sy-row-${other}:enabled`)
    button?.focus()
  })
  const move = (from: number, to: number) => {
    const done = onMove(from, to)
    if (!done) return
    setMoving(withMoved(keys, from, to))
    const settle = () => setMoving(undefined)
    void done.then(settle, settle)
  }
  const mayStep = (index: number, by: -1 | 1) => {
    const to = index + by
    if (to < 0) return continues?.before === true
    return to < shown.length ? mayMove(index, to) : continues?.after === true
  }
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [keys.indexOf(String(active.id)), keys.indexOf(String(over?.id))]
    if (from !== to && from >= 0 && to >= 0 && mayMove(from, to)) move(from, to)
  }
  return (
    <DndContext {...reorder} collisionDetection={closestCenter} onDragEnd={drop}>
      <SortableContext items={keys} strategy={verticalListSortingStrategy} disabled={moving !== undefined}>
        <ol ref={list} className={className}>
          {shown.map((item, index) => {
            const key = keyOf(item)
            const name = nameOf(item, index)
            const step = (by: -1 | 1) => {
              pressed.current = { key, step: by }
              setSaid(t('row.at', { name, place: index + by + 1, count: shown.length }))
              move(index, index + by)
            }
            return (
              <Entry key={key} id={key} name={name} className={itemClassName}>
                {(grip) =>
                  children(
                    item,
                    index,
                    <RowActions
                      name={name}
                      grip={grip}
                      isFirst={moving !== undefined || !mayStep(index, -1)}
                      isLast={moving !== undefined || !mayStep(index, 1)}
                      onMove={step}
                      {...(onRemove && { onRemove: () => onRemove(index) })}
                    />,
                  )
                }
              </Entry>
            )
          })}
        </ol>
      </SortableContext>
      <span className="sy-visually-hidden" aria-live="polite">
        {said}
      </span>
    </DndContext>
  )
}

interface EntryProps {
  readonly id: string
  readonly name: string
  readonly className: string | undefined
  readonly children: (grip: ReactNode) => ReactNode
}

function Entry({ id, name, className, children }: EntryProps) {
  const sortable = useSortable({ id, data: { name } satisfies ReorderData })
  return (
    <li ref={sortable.setNodeRef} className={className} style={movedStyle(sortable)} data-moving={sortable.isDragging}>
      {children(<Grip name={name} sortable={sortable} />)}
    </li>
  )
}
