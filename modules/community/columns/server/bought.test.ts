/** Columns with a price: their contents open to who has bought one of the columns in which they stand, by every way. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { NOT_FOUND } from '#kit/errors.ts'
import { buildCard } from '#modules/commerce/cards/server/cards.fixture.ts'
import { tradeOf } from '#modules/commerce/orders/server/trade.fixture.ts'
import { memberCardType, NOT_BOUGHT, prices } from '#modules/commerce/prices/contract.ts'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { contents } from '#modules/community/contents/contract.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { columnBusinessType } from '../contract/shapes.ts'
import { columns } from '../contract.ts'
import { columnsTables } from './db.ts'

const platform = testPlatform({ poolSize: 8 })
let staff: BuiltMember
let owner: BuiltMember
let accountId: string
let number = 0

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  staff = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  owner = await buildMember(platform.db, { companyId })
  accountId = await buildAccount(platform.db, { companyId, memberIds: [owner.id] })
})

const trade = tradeOf(platform, () => staff)
const as = (member: BuiltMember) => platform.client(columns, member)
const itemOf = (itemId: string) => ({ businessType: columnBusinessType, itemId })
const aMember = () => buildMember(platform.db, { companyId: staff.companyId, now: platform.now })
const codesOf = async (ways: Promise<unknown>[]) => (await refusals(ways)).map(({ errorCode }) => errorCode)
const subscribe = (member: BuiltMember, id: string) => as(member).subscribe({ body: { id, subscribed: true } })
const open = (member: BuiltMember, id: string, questionId: string) =>
  as(member).openContent({ params: { id }, body: { questionId } })
const read = (member: BuiltMember, id: string) => platform.client(contents, member).questionInfo({ query: { id } })
const mustBuy = async (member: BuiltMember, id: string) => (await as(member).completeColumn({ params: { id } })).mustBuy

async function newColumn(contentIds: readonly string[] = []) {
  platform.now += 2500
  const body = { comeEnjoyId: accountId, title: `付费专栏 ${++number}`, introduce: '三十讲' }
  const { id } = await as(owner).createColumn({ body })
  const about = { companyId: owner.companyId, accountId, authorId: owner.id, now: platform.now }
  const contentId = contentIds[0] ?? (await buildContent(platform.db, about))
  await as(owner).releaseContents({ body: { id, questionIds: [contentId] } })
  return { id, contentId }
}

async function soldColumn(price: Parameters<typeof trade.sells>[1] = {}) {
  const column = await newColumn()
  await trade.sells(itemOf(column.id), price)
  return column
}

describe('a column that was not bought', () => {
  it('is closed by every way into it, and says which column it is', async () => {
    const reader = await aMember()
    const { id, contentId } = await soldColumn()
    const calls = platform.client(contents, reader)
    const ways = [
      subscribe(reader, id),
      open(reader, id, contentId),
      read(reader, contentId),
      calls.read({ body: { businessId: contentId } } as never),
    ]
    expect(await codesOf(ways)).toEqual(ways.map(() => NOT_BOUGHT.code))
    expect((await refusal(read(reader, contentId))).data).toMatchObject({ columnId: id })
    expect((await as(reader).columnContents({ params: { id }, query: {} })).recordCount).toBe(1)
    expect(await mustBuy(reader, id)).toBe(true)
    expect(await read(owner, contentId)).toMatchObject({ id: contentId })
  })

  it('leaves a content open that stands in a free column as well', async () => {
    const reader = await aMember()
    const { contentId } = await soldColumn()
    await newColumn([contentId])
    expect(await read(reader, contentId)).toMatchObject({ id: contentId })
  })

  it('is nothing that another company can buy', async () => {
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    const { id } = await soldColumn()
    const quote = platform.client(prices, stranger).quote({ body: { ...itemOf(id), quantity: 1 } })
    expect((await refusal(quote)).errorCode).toBe(NOT_FOUND.code)
  })

  it('is among those that cost something, not among the free ones', async () => {
    const [priced, free] = [await soldColumn(), await newColumn()]
    const calls = as(await aMember())
    const recommended = (isPay: 0 | 1) => calls.recommendedColumns({ query: { isPay, pageSize: 100 } })
    const ofAccount = (isPay: 0 | 1) => calls.columnsOfAccount({ query: { id: accountId, isPay, pageSize: 100 } })
    for (const call of [recommended, ofAccount]) {
      const list = async (isPay: 0 | 1) => (await call(isPay)).items.map(({ id }) => id)
      expect(await list(1)).toContain(priced.id)
      expect(await list(1)).not.toContain(free.id)
      expect(await list(0)).toContain(free.id)
      expect(await list(0)).not.toContain(priced.id)
    }
  })
})

describe('a column that was bought', () => {
  it('opens at once with a subscription, and closes when it is paid back', async () => {
    const buyer = await aMember()
    const { id, contentId } = await soldColumn()
    const bought = await trade.buys(buyer, itemOf(id))
    expect(await as(buyer).completeColumn({ params: { id } })).toMatchObject({
      ...{ mustBuy: false, subscribed: true, subscribeNum: 1 },
    })
    expect(await read(buyer, contentId)).toMatchObject({ id: contentId })
    await trade.paysBack(buyer, bought)
    expect(await codesOf([read(buyer, contentId), open(buyer, id, contentId)])).toEqual([
      NOT_BOUGHT.code,
      NOT_BOUGHT.code,
    ])
  })

  it('is used by who has read in it', async () => {
    const buyer = await aMember()
    const { id, contentId } = await soldColumn()
    const bought = await trade.buys(buyer, itemOf(id))
    await open(buyer, id, contentId)
    expect((await refusal(trade.asksBack(buyer, bought))).errorCode).toBe(701_207)
  })

  it('is either read or paid back, whichever comes first', async () => {
    const buyer = await aMember()
    const { id, contentId } = await soldColumn()
    let refundId = ''
    const begin = async () => {
      await trade.takesBack(buyer, itemOf(id))
      await sql`delete from columns.opened_content where member_id = ${buyer.id}`.execute(columnsTables(platform.db))
      refundId = await trade.asksBack(buyer, await trade.buys(buyer, itemOf(id)))
    }
    const locked = () => sql`select from entitlements.entitlement where member_id = ${buyer.id} for update`
    const act = (index: number): Promise<unknown> => (index === 0 ? trade.agrees(refundId) : open(buyer, id, contentId))
    for (let round = 0; round < 3; round += 1)
      expect(await race(platform, 2, act, { begin, locked })).toMatchObject({ accepted: 1 })
  })

  it('opens by a seat, a grant and a member card, and to who had subscribed before it had a price', async () => {
    const card = await buildCard(platform.db, { companyId: staff.companyId, name: '阅读年卡' })
    const [boss, assignee, granted, holder, early] = (await Promise.all(Array.from({ length: 5 }, aMember))) as [
      BuiltMember,
      BuiltMember,
      BuiltMember,
      BuiltMember,
      BuiltMember,
    ]
    const { id, contentId } = await newColumn()
    await subscribe(early, id)
    platform.now += 1000
    await trade.sells(itemOf(id), { cardIds: [card.id] })
    await trade.givesSeat(boss, assignee, itemOf(id))
    await trade.grants(granted, itemOf(id))
    await trade.grants(holder, { businessType: memberCardType, itemId: card.id })
    for (const member of [assignee, granted, holder, early])
      expect(await read(member, contentId)).toMatchObject({ id: contentId })
    expect(await mustBuy(boss, id)).toBe(true)
  })

  it('gets its price from who sets the prices of the company', async () => {
    const { id } = await newColumn()
    const params = { ...itemOf(id) }
    const { terms } = await platform.client(prices, staff).price({ params })
    const body = { terms: { ...terms, isPay: 1 as const, coin: 500, discountCoin: 500 }, specials: [], revision: 0 }
    expect(await platform.client(prices, staff).setPrice({ params, body })).toEqual({ revision: 1 })
  })
})
