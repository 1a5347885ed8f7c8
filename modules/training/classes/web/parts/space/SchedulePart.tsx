import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download, q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { longDay } from '#web/ui/date.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { classes } from '../../../contract.ts'
import { byDay } from '../plans.ts'
import { SessionList } from './SessionList.tsx'

const dayMs = 86_400_000

/** Monday before a day. */
const weekOf = (day: number) => {
  const date = new Date(day)
  date.setDate(date.getDate() - ((date.getDay() + 6) % 7))
  return date.getTime()
}

/** When and where the class meets, by day or by week, and as a file for calendar programs. */
export function SchedulePart({ classId, now }: { classId: string; now: number }) {
  const t = useText('classes')
  const language = useLanguage()
  const params = { id: classId }
  const { data, error, refetch } = useQuery(q(classes.classSchedule, { params }))
  const [view, setView] = useState<'day' | 'week'>('day')
  const { busy, run } = useAction()
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  if (data.length === 0) return <EmptyState title={t('schedule.none')} description={t('schedule.noneHint')} />
  const days = byDay(data)
  const parts =
    view === 'day'
      ? days.map(([day, sessions]) => ({ key: day, title: longDay(day, language), days: [[day, sessions] as const] }))
      : [...Map.groupBy(days, ([day]) => weekOf(day))].map(([week, ofWeek]) => ({
          key: week,
          title: t('schedule.week', { from: longDay(week, language), to: longDay(week + 6 * dayMs, language) }),
          days: ofWeek,
        }))
  return (
    <section className="sy-card cl-section sy-column sy-gap-3" aria-label={t('schedule.title')}>
      <div className="sy-row sy-wrap sy-gap-3">
        <Choice
          label={t('schedule.view')}
          value={view}
          options={(['day', 'week'] as const).map((key) => ({ value: key, label: t(`schedule.by.${key}`) }))}
          onChange={setView}
        />
        <button
          type="button"
          className="sy-button sy-button-plain sy-button-small"
          disabled={busy}
          onClick={() => void run(() => download(classes.classCalendar, { params }))}
        >
          <Icon name="calendar" size={16} />
          {t('schedule.file')}
        </button>
      </div>
      {parts.map(({ key, title, days: own }) => (
        <div key={key}>
          <h3>{title}</h3>
          {own.map(([day, sessions]) => (
            <div key={day}>
              {view === 'week' && <p className="sy-faint">{longDay(day, language)}</p>}
              <SessionList sessions={sessions} now={now} />
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}
