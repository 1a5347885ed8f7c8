/** Exams with a price: registering and starting ask whether the exam was bought, and an attempt uses it up. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { NOT_FOUND } from '#kit/errors.ts'
import { buildCard } from '#modules/commerce/cards/server/cards.fixture.ts'
import { tradeOf } from '#modules/commerce/orders/server/trade.fixture.ts'
import { memberCardType, NOT_BOUGHT, prices } from '#modules/commerce/prices/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import { EXAM_NOT_OPEN } from '../contract/codes.ts'
import { examsTables } from './db.ts'
import { examsOn } from './taking.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['lecturer'], administrator: ['super-admin'] })
const { as, build, sit } = examsOn(platform, () => roles.owner)
const trade = tradeOf(platform, () => roles.administrator)
type TestExam = Awaited<ReturnType<typeof build>>
const itemOf = ({ params: { id: itemId } }: TestExam) => ({ businessType: 3, itemId })
const aMember = () =>
  buildMember(platform.db, { companyId: roles.companyId, organizationId: roles.organizationId, now: platform.now })
const start = (member: BuiltMember, exam: TestExam) => as(member).startAttempt({ ...exam, body: {} })
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const registration = { startAt: null, endAt: null, places: null, isReviewed: false }
const obstacle = async (member: BuiltMember, exam: TestExam) => (await as(member).exam(exam)).obstacle

async function soldExam(input: Parameters<typeof build>[0] = {}, price: Parameters<typeof trade.sells>[1] = {}) {
  const exam = await build(input)
  await trade.sells(itemOf(exam), price)
  return exam
}

describe('an exam that was not bought', () => {
  it('takes no registration and shows no paper', async () => {
    const member = await aMember()
    const exam = await soldExam({ rules: { registration } })
    expect(await codeOf(as(member).register(exam))).toBe(NOT_BOUGHT.code)
    expect(await codeOf(start(member, exam))).toBe(NOT_BOUGHT.code)
    expect(await obstacle(member, exam)).toBe('unpaid')
  })

  it('is sold neither after its end nor in another company', async () => {
    const { now } = platform
    const over = await soldExam({ rules: { startAt: now - 7_200_000, endAt: now - 3_600_000 } })
    const quote = (member: BuiltMember, exam: TestExam) =>
      platform.client(prices, member).quote({ body: { ...itemOf(exam), quantity: 1 } })
    expect(await codeOf(quote(await aMember(), over))).toBe(EXAM_NOT_OPEN.code)
    expect(await codeOf(quote(roles.otherCompany, await soldExam()))).toBe(NOT_FOUND.code)
  })

  it('is among those that cost something, not among the free ones', async () => {
    const [priced, free] = [await soldExam(), await build({})]
    const member = await aMember()
    const list = async (isPay: 0 | 1) =>
      (await as(member).exams({ query: { isPay, pageSize: 100 } })).items.map(({ id }) => id)
    expect(await list(1)).toContain(priced.params.id)
    expect(await list(1)).not.toContain(free.params.id)
    expect(await list(0)).toContain(free.params.id)
    expect(await list(0)).not.toContain(priced.params.id)
  })
})

describe('an exam that was bought', () => {
  it('opens at once, and closes when it is paid back', async () => {
    const buyer = await aMember()
    const exam = await soldExam()
    const bought = await trade.buys(buyer, itemOf(exam))
    expect(await obstacle(buyer, exam)).toBe(null)
    await trade.paysBack(buyer, bought)
    expect(await codeOf(start(buyer, exam))).toBe(NOT_BOUGHT.code)
  })

  it('is used up by an attempt, which goes on whatever happens to the entitlement', async () => {
    const buyer = await aMember()
    const exam = await soldExam()
    const bought = await trade.buys(buyer, itemOf(exam))
    await start(buyer, exam)
    expect(await codeOf(trade.asksBack(buyer, bought))).toBe(701_207)
    await trade.takesBack(buyer, itemOf(exam))
    expect(await start(buyer, exam)).toMatchObject({ number: 1 })
    await sit(buyer, exam)
    expect(await codeOf(start(buyer, exam))).toBe(NOT_BOUGHT.code)
  })

  it('is either started or paid back, whichever comes first', async () => {
    const buyer = await aMember()
    const exam = await soldExam()
    let refundId = ''
    const begin = async () => {
      await trade.takesBack(buyer, itemOf(exam))
      await sql`delete from exams.record where member_id = ${buyer.id}`.execute(examsTables(platform.db))
      refundId = await trade.asksBack(buyer, await trade.buys(buyer, itemOf(exam)))
    }
    const locked = () => sql`select from entitlements.entitlement where member_id = ${buyer.id} for update`
    const act = (index: number): Promise<unknown> => (index === 0 ? trade.agrees(refundId) : start(buyer, exam))
    for (let round = 0; round < 3; round += 1)
      expect(await race(platform, 2, act, { begin, locked })).toMatchObject({ accepted: 1 })
  })

  it('opens by a seat, a grant and a member card, and to who was registered before it had a price', async () => {
    const card = await buildCard(platform.db, { companyId: roles.companyId, name: '考试年卡' })
    const [boss, assignee, granted, holder, early] = (await Promise.all(Array.from({ length: 5 }, aMember))) as [
      BuiltMember,
      BuiltMember,
      BuiltMember,
      BuiltMember,
      BuiltMember,
    ]
    const exam = await build({ rules: { registration } })
    await as(early).register(exam)
    platform.now += 1000
    await trade.sells(itemOf(exam), { cardIds: [card.id] })
    await trade.givesSeat(boss, assignee, itemOf(exam))
    await trade.grants(granted, itemOf(exam))
    await trade.grants(holder, { businessType: memberCardType, itemId: card.id })
    for (const member of [assignee, granted, holder])
      expect(await as(member).register(exam)).toEqual({ state: 'registered' })
    expect(await start(early, exam)).toMatchObject({ number: 1 })
    expect(await codeOf(as(boss).register(exam))).toBe(NOT_BOUGHT.code)
  })
})
