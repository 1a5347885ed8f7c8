/** Groups, seats and badges of a class over HTTP. */
import { describe, expect, it } from 'vitest'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import type { Outcome } from '#test/outcomes.ts'
import { expectRoles, type RoleName, testRoles } from '#test/roles.ts'
import { CLASS_CANCELLED, CLASS_CHANGED, CLASS_CLOSED, CLASS_MISSING, NO_PARTICIPANT } from '../contract/codes.ts'
import { type GroupInput, groupNameLengthMax, type SeatInput, seatSideMax } from '../contract/workspace.ts'
import { classesOn, type TestClass } from './classes-on.fixture.ts'

type Everyone = Readonly<Record<RoleName, Outcome>>

const platform = testPlatform()
const roles = testRoles(platform, {
  owner: ['class-teacher'],
  stranger: ['class-teacher'],
  otherCompany: ['super-admin'],
})
const { as, build } = classesOn(platform, () => roles.owner)

const people = () => ({ participants: [roles.member.id, roles.colleague.id, roles.administrator.id] })
const revisionOf = async (one: TestClass) => (await as(roles.owner).workspace(one)).revision
async function group(one: TestClass, groups: readonly GroupInput[]) {
  const revision = await revisionOf(one)
  return as(roles.owner).changeGroups({ ...one, body: { groups: [...groups], revision } })
}
async function seat(one: TestClass, seats: readonly SeatInput[], size = { rows: 3, columns: 4 }) {
  const revision = await revisionOf(one)
  return as(roles.owner).changeSeats({ ...one, body: { ...size, seats: [...seats], revision } })
}
const running: Everyone = {
  ...{ owner: 'accepted', administrator: 10138, member: 10138, colleague: 10138 },
  ...{ stranger: 10138, otherCompany: 64104, nobody: 401 },
}

describe('the groups of a class', () => {
  it('are made by hand, keep their ids, and hold nobody twice', async () => {
    const one = await build(people())
    await group(one, [
      { name: '先锋组', memberIds: [roles.member.id] },
      { name: '攻坚组', memberIds: [roles.colleague.id, roles.administrator.id] },
    ])
    const before = await as(roles.member).classGroups(one)
    expect(before.groups.map(({ name, count }) => [name, count])).toEqual([
      ['先锋组', 1],
      ['攻坚组', 2],
    ])
    const [first, second] = before.groups.map(({ id }) => id)
    expect(before.ownGroupId).toBe(first)
    const params = { ...one.params, groupId: second ?? '' }
    expect((await as(roles.member).groupMembers({ params, query: {} })).items.map(({ fullName }) => fullName)).toEqual([
      'administrator',
      'colleague',
    ])
    await group(one, [{ id: second ?? '', name: '攻坚组', memberIds: [roles.member.id] }])
    expect(await as(roles.member).classGroups(one)).toEqual({
      groups: [{ id: second, name: '攻坚组', count: 1 }],
      ownGroupId: second,
    })
    const twice = { name: 'A', memberIds: [roles.member.id] }
    expect(await refusal(group(one, [twice, { ...twice, name: 'B' }]))).toMatchObject({ errorCode: 900_001 })
    const sameId = { id: second ?? '', memberIds: [] }
    expect(
      await refusal(
        group(one, [
          { ...sameId, name: 'A' },
          { ...sameId, name: 'B' },
        ]),
      ),
    ).toMatchObject({
      errorCode: 900_001,
    })
  })

  it('take nobody who does not take part, and no group of another class', async () => {
    const [one, other] = [await build(people()), await build(people())]
    for (const id of [roles.stranger.id, roles.otherCompany.id])
      expect(await refusal(group(one, [{ name: 'A', memberIds: [id] }]))).toMatchObject({ errorCode: 900_005 })
    await group(other, [{ name: '别班的组', memberIds: [roles.member.id] }])
    const foreign = (await as(roles.owner).workspace(other)).groups[0]?.id ?? ''
    await group(one, [{ id: foreign, name: '本班的组', memberIds: [roles.member.id] }])
    expect((await as(roles.owner).workspace(other)).groups).toMatchObject([{ id: foreign, name: '别班的组' }])
    const params = { ...one.params, groupId: foreign }
    expect(await refusal(as(roles.member).groupMembers({ params, query: {} }))).toMatchObject({ errorCode: 900_005 })
  })

  it('are split by lot into sizes that differ by one at most', async () => {
    const participants: string[] = []
    for (let count = 0; count < 11; count++)
      participants.push((await buildMember(platform.db, { companyId: roles.companyId })).id)
    const one = await build({ participants })
    const split = async (names: string[]) =>
      as(roles.owner).splitIntoGroups({ ...one, body: { names, revision: await revisionOf(one) } })
    await split(['一组', '二组', '三组', '四组'])
    const { groups, members } = await as(roles.owner).workspace(one)
    const sizes = groups.map(({ id }) => members.filter(({ groupId }) => groupId === id).length)
    expect(sizes.toSorted()).toEqual([2, 3, 3, 3])
    expect(members.every(({ groupId }) => groupId !== null)).toBe(true)
    await split(Array.from({ length: 12 }, (_, at) => `第${at + 1}组`))
    const { groups: small } = await as(roles.owner).classGroups(one)
    expect(small.map(({ count }) => count).toSorted()).toEqual([0, ...Array.from({ length: 11 }, () => 1)])
  })

  it('refuse who has read an older plan, and everybody once the class is closed', async () => {
    const one = await build(people())
    const revision = await revisionOf(one)
    await group(one, [])
    const late = as(roles.owner).changeGroups({ ...one, body: { groups: [], revision } })
    expect(await refusal(late)).toMatchObject({ errorCode: CLASS_CHANGED.code, data: { revision: revision + 1 } })
    for (const refused of await refusals([
      as(roles.owner).splitIntoGroups({ ...one, body: { names: ['A'], revision } }),
      as(roles.owner).changeSeats({ ...one, body: { rows: 1, columns: 1, seats: [], revision } }),
    ]))
      expect(refused).toMatchObject({ errorCode: CLASS_CHANGED.code })
    const closed = await build({ ...people(), closedAt: platform.now })
    expect((await as(roles.owner).workspace(closed)).isClosed).toBe(true)
    const body = { revision: 0 }
    for (const refused of await refusals([
      as(roles.owner).changeGroups({ ...closed, body: { ...body, groups: [] } }),
      as(roles.owner).splitIntoGroups({ ...closed, body: { ...body, names: ['A'] } }),
      as(roles.owner).changeSeats({ ...closed, body: { ...body, rows: 1, columns: 1, seats: [] } }),
    ]))
      expect(refused).toMatchObject({ errorCode: CLASS_CLOSED.code })
    await bounds(groupNameLengthMax, (length) => group(one, [{ name: '组'.repeat(length), memberIds: [] }]), {
      refused: 900001,
      path: 'groups.0.name',
    })
  })
})

describe('the seats of a class', () => {
  it('hold one member each, within the plan', async () => {
    const one = await build(people())
    const [a, b] = [roles.member.id, roles.colleague.id]
    await seat(one, [
      { memberId: a, row: 0, column: 0 },
      { memberId: b, row: 2, column: 3 },
    ])
    expect(await as(roles.member).classSeats(one)).toEqual({
      ...{ rows: 3, columns: 4 },
      seats: [
        { row: 0, column: 0, memberId: a, fullName: 'member' },
        { row: 2, column: 3, memberId: b, fullName: 'colleague' },
      ],
    })
    // They change places.
    await seat(one, [
      { memberId: a, row: 2, column: 3 },
      { memberId: b, row: 0, column: 0 },
    ])
    const refused = [
      [{ memberId: a, row: 3, column: 0 }],
      [{ memberId: a, row: 0, column: 4 }],
      [
        { memberId: a, row: 0, column: 0 },
        { memberId: b, row: 0, column: 0 },
      ],
      [
        { memberId: a, row: 0, column: 0 },
        { memberId: a, row: 0, column: 1 },
      ],
    ]
    for (const seats of refused) expect(await refusal(seat(one, seats))).toMatchObject({ errorCode: 900_001 })
    const nobody = [{ memberId: roles.stranger.id, row: 0, column: 0 }]
    expect(await refusal(seat(one, nobody))).toMatchObject({ errorCode: 900_005 })
    expect((await as(roles.member).classSeats(one)).seats[0]).toMatchObject({ memberId: b })
    await bounds(seatSideMax, (rows) => seat(one, [], { rows, columns: 1 }), { refused: 900001, path: 'rows' })
  })

  it('and the groups show nobody who has left, whose seat is free again', async () => {
    const one = await build(people())
    await seat(one, [{ memberId: roles.member.id, row: 0, column: 0 }])
    await group(one, [{ name: '先锋组', memberIds: [roles.member.id] }])
    await as(roles.member).withdrawFromClass({ ...one, body: { reason: '出差' } })
    expect((await as(roles.colleague).classSeats(one)).seats).toEqual([])
    expect((await as(roles.colleague).classGroups(one)).groups).toMatchObject([{ count: 0 }])
    await seat(one, [{ memberId: roles.colleague.id, row: 0, column: 0 }])
    expect((await as(roles.colleague).classSeats(one)).seats).toHaveLength(1)
  })
})

it('the workspace is written by those who run the class, and read by its participants', async () => {
  const one = await build({ participants: [roles.member.id] })
  const reading: Everyone = {
    ...{ owner: 'accepted', administrator: NO_PARTICIPANT.code, member: 'accepted' },
    ...{ colleague: NO_PARTICIPANT.code, stranger: NO_PARTICIPANT.code, otherCompany: 64104, nobody: 401 },
  }
  const state = async () => (await as(roles.owner).workspace(one)).revision
  await expectRoles(roles, {
    workspace: { ...running, call: (caller) => as(caller).workspace(one) },
    badges: { ...running, call: (caller) => as(caller).badges({ ...one, query: {} }) },
    changeGroups: {
      ...{ ...running, state },
      call: async (caller) => as(caller).changeGroups({ ...one, body: { groups: [], revision: await state() } }),
    },
    changeSeats: {
      ...{ ...running, state },
      call: async (caller) =>
        as(caller).changeSeats({ ...one, body: { rows: 1, columns: 1, seats: [], revision: await state() } }),
    },
    classGroups: { ...reading, call: (caller) => as(caller).classGroups(one) },
    classSeats: { ...reading, call: (caller) => as(caller).classSeats(one) },
  })
})

it('nothing of a revoked class is shown to participants, and nothing of another company to anybody', async () => {
  const [one, revoked] = [await build(people()), await build({ ...people(), status: 'off-shelf' })]
  const groupId = roles.companyId
  const asMember = as(roles.member)
  for (const refused of await refusals([
    asMember.classSchedule(revoked),
    asMember.classCalendar(revoked),
    asMember.classGroups(revoked),
    asMember.groupMembers({ params: { ...revoked.params, groupId }, query: {} }),
    asMember.classSeats(revoked),
  ]))
    expect(refused).toMatchObject({ errorCode: CLASS_CANCELLED.code })
  const members = { params: { ...one.params, groupId }, query: {} }
  expect(await refusal(as(roles.stranger).groupMembers(members))).toMatchObject({ errorCode: NO_PARTICIPANT.code })
  const split = { ...one, body: { names: ['A'], revision: 0 } }
  expect(await refusal(as(roles.stranger).splitIntoGroups(split))).toMatchObject({ status: 403 })
  for (const refused of await refusals([
    as(roles.otherCompany).groupMembers(members),
    as(roles.otherCompany).splitIntoGroups(split),
  ]))
    expect(refused).toMatchObject({ errorCode: CLASS_MISSING.code })
})

describe('name badges', () => {
  it('are a PDF of all participants, of a group, or of nobody', async () => {
    const one = await build(people())
    await group(one, [
      { name: '先锋组', memberIds: [roles.member.id] },
      { name: '空组', memberIds: [] },
    ])
    const pdfOf = async (query: object) => {
      const answer = (await as(roles.owner).badges({ ...one, query })) as unknown as {
        headers: Record<string, string>
        rawPayload: Buffer
      }
      expect(answer.headers['content-type']).toBe('application/pdf')
      return answer.rawPayload
    }
    const all = await pdfOf({})
    expect(all.subarray(0, 5).toString()).toBe('%PDF-')
    const [first, empty] = (await as(roles.owner).workspace(one)).groups.map(({ id }) => id)
    expect((await pdfOf({ groupId: first })).length).toBeLessThan(all.length)
    for (const query of [{ groupId: empty ?? '' }, { part: 2 }])
      expect(await refusal(as(roles.owner).badges({ ...one, query }))).toMatchObject({ errorCode: 900_005 })
  })
})
