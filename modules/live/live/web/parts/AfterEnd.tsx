import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import type { Live } from '../../contract/shapes.ts'
import { livePaths } from '../paths.ts'

type Ended = Pick<Live, 'id' | 'supplier' | 'subject' | 'role' | 'replay' | 'replayUrl' | 'liveType'>

/** Those who see the attendance of a live session. */
export const seesAttendance = ({ role }: Pick<Live, 'role'>) => role === 'host' || role === 'manager'

/** Those who may make another one like it. */
export const mayCopy = ({ role }: Pick<Live, 'role'>) => role !== 'viewer'

interface Props {
  readonly live: Ended
  /** On the page of the live session the replay is there already. */
  readonly withoutReplay?: boolean
  readonly withoutAttendance?: boolean
}

/**
 * Where one goes on from a live session that is over: its replay, attendance and figures, and another one like it. None of
 * them changes the ended one, whose state offers no action (LIVE-070).
 */
export function AfterEnd({ live, withoutReplay = false, withoutAttendance = false }: Props) {
  const t = useText('live')
  const { id, supplier, subject, replay, replayUrl } = live
  const name = <span className="sy-visually-hidden">{subject}</span>
  const hasReplay = replay === 'ready' || replay === 'making'
  return (
    <span className="sy-row sy-wrap lv-after">
      {!withoutReplay && hasReplay && replayUrl !== null && (
        <a href={replayUrl} target="_blank" rel="noopener noreferrer">
          {t('after.replay')} {name}
        </a>
      )}
      {!withoutReplay && hasReplay && replayUrl === null && (
        <Link to={livePaths.detail(id, supplier)}>
          {t(replay === 'ready' ? 'after.replay' : 'after.replayMaking')} {name}
        </Link>
      )}
      {!withoutAttendance && seesAttendance(live) && (
        <Link to={livePaths.attendance(id)}>
          {t('after.attendance')} {name}
        </Link>
      )}
      {mayCopy(live) && (
        <Link to={livePaths.copy(id)}>
          {t('after.copy')} {name}
        </Link>
      )}
    </span>
  )
}
