/** Whether a day written `2026-11-21` is in the calendar: the form alone lets a 31st of February through. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
