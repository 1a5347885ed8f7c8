/** Bank transfers: receipts, their decision, and refunds that a person transfers back. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { payments } from '../contract.ts'
import { availableProviders, closePayment, refundPayment, startPayment } from '../server.ts'
import { triedPayable } from './tried-payable.fixture.ts'

const { heard, module, newThing } = triedPayable()
const platform = testPlatform({ modules: [...serverModules, module] })
let buyer: BuiltMember
let other: BuiltMember
let chief: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  buyer = await buildMember(platform.db, { companyId })
  other = await buildMember(platform.db, { companyId })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

const account = {
  holder: '云帆科技有限公司',
  bank: '招商银行',
  accountNumber: '6225880100001234',
  note: '请备注订单号',
}
const as = (member: BuiltMember) => platform.client(payments, member)

const things = new Map<string, string>()

async function start(whose = buyer): Promise<string> {
  const { now } = platform
  const payableId = newThing()
  const about = {
    companyId: whose.companyId,
    memberId: whose.id,
    payable: 'tried',
    payableId,
    number: 'D7',
  }
  const payment = {
    ...about,
    subject: '课',
    amountFen: 5000n,
    provider: 'transfer' as const,
    expiresAt: now + 3_600_000,
    now,
  }
  const { id } = await inTransaction(platform.root, (db) => startPayment(db, platform.outside.config, payment))
  things.set(id, payableId)
  return id
}
const file = async (owner: BuiltMember) =>
  (await buildFile(platform.db, { companyId: owner.companyId, ownerId: owner.id, kind: 'image' })).id
async function handIn(id: string, owner = buyer): Promise<string> {
  const body = { fileIds: [await file(owner)], payer: '张三', note: '' }
  const { receipts } = await as(owner).sendReceipt({ params: { id }, body })
  return receipts[0]?.id ?? ''
}

describe('a transfer', () => {
  it('can be chosen where the company has said its account', async () => {
    const offered = () => availableProviders(platform.db, platform.outside.config, buyer.companyId)
    expect(await offered()).toEqual(['test'])
    expect(await refusalOf(start())).toBe(399001)
    await as(chief).setTransferAccount({ body: { account } })
    expect(await offered()).toEqual(['transfer', 'test'])
    expect(await as(chief).transferAccount()).toEqual({ account })
    expect((await as(buyer).paymentProviders()).items).toContainEqual({ provider: 'transfer', isTest: false })
  })

  it('counts when somebody has approved its receipt', async () => {
    const id = await start()
    expect((await as(buyer).ownPayment({ params: { id } })).next).toEqual({ kind: 'transfer', account })
    const receiptId = await handIn(id)
    expect(await as(buyer).ownPayment({ params: { id } })).toMatchObject({ state: 'reviewing' })
    const approved = await as(chief).approveTransfer({ params: { id }, body: { receiptId } })
    expect(approved).toMatchObject({ state: 'succeeded', counts: true, receipts: [{ state: 'approved' }] })
    expect(heard.paid).toContain(id)
    const again = as(chief).approveTransfer({ params: { id }, body: { receiptId } })
    expect(await refusal(again)).toMatchObject({ errorCode: 399003, data: { state: 'succeeded' } })
    const reject = (of: string) => as(chief).rejectTransfer({ params: { id: of }, body: { receiptId, reason: '不' } })
    expect(await refusal(reject(id))).toMatchObject({ errorCode: 399003 })
    expect(await refusal(reject(newThing()))).toMatchObject({ errorCode: 900005 })
    const unknown = as(chief).approveTransfer({ params: { id: newThing() }, body: { receiptId } })
    expect(await refusal(unknown)).toMatchObject({ errorCode: 900005 })
  })

  it('that is rejected says why, and takes another receipt', async () => {
    const id = await start()
    const receiptId = await handIn(id)
    const reject = (given: string) =>
      as(chief).rejectTransfer({ params: { id }, body: { receiptId: given, reason: '金额不符' } })
    expect(await refusal(reject(newThing()))).toMatchObject({ errorCode: 399006 })
    await reject(receiptId)
    const own = await as(buyer).ownPayment({ params: { id } })
    expect(own).toMatchObject({ state: 'waiting', receipts: [{ state: 'rejected', reason: '金额不符' }] })
    const { rows: sent } = await sql<{ body: string; link: string }>`select m.body_cn as body, m.link
      from messages.message m join messages.notification n on n.message_id = m.id
      where n.member_id = ${buyer.id} and m.type = 'payments.receipt-rejected'`.execute(platform.root)
    expect(sent).toEqual([{ body: expect.stringContaining('金额不符'), link: `/payment/${id}` }])
    await handIn(id)
    expect(await refusal(as(chief).approveTransfer({ params: { id }, body: { receiptId } }))).toMatchObject({
      errorCode: 399006,
    })
    expect(heard.paid).not.toContain(id)
  })

  it('that arrives after its thing was closed is given back', async () => {
    const id = await start()
    const receiptId = await handIn(id)
    const payableId = things.get(id) ?? ''
    heard.closed.add(payableId)
    await inTransaction(platform.root, (db) => closePayment(db, { payable: 'tried', payableId }))
    expect(await as(chief).managedPayment({ params: { id } })).toMatchObject({ state: 'closed', canDecide: true })
    const approved = await as(chief).approveTransfer({ params: { id }, body: { receiptId } })
    expect(approved).toMatchObject({ state: 'succeeded', counts: false, refunds: [{ isAutomatic: true }] })
    expect(heard.paid).not.toContain(id)
  })

  it('is decided by nobody about the own payment', async () => {
    const id = await start(chief)
    const receiptId = await handIn(id, chief)
    const decided = [
      as(chief).approveTransfer({ params: { id }, body: { receiptId } }),
      as(chief).rejectTransfer({ params: { id }, body: { receiptId, reason: '不' } }),
    ]
    for (const call of decided) expect(await refusal(call)).toMatchObject({ errorCode: 900012 })
    expect(await as(chief).managedPayment({ params: { id } })).toMatchObject({ canDecide: false })
  })

  it('takes neither files nor payments of somebody else', async () => {
    const id = await start()
    const body = { fileIds: [await file(other)], payer: '', note: '' }
    expect(await refusal(as(buyer).sendReceipt({ params: { id }, body }))).toMatchObject({ errorCode: 900005 })
    const foreign = { fileIds: [await file(other)], payer: '', note: '' }
    expect(await refusal(as(other).sendReceipt({ params: { id }, body: foreign }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(other).ownPayment({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    const tried = as(buyer).testPayment({ params: { id }, body: { outcome: 'paid' } })
    expect(await refusal(tried)).toMatchObject({ errorCode: 900005 })
  })

  it('after its time takes no receipt any more', async () => {
    const id = await start()
    platform.now += 3_600_001
    const body = { fileIds: [await file(buyer)], payer: '', note: '' }
    expect(await refusal(as(buyer).sendReceipt({ params: { id }, body }))).toMatchObject({ errorCode: 399003 })
  })
})

describe('a refund of a transfer', () => {
  it('is transferred back by a person, who says so once', async () => {
    const id = await start()
    await as(chief).approveTransfer({ params: { id }, body: { receiptId: await handIn(id) } })
    const give = (refundId: string) =>
      inTransaction(platform.root, (db) =>
        refundPayment(db, {
          ...{ companyId: buyer.companyId, paymentId: id, refundId, amountFen: 5000n, reason: '退课' },
          now: platform.now,
        }),
      )
    const [first, second] = [newThing(), newThing()]
    await give(first)
    await platform.runJobs()
    const settle = (refundId: string, outcome: 'succeeded' | 'failed') =>
      as(chief).settleRefund({ params: { id: refundId }, body: { outcome, note: '账号有误' } })
    await settle(first, 'failed')
    expect(await as(buyer).ownPayment({ params: { id } })).toMatchObject({ refunded: '0' })
    await give(second)
    await settle(second, 'succeeded')
    expect(await refusal(settle(second, 'succeeded'))).toMatchObject({ errorCode: 399009 })
    expect(await refusal(settle(newThing(), 'succeeded'))).toMatchObject({ errorCode: 900005 })
    expect(heard.refunded.map(({ refundId, outcome }) => [refundId, outcome])).toEqual([
      [first, 'failed'],
      [second, 'succeeded'],
    ])
    const { refunds } = await as(chief).managedPayment({ params: { id } })
    expect(refunds.map(({ state, failure }) => [state, failure])).toEqual([
      ['failed', '账号有误'],
      ['succeeded', ''],
    ])
  })

  it('of money that came too late is sent again where it failed', async () => {
    const { now } = platform
    const payableId = newThing()
    const about = { companyId: buyer.companyId, memberId: buyer.id, payable: 'tried', payableId, number: 'D8' }
    const payment = {
      ...about,
      subject: '课',
      amountFen: 5000n,
      provider: 'transfer' as const,
      expiresAt: now + 1000,
      now,
    }
    const { id } = await inTransaction(platform.root, (db) => startPayment(db, platform.outside.config, payment))
    const receiptId = await handIn(id)
    heard.closed.add(payableId)
    await as(chief).approveTransfer({ params: { id }, body: { receiptId } })
    const [refund] = (await as(chief).managedPayment({ params: { id } })).refunds
    const params = { id: refund?.id ?? '' }
    expect(refund).toMatchObject({ isAutomatic: true, state: 'sending', canSettle: true, canRetry: false })
    expect(await refusal(as(chief).retryRefund({ params }))).toMatchObject({ errorCode: 399009 })
    await as(chief).settleRefund({ params, body: { outcome: 'failed', note: '' } })
    await as(chief).retryRefund({ params })
    const { refunds } = await as(chief).managedPayment({ params: { id } })
    expect(refunds.map(({ state }) => state)).toEqual(['failed', 'sending'])
    expect(await refusal(as(chief).retryRefund({ params: { id: newThing() } }))).toMatchObject({ errorCode: 900005 })
  })
})

it('without a test provider nobody pays by it', async () => {
  const id = await startTest()
  const { payments: settings } = platform.outside.config
  settings.test = false
  const pay = as(buyer).testPayment({ params: { id }, body: { outcome: 'paid' } })
  expect(await refusal(pay)).toMatchObject({ errorCode: 399005 })
  expect(await refusalOf(startTest())).toBe(399001)
  settings.test = true
})

it('what is paid is not paid again', async () => {
  const payableId = newThing()
  const id = await startTest(payableId)
  await as(buyer).testPayment({ params: { id }, body: { outcome: 'paid' } })
  await platform.runJobs()
  expect(await refusalOf(startTest(payableId))).toBe(399002)
  const { items } = await as(chief).payments({ query: { keyword: 'D9', state: 'succeeded', provider: 'test' } })
  expect(items).toMatchObject([{ id, state: 'succeeded', number: 'D9' }])
  const callbacks = await as(chief).paymentCallbacks({ query: { outcome: 'accepted' } })
  expect(callbacks.items).toMatchObject([{ paymentId: id, source: 'test' }])
  const nothing = as(chief).managedPayment({ params: { id: newThing() } })
  expect(await refusal(nothing)).toMatchObject({ errorCode: 900005 })
})

async function startTest(payableId = newThing()): Promise<string> {
  const { now } = platform
  const about = { companyId: buyer.companyId, memberId: buyer.id, payable: 'tried', payableId, number: 'D9' }
  const payment = { ...about, subject: '课', amountFen: 5000n, provider: 'test' as const, expiresAt: now + 1000, now }
  return (await inTransaction(platform.root, (db) => startPayment(db, platform.outside.config, payment))).id
}

/** The code of a refusal by a function of the door. */
async function refusalOf(call: Promise<unknown>): Promise<number | undefined> {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  return (error as { error?: { code: number } }).error?.code
}
