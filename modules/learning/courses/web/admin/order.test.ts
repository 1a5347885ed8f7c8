import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveChapter, moveSection, type Order, stepChapter, stepSection } from './order.ts'

const order: Order = [
  { id: 'A', sectionIds: ['a1', 'a2', 'a3'] },
  { id: 'B', sectionIds: [] },
  { id: 'C', sectionIds: ['c1'] },
]
const text = (value: Order) => value.map(({ id, sectionIds }) => `${id}(${sectionIds.join(' ')})`).join(' ')

test.each([
  ['a1', 'a3', 'A(a2 a3 a1) B() C(c1)'],
  ['a3', 'a1', 'A(a3 a1 a2) B() C(c1)'],
  ['a2', 'c1', 'A(a1 a3) B() C(a2 c1)'],
  ['a2', 'B', 'A(a1 a3) B(a2) C(c1)'],
  ['c1', 'A', 'A(a1 a2 a3 c1) B() C()'],
  ['a1', 'a1', 'A(a1 a2 a3) B() C(c1)'],
  ['a1', 'unknown', 'A(a1 a2 a3) B() C(c1)'],
])('[COURSE-072] section %s dropped on %s', (id, overId, expected) => {
  expect(text(moveSection(order, id, overId))).toBe(expected)
})

test.each([
  ['a2', -1, 'A(a2 a1 a3) B() C(c1)'],
  ['a2', 1, 'A(a1 a3 a2) B() C(c1)'],
  ['a3', 1, 'A(a1 a2) B(a3) C(c1)'],
  ['c1', -1, 'A(a1 a2 a3) B(c1) C()'],
  ['a1', -1, 'A(a1 a2 a3) B() C(c1)'],
  ['c1', 1, 'A(a1 a2 a3) B() C(c1)'],
] as const)('section %s moved by %i', (id, step, expected) => {
  expect(text(stepSection(order, id, step))).toBe(expected)
})

test('beyond its chapter, a section comes first below and last above', () => {
  const both: Order = [
    { id: 'A', sectionIds: ['a1', 'a2'] },
    { id: 'B', sectionIds: ['b1', 'b2'] },
  ]
  expect(text(stepSection(both, 'a2', 1))).toBe('A(a1) B(a2 b1 b2)')
  expect(text(stepSection(both, 'b1', -1))).toBe('A(a1 a2 b1) B(b2)')
})

test.each([
  ['B', -1, 'B() A(a1 a2 a3) C(c1)'],
  ['B', 1, 'A(a1 a2 a3) C(c1) B()'],
  ['A', -1, 'A(a1 a2 a3) B() C(c1)'],
] as const)('chapter %s moved by %i', (id, step, expected) => {
  expect(text(stepChapter(order, id, step))).toBe(expected)
})

test.each([
  ['A', 'C', 'B() C(c1) A(a1 a2 a3)'],
  ['C', 'A', 'C(c1) A(a1 a2 a3) B()'],
  ['B', 'B', 'A(a1 a2 a3) B() C(c1)'],
])('[COURSE-072] chapter %s dropped on %s', (id, overId, expected) => {
  expect(text(moveChapter(order, id, overId))).toBe(expected)
})

test('[COURSE-072] moving loses nothing and doubles nothing', () => {
  const ids = ['A', 'B', 'C', 'a1', 'a2', 'a3', 'c1']
  const move = fc.record({ id: fc.constantFrom(...ids), overId: fc.constantFrom(...ids) })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
      const moved = moves.reduce<Order>(
        (at, { id, overId }) =>
          id.length === 1 ? (overId.length === 1 ? moveChapter(at, id, overId) : at) : moveSection(at, id, overId),
        order,
      )
      expect(moved.flatMap(({ id, sectionIds }) => [id, ...sectionIds]).sort()).toEqual(ids.sort())
    }),
  )
})
