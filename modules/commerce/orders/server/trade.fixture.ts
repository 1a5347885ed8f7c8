/** Buying for tests of whatever is sold: with coins over HTTP, paid back, granted, taken back, given as a seat. */
import { v7 as uuid } from 'uuid'
import { entitlements } from '#modules/commerce/entitlements/contract.ts'
import { prices } from '#modules/commerce/prices/contract.ts'
import { buildPrice, type PriceInput } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { TestPlatform } from '#test/harness.ts'
import { orders } from '../contract.ts'

export interface TradedItem {
  readonly businessType: number
  readonly itemId: string
}

export interface Bought {
  readonly id: string
  readonly lines: readonly { readonly id: string }[]
}

/** `staff` runs orders, prices and entitlements of the company. */
export function tradeOf(platform: TestPlatform, staff: () => BuiltMember) {
  const trade = {
    /** Sells an item from now on, or since `now`. */
    async sells({ businessType, itemId }: TradedItem, price: Partial<PriceInput> = {}): Promise<void> {
      const { companyId } = staff()
      await buildPrice(platform.db, { companyId, businessType, itemId, original: 500, now: platform.now, ...price })
    },
    async givesCoins(member: BuiltMember, amount = 100_000n): Promise<void> {
      const owner = { kind: 'person', id: member.id } as const
      await inTransaction(platform.db, (db) => buildIssue(db, { companyId: staff().companyId, owner, amount }))
    },
    /** Bought by a member with coins; `quantity` of more than one: as seats for others. */
    async buys(buyer: BuiltMember, item: TradedItem, quantity = 1): Promise<Bought> {
      await trade.givesCoins(buyer)
      const { id: quoteId } = await platform.client(prices, buyer).quote({ body: { ...item, quantity } })
      const placing = platform.client(orders, buyer)
      const body = { key: uuid(), quoteIds: [quoteId], forOthers: quantity > 1 }
      const { id, lines } = await placing.placeOrder({ body })
      await placing.payWithCoins({ params: { id } })
      return { id, lines }
    },
    async asksBack(buyer: BuiltMember, { id, lines }: Bought): Promise<string> {
      const wanted = { lines: [{ lineId: lines[0]?.id ?? '', quantity: 1 }], reason: '买错了' }
      return (await platform.client(orders, buyer).requestRefund({ params: { id }, body: wanted })).id
    },
    agrees: (refundId: string) =>
      platform.client(orders, staff()).decideRefund({ params: { id: refundId }, body: { isAgreed: true } }),
    async paysBack(buyer: BuiltMember, bought: Bought): Promise<void> {
      await trade.agrees(await trade.asksBack(buyer, bought))
    },
    grants: (member: BuiltMember, item: TradedItem) =>
      platform.client(entitlements, staff()).grantEntitlements({ body: { ...item, memberIds: [member.id] } }),
    async takesBack(member: BuiltMember, { businessType, itemId }: TradedItem): Promise<void> {
      const desk = platform.client(entitlements, staff())
      const { items } = await desk.entitlements({ query: { memberId: member.id, businessType, itemId } })
      for (const { id, state } of items)
        if (state !== 'revoked') await desk.changeEntitlement({ params: { id }, body: { state: 'revoked' } })
    },
    /** Somebody buys two seats, and gives one of them to the member. */
    async givesSeat(buyer: BuiltMember, member: BuiltMember, item: TradedItem): Promise<void> {
      await trade.buys(buyer, item, 2)
      const own = platform.client(entitlements, buyer)
      const [pool] = (await own.ownSeats({ query: {} })).items
      await own.giveSeats({ params: { id: pool?.id ?? '' }, body: { memberIds: [member.id] } })
    },
  }
  return trade
}
