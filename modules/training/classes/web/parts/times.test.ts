import { expect, it } from 'vitest'
import { untilText } from './TimesText.tsx'

const at = (day: string, time: string) => new Date(`${day}T${time}`).getTime()
const start = at('2026-12-03', '09:00')

it.each([
  ['2026-12-03', '17:00', '17:00'],
  ['2026-12-04', '17:00', '12-04 17:00'],
  ['2027-01-02', '17:00', '2027-01-02 17:00'],
])('the end on %s at %s is written as %s', (day, time, text) => {
  expect(untilText(start, at(day, time))).toBe(text)
})
