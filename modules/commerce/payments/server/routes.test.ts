import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { serverModules } from '#server/modules.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { payments } from '../contract.ts'
import { type NewPayment, paymentOf, refundPayment, startPayment } from '../server.ts'
import { triedPayable } from './tried-payable.fixture.ts'

const { heard, module, newThing } = triedPayable()
const platform = testPlatform({ modules: [...serverModules, module] })
let buyer: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  buyer = await buildMember(platform.db, { companyId })
})

const start = async (payableId: string, given: Partial<NewPayment> = {}) => {
  const { companyId, id: memberId } = buyer
  const { now } = platform
  const payment = {
    ...{ companyId, memberId, payable: 'tried', payableId, number: 'D1', subject: '安全生产必修课', amountFen: 9900n },
    ...{ provider: 'test' as const, expiresAt: now + 1_800_000, now, ...given },
  }
  const { id } = await inTransaction(platform.root, (db) => startPayment(db, platform.outside.config, payment))
  return id
}
const own = (id: string) => platform.client(payments, buyer).ownPayment({ params: { id } })
const choose = (id: string, outcome: 'paid' | 'failed' | 'late' | 'doubled') =>
  platform.client(payments, buyer).testPayment({ params: { id }, body: { outcome } })

describe('a test payment', () => {
  it('[COMMERCE-038] is paid once, however often the provider says so', async () => {
    const id = await start(newThing())
    expect(await own(id)).toMatchObject({ state: 'waiting', next: { kind: 'test' }, amount: '9900', isTest: true })
    await choose(id, 'doubled')
    await platform.runJobs()
    expect(await own(id)).toMatchObject({ state: 'succeeded', counts: true, refunded: '0' })
    expect(heard.paid.filter((one) => one === id)).toHaveLength(1)
    expect(await refusal(choose(id, 'paid'))).toMatchObject({ status: 422, errorCode: 399003 })
  })

  it('that fails leaves the thing unpaid, and another payment may be started', async () => {
    const thing = newThing()
    const id = await start(thing)
    await choose(id, 'failed')
    await platform.runJobs()
    expect(await own(id)).toMatchObject({ state: 'failed', next: null })
    expect(heard.failed).toContain(`failed ${id}`)
    expect(await start(thing)).not.toBe(id)
  })

  it('that comes after its thing was closed is given back as a whole', async () => {
    // The queue goes by the clock of the database, which no test moves.
    platform.now -= 60_000
    const thing = newThing()
    const id = await start(thing)
    heard.closed.add(thing)
    await choose(id, 'late')
    expect(await own(id)).toMatchObject({ state: 'closed' })
    platform.now += 60_000
    await platform.runJobs()
    expect(await own(id)).toMatchObject({ state: 'succeeded', counts: false, refunded: '9900' })
    expect(heard.paid).not.toContain(id)
  })
})

it('a refund is never more than what is left', async () => {
  const id = await start(newThing())
  await choose(id, 'paid')
  await platform.runJobs()
  const request = { companyId: buyer.companyId, paymentId: id, reason: '不想要了', now: platform.now }
  const refund = (refundId: string, amountFen: bigint) =>
    inTransaction(platform.root, (db) => refundPayment(db, { ...request, refundId, amountFen }))
  const first = newThing()
  expect(await refund(first, 9000n)).toEqual({ state: 'sending' })
  expect(await refund(first, 9000n)).toEqual({ state: 'sending' })
  await expect(refund(newThing(), 901n)).rejects.toMatchObject({ error: { code: 399004 }, data: { refundable: '900' } })
  await platform.runJobs()
  expect(heard.refunded).toContainEqual({ refundId: first, outcome: 'succeeded', amountFen: 9000n })
  expect(await own(id)).toMatchObject({ refunded: '9000' })
  const known = await paymentOf(platform.db, buyer.companyId, id)
  expect(known).toMatchObject({ state: 'succeeded', amountFen: 9900n, refundedFen: 9000n })
  expect(await paymentOf(platform.db, newThing(), id)).toBeUndefined()
})
