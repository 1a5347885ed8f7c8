import '../parts/rooms.css'
import { type KeyboardEvent, useState } from 'react'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import { clockOf, offeredFrom, type Segment, slotsOfHour } from './grid.ts'

/** A room on a day: with its name in a calendar of rooms, with its day in the week of one room. */
export interface GridRow {
  readonly key: string
  readonly title: string
  readonly note: string
  readonly roomId: string
  readonly segments: readonly Segment[]
}

interface Props {
  readonly label: string
  readonly rows: readonly GridRow[]
  readonly hours: { readonly first: number; readonly last: number }
  readonly onBook: (roomId: string, time: { readonly from: number; readonly to: number }) => void
  readonly onOpen: (bookingId: string) => void
}

const keyOf = (row: number, from: number) => `${row}:${from}`

/** The cell that an arrow leads to: the next one of the row, or the one at the same time in the row above or below. */
function neighborOf(cell: HTMLElement, key: string): HTMLElement | undefined {
  const row = cell.closest('tr')
  const cellsOf = (element: Element | null | undefined) => [
    ...(element?.querySelectorAll<HTMLElement>('button.cr-cell') ?? []),
  ]
  const own = cellsOf(row)
  const place = own.indexOf(cell)
  if (key === 'ArrowRight') return own[place + 1]
  if (key === 'ArrowLeft') return own[place - 1]
  if (key === 'Home') return own[0]
  if (key === 'End') return own.at(-1)
  const step = key === 'ArrowDown' ? 'nextElementSibling' : key === 'ArrowUp' ? 'previousElementSibling' : undefined
  if (step === undefined) return undefined
  const time = Number(cell.dataset.clock)
  for (let next = row?.[step]; next; next = next[step]) {
    const cells = cellsOf(next)
    if (cells.length > 0) return cells.findLast((one) => Number(one.dataset.clock) <= time) ?? cells[0]
  }
  return undefined
}

const minuteOf = (instant: number) => new Date(instant).getHours() * 60 + new Date(instant).getMinutes()

/** Rooms or days by hours. Tab leads to one cell, arrows from there to the others; a free half hour opens the booking. */
export function ScheduleGrid({ label, rows, hours, onBook, onOpen }: Props) {
  const t = useText('classrooms')
  const [active, setActive] = useState<string>()
  const columns = Array.from({ length: hours.last - hours.first }, (_, at) => hours.first + at)
  const isButton = ({ kind, busy }: Segment) => kind === 'free' || busy?.isOpen === true
  const keys = rows.flatMap(({ segments }, row) => segments.filter(isButton).map(({ from }) => keyOf(row, from)))
  const tabbable = active !== undefined && keys.includes(active) ? active : keys[0]
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = neighborOf(event.currentTarget, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
    next.scrollIntoView({ block: 'nearest', inline: 'center' })
  }
  return (
    <div className="sy-box cr-scroll">
      <table
        className="cr-grid"
        aria-label={label}
        style={{ width: `calc(var(--cr-head) + ${columns.length} * var(--cr-hour))` }}
      >
        <thead>
          <tr>
            <th scope="col">{t('calendar.corner')}</th>
            {columns.map((hour) => (
              <th key={hour} scope="col" colSpan={slotsOfHour}>
                {`${hour}:00`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.key}>
              <th scope="row">
                {row.title}
                {row.note !== '' && <small>{row.note}</small>}
              </th>
              {row.segments.map((segment, place) => {
                const { from, kind, slots, busy } = segment
                const shared = {
                  className: 'cr-cell',
                  'data-kind': kind,
                  'data-own': busy?.isOpen === true,
                  'data-pending': busy?.isPending === true,
                }
                const own = keyOf(at, from)
                return (
                  <td key={from} colSpan={slots} data-kind={kind}>
                    {isButton(segment) ? (
                      <button
                        {...shared}
                        type="button"
                        data-clock={minuteOf(from)}
                        tabIndex={own === tabbable ? 0 : -1}
                        aria-label={`${row.title} ${textOf(t, segment)}`}
                        title={textOf(t, segment)}
                        onFocus={() => setActive(own)}
                        onKeyDown={move}
                        onClick={() => (busy ? onOpen(busy.id) : onBook(row.roomId, offeredFrom(row.segments, place)))}
                      >
                        {busy && <BusyText segment={segment} />}
                      </button>
                    ) : (
                      busy && (
                        <div {...shared} title={textOf(t, segment)}>
                          <BusyText segment={segment} />
                        </div>
                      )
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function BusyText({ segment: { busy } }: { segment: Segment }) {
  return (
    <>
      <span>{busy?.title}</span>
      <span className="sy-faint">{busy?.by}</span>
    </>
  )
}

/** `10:00–11:00 周会 · 林知远`, or that it is free. */
function textOf(t: TextOf, { from, to, kind, busy }: Segment): string {
  if (!busy) return t(`calendar.${kind}`, { from: clockOf(from), to: clockOf(to) })
  const said = [busy.title, busy.by, busy.isPending && t('states.pending')].filter(Boolean).join(' · ')
  return `${clockOf(busy.from)}–${clockOf(busy.to)} ${said}`
}
