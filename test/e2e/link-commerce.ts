/**
 * The screens of buying and of lotteries that the specification's table has no row for: each opens cold for who may, and shows
 * others a refusal. What they lead to is a company's own.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { buildGoods } from '#modules/commerce/goods/server/goods.fixture.ts'
import { buildPayment } from '#modules/commerce/payments/server/payments.fixture.ts'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { buildCards } from '#modules/commerce/redeem/server/redeem.fixture.ts'
import lotteriesCn from '#modules/engagement/lotteries/messages/cn.json' with { type: 'json' }
import { buildLottery } from '#modules/engagement/lotteries/server/lotteries.fixture.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import cn from '#web/messages/cn.json' with { type: 'json' }
import type { Link, Refusal } from './link-table.ts'
import type { Account, Platform } from './platform.ts'

export interface CommerceObjects {
  readonly soldCourse: string
  readonly order: string
  readonly payment: string
  readonly goods: string
  readonly redeemBatch: string
  readonly lottery: string
}

/** An unpaid order of the chief, a payment, goods, cards to redeem, and a lottery that is open. */
export async function buildCommerce(platform: Platform, chief: Account): Promise<CommerceObjects> {
  const { db, companyId, departmentId, origin } = platform
  const now = Date.now()
  const author = { id: chief.id, companyId, organizationId: departmentId }
  const course = await buildCourse(db, { author, name: '合规管理', chapters: [{ sections: [{ kind: 'text' }] }] })
  await buildPrice(db, { companyId, itemId: course.id, original: 9900, now })
  // What is sold is known to the server alone.
  const authorization = `Bearer ${await buildSession(db, chief)}`
  const post = async (path: string, body: object): Promise<string> => {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await answer.json()) as { id: string }).id
  }
  const quoteId = await post('/price/quote', { businessType: 1, itemId: course.id, quantity: 1 })
  return {
    soldCourse: course.id,
    order: await post('/order', { key: uuid(), quoteIds: [quoteId] }),
    payment: await buildPayment(db, { companyId, memberId: chief.id, subject: '合规管理', now }),
    goods: (await buildGoods(db, { companyId, name: '保温杯', now })).id,
    redeemBatch: (await buildCards(db, { companyId, makerId: chief.id, name: '开学礼卡', now })).id,
    lottery: await buildLottery(db, { author, name: '安全抽奖', now }),
  }
}

const gone: Refusal = { heading: '资源已不存在', leaves: true }
const forbidden: Refusal = { heading: cn.forbidden.title }
const ofEveryMember = true
const staff = (to: string, heading: string | RegExp): Link => ({ to, heading, colleague: forbidden })
const staffOf = (to: string, heading: string | RegExp, outsider = gone): Link => ({
  ...staff(to, heading),
  outsider,
})

/** By the route of the screen. */
export const commerceLinks = (at: CommerceObjects): Readonly<Record<string, Link>> => ({
  '/orders/owned': { to: '/#/orders/owned', heading: '已购内容', ofEveryMember },
  '/orders/:id': { to: `/#/orders/${at.order}`, heading: /^订单 /, colleague: gone, outsider: gone },
  '/payment/:id': { to: `/#/payment/${at.payment}`, heading: '支付', colleague: gone, outsider: gone },
  '/coupons': { to: '/#/coupons', heading: '优惠券', ofEveryMember },
  '/member-cards': { to: '/#/member-cards', heading: '会员卡', ofEveryMember },
  '/redeem': { to: '/#/redeem', heading: '兑换卡', ofEveryMember },
  '/mall/:id': { to: `/#/mall/${at.goods}`, heading: '保温杯', outsider: gone },
  '/lottery': { to: '/#/lottery', heading: '抽奖', ofEveryMember },
  '/lottery/prizes': { to: '/#/lottery/prizes', heading: '我的奖品', ofEveryMember },
  '/lottery/attendance/:id': { to: `/#/lottery/attendance/${at.lottery}`, heading: '安全抽奖', outsider: gone },
  '/lottery/proof/:id': {
    to: `/#/lottery/proof/${at.lottery}`,
    heading: '抽奖验证：安全抽奖',
    isPublic: 'whoever was handed the address draws again what was drawn',
  },
  '/manage/orders': staff('/#/manage/orders', '订单管理'),
  '/manage/refunds': staff('/#/manage/refunds', '退款管理'),
  '/manage/price/:businessType/:itemId': staffOf(`/#/manage/price/1/${at.soldCourse}`, '价格设置：合规管理'),
  '/manage/member-cards': staff('/#/manage/member-cards', '会员卡管理'),
  '/manage/coupons': staff('/#/manage/coupons', '优惠券管理'),
  '/manage/goods': staff('/#/manage/goods', '积分商品'),
  '/manage/goods/:id': staffOf(`/#/manage/goods/${at.goods}`, '编辑商品'),
  '/manage/redeem': staff('/#/manage/redeem', '兑换卡'),
  '/manage/redeem/:id': staffOf(`/#/manage/redeem/${at.redeemBatch}`, '开学礼卡'),
  '/manage/finance': staff('/#/manage/finance', '财务报表'),
  '/manage/payments': staff('/#/manage/payments', '支付记录'),
  '/manage/payment-reconciliation': staff('/#/manage/payment-reconciliation', '支付对账'),
  '/manage/payment-callbacks': staff('/#/manage/payment-callbacks', '渠道通知'),
  '/invoice-management/admin': staff('/#/invoice-management/admin', '发票开具'),
  '/admin/lotteries': staff('/#/admin/lotteries', lotteriesCn.managing.title),
  '/admin/lotteries/:id': staffOf(`/#/admin/lotteries/${at.lottery}`, '安全抽奖'),
  '/admin/lotteries/:id/winners': staffOf(`/#/admin/lotteries/${at.lottery}/winners`, '安全抽奖'),
})

const modules = [
  ...['addresses', 'cards', 'coupons', 'entitlements', 'finance', 'goods', 'invoices', 'orders', 'payments', 'prices'],
  'redeem',
].map((name) => `commerce/${name}`)

/** The routes of the screens of these modules, as their doors write them. */
export function commerceRoutes(): string[] {
  return [...modules, 'engagement/lotteries'].flatMap((module) => {
    const door = readFileSync(join(import.meta.dirname, '../../modules', module, 'web.tsx'), 'utf8')
    return [...door.matchAll(/path: '([^']+)',\s+title:[^\n]+\s+screen:/g)].map(([, path = '']) => path)
  })
}
