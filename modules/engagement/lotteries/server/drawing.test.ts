/** Drawing over HTTP: who may, when, how often, and that no prize is given twice. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { acrossDays, buildCompanyElsewhere } from '#test/company-days.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { type Outcome, outcomeOf } from '#test/outcomes.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { expectRoles, type RoleName, testRoles } from '#test/roles.ts'
import {
  ALREADY_JOINED,
  DAILY_LIMIT,
  NO_DRAWS_LEFT,
  NOT_A_PARTICIPANT,
  NOT_PUBLISHED,
  NOT_QUALIFIED,
  OUTSIDE_TIME,
} from '../contract/codes.ts'
import { lotteries } from '../contract.ts'
import { buildLottery, prizesWith } from './lotteries.fixture.ts'
import { lotteriesOn, type TestLottery } from './lotteries-on.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['class-teacher'], otherCompany: ['super-admin'] })
const { as, build, draw, join } = lotteriesOn(platform, () => roles.owner)
const hourMs = 3_600_000

let startedAt = 0
beforeAll(() => {
  startedAt = platform.now
})
// Sessions end after hours: no test leaves the clock where it moved it.
afterEach(() => {
  platform.now = startedAt
})

const lockOf = (one: TestLottery) => () => sql`select from lotteries.lottery where id = ${one.params.id} for update`

async function buildMembers(count: number): Promise<BuiltMember[]> {
  const { companyId, organizationId } = roles.member
  const members: BuiltMember[] = []
  for (let at = 0; at < count; at++) members.push(await buildMember(platform.db, { companyId, organizationId }))
  return members
}

describe('a draw', () => {
  it('answers what was drawn, and uses one chance and one of the prize', async () => {
    const one = await build({ prizes: prizesWith(100, 2), drawsPerMember: 3 })
    const drawn = await draw(roles.member, one)
    expect(drawn).toMatchObject({ number: 1, place: 0, prizeName: '保温杯', isWin: true, lotteryName: '年会抽奖' })
    expect(await as(roles.member).lottery(one)).toMatchObject({
      ...{ state: 'open', obstacle: null, drawsLeft: 2, drawsLeftToday: null },
      prizes: [
        { name: '保温杯', stock: 2, remaining: 1 },
        { name: '谢谢参与', stock: null, remaining: null },
      ],
    })
    const own = await as(roles.member).ownDraws({ query: { lotteryId: one.params.id } })
    expect(own).toMatchObject({ recordCount: 1, items: [{ id: drawn.id, deliveredAt: null }] })
    expect((await as(roles.colleague).ownDraws()).recordCount).toBe(0)
  })

  it('gives thanks where the prize is used up', async () => {
    const one = await build({ prizes: prizesWith(100, 1), drawsPerMember: 2 })
    expect(await draw(roles.member, one)).toMatchObject({ isWin: true, place: 0 })
    expect(await draw(roles.member, one)).toMatchObject({ isWin: false, place: 1, prizeName: '谢谢参与', number: 2 })
    const wins = await as(roles.member).ownDraws({ query: { lotteryId: one.params.id, isWin: true } })
    expect(wins.recordCount).toBe(1)
  })

  it('asked for again by its key is the same draw, even after the end', async () => {
    const one = await build({ closesAt: platform.now + 1000 })
    const key = uuid()
    const first = await draw(roles.member, one, key)
    expect(await draw(roles.member, one, key)).toEqual(first)
    platform.now += 1000
    expect(await draw(roles.member, one, key)).toEqual(first)
    expect(await refusal(draw(roles.colleague, one, key))).toMatchObject({ errorCode: OUTSIDE_TIME.code })
    expect((await as(roles.member).ownDraws({ query: { lotteryId: one.params.id } })).recordCount).toBe(1)
  })

  it('cannot be tried', async () => {
    const one = await build()
    const call = as(roles.member).draw({ ...one, body: { key: uuid() } }, { headers: { 'x-dry-run': '1' } })
    expect(await refusal(call)).toMatchObject({ errorCode: 900011 })
    expect((await as(roles.member).lottery(one)).drawsLeft).toBe(1)
  })
})

describe('a lottery', () => {
  it('[TRAINING-057] has to be published before anybody draws or joins', async () => {
    const one = await build({ status: 'draft' })
    const refused = { status: 422, errorCode: NOT_PUBLISHED.code }
    expect(await refusal(draw(roles.member, one))).toMatchObject(refused)
    expect(await refusal(draw(roles.owner, one))).toMatchObject(refused)
    expect(await refusal(join(roles.member, one))).toMatchObject(refused)
    expect(await refusal(as(roles.member).lottery(one))).toMatchObject({ errorCode: 900005 })
    expect(await as(roles.owner).lottery(one)).toMatchObject({ state: 'draft', obstacle: 'draft', commitment: null })
  })

  it('has a time, in which its first instant counts and its last does not', async () => {
    const { now } = platform
    const times = { opensAt: now + 100, closesAt: now + 200 }
    const one = await build({ ...times, drawsPerMember: 2 })
    await proves(['COMMERCE-087', 'COMMERCE-103'], async () => {
      const early = await refusal(draw(roles.member, one))
      expect(early).toMatchObject({ status: 422, errorCode: OUTSIDE_TIME.code, data: times })
      expect(await as(roles.member).lottery(one)).toMatchObject({ state: 'coming', obstacle: 'coming' })
      platform.now = now + 100
      expect(await draw(roles.member, one)).toMatchObject({ number: 1 })
      platform.now = now + 199
      expect(await draw(roles.member, one)).toMatchObject({ number: 2 })
      platform.now = now + 200
      expect(await refusal(draw(roles.colleague, one))).toMatchObject({ errorCode: OUTSIDE_TIME.code })
      expect(await as(roles.member).lottery(one)).toMatchObject({ state: 'over', obstacle: 'over' })
      expect(await refusal(join(roles.colleague, one))).toMatchObject({ errorCode: OUTSIDE_TIME.code })
    })
  })

  it('that has ended takes no draw, whatever its time', async () => {
    const one = await build({ status: 'ended' })
    expect(await refusal(draw(roles.member, one))).toMatchObject({ errorCode: OUTSIDE_TIME.code })
  })

  it('is for its audience alone', async () => {
    const one = await build({ organizationIds: [roles.organizationId] })
    const audience: Readonly<Record<RoleName, Outcome>> = {
      ...{ owner: 'accepted', administrator: 'accepted', member: 'accepted', colleague: 'accepted' },
      ...{ stranger: NOT_A_PARTICIPANT.code, otherCompany: 900005, nobody: 401 },
    }
    await expectRoles(roles, {
      lottery: { ...audience, call: (caller) => as(caller).lottery(one) },
      joinLottery: { ...audience, call: (caller) => join(caller, one) },
      draw: { ...audience, call: (caller) => draw(caller, one) },
    })
    const idsOf = async (member: BuiltMember) =>
      (await as(member).lotteries({ query: { pageSize: 100 } })).items.map(({ id }) => id)
    expect(await idsOf(roles.member)).toContain(one.params.id)
    expect(await idsOf(roles.stranger)).not.toContain(one.params.id)
    expect(await idsOf(roles.otherCompany)).not.toContain(one.params.id)
  })

  it('of a scope that nobody has registered is for nobody', async () => {
    const scope = { scopeKind: 'circus', scopeId: uuid() }
    const one = await build({ scope })
    expect(await refusal(draw(roles.member, one))).toMatchObject({ errorCode: NOT_A_PARTICIPANT.code })
    expect(await as(roles.member).lotteries({ query: scope })).toEqual({ items: [], recordCount: 0 })
    expect(await refusal(as(roles.owner).editedLottery(one))).toMatchObject({ errorCode: 10138 })
  })
})

describe('attendance', () => {
  it('is taken once, before and while the lottery is open, and opens the draw where it is needed', async () => {
    const { now } = platform
    const one = await build({ needsAttendance: true, opensAt: now + 100, closesAt: now + 200 })
    platform.now = now + 150
    expect(await refusal(draw(roles.member, one))).toMatchObject({ status: 422, errorCode: NOT_QUALIFIED.code })
    expect(await as(roles.member).lottery(one)).toMatchObject({ obstacle: 'not-joined', joinedAt: null })
    platform.now = now + 50
    await proves('TRAINING-060', async () => {
      expect(await join(roles.member, one)).toEqual({ joinedAt: now + 50 })
      await proves('COMMERCE-086', async () => {
        expect(await refusal(join(roles.member, one))).toMatchObject({ status: 422, errorCode: ALREADY_JOINED.code })
        expect(ALREADY_JOINED.code).toBe(86_016)
      })
      platform.now = now + 150
      expect(await as(roles.member).lottery(one)).toMatchObject({ obstacle: null, joinedAt: now + 50 })
      expect(await draw(roles.member, one)).toMatchObject({ number: 1 })
    })
    expect(await as(roles.owner).editedLottery(one)).toMatchObject({ joined: 1 })
  })
})

describe('the chances of a member', () => {
  it('are so many in all', async () => {
    const one = await build({ drawsPerMember: 2 })
    await draw(roles.member, one)
    await draw(roles.member, one)
    await proves(['COMMERCE-088', 'COMMERCE-104'], async () => {
      expect(await refusal(draw(roles.member, one))).toMatchObject({ status: 422, errorCode: NO_DRAWS_LEFT.code })
      expect(await as(roles.member).lottery(one)).toMatchObject({ obstacle: 'none-left', drawsLeft: 0 })
    })
    expect(await draw(roles.colleague, one)).toMatchObject({ number: 3 })
  })

  it('[COMMERCE-083] are so many on a day of the company', async () => {
    const member = await buildCompanyElsewhere(platform)
    const id = await buildLottery(platform.db, {
      ...{ author: member, now: platform.now, drawsPerMember: 100, drawsPerDay: 1 },
      closesAt: platform.now + 800 * 24 * hourMs,
    })
    const outcomes = await acrossDays(platform, member, (signedIn) =>
      outcomeOf(platform.client(lotteries, signedIn).draw({ params: { id }, body: { key: uuid() } })),
    )
    expect(outcomes).toEqual({
      ...{ beforeMidnight: 'accepted', afterMidnight: 'accepted', sameDay: DAILY_LIMIT.code },
      ...{ nextDay: 'accepted', yearLater: 'accepted' },
    })
  })

  it('of a day are said before they are used up', async () => {
    const one = await build({ drawsPerMember: 5, drawsPerDay: 1 })
    expect(await as(roles.member).lottery(one)).toMatchObject({ drawsLeft: 5, drawsLeftToday: 1, obstacle: null })
    await draw(roles.member, one)
    expect(await as(roles.member).lottery(one)).toMatchObject({ drawsLeftToday: 0, obstacle: 'none-today' })
  })
})

describe('draws at once', () => {
  it('never give more of a prize than there is', async () => {
    const one = await build({ prizes: prizesWith(100, 5) })
    const members = await buildMembers(50)
    const drawn = await race(platform, 50, (at) => draw(members[at], one), {
      begin: () => draw(roles.owner, one),
      locked: lockOf(one),
    })
    expect(drawn.accepted).toBe(50)
    // The owner has had one of the five.
    expect(drawn.answers.filter(({ isWin }) => isWin)).toHaveLength(4)
    expect(drawn.answers.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 2),
    )
    expect((await as(roles.owner).lottery(one)).prizes[0]).toMatchObject({ stock: 5, remaining: 0 })
  })

  it('of one member use no more than the chances that there are', async () => {
    const one = await build({ drawsPerMember: 3 })
    const begin = async () => {
      await as(roles.member).lottery(one)
    }
    const drawn = await race(platform, 8, () => draw(roles.member, one), { begin, locked: lockOf(one) })
    expect(drawn).toMatchObject({ accepted: 3, refused: { [NO_DRAWS_LEFT.code]: 5 } })
  })

  it('with one key are one draw', async () => {
    const one = await build({ drawsPerMember: 5 })
    const key = uuid()
    const begin = async () => {
      await as(roles.member).lottery(one)
    }
    const drawn = await race(platform, 8, () => draw(roles.member, one, key), { begin, locked: lockOf(one) })
    expect(drawn.accepted).toBe(8)
    expect(new Set(drawn.answers.map(({ id }) => id)).size).toBe(1)
    expect((await as(roles.member).lottery(one)).drawsLeft).toBe(4)
  })
})
