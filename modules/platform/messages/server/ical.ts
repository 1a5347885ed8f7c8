/**
 * The iCalendar format (RFC 5545), with the few properties that all calendar programs understand. Instants are in UTC,
 * so that the text needs no description of a time zone.
 */

export interface CalendarEvent {
  /** A stable id, globally unique. */
  readonly uid: string
  readonly title: string
  readonly description?: string
  readonly place?: string
  readonly url?: string
  readonly startsAt: number
  readonly endsAt?: number
  /** Days are in `timeZone`. */
  readonly allDay?: boolean
  readonly changedAt: number
}

export interface CalendarText {
  readonly name: string
  readonly timeZone: string
  readonly events: readonly CalendarEvent[]
}

/** The most octets of a line without its end (RFC 5545, 3.1). */
const lineBytesMax = 75

function escapeText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 5545 allows no control characters but the tab.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n')
  )
}

/** A long line goes on in the next one after a space, and no character is torn apart. */
export function foldLine(line: string): string {
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (size + bytes > lineBytesMax) {
      parts.push(part)
      part = ' '
      size = 1
    }
    part += character
    size += bytes
  }
  return [...parts, part].join('\r\n')
}

function utc(instant: number): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** The day of an instant in a zone, `days` later: 20261121. */
function day(instant: number, timeZone: string, days = 0): string {
  const text = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant)
  const later = new Date(Date.parse(`${text}T00:00:00Z`) + days * 86_400_000)
  return later.toISOString().slice(0, 10).replaceAll('-', '')
}

function timesOf(event: CalendarEvent, timeZone: string): string[] {
  const { startsAt, endsAt, allDay } = event
  if (!allDay) {
    const start = `DTSTART:${utc(startsAt)}`
    return endsAt !== undefined && endsAt > startsAt ? [start, `DTEND:${utc(endsAt)}`] : [start]
  }
  // The end is the first day that is no longer part of it.
  const end = day(endsAt ?? startsAt, timeZone, 1)
  return [`DTSTART;VALUE=DATE:${day(startsAt, timeZone)}`, `DTEND;VALUE=DATE:${end}`]
}

function eventLines(event: CalendarEvent, timeZone: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${utc(event.changedAt)}`,
    ...timesOf(event, timeZone),
    `SUMMARY:${escapeText(event.title)}`,
    ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
    ...(event.place ? [`LOCATION:${escapeText(event.place)}`] : []),
    // A URI is no text: it is not escaped, and what would end its line is not let through.
    ...(event.url ? [`URL:${encodeURI(event.url).replace(/%25/g, '%')}`] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

export function calendarText({ name, timeZone, events }: CalendarText): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Shuyuan//Learning calendar//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    `NAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => eventLines(event, timeZone)),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}
