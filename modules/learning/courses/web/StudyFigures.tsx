import type { Output } from '#kit/contract.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import type { courses } from '../contract.ts'
import { roundedMinutes, studyTimeText } from './durations.ts'

type Figures = Output<typeof courses.studyHome>

/** The member's study time and courses, with the last seven days as bars. */
export function StudyFigures({ figures }: { figures: Figures }) {
  const t = useText('courses')
  return (
    <div className="co-figures">
      <dl>
        <Figure label={t('figures.today')} value={studyTimeText(t, figures.todaySeconds)} />
        <Figure label={t('figures.total')} value={studyTimeText(t, figures.totalSeconds)} />
        <Figure label={t('figures.learning')} value={t('figures.courses', { count: figures.learningCount })} />
        <Figure label={t('figures.done')} value={t('figures.courses', { count: figures.doneCount })} />
      </dl>
      <WeekBars days={figures.days} />
    </div>
  )
}

/** A number with its words: digits large, the rest small. */
function Figure({ label, value }: { label: string; value: string }) {
  const parts = value.split(/(\d+)/).filter((part) => part.trim() !== '')
  return (
    <div className="co-figure">
      <dt>{label}</dt>
      <dd>
        {parts.map((part, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
          /^\d+$/.test(part) ? <b key={index}>{part}</b> : <span key={index}>{part.trim()}</span>,
        )}
      </dd>
    </div>
  )
}

/** `2026-11-21` as a day of the week. The company's day, whatever the browser's zone. */
function weekday(day: string, language: 'cn' | 'en', width: 'narrow' | 'long'): string {
  const locale = language === 'cn' ? 'zh-CN' : 'en-GB'
  return new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

function WeekBars({ days }: { days: Figures['days'] }) {
  const t = useText('courses')
  const language = useLanguage()
  const longest = Math.max(1800, ...days.map((day) => day.seconds))
  return (
    <figure className="co-week">
      <figcaption>{t('figures.week')}</figcaption>
      <ol>
        {days.map(({ day, seconds }, index) => (
          <li key={day} data-today={index === days.length - 1} title={studyTimeText(t, seconds)}>
            <span className="co-week-minutes" aria-hidden="true">
              {seconds > 0 && (roundedMinutes(seconds) || '<1')}
            </span>
            <span className="co-week-bar" aria-hidden="true">
              <i style={{ height: `${Math.round((seconds / longest) * 100)}%` }} />
            </span>
            <span className="co-week-day" aria-hidden="true">
              {weekday(day, language, 'narrow')}
            </span>
            <span className="sy-visually-hidden">
              {weekday(day, language, 'long')} {studyTimeText(t, seconds)}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
