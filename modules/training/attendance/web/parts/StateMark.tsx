import './attendance.css'
import { useText } from '#web/i18n/texts.ts'
import type { AttendanceState } from '../../contract/states.ts'

/** A state of attendance, in words and with its color. Null: the session is not over, and the member has not come. */
export function StateMark({ state }: { state: AttendanceState | null }) {
  const t = useText('attendance')
  return (
    <span className="at-state" data-state={state ?? 'open'}>
      {t(`states.${state ?? 'open'}`)}
    </span>
  )
}
