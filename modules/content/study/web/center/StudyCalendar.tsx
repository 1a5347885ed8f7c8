import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { study } from '../../contract.ts'
import { monthsOf, weeksOf } from '../parts/calendar.ts'
import { durationText } from '../parts/durations.ts'

const WEEKS = 53
const levels = [0, 1, 2, 3, 4] as const

/** A year of study, a square a day: the darker, the longer. */
export function StudyCalendar() {
  const t = useText('study')
  const { data, error, isError, refetch } = useQuery(q(study.studyCalendar, {}, { quiet: true }))
  if (isError && !data) return <ErrorState small error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={4} />
  return (
    <figure className="sy-card st-year" aria-label={t('times.calendar')}>
      <Facts
        shape="figures"
        className="st-year-figures"
        items={[
          [t('times.studyDays'), t('times.dayUnit', { count: data.days.length })],
          [t('times.streak'), t('times.dayUnit', { count: data.currentStreakDays })],
          [t('times.longestStreak'), t('times.dayUnit', { count: data.longestStreakDays })],
        ]}
      />
      <Squares days={data.days} today={data.today} />
      <figcaption className="sy-row sy-note-tiny st-legend">
        <span>{t('times.less')}</span>
        {levels.map((level) => (
          <i key={level} data-level={level} />
        ))}
        <span>{t('times.more')}</span>
      </figcaption>
    </figure>
  )
}

interface SquaresProps {
  readonly days: readonly { readonly day: string; readonly milliseconds: number }[]
  readonly today: string
}

/** Opens at its end: today is in sight on a phone too. Screen readers have the records below instead. */
function Squares({ days, today }: SquaresProps) {
  const t = useText('study')
  const language = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current) place.current.scrollLeft = place.current.scrollWidth
  }, [])
  const weeks = weeksOf(days, today, WEEKS)
  const month = new Intl.DateTimeFormat(language === 'cn' ? 'zh-CN' : 'en-GB', { month: 'short', timeZone: 'UTC' })
  return (
    <div
      className="st-squares"
      ref={place}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by the keyboard.
      tabIndex={0}
      role="img"
      aria-label={t('times.calendarOf', { count: days.length })}
    >
      <div className="sy-note-tiny st-months" aria-hidden="true">
        {monthsOf(weeks).map(({ week, day }) => (
          <span key={day} style={{ gridColumn: week + 1 }}>
            {month.format(new Date(day))}
          </span>
        ))}
      </div>
      <div className="st-weeks" aria-hidden="true">
        {weeks.flat().map(({ day, milliseconds, level }) => (
          <i
            key={day}
            data-level={level}
            title={`${day} ${durationText(t, Math.floor((milliseconds / 1000 + 30) / 60))}`}
          />
        ))}
      </div>
    </div>
  )
}
