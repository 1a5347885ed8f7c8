/** The public proof: the seed stays sealed until the end, and then everything can be drawn again. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { drawAgain } from '../contract/chances.ts'
import { newLottery, type PrizeInput } from '../contract/fields.ts'
import { commitmentOf, partsOfDraw } from './chance.ts'
import { lotteriesOn } from './lotteries-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['class-teacher'] })
const { as, build, draw } = lotteriesOn(platform, () => roles.owner)

let startedAt = 0
beforeAll(() => {
  startedAt = platform.now
})
afterEach(() => {
  platform.now = startedAt
})

const prizes: PrizeInput[] = [
  { kind: 'goods', name: '平板电脑', weight: 100_000, stock: 1 },
  { kind: 'goods', name: '保温杯', weight: 400_000, stock: 3 },
  { kind: 'thanks', name: '谢谢参与', weight: 500_000, stock: 1 },
]

async function publishedLottery() {
  const body = { ...newLottery, name: '年会抽奖', closesAt: platform.now + 1000, drawsPerMember: 10, prizes }
  const { id, revision } = await as(roles.owner).createLottery({ body })
  const one = { params: { id } }
  await as(roles.owner).publishLottery({ ...one, body: { revision, notify: false } })
  return one
}

const drawMany = async (members: readonly BuiltMember[], one: Awaited<ReturnType<typeof publishedLottery>>) => {
  const places: number[] = []
  for (const member of members) for (let at = 0; at < 10; at++) places.push((await draw(member, one)).place)
  return places
}

describe('the proof', () => {
  it('promises a seed at the start, reveals it at the end, and draws everything again', async () => {
    const one = await publishedLottery()
    const { id } = one.params
    const promised = await as(undefined).lotteryProof(one)
    const shown = prizes.map(({ stock, ...prize }) => ({ ...prize, stock: prize.kind === 'thanks' ? null : stock }))
    expect(promised).toMatchObject({ seed: null, state: 'open', drawsMade: 0, prizes: shown })
    const members = [roles.member, await buildMember(platform.db, { companyId: roles.companyId })]
    const places = await drawMany(members, one)
    platform.now += 1000
    // The time alone reveals nothing: a draw may still be on its way.
    expect(await as(undefined).lotteryProof(one)).toMatchObject({ seed: null, state: 'over' })
    await as(roles.owner).endLottery(one)
    const revealed = await as(undefined).lotteryProof(one)
    const seed = revealed.seed ?? ''
    expect(revealed).toMatchObject({ commitment: promised.commitment, drawsMade: 20 })
    expect(commitmentOf(seed)).toBe(promised.commitment)
    const published = await as(undefined).provenDraws(one)
    expect(published.places).toEqual(places)
    const next = drawAgain(revealed.prizes)
    expect(published.places.map((_, at) => next(partsOfDraw(seed, id, at + 1)))).toEqual(places)
    expect(places.filter((place) => place === 1).length).toBeLessThanOrEqual(3)
    expect((await as(undefined).provenDraws({ ...one, query: { after: 18 } })).places).toEqual(places.slice(18))
  })

  it('names nobody', async () => {
    const one = await build({ draws: [{ memberId: roles.member.id, place: 0 }] })
    const answers = JSON.stringify([await as(undefined).lotteryProof(one), await as(undefined).provenDraws(one)])
    expect(answers).not.toContain(roles.member.id)
    expect(answers).not.toContain(roles.owner.id)
  })

  it('of a draft, or of no lottery, there is none', async () => {
    const nowhere = [await build({ status: 'draft' }), { params: { id: roles.member.id } }]
    for (const one of nowhere) {
      expect(await refusal(as(undefined).lotteryProof(one))).toMatchObject({ errorCode: 900005 })
      expect(await refusal(as(undefined).provenDraws(one))).toMatchObject({ errorCode: 900005 })
    }
  })

  it('keeps the seed out of the audit log, from its publication to its end', async () => {
    const one = await publishedLottery()
    platform.now += 1000
    await as(roles.owner).endLottery(one)
    const { seed } = await as(undefined).lotteryProof(one)
    const auditor = await buildMember(platform.db, { companyId: roles.companyId, roles: ['super-admin'] })
    const log = await platform.client(operations, auditor).listAudit({ query: { pageSize: 100 } })
    const ofLottery = log.items.filter((entry) => JSON.stringify(entry).includes(one.params.id))
    expect(ofLottery.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['lotteries.createLottery', 'lotteries.publishLottery', 'lotteries.endLottery']),
    )
    expect(JSON.stringify(log)).not.toContain(seed)
  })

  it('keeps the seed from everybody while the lottery runs', async () => {
    const seed = 'ab'.repeat(32)
    const one = await build({ seed, draws: [{ memberId: roles.owner.id, place: 0 }] })
    const owner = as(roles.owner)
    const seen = [
      await owner.lottery(one),
      await owner.editedLottery(one),
      await owner.managedLotteries({}),
      await owner.lotteries({}),
      await owner.winners(one),
      await owner.ownDraws({}),
      await as(undefined).lotteryProof(one),
    ]
    expect(JSON.stringify(seen)).not.toContain(seed)
  })
})
