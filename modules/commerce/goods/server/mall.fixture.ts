/** A mall for tests: members with points, coins and an address, and the calls of both sides. */
import { v7 as uuid } from 'uuid'
import { addressInput, buildAddresses } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import { testShop } from '#modules/commerce/orders/server/shop.fixture.ts'
import { goodsType } from '#modules/commerce/prices/contract.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { type BuiltMember, buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { TestPlatform } from '#test/harness.ts'
import { goods } from '../contract.ts'
import { buildGoods, type GoodsInput } from './goods.fixture.ts'

export interface MallMember extends BuiltMember {
  readonly addressId: string
}

export interface Wanted {
  readonly quantity?: number
  /** The member’s own where nothing is said; null: none. */
  readonly addressId?: string | null
  readonly key?: string
}

export function testMall(platform: TestPlatform) {
  const shop = testShop(platform)
  const as = (member: BuiltMember | undefined) => ({ ...shop.as(member), ...platform.client(goods, member) })
  const quote = async (member: BuiltMember, itemId: string, quantity = 1) =>
    (await as(member).quote({ body: { businessType: goodsType, itemId, quantity } })).id
  const order = async (member: MallMember, itemId: string, wanted: Wanted = {}) => {
    const { quantity = 1, addressId = member.addressId, key = uuid() } = wanted
    const quoteIds = [await quote(member, itemId, quantity)]
    return as(member).placeOrder({ body: { key, quoteIds, ...(addressId !== null && { addressId }) } })
  }
  return {
    shop,
    as,
    quote,
    order,
    /** Hundredths of points and of coins. */
    async newMember(points = 100_000n, coins = 0n): Promise<MallMember> {
      const { companyId } = shop
      const member = await buildMember(platform.db, { companyId, now: platform.now })
      const owner = { kind: 'person', id: member.id } as const
      await inTransaction(platform.db, async (db) => {
        if (points > 0n) await buildIssue(db, { companyId, owner, kind: 2, amount: points })
        if (coins > 0n) await buildIssue(db, { companyId, owner, amount: coins })
      })
      const [addressId = ''] = await buildAddresses(platform.db, member, [addressInput()])
      return { ...member, addressId }
    },
    /** 100 points a piece, 10 pieces, where nothing else is said. */
    newGoods: async (input: Partial<GoodsInput> = {}) =>
      (await buildGoods(platform.db, { companyId: shop.companyId, now: platform.now, ...input })).id,
    /** Ordered and paid. */
    async exchange(member: MallMember, itemId: string, wanted?: Wanted) {
      const { id } = await order(member, itemId, wanted)
      return as(member).payWithCoins({ params: { id } })
    },
    /** Points and coins in hundredths. */
    async balances(member: BuiltMember) {
      const { points, coin } = await platform.client(currency, member).personAccount()
      return { points: BigInt(points.totalAmount), coins: BigInt(coin.totalAmount) }
    },
    /** The same member after the clock was moved. */
    later: async <M extends BuiltMember>(member: M): Promise<M> => ({
      ...member,
      token: await buildSession(platform.db, member, platform.now),
    }),
  }
}
