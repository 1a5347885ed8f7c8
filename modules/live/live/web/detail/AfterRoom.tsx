import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import type { Live } from '../../contract/shapes.ts'
import { liveCalls } from '../calls.ts'
import { mayCopy, seesAttendance } from '../parts/AfterEnd.tsx'
import { isUpcoming } from '../parts/facts.ts'
import { livePaths } from '../paths.ts'

const FURTHER = 3
const LOOK_AGAIN_MS = 5000

interface Props {
  readonly live: Live
  readonly onLeave: () => void
}

/**
 * On the stage after the end. Its people go on to attendance, figures, replay and another session; learners to the replay and
 * to what comes next.
 */
export function AfterRoom({ live: before, onLeave }: Props) {
  const t = useText('live')
  const calls = liveCalls(before.supplier)
  // The room ends a moment before its live session, and the replay is announced later.
  const found = useQuery({
    ...q(calls.front, { params: { id: before.id } }, { quiet: true, cache: 0 }),
    refetchInterval: ({ state: { data } }) => (data?.status === 3 && data.replay !== 'making' ? false : LOOK_AGAIN_MS),
  })
  const live = found.data ?? before
  const hasReplay = live.replay === 'ready' || live.replay === 'making'
  const isOfPeople = mayCopy(live)
  return (
    <div className="sy-column sy-gap-4 lv-after-room">
      {live.replay === 'making' && <p>{t('after.roomMaking')}</p>}
      <div className="sy-row sy-wrap sy-gap-3">
        {seesAttendance(live) && (
          <Link className="sy-button" to={livePaths.attendance(live.id)}>
            {t('after.attendance')}
          </Link>
        )}
        {/* The room lies over this very page. */}
        <button
          type="button"
          className={seesAttendance(live) ? 'sy-button sy-button-plain' : 'sy-button'}
          onClick={onLeave}
        >
          {t(hasReplay ? 'after.toReplay' : 'after.toDetail')}
        </button>
        {isOfPeople && (
          <Link className="sy-button sy-button-plain" to={livePaths.copy(live.id)}>
            {t('after.copy')}
          </Link>
        )}
      </div>
      {!isOfPeople && <Further live={live} />}
    </div>
  )
}

/** The next live sessions that the learner may see. */
function Further({ live }: { live: Live }) {
  const t = useText('live')
  const { data } = useQuery(q(liveCalls(live.supplier).schedule, { query: { pageSize: FURTHER + 1 } }, { quiet: true }))
  const next = (data?.items ?? []).filter((one) => one.id !== live.id && isUpcoming(one)).slice(0, FURTHER)
  if (next.length === 0) return null
  return (
    <section aria-label={t('after.next')}>
      <h3>{t('after.next')}</h3>
      <ul className="sy-plain-list">
        {next.map((one) => (
          <li key={one.id}>
            <Link to={livePaths.detail(one.id, one.supplier)}>{one.subject}</Link>{' '}
            <span className="sy-faint">
              <DateText value={one.startTime} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
