/** Goods as prizes: set aside, given once, sent to where their winner says. */
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { ADDRESS_NOT_OWN } from '#modules/commerce/addresses/contract.ts'
import { type Gift, giveGoods, setAsideGoods } from '#modules/commerce/orders/server.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { codeOf as codeOfError } from '#test/outcomes.ts'
import { race } from '#test/race.ts'
import { readStock } from './goods.fixture.ts'
import { testMall } from './mall.fixture.ts'

/** What orders refuse. */
const [ORDER_STATUS, NEEDS_RECEIVER, ABOVE_REFUNDABLE, NOT_FOUND] = [405_001, 405_010, 701_202, 900_005]
const platform = testPlatform({ poolSize: 4 })
const { as, balances, newGoods, newMember, shop } = testMall(platform)
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const give = (gift: Pick<Gift, 'memberId' | 'goodsId'> & Partial<Gift>) =>
  inTransaction(platform.db, (db) =>
    giveGoods(db, {
      ...{ companyId: shop.companyId, quantity: 1, key: uuid(), note: '年会抽奖一等奖', now: platform.now, ...gift },
    }),
  )
const setAside = (goodsId: string, quantity: number) =>
  inTransaction(platform.db, (db) =>
    setAsideGoods(db, {
      ...{ companyId: shop.companyId, goodsId, quantity, reason: '年会抽奖', by: shop.staff.id, now: platform.now },
    }),
  )
const failure = (attempt: Promise<unknown>) => attempt.then(() => undefined, codeOfError)
const ship = (id: string) =>
  as(shop.staff).shipOrder({ params: { id }, body: { shippingCompany: '顺丰', trackingNumber: 'SF1' } })

describe('a prize', () => {
  it('is an order that costs nothing and waits for an address before it is sent', async () => {
    const goodsId = await newGoods({ stock: 3 })
    const [winner, other] = [await newMember(0n), await newMember(0n)]
    expect(await setAside(goodsId, 2)).toBe(true)
    const { orderId: id } = await give({ memberId: winner.id, goodsId })
    const prize = await as(winner).ownOrder({ params: { id } })
    expect(prize).toMatchObject({
      ...{ status: 'paid', delivery: 'not-shipped', isPrize: true, needsAddress: true, receiver: null, payable: '0' },
      ...{ points: '0', possible: ['address', 'refund'], refundable: { refusal: ABOVE_REFUNDABLE } },
    })
    expect(prize.events).toMatchObject([{ kind: 'given', data: { reason: '年会抽奖一等奖' } }])
    expect(await codeOf(ship(id))).toBe(NEEDS_RECEIVER)
    const setReceiver = (addressId: string) => as(winner).setReceiver({ params: { id }, body: { addressId } })
    expect(await codeOf(setReceiver(other.addressId))).toBe(ADDRESS_NOT_OWN.code)
    const { addressId } = other
    expect(await codeOf(as(other).setReceiver({ params: { id }, body: { addressId } }))).toBe(NOT_FOUND)
    expect(await setReceiver(winner.addressId)).toMatchObject({ needsAddress: false, possible: ['address', 'refund'] })
    expect(await as(winner).ownOrder({ params: { id } })).toMatchObject({ receiver: { name: '林知远' } })
    await ship(id)
    expect(await codeOf(setReceiver(winner.addressId))).toBe(ORDER_STATUS)
    expect(await balances(winner)).toEqual({ points: 0n, coins: 0n })
    expect(await readStock(platform.db, goodsId)).toEqual({ stock: 1, freeCodes: 0 })
  })

  it('is one for a key, also when it is given at once from several sides', async () => {
    const goodsId = await newGoods()
    const { id: memberId } = await newMember(0n)
    const key = uuid()
    const begin = () => setAside(goodsId, 1)
    const { answers } = await race(platform, 4, () => give({ memberId, goodsId, key }), { begin })
    expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
    expect(await give({ memberId, goodsId, key })).toEqual(answers[0])
  })

  it('that is handed out is there at once', async () => {
    const winner = await newMember(0n)
    const codes = await newGoods({ kind: 'codes', codes: ['A1', 'A2', 'A3'] })
    expect(await setAside(codes, 2)).toBe(true)
    const { orderId: id } = await give({ memberId: winner.id, goodsId: codes, quantity: 2 })
    expect(await as(winner).ownOrder({ params: { id } })).toMatchObject({
      ...{ status: 'deal-done', delivery: null, needsAddress: false, handedOut: [{ texts: ['A1', 'A2'] }] },
    })
    expect(await readStock(platform.db, codes)).toEqual({ stock: 1, freeCodes: 1 })
    const text = await newGoods({ kind: 'text', stock: null, handout: '到前台领取' })
    expect(await setAside(text, 1_000_000)).toBe(true)
    const { orderId } = await give({ memberId: winner.id, goodsId: text })
    expect(await as(winner).ownOrder({ params: { id: orderId } })).toMatchObject({
      ...{ status: 'deal-done', handedOut: [{ texts: ['到前台领取'] }] },
    })
  })

  it('is set aside as far as the stock goes, with its reason, and goes back', async () => {
    const goodsId = await newGoods({ stock: 3 })
    expect(await setAside(goodsId, 4)).toBe(false)
    expect(await setAside(goodsId, 3)).toBe(true)
    expect(await setAside(goodsId, 1)).toBe(false)
    expect(await setAside(goodsId, -2)).toBe(true)
    expect((await readStock(platform.db, goodsId)).stock).toBe(2)
    expect(await as(shop.staff).stockChanges({ params: { id: goodsId } })).toMatchObject({
      items: [
        { kind: 'prizes', change: 2, stockAfter: 2 },
        { kind: 'prizes', change: -3, stockAfter: 0, reason: '年会抽奖', changedByName: '周财' },
      ],
    })
  })

  it('is never given across companies', async () => {
    const companyId = await buildCompany(platform.db)
    const stranger = await buildMember(platform.db, { companyId })
    const goodsId = await newGoods()
    expect(await failure(give({ memberId: stranger.id, goodsId }))).toBe(NOT_FOUND)
    expect(await failure(give({ memberId: (await newMember()).id, goodsId: uuid() }))).toBe(NOT_FOUND)
    expect(await failure(give({ companyId, memberId: stranger.id, goodsId }))).toBe(NOT_FOUND)
  })
})
