/** What the specification left open about buying, and where it stands now: the calls of each of its areas, and who may make them. */
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Access, Endpoint } from '#kit/contract.ts'
import { apiPrefix } from '#server/http/app.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'

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
}

const entryOf = (name: string) => entries.find(({ method, path }) => `${method} ${path}` === name)

async function statusForNobody(name: string): Promise<number> {
  const [method = '', path = ''] = name.split(' ')
  const url = apiPrefix + path.replace(/\{\w+\}/g, () => uuid())
  return (await platform.app.inject({ method: method as Endpoint['method'], url })).statusCode
}

describe('the calls that the specification does not name', () => {
  it.each(Object.entries(areas))('of %s are served, each for those who may make it', async (area, calls) => {
    const check = async () => {
      expect(apiPrefix).toBe('/api/v1')
      expect(Object.fromEntries(Object.keys(calls).map((name) => [name, entryOf(name)?.access]))).toEqual(calls)
      // Without a token the server answers 404 to a call that it does not have, and 401 to one that it has.
      for (const name of Object.keys(calls)) expect([name, await statusForNobody(name)]).toEqual([name, 401])
    }
    if (area === 'orders') await proves(['COMMERCE-044', 'COMMERCE-092', 'COMMERCE-005'], check)
    else if (area === 'payment' || area === 'refunds') await proves(['COMMERCE-044', 'COMMERCE-092'], check)
    else await proves('COMMERCE-092', check)
  })
})
