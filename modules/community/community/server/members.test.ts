import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import type { MemberType } from '../contract/shapes.ts'
import { community } from '../contract.ts'
import { buildAccount } from './accounts.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
let companyId: string

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
})

const as = (member: BuiltMember) => platform.client(community, member)
const someone = (fullName?: string) => buildMember(platform.db, { companyId, ...(fullName && { fullName }) })

/** The answer of a call by the address of the specification; with a body it is a POST. */
async function ask(caller: BuiltMember, address: string, body?: object): Promise<unknown> {
  const answer = await platform.app.inject({
    method: body ? 'POST' : 'GET',
    url: `/api/v1/knowledge-operation/come-enjoy/${address}`,
    headers: { authorization: `Bearer ${caller.token}` },
    ...(body && { payload: body }),
  })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

/** A team with its total administrator, an administrator and a member. */
async function team() {
  const [total, administrator, member] = await Promise.all([someone('总管'), someone('管理'), someone('成员')])
  const memberIds = [total.id, administrator.id, member.id]
  const id = await buildAccount(platform.db, { companyId, memberIds, memberTypes: [1, 2] })
  return { id, total, administrator, member }
}

async function typesOf(id: string, asked: BuiltMember): Promise<Record<string, MemberType>> {
  const { items } = await as(asked).accountMembers({ query: { id, pageSize: 100 } })
  return Object.fromEntries(items.map(({ memberId, memberType }) => [memberId, memberType]))
}

describe('the members of a team', () => {
  it('are listed, administrators first', async () => {
    const { id, total, administrator, member } = await team()
    const expected = [
      [total.id, '总管', 0],
      [administrator.id, '管理', 1],
      [member.id, '成员', 2],
    ]
    await proves('COMMUNITY-036', async () => {
      const { items } = await as(member).accountMembers({ query: { id } })
      const rows = items.map(({ memberId, memberName, memberType }) => [memberId, memberName, memberType])
      expect(rows).toEqual(expected)
    })
    await proves('COMMUNITY-134', async () => {
      const { items, recordCount } = (await ask(member, `getenjoymembers?id=${id}`)) as {
        items: { memberId: string }[]
        recordCount: number
      }
      expect([recordCount, items.map(({ memberId }) => memberId)]).toEqual([3, expected.map(([memberId]) => memberId)])
    })
    expect(await as(member).accountMembers({ query: { id, search: '管' } })).toMatchObject({ recordCount: 2 })
    expect(await as(member).accountMembers({ query: { id, page: 9 } })).toEqual({ items: [], recordCount: 3 })
  })

  it('[COMMUNITY-141] are added, changed and removed by the total administrator', async () => {
    const { id, total, administrator, member } = await team()
    const added = await someone()
    const members = [
      { memberId: added.id, memberType: 1 as const },
      { memberId: administrator.id, memberType: 2 as const },
    ]
    await ask(total, 'update-members', { id, members, removed: [member.id] })
    expect(await typesOf(id, total)).toEqual({ [total.id]: 0, [added.id]: 1, [administrator.id]: 2 })
  })

  it('have exactly one total administrator, who becomes an administrator after handing over', async () => {
    const { id, total, member } = await team()
    await as(total).updateMembers({ body: { id, members: [{ memberId: member.id, memberType: 0 }] } })
    expect(await typesOf(id, total)).toMatchObject({ [member.id]: 0, [total.id]: 1 })
    expect(await refusal(as(total).updateMembers({ body: { id, members: [] } }))).toMatchObject({ errorCode: 10138 })
  })

  it.each([
    ['step down without an heir', ({ total }: Team) => ({ members: [{ memberId: total.id, memberType: 1 }] })],
    ['be removed', ({ total }: Team) => ({ members: [], removed: [total.id] })],
    [
      'have two heirs',
      ({ administrator, member }: Team) => ({
        members: [administrator, member].map(({ id }) => ({ memberId: id, memberType: 0 })),
      }),
    ],
    [
      'add and remove the same one',
      ({ member }: Team) => ({ members: [{ memberId: member.id, memberType: 1 }], removed: [member.id] }),
    ],
    [
      'name one twice',
      ({ member }: Team) => ({ members: [1, 2].map((memberType) => ({ memberId: member.id, memberType })) }),
    ],
  ])('the total administrator does not %s', async (_, change) => {
    const made = await team()
    const body = { id: made.id, ...change(made) } as never
    expect(await refusal(as(made.total).updateMembers({ body }))).toMatchObject({ errorCode: 70311 })
    expect(await typesOf(made.id, made.total)).toEqual({
      [made.total.id]: 0,
      [made.administrator.id]: 1,
      [made.member.id]: 2,
    })
  })

  it('belong to the company', async () => {
    const { id, total } = await team()
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    for (const memberId of [stranger.id, uuid()]) {
      const change = as(total).updateMembers({ body: { id, members: [{ memberId, memberType: 2 }] } })
      expect(await refusal(change)).toMatchObject({ errorCode: 900005 })
    }
  })

  it('keep one total administrator after ten concurrent hand-overs', async () => {
    const { id, total, administrator, member } = await team()
    const heirs = [administrator, member]
    const handOver = (index: number) => {
      const members = [{ memberId: heirs[index % 2]?.id ?? '', memberType: 0 as const }]
      return as(total).updateMembers({ body: { id, members } })
    }
    const begin = () => as(total).updateMembers({ body: { id, members: [] } })
    expect(await race(platform, 10, handOver, { begin })).toMatchObject({ accepted: 1, refused: { 10138: 9 } })
    expect(Object.values(await typesOf(id, total)).toSorted()).toEqual([0, 1, expect.any(Number)])
  })

  it('can leave, except the total administrator', async () => {
    const { id, total, member } = await team()
    await as(member).leave({ body: { id } })
    expect(await typesOf(id, total)).not.toHaveProperty(member.id)
    expect(await refusal(as(member).leave({ body: { id } }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(total).leave({ body: { id } }))).toMatchObject({ errorCode: 70311 })
  })

  it('of a personal account consist of its owner', async () => {
    const owner = await someone()
    const id = await buildAccount(platform.db, { companyId, enjoyType: 0, memberIds: [owner.id] })
    const members = [{ memberId: (await someone()).id, memberType: 2 as const }]
    expect(await refusal(as(owner).updateMembers({ body: { id, members } }))).toMatchObject({ errorCode: 70311 })
    expect(await refusal(as(owner).invitationCode({ query: { id } }))).toMatchObject({ errorCode: 70311 })
    expect(await refusal(as(owner).renewInvitationCode({ query: { id } }))).toMatchObject({ errorCode: 70311 })
  })
})
type Team = Awaited<ReturnType<typeof team>>

describe('an invitation code', () => {
  it('lets colleagues join, however they type it', async () => {
    const { id, administrator } = await team()
    const { code } = await proves('COMMUNITY-137', async () => {
      const answer = await ask(administrator, `get-invitecode?id=${id}`)
      expect(answer).toEqual({ code: expect.stringMatching(/^[0-9A-Z]{8}$/) })
      return answer as { code: string }
    })
    const joiner = await someone()
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `
    await proves('COMMUNITY-142', async () => expect(await ask(joiner, 'join', { code: typed })).toEqual({ id }))
    expect((await as(joiner).account({ query: { id } })).currentMember).toMatchObject({ memberType: 2 })
    // A second call changes nothing; an administrator keeps the role.
    await as(joiner).join({ body: { code } })
    await as(administrator).join({ body: { code } })
    expect(await typesOf(id, joiner)).toMatchObject({ [joiner.id]: 2, [administrator.id]: 1 })
  })

  it('stops working when it is replaced', async () => {
    const { id, total } = await team()
    const { code } = await as(total).invitationCode({ query: { id } })
    const next = await proves('COMMUNITY-138', async () => {
      const renewed = (await ask(total, `update-invitecode?id=${id}`)) as { code: string }
      expect(renewed.code).not.toBe(code)
      expect(await as(total).invitationCode({ query: { id } })).toEqual(renewed)
      return renewed.code
    })
    await proves('COMMUNITY-068', async () => {
      expect(await refusal(as(await someone()).join({ body: { code } }))).toMatchObject({ errorCode: 70310 })
      const joiner = await someone()
      expect(await as(joiner).join({ body: { code: next } })).toEqual({ id })
      expect(await typesOf(id, total)).toMatchObject({ [joiner.id]: 2 })
    })
  })

  it('[COMMUNITY-070] can’t be replaced twice in a short time', async () => {
    const { id, total } = await team()
    await as(total).renewInvitationCode({ query: { id } })
    expect(await refusal(as(total).renewInvitationCode({ query: { id } }))).toMatchObject({ errorCode: 70999 })
    platform.now += 10_000
    await as(total).renewInvitationCode({ query: { id } })
  })

  it('does not open another company’s team; a wrong code opens none', async () => {
    const { id, total } = await team()
    const { code } = await as(total).invitationCode({ query: { id } })
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    expect(await refusal(as(stranger).join({ body: { code } }))).toMatchObject({ errorCode: 70310 })
    expect(await refusal(as(total).join({ body: { code: '没有' } }))).toMatchObject({ errorCode: 70310 })
  })

  it('does not open a frozen team', async () => {
    const { id, total } = await team()
    const { code } = await as(total).invitationCode({ query: { id } })
    await sql`update community.account set frozen_at = ${platform.now} where id = ${id}`.execute(platform.root)
    expect(await refusal(as(await someone()).join({ body: { code } }))).toMatchObject({ errorCode: 70306 })
    expect(await refusal(as(total).updateMembers({ body: { id, members: [] } }))).toMatchObject({ errorCode: 70306 })
  })

  it('admits only the thousandth of ten concurrent callers, then the team is full', async () => {
    const { id, total } = await team()
    const { code } = await as(total).invitationCode({ query: { id } })
    const comers = await Promise.all(Array.from({ length: 10 }, () => someone()))
    const begin = () =>
      sql`insert into community.account_member (account_id, member_id, company_id, member_type, joined_at)
        select ${id}, gen_random_uuid(), ${companyId}, 2, 1 from generate_series(1, 996)`.execute(platform.root)
    const join = (index: number) => as(comers[index] as BuiltMember).join({ body: { code } })
    expect(await race(platform, 10, join, { begin })).toMatchObject({ accepted: 1, refused: { 70312: 9 } })
    expect((await as(total).account({ query: { id } })).memberCount).toBe(1000)
    const members = [{ memberId: (await someone()).id, memberType: 2 as const }]
    expect(await refusal(as(total).updateMembers({ body: { id, members } }))).toMatchObject({ errorCode: 70312 })
  })
})
