/** Lotteries of a class over HTTP: its participants draw, and those who run it run them. */
import { expect, it } from 'vitest'
import { lotteriesOn } from '#modules/engagement/lotteries/server/lotteries-on.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { Outcome } from '#test/outcomes.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, type RoleName, testRoles } from '#test/roles.ts'
import { classesOn } from './classes-on.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  administrator: ['class-staff'],
  stranger: ['class-teacher'],
  otherCompany: ['super-admin'],
})
const { build: buildClass } = classesOn(platform, () => roles.owner)
const { as, build, draw, join } = lotteriesOn(platform, () => roles.owner)

async function buildClassLottery() {
  const found = await buildClass({ participants: [roles.member.id], teacherIds: [roles.administrator.id] })
  const scope = { scopeKind: 'class', scopeId: found.params.id }
  // Who draws follows from the class alone.
  const organizationIds = [roles.stranger.organizationId]
  return { scope, one: await build({ scope, organizationIds }) }
}

it('is drawn by the participants, and joined by the code of type 10', async () => {
  const { scope, one } = await buildClassLottery()
  const participants: Readonly<Record<RoleName, Outcome>> = {
    ...{ owner: 86015, administrator: 86015, member: 'accepted', colleague: 86015 },
    ...{ stranger: 86015, otherCompany: 900005, nobody: 401 },
  }
  await proves(['TRAINING-060', 'TRAINING-061'], () =>
    expectRoles(roles, {
      joinLottery: { ...participants, call: (caller) => join(caller, one) },
      draw: { ...participants, call: (caller) => draw(caller, one) },
    }),
  )
  expect(await as(roles.member).lotteries({ query: scope })).toMatchObject({ items: [{ id: one.params.id }] })
  expect((await as(roles.colleague).lotteries({ query: scope })).recordCount).toBe(0)
  expect((await as(roles.member).lotteries({})).items.map(({ id }) => id)).not.toContain(one.params.id)
  expect(await as(roles.owner).editedLottery(one)).toMatchObject({ entrants: 1, joined: 1, drawsMade: 1 })
})

it('is run by those who run the class', async () => {
  const { scope, one } = await buildClassLottery()
  const staff: Readonly<Record<RoleName, Outcome>> = {
    ...{ owner: 'accepted', administrator: 'accepted', member: 10138, colleague: 10138 },
    ...{ stranger: 10138, otherCompany: 900005, nobody: 401 },
  }
  const prizes = [{ kind: 'thanks' as const, name: '谢谢参与', weight: 1_000_000, stock: 1 }]
  const times = { opensAt: null, closesAt: null, organizationIds: [], description: '' }
  const body = {
    ...times,
    ...scope,
    name: '结业抽奖',
    drawsPerMember: 1,
    drawsPerDay: null,
    needsAttendance: false,
    prizes,
  }
  await expectRoles(roles, {
    edited: { ...staff, call: (caller) => as(caller).editedLottery(one) },
    managed: { ...staff, stranger: 900005, call: (caller) => as(caller).managedLotteries({ query: scope }) },
    create: { ...staff, stranger: 900005, call: (caller) => as(caller).createLottery({ body }) },
  })
  expect(await refusal(as(roles.stranger).lottery(one))).toMatchObject({ errorCode: 86015 })
})
