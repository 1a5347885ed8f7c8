import { useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'

export interface PersonLine {
  readonly intervals: readonly { readonly from: number; readonly to: number }[]
  readonly signedAt: readonly number[]
}

interface Props {
  readonly name: string
  readonly line: PersonLine | undefined
  /** The start and end of the room; without an end it still runs. */
  readonly from: number | null
  readonly until: number | null
}

/** A person's presence over the length of the room; as text for screen readers. */
export function PresenceLine({ name, line, from, until }: Props) {
  const t = useText('rooms')
  if (!line || from === null || line.intervals.length === 0) return <span className="sy-faint">—</span>
  const last = Math.max(...line.intervals.map(({ to }) => to))
  const length = Math.max(1, (until ?? last) - from)
  const share = (ms: number) => `${Math.max(0, Math.min(100, (ms / length) * 100))}%`
  const clock = (at: number) => dateText(at, 'second').slice(-8)
  const words = line.intervals.map(({ from: begin, to }) => `${clock(begin)}–${clock(to)}`).join(', ')
  return (
    <span className="at-line" role="img" aria-label={t('attendance.lineOf', { name, words })} title={words}>
      {line.intervals.map(({ from: begin, to }) => (
        <i key={begin} style={{ left: share(begin - from), width: share(to - begin) }} />
      ))}
      {line.signedAt.map((at) => (
        <b key={at} style={{ left: share(at - from) }} title={t('attendance.signedAt', { at: clock(at) })} />
      ))}
    </span>
  )
}
