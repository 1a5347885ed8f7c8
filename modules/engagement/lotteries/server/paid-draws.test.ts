/** Draws for points: free ones first, then so many for points that the member agreed to, taken once and with the draw alone. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { POINTS } from '#modules/platform/currency/contract.ts'
import { buildIssue } from '#modules/platform/currency/server/accounts.fixture.ts'
import { balanceOf } from '#modules/platform/currency/server.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import { DAILY_LIMIT, NO_DRAWS, NO_DRAWS_LEFT, PRICE_NOT_AGREED } from '../contract/codes.ts'
import { newLottery } from '../contract/fields.ts'
import { prizesWith } from './lotteries.fixture.ts'
import { lotteriesOn, type TestLottery } from './lotteries-on.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['class-teacher'] })
const { as, build, draw } = lotteriesOn(platform, () => roles.owner)

const price = 1050
const paidDraws = { priceHundredths: price, perMember: 2 }

/** A member with so many hundredths of points. */
async function memberWith(hundredths: bigint): Promise<BuiltMember> {
  const { companyId, organizationId } = roles.member
  const member = await buildMember(platform.db, { companyId, organizationId })
  const owner = { kind: 'person', id: member.id } as const
  await buildIssue(platform.db, { companyId, owner, kind: POINTS, amount: hundredths, now: platform.now })
  return member
}

const pointsOf = async ({ companyId, id }: BuiltMember) =>
  (await balanceOf(platform.db, companyId, { kind: 'person', id }, POINTS)).totalAmount

const drawFor = (member: BuiltMember, one: TestLottery, { agreedHundredths = price, key = uuid() } = {}) =>
  as(member).draw({ ...one, body: { key, agreedHundredths } })

const drawsOf = async (one: TestLottery) => (await as(roles.owner).editedLottery(one)).drawsMade

const lockOf = (one: TestLottery) => () => sql`select from lotteries.lottery where id = ${one.params.id} for update`

describe('draws for points', () => {
  it('come after the free ones, cost what was agreed to, and have an end', async () => {
    const member = await memberWith(5000n)
    const one = await build({ drawsPerMember: 1, paidDraws, prizes: prizesWith(100, 9) })
    expect(await as(member).lottery(one)).toMatchObject({
      ...{ drawsLeft: 1, obstacle: null },
      paidDraws: { ...paidDraws, left: 2, balance: '5000' },
    })
    // Who agrees to points while a free draw is left pays nothing.
    expect(await drawFor(member, one)).toMatchObject({ number: 1, paidHundredths: 0 })
    expect(await pointsOf(member)).toBe('5000')
    for (const agreedHundredths of [price - 1, price + 1]) {
      const refused = await refusal(drawFor(member, one, { agreedHundredths }))
      expect(refused).toMatchObject({ status: 422, errorCode: PRICE_NOT_AGREED.code, data: { priceHundredths: price } })
    }
    expect(await refusal(draw(member, one))).toMatchObject({ errorCode: PRICE_NOT_AGREED.code })
    expect(await drawFor(member, one)).toMatchObject({ number: 2, paidHundredths: price })
    expect(await pointsOf(member)).toBe('3950')
    expect(await as(member).lottery(one)).toMatchObject({ drawsLeft: 0, paidDraws: { left: 1, balance: '3950' } })
    await drawFor(member, one)
    expect(await refusal(drawFor(member, one))).toMatchObject({ errorCode: NO_DRAWS_LEFT.code })
    expect(await pointsOf(member)).toBe('2900')
    expect(await as(member).lottery(one)).toMatchObject({ obstacle: 'none-left' })
  })

  it('with too few points change nothing', async () => {
    const member = await memberWith(BigInt(price - 1))
    const one = await build({ drawsPerMember: 0, paidDraws })
    expect(await as(member).lottery(one)).toMatchObject({ obstacle: 'too-few-points' })
    expect(await refusal(drawFor(member, one))).toMatchObject({ status: 422, errorCode: 71_004 })
    expect(await pointsOf(member)).toBe(String(price - 1))
    expect(await drawsOf(one)).toBe(0)
    expect((await as(roles.owner).lottery(one)).prizes[0]).toMatchObject({ stock: 100, remaining: 100 })
    expect((await as(member).ownDraws({})).recordCount).toBe(0)
  })

  it('asked for again by their key are the same draw and cost once', async () => {
    const member = await memberWith(5000n)
    const one = await build({ drawsPerMember: 0, paidDraws })
    const key = uuid()
    const first = await drawFor(member, one, { key })
    expect(await drawFor(member, one, { key })).toEqual(first)
    expect(await draw(member, one, key)).toEqual(first)
    expect(await pointsOf(member)).toBe('3950')
  })

  it('count on the day as free ones do', async () => {
    const member = await memberWith(5000n)
    const one = await build({ drawsPerMember: 1, drawsPerDay: 2, paidDraws })
    await draw(member, one)
    await drawFor(member, one)
    expect(await refusal(drawFor(member, one))).toMatchObject({ errorCode: DAILY_LIMIT.code })
    expect(await pointsOf(member)).toBe('3950')
  })

  it('of a button pressed twice, or eight times, take no more than there is', async () => {
    const member = await memberWith(BigInt(3 * price))
    const one = await build({ drawsPerMember: 0, paidDraws: { ...paidDraws, perMember: 5 } })
    const begin = async () => {
      await as(member).lottery(one)
    }
    const key = uuid()
    const same = await race(platform, 8, () => drawFor(member, one, { key }), { begin, locked: lockOf(one) })
    expect(same.accepted).toBe(8)
    expect(await pointsOf(member)).toBe(String(2 * price))
    const others = await race(platform, 8, () => drawFor(member, one), { begin, locked: lockOf(one) })
    expect(others).toMatchObject({ accepted: 2, refused: { 71004: 6 } })
    expect(await pointsOf(member)).toBe('0')
    expect(await drawsOf(one)).toBe(3)
  })

  it('are the only ones where a lottery has no free ones; without either it is not written', async () => {
    const body = { ...newLottery, name: '积分抽奖', prizes: prizesWith(5, 1), drawsPerMember: 0 }
    const none = await refusal(as(roles.owner).createLottery({ body }))
    expect(none).toMatchObject({ status: 422, errorCode: NO_DRAWS.code })
    const { id } = await as(roles.owner).createLottery({ body: { ...body, paidDraws } })
    const one = { params: { id } }
    expect(await as(roles.owner).editedLottery(one)).toMatchObject({ drawsPerMember: 0, paidDraws })
    const emptied = as(roles.owner).changeLottery({ ...one, body: { ...body, revision: 0 } })
    expect(await refusal(emptied)).toMatchObject({ errorCode: NO_DRAWS.code })
    for (const wrong of [
      { ...paidDraws, priceHundredths: 0 },
      { ...paidDraws, perMember: 101 },
    ])
      expect(await refusal(as(roles.owner).createLottery({ body: { ...body, paidDraws: wrong } }))).toMatchObject({
        errorCode: 900001,
      })
  })
})
