/** How every list is put into order by dragging: by pointer, finger or keyboard, and said to screen readers. */
import {
  type Announcements,
  type DndContextProps,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates, type useSortable } from '@dnd-kit/sortable'
import { useMemo } from 'react'
import { type TextOf, useText } from '../i18n/texts.ts'

/** What `useSortable` is given beside the id. */
export interface ReorderData {
  readonly name: string
}

type Moved = { readonly data: { readonly current?: Record<string, unknown> } } | null

const nameOf = (moved: Moved) => String(moved?.data.current?.name ?? '')

function announcementsIn(t: TextOf): Announcements {
  return {
    onDragStart: ({ active }) => t('row.lifted', { name: nameOf(active) }),
    onDragOver: ({ active, over }) => {
      const place = over?.data.current?.sortable as { index: number; items: unknown[] } | undefined
      const values = { name: nameOf(active), place: (place?.index ?? 0) + 1, count: place?.items.length ?? 1 }
      return over ? t('row.at', values) : ''
    },
    onDragEnd: ({ active }) => t('row.dropped', { name: nameOf(active) }),
    onDragCancel: ({ active }) => t('row.notMoved', { name: nameOf(active) }),
  }
}

/** What a `DndContext` is given. */
export function useReorder(): Pick<DndContextProps, 'sensors' | 'accessibility'> {
  const t = useText('shell')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const accessibility = useMemo(
    () => ({ announcements: announcementsIn(t), screenReaderInstructions: { draggable: t('row.dragHelp') } }),
    [t],
  )
  return { sensors, accessibility }
}

/** Where a thing is while it is dragged, as CSS writes it. */
export function movedStyle({
  transform,
  transition,
}: Pick<ReturnType<typeof useSortable>, 'transform' | 'transition'>) {
  return {
    transform: transform ? `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)` : undefined,
    transition,
  }
}
