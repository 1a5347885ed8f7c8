/** A shop for tests: a company with courses that have prices, buyers with coins, and the calls of both sides. */
import { v7 as uuid } from 'uuid'
import { beforeAll } from 'vitest'
import { entitlements } from '#modules/commerce/entitlements/contract.ts'
import { prices } from '#modules/commerce/prices/contract.ts'
import { buildPrice, type PriceInput } from '#modules/commerce/prices/server/prices.fixture.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltCourse, buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { TestPlatform } from '#test/harness.ts'
import { orders } from '../contract.ts'

export interface Shop {
  readonly companyId: string
  readonly lecturer: BuiltMember
  readonly staff: BuiltMember
  newBuyer(coins?: bigint): Promise<BuiltMember>
  newCourse(price?: Partial<PriceInput> | null): Promise<BuiltCourse>
  quote(buyer: BuiltMember, itemId: string, quantity?: number): Promise<string>
  /** An order of these courses, one each; `quantity` of each as seats for others. */
  order(buyer: BuiltMember, itemIds: readonly string[], quantity?: number): ReturnType<typeof placed>
  /** The same, paid with coins. */
  bought(buyer: BuiltMember, itemIds: readonly string[], quantity?: number): ReturnType<typeof placed>
  /** Hundredths of coins. */
  balance(buyer: BuiltMember): Promise<bigint>
  opens(buyer: BuiltMember, course: BuiltCourse): Promise<boolean>
  as(member: BuiltMember | undefined): ReturnType<typeof clientOf>
}

const clientOf = (platform: TestPlatform, member: BuiltMember | undefined) => ({
  ...platform.client(orders, member),
  ...platform.client(prices, member),
  ...platform.client(entitlements, member),
  ...platform.client(courses, member),
})
type Client = ReturnType<typeof clientOf>
const placed = (client: Client, quoteIds: string[], forOthers: boolean) =>
  client.placeOrder({ body: { key: uuid(), quoteIds, forOthers } })

export function testShop(platform: TestPlatform): Shop {
  const shop = {} as { companyId: string; lecturer: BuiltMember; staff: BuiltMember }
  beforeAll(async () => {
    const companyId = await buildCompany(platform.db)
    Object.assign(shop, {
      companyId,
      lecturer: await buildMember(platform.db, { companyId, roles: ['lecturer'], fullName: '苏静' }),
      staff: await buildMember(platform.db, { companyId, roles: ['admin'], fullName: '周财' }),
    })
  })
  const as = (member: BuiltMember | undefined) => clientOf(platform, member)
  const quote = async (buyer: BuiltMember, itemId: string, quantity = 1) =>
    (await as(buyer).quote({ body: { businessType: 1, itemId, quantity } })).id
  const order: Shop['order'] = async (buyer, itemIds, quantity = 1) => {
    const ids: string[] = []
    for (const itemId of itemIds) ids.push(await quote(buyer, itemId, quantity))
    return placed(as(buyer), ids, quantity > 1)
  }
  return Object.assign(shop, {
    as,
    quote,
    order,
    async newBuyer(coins = 100_000n) {
      const { companyId } = shop
      const buyer = await buildMember(platform.db, { companyId, now: platform.now })
      const owner = { kind: 'person', id: buyer.id } as const
      if (coins > 0n) await inTransaction(platform.db, (db) => buildIssue(db, { companyId, owner, amount: coins }))
      return buyer
    },
    async newCourse(price = {}) {
      const course = await buildCourse(platform.db, { author: shop.lecturer, chapters: [{ sections: [{}] }] })
      if (price !== null)
        await buildPrice(platform.db, { companyId: shop.companyId, itemId: course.id, now: platform.now, ...price })
      return course
    },
    async bought(buyer, itemIds, quantity) {
      const { id } = await order(buyer, itemIds, quantity)
      return as(buyer).payWithCoins({ params: { id } })
    },
    async balance(buyer) {
      const { coin } = await platform.client(currency, buyer).personAccount()
      return BigInt(coin.totalAmount)
    },
    async opens(buyer, course) {
      return (await as(buyer).courseDetail({ params: { id: course.id } })).canStudy
    },
  } satisfies Omit<Shop, 'companyId' | 'lecturer' | 'staff'>)
}
