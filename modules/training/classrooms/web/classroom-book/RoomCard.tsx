import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import type { Room } from '../../contract/rooms.ts'

/** What a room is like: its picture, place, seats, equipment, and what is said of it. */
export function RoomCard({ room }: { room: Room }) {
  const t = useText('classrooms')
  const { name, building, seats, equipment, note, isReviewed, pictureFileId } = room
  return (
    <section className="sy-box cr-room" aria-label={name}>
      <Cover name={name} url={pictureFileId === null ? null : `files/${pictureFileId}`} />
      <div className="sy-column sy-gap-2">
        <h2>{name}</h2>
        <p className="sy-faint">{[building, t('room.seats', { count: seats })].filter(Boolean).join(' · ')}</p>
        {equipment.length > 0 && (
          <ul className="sy-plain-list sy-flow sy-gap-2">
            {equipment.map((one) => (
              <li key={one} className="sy-tag">
                {one}
              </li>
            ))}
          </ul>
        )}
        {note !== '' && <p>{note}</p>}
        {isReviewed && <p className="sy-note">{t('room.reviewed')}</p>}
      </div>
    </section>
  )
}
