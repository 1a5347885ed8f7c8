/** What weekly hours and days off say about a time, in the time zone of the company. */
import { describe, expect, it } from 'vitest'
import type { Availability, Weekday } from '../contract/availability.ts'
import { localPeriod, obstaclesOf } from './availability.ts'

const zone = 'Asia/Shanghai'
/** An instant of the clock in Shanghai; 2026-11-27 is a Friday. */
const at = (day: string, time: string) => Date.parse(`${day}T${time}:00+08:00`)
const found = (availability: Partial<Availability>, from: number, until: number, timeZone = zone) =>
  obstaclesOf({ weekly: [], daysOff: [], ...availability }, localPeriod({ from, until }, timeZone))
const hours = (weekday: Weekday, from: string, until: string) => ({ weekday, from, until })
const friday = '2026-11-27'

describe('weekly hours', () => {
  const weekly = [hours(5, '09:00', '12:00'), hours(5, '14:00', '18:00'), hours(1, '09:00', '17:00')]

  it.each([
    ['exactly the hours', '09:00', '12:00', []],
    ['within them', '15:00', '16:30', []],
    ['a minute too early', '08:59', '12:00', ['outside-hours']],
    ['a minute too long', '14:00', '18:01', ['outside-hours']],
    ['over the break', '11:00', '15:00', ['outside-hours']],
    ['in the break', '12:00', '14:00', ['outside-hours']],
  ])('a time that is %s', (_, from, until, expected) => {
    expect(found({ weekly }, at(friday, from), at(friday, until))).toEqual(expected)
  })

  it('that touch each other are as one, in whatever order they stand', () => {
    const touching = [hours(5, '12:00', '18:00'), hours(5, '09:00', '12:00')]
    expect(found({ weekly: touching }, at(friday, '10:00'), at(friday, '17:00'))).toEqual([])
  })

  it('of another weekday do not count', () => {
    expect(found({ weekly: [hours(4, '00:00', '23:59')] }, at(friday, '10:00'), at(friday, '11:00'))).toEqual([
      'outside-hours',
    ])
  })

  it('that end at 23:59 last until midnight', () => {
    const evening = [hours(5, '18:00', '23:59')]
    expect(found({ weekly: evening }, at(friday, '20:00'), at('2026-11-28', '00:00'))).toEqual([])
    expect(found({ weekly: evening }, at(friday, '20:00'), at('2026-11-28', '00:30'))).toEqual(['outside-hours'])
  })

  it('of several days have to be there on each day, at whatever hour', () => {
    const days = ([1, 2, 3] as const).map((weekday) => hours(weekday, '09:00', '10:00'))
    expect(found({ weekly: days }, at('2026-11-23', '08:00'), at('2026-11-25', '20:00'))).toEqual([])
    expect(found({ weekly: days }, at('2026-11-23', '08:00'), at('2026-11-26', '08:30'))).toEqual(['outside-hours'])
    expect(found({ weekly: days }, at('2026-11-23', '08:00'), at('2027-11-25', '20:00'))).toEqual(['outside-hours'])
  })

  it('are compared with the last instant that there is as with any other', () => {
    expect(found({ weekly }, at(friday, '10:00'), 8_640_000_000_000_000)).toEqual(['outside-hours'])
    expect(localPeriod({ from: 8_639_999_999_999_999, until: 8_640_000_000_000_000 }, zone)).toMatchObject({
      ...{ fromDay: '9999-01-01', untilDay: '9999-01-01' },
    })
  })

  it('where there are none, any time is fine', () => {
    expect(found({}, at(friday, '03:00'), at(friday, '04:00'))).toEqual([])
  })

  it('are those of the time zone of the company', () => {
    // 10:00 of Friday in Shanghai is Thursday evening in Los Angeles.
    const thursday = [hours(4, '17:00', '22:00')]
    const [from, until] = [at(friday, '10:00'), at(friday, '11:00')]
    expect(found({ weekly: thursday }, from, until, 'America/Los_Angeles')).toEqual([])
    expect(found({ weekly: thursday }, from, until)).toEqual(['outside-hours'])
  })
})

describe('days off', () => {
  const daysOff = [{ from: '2026-11-28', until: '2026-11-30', note: '' }]

  it.each([
    ['before them', '2026-11-27', '2026-11-27', []],
    ['on the first', '2026-11-28', '2026-11-28', ['day-off']],
    ['on the last', '2026-11-30', '2026-11-30', ['day-off']],
    ['after them', '2026-12-01', '2026-12-01', []],
    ['around them', '2026-11-20', '2026-12-10', ['day-off']],
  ])('a time %s', (_, from, until, expected) => {
    expect(found({ daysOff }, at(from, '09:00'), at(until, '17:00'))).toEqual(expected)
  })

  it('a time until midnight before them does not touch them', () => {
    expect(found({ daysOff }, at(friday, '20:00'), at('2026-11-28', '00:00'))).toEqual([])
  })
})
