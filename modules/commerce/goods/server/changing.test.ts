/** Changes of an unpaid exchange: units go back into stock and are taken again, within what the member has and may have. */
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { readStock } from './goods.fixture.ts'
import { type MallMember, testMall } from './mall.fixture.ts'

/** What orders and currency refuse. */
const [POINTS_SHORT, COINS_SHORT, SOLD_OUT, ABOVE_LIMIT] = [71_004, 2_000_103, 407_001, 407_002]

const platform = testPlatform({ poolSize: 8 })
const mall = testMall(platform)
const { as, newGoods, newMember, order, quote } = mall
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
type Placed = Awaited<ReturnType<typeof order>>

async function change(member: MallMember, { id, version, lines }: Placed, quantity: number) {
  const [line] = lines
  const quoteId = await quote(member, line?.itemId ?? '', quantity)
  const body = { key: uuid(), version, lines: [{ lineId: line?.id ?? '', quoteId }] }
  return as(member).changeOrder({ params: { id }, body })
}
const stockOf = async (id: string) => (await readStock(platform.db, id)).stock

describe('an exchange that is changed', () => {
  it('takes more or fewer units, costs as many points, and puts all back when it is closed', async () => {
    const [member, id] = [await newMember(), await newGoods({ stock: 10 })]
    const placed = await order(member, id, { quantity: 3 })
    expect(await stockOf(id)).toBe(7)
    const more = await change(member, placed, 5)
    expect(more).toMatchObject({ version: 2, points: '50000', lines: [{ quantity: 5 }] })
    expect(await stockOf(id)).toBe(5)
    const fewer = await change(member, more, 1)
    expect(await stockOf(id)).toBe(9)
    const before = await mall.balances(member)
    await as(member).payWithCoins({ params: { id: placed.id } })
    expect(before.points - (await mall.balances(member)).points).toBe(BigInt(fewer.points))
    expect(await stockOf(id)).toBe(9)
    const other = await order(member, id, { quantity: 2 })
    await change(member, other, 4)
    await as(member).closeOrder({ params: { id: other.id } })
    expect(await stockOf(id)).toBe(9)
  })

  it('keeps its units where there are not more, where more are not allowed, and where they cost too much', async () => {
    const [member, few] = [await newMember(100_000n), await newGoods({ stock: 3 })]
    const placed = await order(member, few, { quantity: 2 })
    expect(await codeOf(change(member, placed, 4))).toBe(SOLD_OUT)
    expect(await stockOf(few)).toBe(1)
    expect(await change(member, placed, 3)).toMatchObject({ version: 2 })
    await as(member).closeOrder({ params: { id: placed.id } })
    const limited = await order(member, await newGoods({ limitPerMember: 2 }))
    expect(await codeOf(change(member, limited, 3))).toBe(ABOVE_LIMIT)
    expect(await change(member, limited, 2)).toMatchObject({ version: 2 })
    await as(member).closeOrder({ params: { id: limited.id } })
    const dear = await order(member, await newGoods({ stock: 100 }))
    expect(await codeOf(change(member, dear, 11))).toBe(POINTS_SHORT)
    await as(member).closeOrder({ params: { id: dear.id } })
    const rich = await newMember(1_000_000n, 500n)
    const coins = await order(rich, await newGoods({ coins: 400, stock: 100 }))
    expect(await codeOf(change(rich, coins, 2))).toBe(COINS_SHORT)
  })

  it('and others at once never take more than there is', async () => {
    const id = await newGoods({ stock: 12 })
    const members = await Promise.all(Array.from({ length: 6 }, () => newMember()))
    const placed = await Promise.all(members.map((member) => order(member, id)))
    const { accepted, refused } = await race(
      platform,
      6,
      (place) => change(members[place] as MallMember, placed[place] as Placed, 3),
      { begin: async () => undefined },
    )
    expect({ accepted, refused }).toEqual({ accepted: 3, refused: { [SOLD_OUT]: 3 } })
    expect(await stockOf(id)).toBe(0)
  })
})
