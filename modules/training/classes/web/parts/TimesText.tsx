import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { dateText } from '#web/ui/date.ts'

interface Props {
  readonly from: number | null
  readonly until: number | null
}

/** Of the end only what differs from the start: `2026-12-03 09:00 – 17:00`, `2026-12-03 09:00 – 12-04 17:00`. */
export function untilText(from: number, until: number): string {
  const [start, end] = [dateText(from, 'minute'), dateText(until, 'minute')]
  const shared = [10, 4].find((length) => start.slice(0, length) === end.slice(0, length))
  return shared === undefined ? end : end.slice(shared + 1)
}

/** From when until when; a dash where neither is set. */
export function TimesText({ from, until }: Props) {
  const t = useText('classes')
  if (from === null && until === null) return <>{t('times.open')}</>
  return (
    <span>
      {from === null ? t('times.now') : <DateText value={from} style="minute" />}
      {' – '}
      {until === null && t('times.open')}
      {until !== null && from === null && <DateText value={until} style="minute" />}
      {until !== null && from !== null && (
        <time className="sy-number" dateTime={new Date(until).toISOString()} title={dateText(until, 'second')}>
          {untilText(from, until)}
        </time>
      )}
    </span>
  )
}
