import '../workspace.css'
import { useText } from '#web/i18n/texts.ts'
import { Person } from '#web/ui/Person.tsx'
import type { Session } from '../../../contract/meetings.ts'

const clockOf = (instant: number) =>
  new Date(instant).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false })

/** Meetings of one day: when and where, and who teaches. */
export function SessionList({ sessions, now }: { sessions: readonly Session[]; now: number }) {
  const t = useText('classes')
  return (
    <ul className="sy-plain-list">
      {sessions.map(({ activityId, name, startsAt, endsAt, place, lecturers }) => (
        <li key={activityId} className={`cl-session ${endsAt <= now ? 'cl-session-over' : ''}`}>
          <span className="sy-number">
            {clockOf(startsAt)}
            {endsAt > startsAt && `–${clockOf(endsAt)}`}
          </span>
          <div className="sy-column sy-gap-1">
            <strong>{name}</strong>
            {startsAt <= now && now < endsAt && <span className="sy-note">{t('schedule.running')}</span>}
            {place !== '' && <span className="sy-faint">{place}</span>}
            {lecturers.map((one) => (
              <Person key={one.id} name={one.fullName} path={one.picturePath} note={t('schedule.lecturer')} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
