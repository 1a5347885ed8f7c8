/** Lotteries of a class over HTTP: its participants draw, and those who run it run them. */
import { expect, it } from 'vitest'
import { lotteriesOn } from '#modules/engagement/lotteries/server/lotteries-on.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { Outcome } from '#test/outcomes.ts'
import { proves } from '#test/proves.ts'
import { expectRoles, type RoleName, testRoles } from '#test/roles.ts'
import { classes } from '../contract.ts'
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
  const { now } = platform
  const times = { startsAt: now - 1000, endsAt: now + 86_400_000 }
  const people = { participants: [roles.member.id], teacherIds: [roles.administrator.id] }
  const found = await buildClass({ ...times, ...people })
  const scope = { scopeKind: 'class', scopeId: found.params.id }
  // Who draws follows from the class alone.
  const organizationIds = [roles.stranger.organizationId]
  return { scope, one: await build({ scope, organizationIds }) }
}

const prizes = [{ kind: 'thanks' as const, name: '谢谢参与', weight: 1_000_000, stock: 1 }]
const inputOf = (scope: { readonly scopeKind: string; readonly scopeId: string }) => ({
  ...{ ...scope, name: '结业抽奖', description: '', organizationIds: [], opensAt: null, closesAt: null },
  ...{ drawsPerMember: 1, drawsPerDay: null, paidDraws: null, needsAttendance: false, qualifications: [], prizes },
})

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
  const body = inputOf(scope)
  await expectRoles(roles, {
    edited: { ...staff, call: (caller) => as(caller).editedLottery(one) },
    managed: { ...staff, stranger: 900005, call: (caller) => as(caller).managedLotteries({ query: scope }) },
    create: { ...staff, stranger: 900005, call: (caller) => as(caller).createLottery({ body }) },
  })
  expect(await refusal(as(roles.stranger).lottery(one))).toMatchObject({ errorCode: 86015 })
})

it('ends with its class: nobody draws or joins, and nothing is written any more', async () => {
  const { scope, one } = await buildClassLottery()
  const draft = await build({ scope, status: 'draft' })
  const other = await build()
  await platform.client(classes, roles.owner).closeClass({
    params: { id: scope.scopeId },
    body: { isConfirmed: true },
  })
  for (const refused of [await refusal(draw(roles.member, one)), await refusal(join(roles.member, one))])
    expect(refused).toMatchObject({ status: 422, errorCode: 86_002 })
  expect(await as(roles.member).lottery(one)).toMatchObject({ state: 'over', obstacle: 'over' })
  const body = { ...inputOf(scope), revision: 0 }
  const { scopeKind: _, scopeId: __, ...changed } = body
  const writing = await Promise.all(
    [
      as(roles.owner).createLottery({ body: inputOf(scope) }),
      as(roles.owner).changeLottery({ ...draft, body: changed }),
      as(roles.owner).publishLottery({ ...draft, body: { revision: 0, notify: false } }),
      as(roles.owner).endLottery(one),
      as(roles.owner).deleteLottery(draft),
    ].map(refusal),
  )
  expect(writing.map(({ status, errorCode }) => [status, errorCode])).toEqual(writing.map(() => [422, 85_009]))
  const { items } = await as(roles.owner).managedLotteries({ query: scope })
  expect(items.map(({ possible }) => possible)).toEqual([[], []])
  expect(await as(roles.owner).editedLottery(draft)).toMatchObject({ possible: [], state: 'draft' })
  // The company's own lotteries go on.
  expect(await draw(roles.member, other)).toMatchObject({ number: 1 })
})
