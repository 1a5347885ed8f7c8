/** What the specification left open about buying, and where it stands now: the calls of each of its areas, and who may make them. */
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Access, Endpoint } from '#kit/contract.ts'
import { apiPrefix } from '#server/http/app.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { numbersOfCases } from './code-texts.ts'

const platform = testPlatform()
const entries: readonly Endpoint[] = serverModules.flatMap(({ contract }) => Object.values(contract))

type Calls = Readonly<Record<string, Access>>
const own = 'signed-in'
const managesPrices = { permission: 'price.manage' } as const
const managesOrders = { permission: 'order.manage' } as const
const managesEntitlements = managesOrders
const managesCards = { permission: 'price.manage', wholeCompany: true } as const
const managesPayments = { permission: 'payment.manage', wholeCompany: true } as const
const managesInvoices = { permission: 'invoice.manage', wholeCompany: true } as const
const managesRedeem = { permission: 'redeem.manage', wholeCompany: true } as const
const managesCoupons = { permission: 'coupon.manage', wholeCompany: true } as const
const managesGoods = { permission: 'goods.manage', wholeCompany: true } as const
const runsLotteries = { permission: 'lottery.run' } as const
const readsFinance = { permission: 'finance.read' } as const
const readsCompanyFinance = { permission: 'finance.read', wholeCompany: true } as const
/** The calls without which an area would not work, and who may make them. Further ones stand in the contracts. */
const areas: Readonly<Record<string, Calls>> = {
  'price configuration': {
    'GET /price/{businessType}/{itemId}': managesPrices,
    'PUT /price/{businessType}/{itemId}': managesPrices,
    'GET /price/{businessType}/{itemId}/history': managesPrices,
    'GET /price/tag': own,
    'POST /price/quote': own,
  },
  orders: {
    'POST /order': own,
    'GET /order/own': own,
    'GET /order/own/{id}': own,
    'POST /order/{id}/close': own,
    'POST /order/own/{id}/receipt': own,
    'GET /order': managesOrders,
    'GET /order/{id}': managesOrders,
    'POST /order/{id}/closing': managesOrders,
    'POST /order/{id}/shipping': managesOrders,
  },
  payment: {
    'POST /order/{id}/coins': own,
    'POST /order/{id}/payment': own,
    'GET /payment/provider': own,
    'GET /payment/{id}': own,
    'POST /payment/{id}/receipt': own,
    'GET /payment/manage': managesPayments,
    'GET /payment/manage/reconciliation': managesPayments,
  },
  refunds: {
    'POST /order/own/{id}/refund': own,
    'DELETE /order/own/{id}/refund/{refundId}': own,
    'GET /order-refund': managesOrders,
    'POST /order-refund/{id}/decision': managesOrders,
  },
  'entitlements and seats': {
    'GET /entitlement/own': own,
    'GET /entitlement/own-seats': own,
    'POST /entitlement/own-seats/{id}/holder': own,
    'DELETE /entitlement/own-seats/{id}/holder/{memberId}': own,
    'POST /entitlement': managesEntitlements,
    'PUT /entitlement/{id}/state': managesEntitlements,
  },
  invoices: {
    'GET /commerce/invoice-info': own,
    'POST /commerce/invoice-info': own,
    'GET /commerce/invoice/invoiceable': own,
    'POST /commerce/invoice': own,
    'GET /commerce/invoice': own,
    'GET /commerce/invoice-manage': managesInvoices,
    'POST /commerce/invoice-manage/{id}/issue': managesInvoices,
    'POST /commerce/invoice-manage/{id}/red-letter': managesInvoices,
  },
  addresses: {
    'GET /commerce/address': own,
    'POST /commerce/address': own,
    'PUT /commerce/address/{id}': own,
    'DELETE /commerce/address/{id}': own,
  },
  'member cards': {
    'GET /member-card': own,
    'GET /member-card/{id}': own,
    'POST /managed-member-card': managesCards,
    'PUT /managed-member-card/{id}': managesCards,
  },
  'redeem cards': {
    'POST /redeem-card/batch': managesRedeem,
    'POST /redeem-card/batch/{id}/codes': managesRedeem,
    'POST /redeem-card/redeem': own,
    'GET /redeem-card/own': own,
  },
  coupons: {
    'GET /coupon/claimable': own,
    'POST /coupon/{id}/claim': own,
    'GET /coupon/own': own,
    'GET /coupon/fitting': own,
    'GET /managed-coupon': managesCoupons,
    'POST /managed-coupon': managesCoupons,
    'PUT /managed-coupon/{id}/state': managesCoupons,
    'POST /managed-coupon/{id}/giving': managesCoupons,
  },
  'goods of the points mall': {
    'GET /goods': own,
    'GET /goods/{id}': own,
    'GET /goods-category': own,
    'POST /managed-goods-category': managesGoods,
    'GET /managed-goods': managesGoods,
    'POST /managed-goods': managesGoods,
    'PUT /managed-goods/{id}/status': managesGoods,
    'POST /managed-goods/{id}/stock': managesGoods,
    'POST /managed-goods/{id}/code': managesGoods,
  },
  lotteries: {
    'GET /activity/lottery': own,
    'GET /activity/lottery/{id}': own,
    'POST /activity/lottery/{id}/draw': own,
    'POST /activity/lottery/{id}/attendance': own,
    'GET /activity/lottery/{id}/winner': own,
    'GET /activity/own-draw': own,
    'GET /activity/lottery-manage': runsLotteries,
    'POST /activity/lottery-manage': runsLotteries,
    'POST /activity/lottery-manage/{id}/publish': runsLotteries,
    'POST /activity/lottery-manage/{id}/end': runsLotteries,
    'GET /activity/lottery-manage/{id}/winners': runsLotteries,
    'POST /activity/lottery-manage/{id}/deliveries': runsLotteries,
  },
  'reports of finance': {
    'GET /finance/revenue': readsFinance,
    'GET /finance/refunds': readsFinance,
    'GET /finance/ledger': readsCompanyFinance,
    'GET /finance/settlement': readsCompanyFinance,
    'GET /finance/checks': readsCompanyFinance,
  },
}

const entryOf = (name: string) => entries.find(({ method, path }) => `${method} ${path}` === name)

async function statusForNobody(name: string): Promise<number> {
  const [method = '', path = ''] = name.split(' ')
  const url = apiPrefix + path.replace(/\{\w+\}/g, () => uuid())
  return (await platform.app.inject({ method: method as Endpoint['method'], url })).statusCode
}

/** Each call is in a contract for those who may make it, and the server has it. */
async function expectServed(calls: Calls): Promise<void> {
  expect(Object.fromEntries(Object.keys(calls).map((name) => [name, entryOf(name)?.access]))).toEqual(calls)
  // Without a token the server answers 404 to a call that it does not have, and 401 to one that it has.
  for (const name of Object.keys(calls)) expect([name, await statusForNobody(name)]).toEqual([name, 401])
}

describe('the calls that the specification does not name', () => {
  it('[COMMERCE-092] are served for every area, each for those who may make it', async () => {
    expect(apiPrefix).toBe('/api/v1')
    for (const calls of Object.values(areas)) await expectServed(calls)
  })

  it('are there for orders, their payment and their refunds', async () => {
    await proves(['COMMERCE-044', 'COMMERCE-005'], async () => {
      for (const area of ['orders', 'payment', 'refunds']) await expectServed(areas[area] ?? {})
    })
  })
})

/** The cases that the specification gives no number, and the call that answers each. */
const casesOfCalls: Readonly<Record<string, readonly string[]>> = {
  'POST /commerce/invoice': ['20002xx:zero-amount', '20002xx:duplicate-invoice', '20002xx:tax-id'],
  'POST /redeem-card/batch': ['7010xx:redeem-quantity', '7010xx:redeem-face-value'],
  'POST /redeem-card/redeem': ['7011xx'],
  'POST /order/own/{id}/refund': [
    ...['7012xx:fully-refunded', '7012xx:exceeds-refundable', '7012xx:refund-in-progress', '7012xx:virtual-goods'],
    ...['7012xx:order-expired', '7012xx:past-refund-period', '7012xx:content-learned'],
  ],
  'POST /activity/lottery/{id}/draw': ['86xxx:outside-time', '86xxx:no-draws-left'],
}

describe('the cases that the specification gives no number', () => {
  // That each is also produced, is looked at when all tests have run (tools/answers.ts).
  it.each(Object.entries(casesOfCalls))(
    'are answered by %s with the numbers whose texts are compared',
    (name, cases) => {
      const codes = entryOf(name)?.errors?.map(({ code }) => code) ?? []
      for (const one of cases)
        expect([one, numbersOfCases[one]?.filter((code) => !codes.includes(code))]).toEqual([one, []])
    },
  )
})
