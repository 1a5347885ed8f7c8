import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addresses } from '#modules/commerce/addresses/contract.ts'
import { addressInput, buildAddresses } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import {
  AMOUNT_ABOVE_PAID,
  AMOUNT_CHANGED,
  AMOUNT_TOO_LARGE,
  AMOUNT_ZERO,
  INVOICE_ADDRESSES_FULL,
  INVOICE_STATE_CHANGED,
  INVOICED_ALREADY,
  TAX_ID_REQUIRED,
  VAT_SPECIAL_INCOMPLETE,
} from '../contract/codes.ts'
import type { ApplicationInput } from '../contract/invoices.ts'
import { invoices } from '../contract.ts'
import { buildInfo, buildInvoice, companyInfo, PaidItems, personalInfo } from './invoices.fixture.ts'

const items = new PaidItems(() => platform.db)
const platform = testPlatform({ poolSize: 8, modules: [...serverModules, items.module] })
const roles = testRoles(platform, { administrator: ['super-admin'], otherCompany: ['super-admin'] })
const as = (member: BuiltMember | undefined) => platform.client(invoices, member)
let buyer: BuiltMember
let infoId: string

beforeAll(() => items.createTable())
beforeEach(async () => {
  buyer = await buildMember(platform.db, { companyId: roles.companyId })
  infoId = await buildInfo(platform.db, buyer)
})

const input = (change: Partial<ApplicationInput>): ApplicationInput => ({
  ...{ memberType: 'individual', orders: [], infoId, invoiceType: 'vat-ordinary', invoiceMedium: 'electronic' },
  ...{ billingType: 'training', amount: '19900', ...change },
})
/** What is refused of an application is refused alike of a rejected invoice that is applied for again. */
async function apply(change: Partial<ApplicationInput>): Promise<{ id: string }> {
  const body = input(change)
  try {
    return await as(buyer).applyForInvoice({ body })
  } catch (error) {
    const { errorCode } = error as { errorCode?: number }
    // These two are tried by tests that count the invoices afterwards.
    if (errorCode === 900005 || errorCode === 2000222) throw error
    const id = await buildInvoice(platform.db, { owner: buyer, state: 3, now: platform.now })
    const again = await refusal(as(buyer).applyAgain({ params: { id }, body }))
    expect(again.errorCode).toBe(errorCode)
    throw error
  }
}
const invoiceableOf = async (member: BuiltMember) =>
  (await as(member).invoiceable({ query: { memberType: 'individual' } })).items.map(({ id }) => id)

describe('an application', () => {
  it('covers several orders with what was paid and not refunded', async () => {
    const first = await items.add(buyer, { paidFen: 10_000, paidAt: 1 })
    const second = await items.add(buyer, { paidFen: 5_050, paidAt: 2 })
    await items.refund(platform.db, buyer, first.id, 2_500)
    const query = { memberType: 'individual' } as const
    expect(await as(buyer).invoiceable({ query })).toEqual({
      items: [
        expect.objectContaining({ ...second, amount: '5050', subject: '安全生产培训' }),
        expect.objectContaining({ ...first, amount: '7500' }),
      ],
      recordCount: 2,
    })
    const { id } = await apply({ orders: [first, second], amount: '12550', billingType: 'details' })
    expect(await as(buyer).ownInvoice({ params: { id } })).toMatchObject({
      ...{ state: 0, amount: '12550', title: '云帆科技有限公司', taxpayerId: '91350100M000100Y43', file: null },
      ...{ address: null, invoiceType: 'vat-ordinary', invoiceMedium: 'electronic', billingType: 'details' },
      events: [{ kind: 'applied', amount: '12550' }],
    })
    const { lines } = await as(buyer).ownInvoice({ params: { id } })
    expect(lines.map(({ amount }) => amount).sort()).toEqual(['5050', '7500'])
    expect(await as(buyer).invoiceable({ query })).toEqual({ items: [], recordCount: 0 })
  })

  it('lists and takes what was bought as the chosen kind of member, page by page', async () => {
    for (let paidAt = 0; paidAt < 3; paidAt += 1) await items.add(buyer, { paidAt })
    const bulk = await items.add(buyer, { memberType: 'purchaser' })
    const page = await as(buyer).invoiceable({ query: { memberType: 'individual', page: 2, pageSize: 2 } })
    expect([page.items.length, page.recordCount]).toEqual([1, 3])
    expect(await as(buyer).invoiceable({ query: { memberType: 'purchaser' } })).toMatchObject({ recordCount: 1 })
    expect((await refusal(apply({ orders: [bulk] }))).errorCode).toBe(900005)
    await apply({ orders: [bulk], memberType: 'purchaser' })
    const own = async (memberType: 'individual' | 'purchaser') =>
      (await as(buyer).ownInvoices({ query: { memberType } })).recordCount
    expect([await own('individual'), await own('purchaser')]).toEqual([0, 1])
    expect((await as(buyer).ownInvoices({ query: { memberType: 'purchaser', state: 3 } })).recordCount).toBe(0)
  })

  it('[COMMERCE-059] is for at most 1,000,000 yuan', async () => {
    const most = await items.add(buyer, { paidFen: 100_000_000 })
    const more = await items.add(buyer, { paidFen: 100_000_001 })
    await apply({ orders: [most], amount: '100000000' })
    const refused = await refusal(apply({ orders: [more], amount: '100000001' }))
    expect(refused).toMatchObject({ status: 422, errorCode: AMOUNT_TOO_LARGE.code })
    const parts = await Promise.all([60, 40, 1].map((yuan) => items.add(buyer, { paidFen: yuan * 1_000_000 })))
    expect((await refusal(apply({ orders: parts, amount: '101000000' }))).errorCode).toBe(AMOUNT_TOO_LARGE.code)
    await apply({ orders: parts.slice(0, 2), amount: '100000000' })
    const huge = { orders: [more], amount: '100000000000000000000000' }
    expect((await refusal(apply(huge))).errorCode).toBe(AMOUNT_ABOVE_PAID.code)
  })

  it('[COMMERCE-060] is not above what was paid for its orders and not refunded', async () => {
    const order = await items.add(buyer)
    const refused = await refusal(apply({ orders: [order], amount: '19901' }))
    expect(refused).toMatchObject({ status: 422, errorCode: AMOUNT_ABOVE_PAID.code })
    await items.refund(platform.db, buyer, order.id, 1)
    expect((await refusal(apply({ orders: [order], amount: '19900' }))).errorCode).toBe(AMOUNT_ABOVE_PAID.code)
    expect((await refusal(apply({ orders: [order], amount: '19898' }))).errorCode).toBe(AMOUNT_CHANGED.code)
    await apply({ orders: [order], amount: '19899' })
  })

  it('for nothing is refused', async () => {
    const free = await items.add(buyer, { paidFen: 0 })
    const refunded = await items.add(buyer)
    const paid = await items.add(buyer)
    await items.refund(platform.db, buyer, refunded.id, 19_900)
    await proves(['COMMERCE-065', 'COMMERCE-109'], async () => {
      for (const [orders, amount] of [
        [[free], '0'],
        [[refunded], '0'],
        [[paid], '0'],
        [[paid, free], '19900'],
        [[paid], '-19900'],
      ] as const)
        expect(await refusal(apply({ orders: [...orders], amount }))).toMatchObject({
          ...{ status: 422, errorCode: AMOUNT_ZERO.code },
        })
    })
  })

  it('for the same order again is refused, also beside another order', async () => {
    const order = await items.add(buyer)
    const other = await items.add(buyer)
    await apply({ orders: [order] })
    await proves(['COMMERCE-066', 'COMMERCE-110'], async () => {
      expect(await refusal(apply({ orders: [order] }))).toMatchObject({
        ...{ status: 422, errorCode: INVOICED_ALREADY.code },
      })
      const both = apply({ orders: [order, other], amount: '39800' })
      expect((await refusal(both)).errorCode).toBe(INVOICED_ALREADY.code)
    })
    expect((await refusal(apply({ orders: [other, other], amount: '39800' }))).errorCode).toBe(900005)
  })

  it('of twenty at once for the same order, one is taken', async () => {
    const order = await items.add(buyer)
    const other = await items.add(buyer)
    const begin = () => Promise.resolve()
    const locked = () => sql`select pg_advisory_xact_lock(hashtextextended(${`invoices.item:items:${order.id}`}, 0))`
    // In either order, so that locks in the order of the request would block each other.
    const call = (index: number) =>
      apply({ orders: index % 2 === 0 ? [order, other] : [other, order], amount: '39800' })
    expect(await race(platform, 20, call, { begin, locked })).toMatchObject({
      accepted: 1,
      refused: { [INVOICED_ALREADY.code]: 19 },
    })
    expect((await as(buyer).ownInvoices({ query: { memberType: 'individual' } })).recordCount).toBe(1)
  })

  it('needs a taxpayer id where the title is a company’s, and all fields for a special invoice', async () => {
    const order = await items.add(buyer)
    const personal = await buildInfo(platform.db, buyer, personalInfo())
    const incomplete = await buildInfo(platform.db, buyer, companyInfo({ bank: '', bankAccount: '' }))
    const special: Partial<ApplicationInput> = { orders: [order], invoiceType: 'vat-special' }
    await proves(['COMMERCE-067', 'COMMERCE-111'], async () => {
      const refused = await refusal(apply({ ...special, infoId: personal }))
      expect(refused).toMatchObject({ status: 422, errorCode: TAX_ID_REQUIRED.code })
    })
    // A title of an older form of the rules, or of an import.
    await sql`update invoices.info set taxpayer_id = '' where id = ${incomplete}`.execute(platform.root)
    expect((await refusal(apply({ orders: [order], infoId: incomplete }))).errorCode).toBe(TAX_ID_REQUIRED.code)
    await sql`update invoices.info set taxpayer_id = '91350100M000100Y43' where id = ${incomplete}`.execute(
      platform.root,
    )
    const lacking = await refusal(apply({ ...special, infoId: incomplete }))
    expect(lacking).toMatchObject({
      ...{ errorCode: VAT_SPECIAL_INCOMPLETE.code, data: { missing: ['bank', 'bankAccount'] } },
    })
    const ofPerson = await buildInfo(platform.db, buyer, companyInfo({ kind: 'personal' }))
    expect((await refusal(apply({ ...special, infoId: ofPerson }))).errorCode).toBe(VAT_SPECIAL_INCOMPLETE.code)
    await apply({ ...special, infoId })
    await apply({ orders: [await items.add(buyer)], infoId: personal })
  })

  it('on paper goes to an own address, of which it keeps a copy', async () => {
    const order = await items.add(buyer)
    const [addressId = ''] = await buildAddresses(platform.db, buyer, [addressInput()])
    const [foreign = ''] = await buildAddresses(platform.db, roles.stranger, [addressInput()])
    const paper: Partial<ApplicationInput> = { orders: [order], invoiceMedium: 'paper' }
    expect(await refusal(apply(paper))).toMatchObject({ errorCode: 900001, data: { fields: [{ path: 'addressId' }] } })
    expect((await refusal(apply({ ...paper, addressId: foreign }))).errorCode).toBe(21902)
    const unknown = addressInput({ countyCode: '999999' })
    expect((await refusal(apply({ ...paper, newAddress: unknown }))).errorCode).toBe(401001)
    const { id } = await apply({ ...paper, addressId })
    await platform.client(addresses, buyer).deleteAddress({ params: { id: addressId } })
    const { address } = await as(buyer).ownInvoice({ params: { id } })
    expect(address).toEqual({
      ...{ receiver: '林知远', phone: '13800138000', postalCode: '518057', text: '广东省深圳市南山区科技园路1号' },
    })
  })

  it('with a new address keeps it, unless it is the eleventh', async () => {
    const [first, second] = [await items.add(buyer), await items.add(buyer)]
    const nine = Array.from({ length: 9 }, () => addressInput())
    await buildAddresses(platform.db, buyer, nine)
    const paper = { invoiceMedium: 'paper', newAddress: addressInput({ street: '新街2号' }) } as const
    const own = async () => (await platform.client(addresses, buyer).ownAddresses()).items.length
    await apply({ ...paper, orders: [first] })
    expect(await own()).toBe(10)
    await proves(['COMMERCE-062', 'COMMERCE-063'], async () => {
      // The call of addresses itself answers 21901 (addresses/server/routes.test.ts).
      const refused = await refusal(apply({ ...paper, orders: [second] }))
      expect(refused).toMatchObject({ status: 422, errorCode: INVOICE_ADDRESSES_FULL.code })
      const added = platform.client(addresses, buyer).addAddress({ body: addressInput() })
      expect((await refusal(added)).errorCode).toBe(21901)
      expect(await own()).toBe(10)
    })
    expect(await invoiceableOf(buyer)).toEqual([second.id])
  })

  it('takes orders, infos and invoices of the applicant alone', async () => {
    const order = await items.add(roles.owner)
    const ownInfo = await buildInfo(platform.db, roles.owner)
    for (const other of [roles.member, roles.administrator, roles.otherCompany]) {
      const theirs = await buildInfo(platform.db, other)
      const call = as(other).applyForInvoice({ body: input({ orders: [order], infoId: theirs }) })
      expect((await refusal(call)).errorCode).toBe(900005)
      const theirOrder = await items.add(other)
      const withInfo = as(other).applyForInvoice({ body: input({ orders: [theirOrder], infoId: ownInfo }) })
      expect((await refusal(withInfo)).errorCode).toBe(900005)
    }
    const none = as(roles.owner).applyForInvoice({
      body: input({ orders: [{ source: 'items', id: uuid() }], infoId: ownInfo }),
    })
    expect((await refusal(none)).errorCode).toBe(900005)
    const { id } = await as(roles.owner).applyForInvoice({ body: input({ orders: [order], infoId: ownInfo }) })
    const others = { administrator: 900005, member: 900005, colleague: 900005, stranger: 900005 }
    const ownerAlone = { owner: 'accepted', ...others, otherCompany: 900005, nobody: 401 } as const
    await expectRoles(roles, {
      ownInvoice: { ...ownerAlone, call: (caller) => as(caller).ownInvoice({ params: { id } }) },
      applyAgain: {
        ...{ ...ownerAlone, owner: INVOICE_STATE_CHANGED.code },
        call: (caller) => as(caller).applyAgain({ params: { id }, body: input({ orders: [order], infoId: ownInfo }) }),
      },
    })
  })

  it('tells finance, and is 50 orders long at most', async () => {
    const orders = await Promise.all(Array.from({ length: 50 }, () => items.add(buyer, { paidFen: 100 })))
    const tooMany = [...orders, await items.add(buyer, { paidFen: 100 })]
    expect((await refusal(apply({ orders: tooMany, amount: '5100' }))).errorCode).toBe(900001)
    const chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['admin'] })
    await apply({ orders, amount: '5000' })
    const { rows } = await sql<{ body_cn: string }>`select m.body_cn from messages.message m
      join messages.notification n on n.message_id = m.id
      where n.member_id = ${chief.id} and m.actor_id = ${buyer.id}`.execute(platform.root)
    expect(rows.map((row) => row.body_cn)).toEqual([expect.stringContaining('50.00')])
  })
})
