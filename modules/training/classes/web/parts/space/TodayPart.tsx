import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { longDay } from '#web/ui/date.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { Session } from '../../../contract/meetings.ts'
import { classes } from '../../../contract.ts'
import { activityLink } from '../activity-link.ts'
import { SessionList } from './SessionList.tsx'

const weekMs = 7 * 86_400_000
const dueShown = 5

/** What the participant needs now: the meetings of today or the next one, and what is due. */
export function TodayPart({ classId, now, isOver }: { classId: string; now: number; isOver: boolean }) {
  const t = useText('classes')
  const params = { id: classId }
  const schedule = useQuery(q(classes.classSchedule, { params }, { quiet: true }))
  return (
    <>
      {schedule.data ? (
        <NextSessions sessions={schedule.data} now={now} isOver={isOver} />
      ) : (
        <section className="sy-card cl-section" aria-label={t('today.title')}>
          {schedule.error ? (
            <ErrorState small error={schedule.error} onRetry={() => void schedule.refetch()} />
          ) : (
            <LoadingState rows={3} />
          )}
        </section>
      )}
      <DuePart classId={classId} now={now} />
    </>
  )
}

interface NextProps {
  readonly sessions: readonly Session[]
  readonly now: number
  /** There will be no other session. */
  readonly isOver: boolean
}

function NextSessions({ sessions, now, isOver }: NextProps) {
  const t = useText('classes')
  const language = useLanguage()
  const dayOf = (instant: number) => new Date(instant).setHours(0, 0, 0, 0)
  const next = sessions.find(({ endsAt }) => endsAt > now)
  const shown = next ? sessions.filter(({ startsAt }) => dayOf(startsAt) === dayOf(next.startsAt)) : []
  if (!next && isOver) return null
  const isToday = next !== undefined && dayOf(next.startsAt) <= dayOf(now)
  return (
    <section className="sy-card cl-section cl-today" aria-label={t('today.title')}>
      <h2>{t(isToday || !next ? 'today.title' : 'today.next')}</h2>
      {next ? (
        <>
          <p className="cl-next-time">{longDay(next.startsAt, language)}</p>
          <SessionList sessions={shown} now={now} />
        </>
      ) : (
        <EmptyState small title={t('today.none')} description={t('today.noneHint')} />
      )}
    </section>
  )
}

/** Unfinished activities whose time is over or ends within a week; what waits for the decision of others is not to do. */
function DuePart({ classId, now }: { classId: string; now: number }) {
  const t = useText('classes')
  const { data } = useQuery(q(classes.classContent, { params: { id: classId } }, { quiet: true }))
  const due = (data?.activities ?? [])
    .filter(({ isFinished, isHandedIn }) => !isFinished && !isHandedIn)
    .filter(({ dueAt }) => dueAt !== null && dueAt < now + weekMs)
    .toSorted((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0))
  if (due.length === 0) return null
  return (
    <section className="sy-card cl-section" aria-label={t('today.due')}>
      <h2>
        {t('today.due')} <span className="sy-faint">{due.length}</span>
      </h2>
      <ul className="sy-plain-list">
        {due.slice(0, dueShown).map((one) => (
          <li key={one.id} className="cl-session">
            <span className={(one.dueAt ?? 0) < now ? 'cl-late' : 'sy-faint'}>
              <DateText value={one.dueAt} style="minute" />
            </span>
            {one.link !== '' && one.kind !== 'link' ? (
              <Link to={activityLink(classId, one)}>{one.name}</Link>
            ) : (
              <strong>{one.name}</strong>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
