import { useLanguage } from '../i18n/texts.ts'
import { type DateStyle, dateText, relativeText } from './date.ts'

/** An instant in the browser's zone. Nothing shows as a dash. */
export function DateText({ value, style = 'minute' }: { value: number | null | undefined; style?: DateStyle }) {
  const language = useLanguage()
  if (value === null || value === undefined) return <span className="sy-faint">—</span>
  const text = style === 'relative' ? relativeText(value, Date.now(), language) : dateText(value, style)
  return (
    <time className="sy-number" dateTime={new Date(value).toISOString()} title={dateText(value, 'second')}>
      {text}
    </time>
  )
}
