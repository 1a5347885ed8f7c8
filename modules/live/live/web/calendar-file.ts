/** A live session as an entry for calendar programs (RFC 5545). */

interface CalendarLive {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly link: string
  readonly startTime: number
  readonly minutes: number
}

const MINUTE_MS = 60_000
/** Lines are folded after this many octets. */
const LINE_OCTETS = 75

const stamp = (instant: number) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '')
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Folded between characters, never inside one: a Chinese character has three octets. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  const lines: string[] = []
  let current = ''
  for (const letter of line) {
    if (encoder.encode(current + letter).length > LINE_OCTETS) {
      lines.push(current)
      current = ` ${letter}`
    } else current += letter
  }
  return [...lines, current].join('\r\n')
}

export function calendarFile({ id, title, description, link, startTime, minutes }: CalendarLive, now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Shuyuan//Live//CN',
    'BEGIN:VEVENT',
    `UID:live-${id}@shuyuan`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(startTime)}`,
    `DTEND:${stamp(startTime + minutes * MINUTE_MS)}`,
    `SUMMARY:${escaped(title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
    `URL:${link}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-PT15M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
