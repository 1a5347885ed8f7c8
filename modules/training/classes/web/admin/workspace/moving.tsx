/** Members who are moved: dragged, or chosen and then put where a button says so. Both ways lead to the same places. */
import '../../parts/workspace.css'
import {
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { ReactNode } from 'react'
import { movedStyle } from '#web/ui/use-reorder.ts'

interface MovingProps {
  /** `place` is the id of a `DropZone`. */
  readonly onMove: (memberId: string, place: string) => void
  readonly children: ReactNode
}

/** The pointer drags; the keyboard chooses and puts, which says more than arrows over a plan. */
export function Moving({ onMove, children }: MovingProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  const drop = ({ active, over }: DragEndEvent) => {
    if (over) onMove(String(active.id), String(over.id))
  }
  return (
    <DndContext sensors={sensors} onDragEnd={drop}>
      {children}
    </DndContext>
  )
}

interface ChipProps {
  readonly memberId: string
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** A member who can be dragged, or chosen by a press. */
export function MemberChip({ memberId, name, isChosen, onChoose }: ChipProps) {
  const { setNodeRef, listeners, transform } = useDraggable({ id: memberId })
  return (
    <button
      type="button"
      ref={setNodeRef}
      {...listeners}
      className="cl-chip"
      aria-pressed={isChosen}
      title={name}
      style={movedStyle({ transform, transition: undefined })}
      onClick={onChoose}
    >
      {name}
    </button>
  )
}

interface ZoneProps {
  readonly id: string
  readonly label: string
  readonly children: ReactNode
}

/** Where members can be dropped. */
export function DropZone({ id, label, children }: ZoneProps) {
  const { setNodeRef, isOver } = useDroppable({ id })
  return (
    <section ref={setNodeRef} className="cl-zone sy-column sy-gap-2" data-over={isOver} aria-label={label}>
      {children}
    </section>
  )
}
