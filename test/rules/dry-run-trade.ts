/** Something to sell, what a learner has bought of it, and what to send about both. */
import { v7 as uuid } from 'uuid'
import { addressInput, buildAddresses } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import { buildCard } from '#modules/commerce/cards/server/cards.fixture.ts'
import { buildGoods, buildGoodsCategory } from '#modules/commerce/goods/server/goods.fixture.ts'
import { buildInfo, companyInfo, personalInfo } from '#modules/commerce/invoices/server/invoices.fixture.ts'
import { orders } from '#modules/commerce/orders/contract.ts'
import { tradeOf } from '#modules/commerce/orders/server/trade.fixture.ts'
import { prices } from '#modules/commerce/prices/contract.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import type { SampleCompany } from './companies.ts'
import type { Hint } from './dry-run-hint.ts'

/** Courses at 5.00 coins: each one bought, ordered or quoted by the learner once. */
function shopOf(platform: TestPlatform, chief: BuiltMember, learner: BuiltMember) {
  const trade = tradeOf(platform, () => chief)
  const item = async () => {
    const { id: itemId } = await buildCourse(platform.db, { author: chief, name: '试行商品', now: platform.now })
    await trade.sells({ businessType: 1, itemId })
    return { businessType: 1, itemId }
  }
  const quote = async () =>
    (await platform.client(prices, learner).quote({ body: { ...(await item()), quantity: 1 } })).id
  return {
    ...{ item, quote },
    order: async () =>
      platform.client(orders, learner).placeOrder({ body: { key: uuid(), quoteIds: [await quote(), await quote()] } }),
    bought: async () => trade.buys(learner, await item()),
    asksBack: async () => {
      const bought = await trade.buys(learner, await item())
      return { id: bought.id, refundId: await trade.asksBack(learner, bought) }
    },
  }
}

async function buildOrders(platform: TestPlatform, chief: BuiltMember, learner: BuiltMember) {
  const shop = shopOf(platform, chief, learner)
  const [open, closed, closedByStaff] = [await shop.order(), await shop.order(), await shop.order()]
  const [bought, asked, decided] = [await shop.bought(), await shop.asksBack(), await shop.asksBack()]
  const kept = { lines: [{ lineId: open.lines[0]?.id ?? '' }] }
  const wanted = { lines: [{ lineId: bought.lines[0]?.id ?? '', quantity: 1 }], reason: '试行' }
  return {
    'prices.quote': { as: 'learner', body: { ...(await shop.item()), quantity: 1 } },
    'orders.placeOrder': { as: 'learner', body: { key: uuid(), quoteIds: [await shop.quote()] } },
    'orders.previewChange': { as: 'learner', params: { id: open.id }, body: kept },
    'orders.changeOrder': { as: 'learner', params: { id: open.id }, body: { key: uuid(), version: 1, ...kept } },
    'orders.closeOrder': { as: 'learner', params: { id: closed.id } },
    'orders.closeManagedOrder': { params: { id: closedByStaff.id }, body: { reason: '试行' } },
    'orders.requestRefund': { as: 'learner', params: { id: bought.id }, body: wanted },
    'orders.withdrawRefund': { as: 'learner', params: asked },
    'orders.decideRefund': { params: { id: decided.refundId }, body: { isAgreed: true } },
    'entitlements.grantEntitlements': { body: { ...(await shop.item()), memberIds: [learner.id] } },
  } satisfies Record<string, Hint>
}

async function buildDesk({ db, now }: TestPlatform, { companyId }: SampleCompany) {
  const category = { id: (await buildGoodsCategory(db, { companyId, name: '试行分类', position: 90 })).id }
  const [goods, coded] = [
    await buildGoods(db, { companyId, now }),
    await buildGoods(db, { companyId, kind: 'codes', codes: ['SX-1'], now }),
  ]
  const card = await buildCard(db, { companyId, now })
  return {
    'goods.renameGoodsCategory': { params: category, body: { name: '试行新名' } },
    'goods.deleteGoodsCategory': { params: category },
    'goods.adjustStock': { params: { id: goods.id }, body: { change: 5, reason: '试行' } },
    'goods.addCodes': { params: { id: coded.id }, body: { codes: ['SX-2', 'SX-3'] } },
    'cards.setCardStatus': { params: { id: card.id }, body: { status: 'ended' } },
    'cards.changeCard': {
      params: { id: card.id },
      body: { name: '试行年卡', promise: '', color: 'jade', validityDays: 365, revision: 1 },
    },
  } satisfies Record<string, Hint>
}

/** Of buying: orders and refunds of the learner, goods and cards of the company, addresses and invoice infos. */
export async function buildTradeHints(platform: TestPlatform, company: SampleCompany): Promise<Record<string, Hint>> {
  const { db } = platform
  const { chief, learner, companyId } = company
  const owner = { companyId, id: learner.id }
  const [addressId] = await buildAddresses(db, owner, [addressInput()])
  const info = { id: await buildInfo(db, owner) }
  return {
    ...(await buildOrders(platform, chief, learner)),
    ...(await buildDesk(platform, company)),
    'addresses.addAddress': { as: 'learner', body: addressInput() },
    'addresses.changeAddress': {
      as: 'learner',
      params: { id: addressId },
      body: addressInput({ street: '科技园路2号' }),
    },
    'invoices.addInfo': { as: 'learner', body: personalInfo() },
    'invoices.changeInfo': { as: 'learner', params: info, body: companyInfo({ remark: '试行' }) },
    'invoices.deleteInfo': { as: 'learner', params: info },
  }
}
