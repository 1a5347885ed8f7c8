import { describe, expect, it } from 'vitest'
import type { WorkspaceMember } from '../../contract/workspace.ts'
import { byDay, filled, grouped, within, withSeat } from './plans.ts'

const seat = (memberId: string, row: number, column: number) => ({ memberId, row, column })
const member = (id: string, groupId: string | null = null): WorkspaceMember => ({
  ...{ id, fullName: id, avatarPath: '', organizationName: '', groupId, seat: null },
})

describe('a seat', () => {
  it('is taken, and left for another', () => {
    expect(withSeat([], 'a', { row: 0, column: 1 })).toEqual([seat('a', 0, 1)])
    expect(withSeat([seat('a', 0, 1)], 'a', { row: 2, column: 0 })).toEqual([seat('a', 2, 0)])
    expect(withSeat([seat('a', 0, 1)], 'a', { row: 0, column: 1 })).toEqual([seat('a', 0, 1)])
  })

  it('that somebody has is exchanged, or given up for who had none', () => {
    expect(withSeat([seat('a', 0, 0), seat('b', 0, 1)], 'a', { row: 0, column: 1 })).toEqual([
      seat('b', 0, 0),
      seat('a', 0, 1),
    ])
    expect(withSeat([seat('b', 0, 1)], 'a', { row: 0, column: 1 })).toEqual([seat('a', 0, 1)])
  })

  it('is gone where the plan becomes smaller', () => {
    expect(within([seat('a', 0, 0), seat('b', 2, 0), seat('c', 0, 3)], 2, 3)).toEqual([seat('a', 0, 0)])
  })

  it('is found for everyone who has none, as long as there are some', () => {
    const members = [member('a'), member('b', 'y'), member('c', 'x'), member('d', 'x')]
    expect(filled([seat('a', 0, 1)], members, { rows: 2, columns: 2 })).toEqual([
      ...[seat('a', 0, 1), seat('c', 0, 0), seat('d', 1, 0), seat('b', 1, 1)],
    ])
    expect(filled([], members, { rows: 1, columns: 2 })).toHaveLength(2)
    expect(filled([], members, { rows: 0, columns: 5 })).toEqual([])
  })
})

it('a member is in one group at most', () => {
  const groups = [
    { id: 'x', name: 'X', memberIds: ['a', 'b'] },
    { id: 'y', name: 'Y', memberIds: ['c'] },
  ]
  expect(grouped(groups, 'a', 'y').map(({ memberIds }) => memberIds)).toEqual([['b'], ['c', 'a']])
  expect(grouped(groups, 'c', undefined).map(({ memberIds }) => memberIds)).toEqual([['a', 'b'], []])
})

it('meetings stand under the day on which they begin', () => {
  const at = (day: number, hour: number) => ({ startsAt: new Date(2026, 10, day, hour).getTime() })
  const days = byDay([at(3, 9), at(2, 14), at(3, 20)])
  expect(days.map(([, items]) => items.length)).toEqual([1, 2])
})
