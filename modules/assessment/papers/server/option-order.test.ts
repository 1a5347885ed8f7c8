import { describe, expect, it } from 'vitest'
import type { SimpleContent } from '#modules/assessment/questions/contract.ts'
import { contentOf } from '#modules/assessment/questions/server/questions.fixture.ts'
import { optionOrders } from './option-order.ts'

const choice = (...options: readonly string[]): SimpleContent => ({
  ...contentOf['single-choice'],
  options: [...options],
  right: 0,
})
const seeds = [...Array(40).keys()]
const ordersOf = (content: SimpleContent) => seeds.map((seed) => optionOrders(content, seed)[0] ?? [])

describe('the order of options', () => {
  it('is another one with other seeds, the same with the same, and holds each option once', () => {
    const content = choice('红', '黄', '蓝', '绿')
    const orders = ordersOf(content)
    expect(new Set(orders.map(String)).size).toBeGreaterThan(10)
    expect(ordersOf(content)).toEqual(orders)
    for (const order of orders) expect(order.toSorted()).toEqual([0, 1, 2, 3])
  })

  it.each([
    ['<p>以上都对</p>'],
    ['以上选项均不正确'],
    ['上述说法都正确'],
    ['以上皆非'],
    ['All of the above'],
    ['none of these'],
  ])('leaves “%s” in its place', (text) => {
    const orders = ordersOf(choice('甲', '乙', '丙', text))
    expect(orders.map((order) => order[3])).toEqual(seeds.map(() => 3))
    expect(new Set(orders.map(String)).size).toBeGreaterThan(1)
  })

  it.each([['A和C'], ['A、B都对'], ['both A and B'], ['AB'], ['仅A、B']])(
    'stays where “%s” names others by letter',
    (text) => {
      expect(ordersOf(choice('甲', '乙', '丙', text))).toEqual(seeds.map(() => []))
    },
  )

  it.each([['以太网'], ['A 型灭火器'], ['上报主管'], ['Allow all of them']])(
    'moves “%s”, which only looks like it',
    (text) => {
      expect(new Set(ordersOf(choice('甲', '乙', '丙', text)).map((order) => order.indexOf(3))).size).toBe(4)
    },
  )

  it('stays for an ordering, whose order is the answer, and for true and false', () => {
    expect(ordersOf(contentOf.ordering)).toEqual(seeds.map(() => []))
    expect(ordersOf(contentOf['true-false'])).toEqual(seeds.map(() => []))
  })

  it('is one for each part of a group', () => {
    const part = { scoreTenths: 10, content: choice('甲', '乙', '丙', '丁') }
    const orders = optionOrders({ kind: 'group', stem: '材料', explanation: '', parts: [part, part] }, 3)
    expect(orders).toHaveLength(2)
    expect(orders[0]).not.toEqual(orders[1])
  })
})
