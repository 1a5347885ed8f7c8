/** Prizes from the points mall: set aside with the publication, won as orders, and put back when nobody has won them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addressInput, buildAddresses } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import { buildGoods, readStock } from '#modules/commerce/goods/server/goods.fixture.ts'
import { orders } from '#modules/commerce/orders/contract.ts'
import { POINTS } from '#modules/platform/currency/contract.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import { GOODS_SHORT, GOODS_UNKNOWN, SENT_BY_ORDER } from '../contract/codes.ts'
import { newLottery, type PrizeInput } from '../contract/fields.ts'
import { endLotteries, endLotteriesOf } from './ending.ts'
import { lotteriesOn, type TestLottery } from './lotteries-on.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['class-teacher'], administrator: ['super-admin'] })
const { as, draw } = lotteriesOn(platform, () => roles.owner)
const openMs = 60_000

let startedAt = 0
beforeAll(() => {
  startedAt = platform.now
})
afterEach(() => {
  platform.now = startedAt
})

const newGoods = async (stock: number | null, rest = {}) =>
  (await buildGoods(platform.db, { companyId: roles.companyId, name: '降噪耳机', stock, now: platform.now, ...rest }))
    .id
const stockOf = async (goodsId: string) => (await readStock(platform.db, goodsId)).stock

/** Every draw wins the goods, as long as there are any. */
const prizesOf = (goodsId: string, stock: number, name = '降噪耳机'): PrizeInput[] => [
  { kind: 'goods', name, weight: 1_000_000, stock, goodsId },
  { kind: 'thanks', name: '谢谢参与', weight: 0, stock: 1 },
]

async function publish(prizes: PrizeInput[], rest = {}): Promise<TestLottery> {
  const body = { ...newLottery, name: '周年庆抽奖', closesAt: platform.now + openMs, prizes, ...rest }
  const { id, revision } = await as(roles.owner).createLottery({ body })
  await as(roles.owner).publishLottery({ params: { id }, body: { revision, notify: false } })
  return { params: { id } }
}

const ordersOf = (member: BuiltMember) => platform.client(orders, member)
const winnersOf = async (one: TestLottery) => (await as(roles.owner).winners(one)).items

describe('goods as prizes', () => {
  it('are set aside when the lottery is published, and put back when it ends: what was won is gone, once', async () => {
    const goodsId = await newGoods(10)
    const one = await publish(prizesOf(goodsId, 4))
    expect(await stockOf(goodsId)).toBe(6)
    await draw(roles.member, one)
    expect(await stockOf(goodsId)).toBe(6)
    platform.now += openMs
    const runJob = () => endLotteries.run(platform.db, {}, { outside: platform.outside, now: platform.now })
    await runJob()
    await runJob()
    expect(await stockOf(goodsId)).toBe(9)
  })

  it('show their picture where they can be won, as long as they have one', async () => {
    const pictureId = uuid()
    const goodsId = await newGoods(3, { pictureIds: [pictureId, uuid()] })
    const { params } = await publish([
      { kind: 'goods', name: '降噪耳机', weight: 500_000, stock: 1, goodsId },
      { kind: 'goods', name: '蓝牙音箱', weight: 500_000, stock: 1, goodsId: await newGoods(1) },
      { kind: 'thanks', name: '谢谢参与', weight: 0, stock: 1 },
    ])
    const { prizes } = await as(roles.member).lottery({ params })
    expect(prizes.map((prize) => prize.pictureId)).toEqual([pictureId, null, null])
  })

  it('are put back with the end of their scope, and by hand', async () => {
    const goodsId = await newGoods(10)
    const one = await publish(prizesOf(goodsId, 4))
    const { companyId } = roles
    // Those of other tests end with it, but for their goods that is nothing to this stock.
    await endLotteriesOf(platform.db, { companyId, scopeKind: 'company', scopeId: companyId, now: platform.now })
    expect(await stockOf(goodsId)).toBe(10)
    expect(await as(roles.owner).editedLottery(one)).toMatchObject({ state: 'over' })
    const other = await publish(prizesOf(goodsId, 4))
    platform.now += openMs
    await as(roles.owner).endLottery(other)
    expect(await stockOf(goodsId)).toBe(10)
  })

  it('that the mall does not have are refused: unknown ones when they are written, too few when it is published', async () => {
    const goodsId = await newGoods(3)
    const write = (id: string, stock: number) =>
      as(roles.owner).createLottery({ body: { ...newLottery, name: '抽奖', prizes: prizesOf(id, stock) } })
    const elsewhere = await buildGoods(platform.db, { companyId: roles.otherCompany.companyId })
    for (const unknown of [uuid(), elsewhere.id])
      expect(await refusal(write(unknown, 1))).toMatchObject({ status: 422, errorCode: GOODS_UNKNOWN.code })
    const { id } = await write(goodsId, 3)
    const changed = { ...newLottery, name: '抽奖', prizes: prizesOf(uuid(), 1), revision: 0 }
    const refused = await refusal(as(roles.owner).changeLottery({ params: { id }, body: changed }))
    expect(refused).toMatchObject({ errorCode: GOODS_UNKNOWN.code })
    const short = await refusal(publish(prizesOf(goodsId, 4, '头奖')))
    expect(short).toMatchObject({ status: 422, errorCode: GOODS_SHORT.code, data: { name: '头奖' } })
    expect(await stockOf(goodsId)).toBe(3)
    await publish(prizesOf(goodsId, 3))
    expect(await stockOf(goodsId)).toBe(0)
  })

  it('are chosen by name', async () => {
    const id = await newGoods(1, { name: '机械键盘' })
    const { items } = await as(roles.owner).lotteryGoods({ query: { search: '机械' } })
    expect(items).toEqual([{ id, name: '机械键盘' }])
    expect((await as(roles.owner).lotteryGoods({})).items.length).toBeGreaterThan(0)
  })
})

describe('a win', () => {
  it('is an order that waits for an address, and its delivery is seen where the prize is', async () => {
    const goodsId = await newGoods(5)
    const one = await publish(prizesOf(goodsId, 2))
    const won = await draw(roles.member, one)
    expect(won).toMatchObject({ isWin: true, deliveredAt: null, order: { state: 'address' } })
    const orderId = won.order?.id ?? ''
    const stateNow = async () => [
      (await as(roles.member).ownDraws({ query: { isWin: true } })).items[0]?.order?.state,
      (await winnersOf(one))[0]?.order?.state,
    ]
    expect(await stateNow()).toEqual(['address', 'address'])
    const [addressId = ''] = await buildAddresses(platform.db, roles.member, [addressInput()])
    await ordersOf(roles.member).setReceiver({ params: { id: orderId }, body: { addressId } })
    expect(await stateNow()).toEqual(['waiting', 'waiting'])
    await ordersOf(roles.administrator).shipOrder({
      params: { id: orderId },
      body: { shippingCompany: '顺丰', trackingNumber: 'SF1' },
    })
    expect(await stateNow()).toEqual(['sent', 'sent'])
    await ordersOf(roles.member).receiveOrder({ params: { id: orderId } })
    expect(await stateNow()).toEqual(['done', 'done'])
    expect(await ordersOf(roles.member).ownOrder({ params: { id: orderId } })).toMatchObject({
      events: expect.arrayContaining([expect.objectContaining({ data: { reason: '周年庆抽奖' } })]),
    })
  })

  it('that is sent is not handed out by hand, and stands apart in the list of winners', async () => {
    const goodsId = await newGoods(5)
    const [{ goodsId: _, ...byHand }, thanks] = prizesOf(goodsId, 1) as [PrizeInput, PrizeInput]
    const one = await publish([byHand, thanks])
    const first = await draw(roles.member, one)
    expect(first).toMatchObject({ isWin: true, order: null })
    const sent = await publish(prizesOf(goodsId, 1))
    const { id } = await draw(roles.colleague, sent)
    const deliver = (on: TestLottery, drawId: string) =>
      as(roles.owner).deliverPrizes({ ...on, body: { drawIds: [drawId], isDelivered: true } })
    expect(await refusal(deliver(sent, id))).toMatchObject({ status: 422, errorCode: SENT_BY_ORDER.code })
    expect(await deliver(one, first.id)).toEqual({ changed: 1 })
    const listed = async (on: TestLottery, delivery: 'open' | 'delivered' | 'order') =>
      (await as(roles.owner).winners({ ...on, query: { delivery } })).recordCount
    expect([await listed(one, 'delivered'), await listed(one, 'order'), await listed(one, 'open')]).toEqual([1, 0, 0])
    expect([await listed(sent, 'delivered'), await listed(sent, 'order'), await listed(sent, 'open')]).toEqual([
      0, 1, 0,
    ])
  })

  it('of a draw for points is made with it: who cannot pay has neither, and who asks twice has one', async () => {
    const goodsId = await newGoods(5)
    const { companyId } = roles
    const member = await buildMember(platform.db, { companyId })
    const paidDraws = { priceHundredths: 500, perMember: 5 }
    const one = await publish(prizesOf(goodsId, 5), { drawsPerMember: 0, paidDraws })
    const drawFor = (key = uuid()) => as(member).draw({ ...one, body: { key, agreedHundredths: 500 } })
    expect(await refusal(drawFor())).toMatchObject({ errorCode: 71_004 })
    const ownOrders = async () => (await ordersOf(member).ownOrders({})).recordCount
    expect(await ownOrders()).toBe(0)
    const owner = { kind: 'person', id: member.id } as const
    await buildIssue(platform.db, { companyId, owner, kind: POINTS, amount: 1000n, now: platform.now })
    const key = uuid()
    const { order } = await drawFor(key)
    expect((await drawFor(key)).order).toEqual(order)
    expect(await ownOrders()).toBe(1)
  })

  it('of many at once is an order for each, as many as there are', async () => {
    const goodsId = await newGoods(20)
    const one = await publish(prizesOf(goodsId, 5))
    const members: BuiltMember[] = []
    for (let at = 0; at < 16; at++) members.push(await buildMember(platform.db, { companyId: roles.companyId }))
    const drawn = await race(platform, 16, (at) => draw(members[at], one), {
      begin: async () => undefined,
      locked: () => sql`select from lotteries.lottery where id = ${one.params.id} for update`,
    })
    const won = drawn.answers.flatMap(({ order }) => order?.id ?? [])
    expect([drawn.accepted, won.length, new Set(won).size]).toEqual([16, 5, 5])
    expect(await stockOf(goodsId)).toBe(15)
  })
})
