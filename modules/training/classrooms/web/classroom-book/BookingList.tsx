import '../parts/rooms.css'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { longDay } from '#web/ui/date.ts'
import type { Booking } from '../../contract/bookings.ts'
import { BookingActions } from './BookingActions.tsx'
import { BookingTag } from './BookingTag.tsx'
import { clockOf } from './grid.ts'

interface Props {
  readonly items: readonly Booking[]
  /** Bookings of several people: each says by whose. */
  readonly isOfOthers?: boolean
}

/** Bookings by time: when, where, what for, how far they are, and what can be done about them. */
export function BookingList({ items, isOfOthers = false }: Props) {
  const t = useText('classrooms')
  const language = useLanguage()
  const now = Date.now()
  return (
    <ul className="cr-list">
      {items.map((booking) => {
        const { id, title, room, from, to, attendees, note, reason, seriesCount, member } = booking
        const facts = [
          [room.building, room.name].filter(Boolean).join(' '),
          isOfOthers && (member?.fullName ?? t('booking.nameless')),
          attendees !== null && t('booking.people', { count: attendees }),
          seriesCount > 1 && t('booking.series', { count: seriesCount }),
        ]
        return (
          <li key={id} className="sy-box cr-booking" data-over={to <= now}>
            <div className="cr-when">
              <b className="sy-number">
                {clockOf(from)}–{clockOf(to)}
              </b>
              <span className="sy-note">{longDay(from, language)}</span>
            </div>
            <div>
              <h2>
                {title} <BookingTag booking={booking} />
              </h2>
              <p className="sy-faint">{facts.filter((fact) => fact !== false && fact !== '').join(' · ')}</p>
              {note !== '' && <p className="sy-note">{note}</p>}
              {reason !== '' && <p className="sy-note">{t('booking.because', { reason })}</p>}
            </div>
            <BookingActions booking={booking} />
          </li>
        )
      })}
    </ul>
  )
}
