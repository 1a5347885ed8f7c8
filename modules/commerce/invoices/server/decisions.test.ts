import { sql } from 'kysely'
import { PDFDocument } from 'pdf-lib'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressInput } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { meeting, race } from '#test/race.ts'
import { expectRoles, testRoles } from '#test/roles.ts'
import { INVOICE_NUMBER_TAKEN, INVOICE_STATE_CHANGED } from '../contract/codes.ts'
import type { ApplicationInput } from '../contract/invoices.ts'
import { reasonLengthMax } from '../contract/managed.ts'
import { invoices } from '../contract.ts'
import { buildInfo, buildInvoice, companyInfo, PaidItems } from './invoices.fixture.ts'

const items = new PaidItems(() => platform.db)
const platform = testPlatform({ poolSize: 8, modules: [...serverModules, items.module] })
const roles = testRoles(platform, { administrator: ['admin'], otherCompany: ['super-admin'] })
const as = (member: BuiltMember | undefined) => platform.client(invoices, member)
let buyer: BuiltMember
let chief: BuiltMember
let infoId: string
let count = 0
const nextNumber = () => {
  count += 1
  return `2431200000${String(count).padStart(10, '0')}`
}

beforeAll(async () => {
  await items.createTable()
  chief = await buildMember(platform.db, { companyId: roles.companyId, roles: ['admin'] })
})
beforeEach(async () => {
  buyer = await buildMember(platform.db, { companyId: roles.companyId, fullName: '采购甲' })
  infoId = await buildInfo(platform.db, buyer)
})

interface Order {
  readonly source: string
  readonly id: string
}
const input = (orders: readonly Order[], fen: number, change: Partial<ApplicationInput> = {}): ApplicationInput => ({
  ...{ memberType: 'individual', orders: [...orders], infoId, invoiceType: 'vat-ordinary' },
  ...{ invoiceMedium: 'electronic', billingType: 'training', amount: String(fen), ...change },
})
const apply = async (orders: readonly Order[], fen: number, change: Partial<ApplicationInput> = {}) =>
  (await as(buyer).applyForInvoice({ body: input(orders, fen, change) })).id
const finance = () => as(chief)
const agree = (id: string) => finance().agreeToInvoice({ params: { id }, body: {} })
const own = (id: string) => as(buyer).ownInvoice({ params: { id } })
const pdf = async (owner = chief) => {
  const written = await PDFDocument.create()
  written.addPage()
  return storeFile(platform.db, platform.outside, {
    ...{ companyId: owner.companyId, ownerId: owner.id, now: platform.now, kind: 'pdf', audience: 'owner' },
    ...{ name: '发票.pdf', content: Buffer.from(await written.save()) },
  })
}
const issue = async (id: string) => {
  const file = await pdf()
  return finance().issueInvoice({ params: { id }, body: { invoiceNumber: nextNumber(), fileId: file.id } })
}
const refund = (id: string, fen: number) =>
  inTransaction(platform.db, (db) => items.refund(db, roles, id, fen, platform.now))
const reverse = (id: string, isWhole: boolean) =>
  finance().reverseInvoice({ params: { id }, body: { number: nextNumber(), isWhole } })
const issued = async (orders: readonly Order[], fen: number) => {
  const id = await apply(orders, fen)
  await agree(id)
  await issue(id)
  return id
}
const kindsOf = async (id: string) => (await own(id)).events.map(({ kind }) => kind)

describe('finance', () => {
  it('[COMMERCE-068] agrees and issues, or rejects with a reason and is asked again', async () => {
    const order = await items.add(buyer)
    const id = await apply([order], 19_900)
    await finance().rejectInvoice({ params: { id }, body: { reason: ' 抬头有误 ' } })
    expect(await own(id)).toMatchObject({ state: 3, reason: '抬头有误' })
    const other = await buildInfo(platform.db, buyer, companyInfo({ title: '云帆学院有限公司' }))
    await as(buyer).applyAgain({ params: { id }, body: input([order], 19_900, { infoId: other }) })
    expect(await own(id)).toMatchObject({ state: 0, reason: '', title: '云帆学院有限公司', amount: '19900' })
    await agree(id)
    expect(await own(id)).toMatchObject({ state: 1 })
    await issue(id)
    expect(await own(id)).toMatchObject({ state: 2, invoiceNumber: expect.any(String), file: { name: '发票.pdf' } })
    expect(await kindsOf(id)).toEqual(['applied', 'rejected', 'applied-again', 'agreed', 'issued'])
  })

  it('does nothing twice, and nothing that the state does not lead to', async () => {
    const id = await apply([await items.add(buyer)], 19_900)
    const calls = {
      agree: () => agree(id),
      reject: () => finance().rejectInvoice({ params: { id }, body: { reason: '不符' } }),
      issue: () => issue(id),
      reverse: () => reverse(id, false),
      again: async () => as(buyer).applyAgain({ params: { id }, body: input([await items.add(buyer)], 19_900) }),
    }
    const refusedNow = async (...names: (keyof typeof calls)[]) => {
      for (const name of names)
        expect([name, (await refusal(calls[name]())).errorCode]).toEqual([name, INVOICE_STATE_CHANGED.code])
    }
    await refusedNow('issue', 'reverse', 'again')
    await calls.agree()
    await refusedNow('agree', 'reject', 'reverse', 'again')
    await calls.issue()
    await refusedNow('agree', 'reject', 'issue', 'reverse', 'again')
  })

  it('agrees once where five agree and five reject at the same moment', async () => {
    let id = ''
    const begin = async () => {
      id = await apply([await items.add(buyer)], 19_900)
    }
    const call = (index: number) =>
      index % 2 === 0 ? agree(id) : finance().rejectInvoice({ params: { id }, body: { reason: '不符' } })
    const locked = () => sql`select from invoices.invoice where id = ${id} for update`
    expect(await race(platform, 10, call, { begin, locked })).toMatchObject({
      accepted: 1,
      refused: { [INVOICE_STATE_CHANGED.code]: 9 },
    })
    expect(await kindsOf(id)).toHaveLength(2)
  })

  it('frees the orders of a rejected application, which is not taken again once they are invoiced elsewhere', async () => {
    const order = await items.add(buyer)
    const id = await apply([order], 19_900)
    await finance().rejectInvoice({ params: { id }, body: { reason: '不符' } })
    await apply([order], 19_900)
    const again = as(buyer).applyAgain({ params: { id }, body: input([order], 19_900) })
    expect((await refusal(again)).errorCode).toBe(2000222)
    expect(await own(id)).toMatchObject({ state: 3 })
  })

  it('issues an electronic invoice with an own PDF, and one on paper with the express', async () => {
    const electronic = await apply([await items.add(buyer)], 19_900)
    const paper = await apply([await items.add(buyer)], 19_900, {
      ...{ invoiceMedium: 'paper', newAddress: addressInput() },
    })
    await agree(electronic)
    await agree(paper)
    const body = { invoiceNumber: nextNumber() }
    const send = (id: string, fields: object) =>
      finance().issueInvoice({ params: { id }, body: { ...body, ...fields } })
    expect(await refusal(send(electronic, {}))).toMatchObject({
      errorCode: 900001,
      data: { fields: [{ path: 'fileId' }] },
    })
    const foreign = await pdf(buyer)
    expect((await refusal(send(electronic, { fileId: foreign.id }))).errorCode).toBe(900005)
    const picture = await buildFile(platform.db, {
      ...{ companyId: roles.companyId, ownerId: chief.id, kind: 'image', contentType: 'image/png' },
    })
    expect((await refusal(send(electronic, { fileId: picture.id }))).errorCode).toBe(900001)
    for (const fields of [{}, { expressCompany: '顺丰速运' }, { expressNumber: 'SF1234567890' }])
      expect((await refusal(send(paper, fields))).errorCode).toBe(900001)
    const { id: fileId } = await pdf()
    await send(electronic, { fileId })
    const express = { expressCompany: '顺丰速运', expressNumber: 'SF1234567890' }
    expect((await refusal(send(paper, express))).errorCode).toBe(INVOICE_NUMBER_TAKEN.code)
    await send(paper, { ...express, invoiceNumber: nextNumber() })
    expect(await own(paper)).toMatchObject({ state: 2, ...express, file: null })
    const { file } = await own(electronic)
    const opened = await platform.app.inject({
      url: file?.url ?? '',
      headers: { authorization: `Bearer ${buyer.token}` },
    })
    expect(opened.statusCode).toBe(200)
  })

  it('tells the applicant by the notification center and by mail', async () => {
    const mailed = await buildMember(platform.db, { companyId: roles.companyId })
    await sql`update identity.member set email = 'jia@example.com' where id = ${mailed.id}`.execute(platform.root)
    const ownInfo = await buildInfo(platform.db, mailed)
    const order = await items.add(mailed)
    const { id } = await as(mailed).applyForInvoice({ body: input([order], 19_900, { infoId: ownInfo }) })
    await agree(id)
    await issue(id)
    platform.sentMails.length = 0
    await platform.runJobs()
    const mails = platform.sentMails.filter(({ to }) => JSON.stringify(to).includes('jia@example.com'))
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails[0])).toContain('199.00')
  })

  it('agrees to no application of its own, and says so', async () => {
    const ownInfo = await buildInfo(platform.db, chief)
    const order = await items.add(chief)
    const body = input([order], 19_900, { infoId: ownInfo })
    const { id } = await finance().applyForInvoice({ body })
    expect((await refusal(agree(id))).errorCode).toBe(900012)
    expect(await finance().managedInvoice({ params: { id } })).toMatchObject({ isOwn: true, state: 0 })
  })

  it('is who may issue invoices for the whole company', async () => {
    const refused = 10138
    const others = { owner: refused, member: refused, colleague: refused, stranger: refused }
    // The administrator of an organization is not enough: invoices are the company's.
    const financeAlone = { administrator: refused, ...others, nobody: 401 } as const
    const id = await apply([await items.add(buyer)], 19_900)
    const state = () => own(id)
    const params = { id }
    const file = await pdf()
    await expectRoles(roles, {
      managedInvoices: {
        ...{ ...financeAlone, otherCompany: 'accepted', state },
        call: (caller) => as(caller).managedInvoices({ query: {} }),
      },
      exportInvoices: {
        ...{ ...financeAlone, otherCompany: 'accepted', state },
        call: (caller) => as(caller).exportInvoices({ query: {} }),
      },
      managedInvoice: {
        ...{ ...financeAlone, otherCompany: 900005, state },
        call: (caller) => as(caller).managedInvoice({ params }),
      },
      agreeToInvoice: {
        ...{ ...financeAlone, otherCompany: 900005, state },
        call: (caller) => as(caller).agreeToInvoice({ params, body: {} }),
      },
      issueInvoice: {
        ...{ ...financeAlone, otherCompany: 900005, state },
        call: (caller) => as(caller).issueInvoice({ params, body: { invoiceNumber: nextNumber(), fileId: file.id } }),
      },
    })
    const rejected = await apply([await items.add(buyer)], 19_900)
    const reversed = await issuedRefunded()
    await expectRoles(roles, {
      rejectInvoice: {
        ...{ ...financeAlone, otherCompany: 900005 },
        call: (caller) => as(caller).rejectInvoice({ params: { id: rejected }, body: { reason: '不符' } }),
      },
      reverseInvoice: {
        ...{ ...financeAlone, otherCompany: 900005 },
        call: (caller) =>
          as(caller).reverseInvoice({ params: { id: reversed }, body: { number: nextNumber(), isWhole: true } }),
      },
    })
    expect(await as(roles.otherCompany).managedInvoices({ query: {} })).toEqual({ items: [], recordCount: 0 })
  })

  it('gives a reason of at most 200 characters', async () => {
    const id = await apply([await items.add(buyer)], 19_900)
    const reject = (reason: string) => finance().rejectInvoice({ params: { id }, body: { reason } })
    expect((await refusal(reject('   '))).errorCode).toBe(900001)
    expect((await refusal(reject('不'.repeat(reasonLengthMax + 1)))).errorCode).toBe(900001)
    await reject('不'.repeat(reasonLengthMax))
  })

  it('finds invoices by state, kind, title, applicant, order and time, and exports them', async () => {
    const now = platform.now + 1
    const applicant = await buildMember(platform.db, { companyId: roles.companyId, fullName: '寻票人' })
    const title = '寻票科技有限公司'
    const paper = await buildInvoice(platform.db, {
      ...{ owner: applicant, state: 1, medium: 'paper', title, now, memberType: 'purchaser' },
    })
    await buildInvoice(platform.db, { owner: applicant, state: 0, title, now })
    const found = async (query: object) => {
      const page = await finance().managedInvoices({ query: { search: '寻票', ...query } })
      return page.items.map(({ id }) => id)
    }
    const [number] = (await finance().managedInvoice({ params: { id: paper } })).lines.map((line) => line.number)
    expect(await found({})).toHaveLength(2)
    for (const query of [
      ...[{ state: 1 }, { invoiceMedium: 'paper' }, { memberType: 'purchaser' }, { search: number }],
      { search: `寻票人 科技`, state: 1, invoiceType: 'vat-ordinary', appliedFrom: now },
    ])
      expect(await found(query)).toEqual([paper])
    expect(await found({ appliedUntil: now })).toEqual([])
    expect(await found({ search: '100%' })).toEqual([])
    const file = (await finance().exportInvoices({ query: { search: '寻票' } })) as { rawPayload: Buffer }
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  it('is exported however long it is, each invoice once, those of one moment as well', async () => {
    const id = await buildInvoice(platform.db, { owner: buyer, title: '长表', now: platform.now })
    const { rows: columns } = await sql<{ names: string }>`select string_agg(column_name, ', ') as names
      from information_schema.columns where table_schema = 'invoices' and table_name = 'invoice'
        and column_name not in ('id', 'title')`.execute(platform.root)
    const others = sql.raw(columns[0]?.names ?? '')
    await sql`insert into invoices.invoice (id, title, ${others})
      select gen_random_uuid(), '长表 ' || n, ${others} from invoices.invoice, generate_series(1, 2004) n
      where id = ${id}`.execute(platform.root)
    const file = (await finance().exportInvoices({ query: { search: '长表' } })) as unknown as { rawPayload: Buffer }
    const [, ...rows] = await readSheet(file.rawPayload)
    expect(rows).toHaveLength(2005)
    expect(new Set(rows.map((row) => row[4])).size).toBe(2005)
  })
})

const issuedRefunded = async () => {
  const order = await items.add(buyer, { paidFen: 10_000 })
  const id = await issued([order], 10_000)
  await refund(order.id, 3_000)
  return id
}

describe('a refund', () => {
  it('makes an invoice smaller that was not issued, and cancels it where nothing is left', async () => {
    const [first, second] = [await items.add(buyer, { paidFen: 10_000 }), await items.add(buyer, { paidFen: 5_000 })]
    const id = await apply([first, second], 15_000)
    await refund(first.id, 4_000)
    expect(await own(id)).toMatchObject({ state: 0, amount: '11000', dueAmount: '0' })
    await agree(id)
    await refund(first.id, 6_000)
    expect(await own(id)).toMatchObject({ state: 1, amount: '5000' })
    await refund(second.id, 5_000)
    expect(await own(id)).toMatchObject({ state: 5, amount: '0' })
    expect(await kindsOf(id)).toEqual(['applied', 'reduced', 'agreed', 'reduced', 'cancelled'])
  })

  it('[COMMERCE-069] of an issued invoice waits for a red-letter invoice, for a part and for more', async () => {
    const order = await items.add(buyer, { paidFen: 10_000 })
    const id = await issued([order], 10_000)
    await refund(order.id, 3_000)
    expect(await own(id)).toMatchObject({ state: 4, amount: '10000', dueAmount: '3000' })
    await refund(order.id, 1_000)
    expect(await own(id)).toMatchObject({ state: 4, dueAmount: '4000' })
    await reverse(id, false)
    expect(await own(id)).toMatchObject({
      ...{ state: 5, amount: '6000', dueAmount: '0', redLetters: [{ amount: '4000', isWhole: false }] },
    })
    expect((await refusal(apply([order], 6_000))).errorCode).toBe(2000222)
    await refund(order.id, 6_000)
    expect(await own(id)).toMatchObject({ state: 4, amount: '6000', dueAmount: '6000' })
    await reverse(id, false)
    expect(await own(id)).toMatchObject({ state: 5, amount: '0', redLetters: [{}, {}] })
  })

  it('may be reversed by a red-letter invoice for the whole, with another invoice for the rest', async () => {
    const id = await issuedRefunded()
    await reverse(id, true)
    expect(await own(id)).toMatchObject({ state: 5, amount: '0', redLetters: [{ amount: '10000', isWhole: true }] })
    const { items: all } = await as(buyer).ownInvoices({ query: { memberType: 'individual' } })
    const rest = all.find((one) => one.id !== id)
    expect(rest).toMatchObject({ state: 1, amount: '7000', invoiceNumber: null })
    expect(await own(rest?.id ?? '')).toMatchObject({ reissueOf: id, lines: [{ amount: '7000', dueAmount: '0' }] })
    await issue(rest?.id ?? '')
    const [line] = (await own(id)).lines
    await refund(line?.id ?? '', 7_000)
    expect(await own(rest?.id ?? '')).toMatchObject({ state: 4, dueAmount: '7000' })
    await reverse(rest?.id ?? '', true)
    expect(await as(buyer).ownInvoices({ query: { memberType: 'individual' } })).toMatchObject({ recordCount: 2 })
  })

  it('is reported twice and counts once, and does nothing of what has no invoice', async () => {
    const order = await items.add(buyer, { paidFen: 10_000 })
    await refund(order.id, 1_000)
    const id = await issued([order], 9_000)
    await refund(order.id, 0)
    await refund(order.id, 0)
    expect(await own(id)).toMatchObject({ state: 2, amount: '9000', dueAmount: '0' })
    await refund(order.id, 500)
    await refund(order.id, 0)
    expect(await own(id)).toMatchObject({ state: 4, dueAmount: '500' })
  })

  it('needs a number that no other red-letter invoice has', async () => {
    const [first, second] = [await issuedRefunded(), await issuedRefunded()]
    const body = { number: nextNumber(), isWhole: false }
    await finance().reverseInvoice({ params: { id: first }, body })
    const again = finance().reverseInvoice({ params: { id: second }, body })
    expect((await refusal(again)).errorCode).toBe(INVOICE_NUMBER_TAKEN.code)
    expect(await own(second)).toMatchObject({ state: 4, redLetters: [] })
  })

  it('and an application at the same moment leave no invoice above what is left', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const order = await items.add(buyer, { paidFen: 10_000 })
      const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`invoices.item:items:${order.id}`}, 0))`
      const both = () => Promise.allSettled([apply([order], 10_000), refund(order.id, 4_000)])
      const [application, refunded] = await meeting(platform, 2, lock, both)
      expect(refunded).toEqual({ status: 'fulfilled', value: true })
      if (application.status === 'fulfilled')
        expect(await own(application.value)).toMatchObject({ state: 0, amount: '6000' })
      else expect(application.reason).toMatchObject({ errorCode: 2000225 })
    }
  })
})

describe('the map of states', () => {
  it('answers its values', async () => {
    const order = await items.add(buyer)
    const id = await apply([order], 19_900, { invoiceType: 'vat-special', billingType: 'information' })
    await proves(['COMMERCE-054', 'COMMERCE-055', 'COMMERCE-056', 'COMMERCE-057'], async () => {
      expect(await own(id)).toMatchObject({
        ...{ state: 0, invoiceType: 'vat-special', invoiceMedium: 'electronic', billingType: 'information' },
      })
    })
  })
})
