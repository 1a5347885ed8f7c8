import { useDraggable, useDroppable } from '@dnd-kit/core'
import { Button, InputNumber } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { movedStyle } from '#web/ui/use-reorder.ts'
import { useSoon } from '#web/ui/use-revision-editor.ts'
import { CLASS_CHANGED } from '../../../contract/codes.ts'
import { type SeatInput, seatSideMax } from '../../../contract/workspace.ts'
import { classes } from '../../../contract.ts'
import { filled, isAt, type Spot, within, withSeat } from '../../parts/plans.ts'
import { SeatingPicture } from '../../parts/SeatingPicture.tsx'
import type { PlanTabProps } from './GroupsTab.tsx'
import { Moving } from './moving.tsx'
import { StandingMembers } from './StandingMembers.tsx'
import { useUndo } from './use-undo.ts'

const nowhere = 'nowhere'
const keyOf = ({ row, column }: Spot) => `${row}:${column}`
const firstSize = { rows: 5, columns: 6 }

interface Drawn {
  readonly rows: number
  readonly columns: number
  readonly seats: readonly SeatInput[]
}

/** Who sits where: dragged, chosen and put by the keyboard, or filled row by row. Everything is saved as it is changed. */
export function SeatingTab({ classId, title, plan, editor }: PlanTabProps) {
  const t = useText('classes')
  const { members } = plan
  const [drawn, setDrawn] = useState<Drawn>(() => ({
    rows: plan.rows,
    columns: plan.columns,
    seats: members.flatMap(({ id, seat }) => (seat ? [{ memberId: id, ...seat }] : [])),
  }))
  const [chosen, setChosen] = useState<string>()
  const [said, setSaid] = useState('')
  const save = useSoon(editor, async ({ rows, columns, seats }: Drawn) => {
    await editor.change((revision) =>
      call(
        classes.changeSeats,
        { params: { id: classId }, body: { rows, columns, seats: [...seats], revision } },
        { handles: [CLASS_CHANGED] },
      ),
    )
  })
  const write = (next: Drawn) => {
    setDrawn(next)
    save(next)
  }
  const history = useUndo(write)
  const update = (next: Drawn) => {
    history.note(drawn)
    write(next)
  }
  const { rows, columns, seats } = drawn
  const resize = (size: Omit<Drawn, 'seats'>) => update({ ...size, seats: within(seats, size.rows, size.columns) })
  const names = new Map(members.map(({ id, fullName }) => [id, fullName]))
  const put = (memberId: string, spot: Spot | undefined) => {
    setChosen(undefined)
    const name = names.get(memberId) ?? ''
    if (spot === undefined) {
      setSaid(t('seats.stands', { name }))
      update({ ...drawn, seats: seats.filter((one) => one.memberId !== memberId) })
    } else {
      setSaid(t('seats.sits', { name, row: spot.row + 1, column: spot.column + 1 }))
      update({ ...drawn, seats: withSeat(seats, memberId, spot) })
    }
  }
  const move = (memberId: string, place: string) => {
    const [row = 0, column = 0] = place.split(':').map(Number)
    put(memberId, place === nowhere ? undefined : { row, column })
  }
  const sitting = new Set(seats.map(({ memberId }) => memberId))
  const standing = members.filter(({ id }) => !sitting.has(id))
  const choose = (memberId: string) => setChosen((before) => (before === memberId ? undefined : memberId))
  const press = (spot: Spot) => {
    const sits = seats.find(isAt(spot))?.memberId
    if (chosen !== undefined && chosen !== sits) put(chosen, spot)
    else if (sits !== undefined) choose(sits)
  }
  if (rows === 0 || columns === 0)
    return (
      <EmptyState
        title={t('seats.none')}
        description={t('seats.beginHint')}
        action={
          <Button type="primary" onClick={() => resize(firstSize)}>
            {t('seats.begin')}
          </Button>
        }
      />
    )
  return (
    <Moving onMove={move}>
      <div className="sy-column sy-gap-4">
        <span className="sy-row sy-wrap sy-gap-3">
          {(['rows', 'columns'] as const).map((side) => (
            <SideField
              key={side}
              label={t(`seats.${side}`)}
              value={drawn[side]}
              onChange={(next) => resize({ rows, columns, [side]: next })}
            />
          ))}
          <Button
            disabled={standing.length === 0 || seats.length >= rows * columns}
            onClick={() => update({ ...drawn, seats: filled(seats, members, drawn) })}
          >
            {t('seats.fill')}
          </Button>
          <ConfirmButton
            disabled={seats.length === 0}
            question={t('seats.clearQuestion')}
            consequence={t('seats.clearConsequence')}
            onConfirm={() => update({ ...drawn, seats: [] })}
          >
            {t('seats.clear')}
          </ConfirmButton>
          <Button
            icon={<Icon name="undo" size={16} />}
            disabled={!history.isPossible}
            onClick={() => {
              history.undo()
              setSaid(t('workspace.undone'))
            }}
          >
            {t('workspace.undo')}
          </Button>
          <Button icon={<Icon name="log" size={16} />} disabled={seats.length === 0} onClick={() => window.print()}>
            {t('seats.print')}
          </Button>
        </span>
        <p className="sy-note">{t('workspace.howTo')}</p>
        <p className="sy-visually-hidden" role="status">
          {said}
        </p>
        <SeatGrid {...drawn} names={names} chosen={chosen} onPress={press} />
        {chosen !== undefined && sitting.has(chosen) && (
          <span>
            <Button size="small" onClick={() => put(chosen, undefined)}>
              {t('seats.free', { name: names.get(chosen) ?? '' })}
            </Button>
          </span>
        )}
        <StandingMembers id={nowhere} title={t('seats.nobody')} members={standing} chosen={chosen} onChoose={choose} />
        <div className="cl-print">
          <h1>
            {title} · {t('seats.title')}
          </h1>
          <SeatingPicture
            rows={rows}
            columns={columns}
            seats={seats.map((seat) => ({ ...seat, fullName: names.get(seat.memberId) ?? '' }))}
          />
        </div>
      </div>
    </Moving>
  )
}

interface SideProps {
  readonly label: string
  readonly value: number
  readonly onChange: (next: number) => void
}

/** Holds when the field is left: on the way to 12 there is a 1, which would send nearly everyone away from their seats. */
function SideField({ label, value, onChange }: SideProps) {
  /** Undefined while nothing is being typed; null for a field that was emptied. */
  const [typed, setTyped] = useState<number | null>()
  const commit = (next = typed) => {
    setTyped(undefined)
    if (typeof next === 'number' && next !== value) onChange(next)
  }
  return (
    <span className="sy-row sy-gap-2">
      <span aria-hidden="true">{label}</span>
      <InputNumber
        aria-label={label}
        min={1}
        max={seatSideMax}
        precision={0}
        value={typed === undefined ? value : typed}
        onChange={setTyped}
        onStep={(next) => commit(next)}
        onBlur={() => commit()}
        onPressEnter={() => commit()}
      />
    </span>
  )
}

interface GridProps extends Drawn {
  readonly names: ReadonlyMap<string, string>
  readonly chosen: string | undefined
  readonly onPress: (spot: Spot) => void
}

/** By the arrow keys from seat to seat. */
function stepFrom(event: KeyboardEvent<HTMLElement>, columns: number): void {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key]
  if (step === undefined) return
  const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('.cl-seat')]
  const at = cells.indexOf(event.target as HTMLElement)
  const next = cells[at + step]
  const isSameRow = Math.floor(at / columns) === Math.floor((at + step) / columns)
  if (!next || (Math.abs(step) === 1 && columns > 1 && !isSameRow)) return
  event.preventDefault()
  next.focus()
}

/** The seats as buttons: a press takes who sits there, the next one puts them. */
export function SeatGrid({ rows, columns, seats, names, chosen, onPress }: GridProps) {
  const t = useText('classes')
  const spots = Array.from({ length: rows * columns }, (_, at) => ({
    row: Math.floor(at / columns),
    column: at % columns,
  }))
  return (
    <div>
      <p className="cl-front">{t('seats.front')}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go from one of its buttons to the next. */}
      <div
        className="cl-seats"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(64px, 1fr))` }}
        onKeyDown={(event) => stepFrom(event, columns)}
      >
        {spots.map((spot) => {
          const memberId = seats.find(isAt(spot))?.memberId
          return (
            <Seat
              key={keyOf(spot)}
              spot={spot}
              memberId={memberId}
              name={names.get(memberId ?? '') ?? ''}
              isChosen={memberId !== undefined && memberId === chosen}
              onPress={() => onPress(spot)}
            />
          )
        })}
      </div>
    </div>
  )
}

interface SeatProps {
  readonly spot: Spot
  readonly memberId: string | undefined
  readonly name: string
  readonly isChosen: boolean
  readonly onPress: () => void
}

function Seat({ spot, memberId, name, isChosen, onPress }: SeatProps) {
  const t = useText('classes')
  const { setNodeRef, isOver } = useDroppable({ id: keyOf(spot) })
  const drag = useDraggable({ id: memberId ?? `free ${keyOf(spot)}`, disabled: memberId === undefined })
  const place = { row: spot.row + 1, column: spot.column + 1 }
  return (
    <div ref={setNodeRef}>
      <button
        type="button"
        ref={drag.setNodeRef}
        {...drag.listeners}
        className="cl-seat"
        style={{ width: '100%', ...movedStyle({ transform: drag.transform, transition: undefined }) }}
        data-over={isOver}
        data-taken={memberId !== undefined}
        aria-pressed={isChosen}
        aria-label={memberId === undefined ? t('seats.freeAt', place) : t('seats.sits', { name, ...place })}
        title={name}
        onClick={onPress}
      >
        {name}
      </button>
    </div>
  )
}
