import { describe, expect, it } from 'vitest'
import { clockOf, dayOf, hoursOf, offeredFrom, segmentsOf, type Times, weekOf } from './grid.ts'

/** Friday 27 November 2026 in the zone of the machine. */
const day = new Date(2026, 10, 27).getTime()
const at = (hour: number) => day + hour * 3_600_000
const booked = (from: number, to: number, id = 'b') => ({
  ...{ id, from: at(from), to: at(to), title: '周会', by: '林知远', isPending: false, isOpen: false },
})
const times: Times = { open: [{ from: at(8), to: at(12) }], busy: [booked(9, 10)] }
const kinds = (schedule: Times, hours = { first: 8, last: 12 }, now = 0) =>
  segmentsOf(schedule, day, hours, now).map(({ kind, slots }) => `${kind} ${slots}`)

describe('a day of a room', () => {
  it('has half hours that are free, and what is booked in one piece', () => {
    expect(kinds(times)).toEqual(['free 1', 'free 1', 'busy 2', 'free 1', 'free 1', 'free 1', 'free 1'])
  })

  it('is closed around its hours, also in half of a half hour', () => {
    const open = [{ from: at(8.25), to: at(10) }]
    expect(kinds({ open, busy: [] }, { first: 7, last: 11 })).toEqual([
      'closed 3',
      'free 1',
      'free 1',
      'free 1',
      'closed 2',
    ])
  })

  it('shows a booking that takes a part of a half hour, and keeps two apart', () => {
    const busy = [booked(8.75, 9.25, 'a'), booked(9.5, 10, 'b')]
    expect(kinds({ ...times, busy }).slice(0, 4)).toEqual(['free 1', 'busy 2', 'busy 1', 'free 1'])
  })

  it('is over where it has passed', () => {
    expect(kinds({ ...times, busy: [] }, { first: 8, last: 10 }, at(9))).toEqual(['over 2', 'free 1', 'free 1'])
  })
})

describe('the hours of a calendar', () => {
  it('are those in which something is open or booked', () => {
    expect(hoursOf([])).toEqual({ first: 8, last: 18 })
    expect(hoursOf([times, { open: [], busy: [booked(7.5, 8)] }])).toEqual({ first: 7, last: 12 })
    expect(hoursOf([{ open: [{ from: at(9), to: at(17.5) }], busy: [] }])).toEqual({ first: 9, last: 18 })
    expect(hoursOf([{ open: [{ from: at(20), to: at(24) }], busy: [] }])).toEqual({ first: 20, last: 24 })
    expect(hoursOf([{ open: [], busy: [booked(22, 26)] }])).toEqual({ first: 0, last: 24 })
  })
})

it('offers an hour, or as much as is free', () => {
  const segments = segmentsOf(times, day, { first: 8, last: 12 }, 0)
  expect(offeredFrom(segments, 0)).toEqual({ from: at(8), to: at(9) })
  expect(offeredFrom(segments, 1)).toEqual({ from: at(8.5), to: at(9) })
})

it('knows days, weeks and clocks of the browser', () => {
  expect(dayOf(at(13.5))).toBe(day)
  expect(new Date(dayOf(day, 7)).getDate()).toBe(4)
  expect(new Date(weekOf(at(13))).getDate()).toBe(23)
  expect(new Date(weekOf(dayOf(day, 2))).getDate()).toBe(23)
  expect(new Date(weekOf(dayOf(day, 3))).getDate()).toBe(30)
  expect(clockOf(at(9.5))).toBe('09:30')
})
