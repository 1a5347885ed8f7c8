import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildFile } from '#modules/files/server/build.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/identity/server/build.ts'
import { topics } from '#modules/topics/contract.ts'
import { words } from '#modules/words/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { community } from '../contract.ts'
import { buildAccount } from './build.ts'

const platform = testPlatform({ poolSize: 6 })
let companyId: string
let chief: BuiltMember
let topicId: string

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  topicId = (await platform.client(topics, chief).quickAddTopic({ body: { name: '数据安全' } })).id
})

const as = (member: BuiltMember) => platform.client(community, member)
const someone = (fullName?: string) => buildMember(platform.db, { companyId, ...(fullName && { fullName }) })

async function picture(owner: BuiltMember): Promise<string> {
  const file = { companyId: owner.companyId, ownerId: owner.id, kind: 'avatar', contentType: 'image/png' } as const
  return (await buildFile(platform.db, file)).id
}

let number = 0
async function wish(owner: BuiltMember, change: object = {}) {
  number += 1
  const fields = {
    name: `数据安全小组${number}`,
    topicIds: topicId,
    headPortrait: await picture(owner),
    desc: '一起学',
  }
  return { ...fields, enjoyType: 1 as const, ...change }
}

describe('a share account', () => {
  it('[COMMUNITY-033][COMMUNITY-034][COMMUNITY-127][COMMUNITY-143] of a team is there at once where nobody approves', async () => {
    const founder = await someone('周明')
    const body = await wish(founder, { name: '安全先锋' })
    const { code, id } = await as(founder).apply({ body })
    expect(code).toBe(0)
    expect(await as(founder).account({ query: { id } })).toMatchObject({
      id,
      name: '安全先锋',
      desc: '一起学',
      headPortrait: body.headPortrait,
      headPortraitPath: `files/${body.headPortrait}`,
      enjoyType: 1,
      lstRelationTopic: [{ topicId, topicName: '数据安全' }],
      currentMember: { memberId: founder.id, memberName: '周明', memberType: 0 },
      memberCount: 1,
    })
    expect(await as(await someone()).account({ query: { id } })).toMatchObject({ currentMember: null })
    expect(await as(founder).accountTopics({ query: { id } })).toMatchObject({ recordCount: 1 })
    expect((await as(founder).myAccounts()).items.map((account) => account.id)).toEqual([id])
  })

  it('[COMMUNITY-050] is applied for by a form as well', async () => {
    const founder = await someone()
    const body = await wish(founder)
    const answer = await platform.app.inject({
      method: 'POST',
      url: '/api/v1/knowledge-operation/come-enjoy/apply',
      headers: {
        authorization: `Bearer ${founder.token}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(
        Object.entries(body).map(([name, value]) => [name, String(value)] as [string, string]),
      ).toString(),
    })
    expect(answer.json()).toMatchObject({ code: 0 })
  })

  it('[COMMUNITY-049][COMMUNITY-132] of a person is one', async () => {
    const expert = await someone()
    expect(await as(expert).hasAccount()).toEqual({ flag: false })
    await as(expert).apply({ body: await wish(expert, { enjoyType: 0 }) })
    expect(await as(expert).hasAccount()).toEqual({ flag: true })
    const second = await refusal(as(expert).apply({ body: await wish(expert, { enjoyType: 0 }) }))
    expect(second.errorCode).toBe(70303)
  })

  it('of a person is one, however many ask at once', async () => {
    const expert = await someone()
    const bodies = await Promise.all(Array.from({ length: 5 }, () => wish(expert, { enjoyType: 0 })))
    const answers = await Promise.allSettled(bodies.map((body) => as(expert).apply({ body })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await as(expert).myAccounts()).recordCount).toBe(1)
  })

  it('of an organization is for who manages it', async () => {
    const member = await someone()
    const refused = await refusal(as(member).apply({ body: await wish(member, { enjoyType: 2 }) }))
    expect(refused).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await as(chief).apply({ body: await wish(chief, { enjoyType: 2 }) })).toMatchObject({ code: 0 })
  })

  it.each([
    ['[COMMUNITY-053] an empty name', { name: '  ' }],
    ['[COMMUNITY-053] a name of 21 characters', { name: '书'.repeat(21) }],
    ['[COMMUNITY-054] no topic', { topicIds: '' }],
    ['a sixth topic', { topicIds: Array.from({ length: 6 }, () => uuid()).join(',') }],
    ['[COMMUNITY-056] a description of 201 characters', { desc: '书'.repeat(201) }],
    ['[COMMUNITY-055] no picture', { headPortrait: undefined }],
    ['[COMMUNITY-042] another kind', { enjoyType: 3 }],
  ])('is refused with %s', async (_, change) => {
    const founder = await someone()
    const body = (await wish(founder, change)) as never
    expect(await refusal(as(founder).apply({ body }))).toMatchObject({ errorCode: 900001 })
  })

  it('takes a name of 20 characters and a description of 200', async () => {
    const founder = await someone()
    const body = await wish(founder, { name: '书'.repeat(20), desc: '书'.repeat(200) })
    expect(await as(founder).apply({ body })).toMatchObject({ code: 0 })
  })

  it('takes neither somebody else’s picture, nor a topic that is not there, nor another company’s', async () => {
    const founder = await someone()
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    for (const change of [
      { headPortrait: await picture(await someone()) },
      { headPortrait: await picture(stranger) },
      { headPortrait: uuid() },
      { topicIds: uuid() },
    ]) {
      const body = await wish(founder, change)
      expect(await refusal(as(founder).apply({ body }))).toMatchObject({ errorCode: 900005 })
    }
  })

  it('[COMMUNITY-052][COMMUNITY-139] has a name of its own, whatever its width, case and spaces', async () => {
    const founder = await someone()
    await as(founder).apply({ body: await wish(founder, { name: 'Data 小组' }) })
    const exists = (name: string) => as(founder).nameExists({ query: { name } })
    expect(await exists('ｄａｔａ小 组')).toEqual({ flag: true })
    expect(await exists('数字小组')).toEqual({ flag: false })
    const refused = await refusal(as(founder).apply({ body: await wish(founder, { name: 'DATA小组' }) }))
    expect(refused.errorCode).toBe(70308)
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    expect(await as(stranger).nameExists({ query: { name: 'Data 小组' } })).toEqual({ flag: false })
  })

  it('[SYSTEM-121] has no sensitive words in its name and description', async () => {
    await platform.client(words, chief).addWords({ body: { words: ['传销'], category: '', level: 'refuse' } } as never)
    const founder = await someone()
    const refused = await refusal(as(founder).apply({ body: await wish(founder, { desc: '一起做传 销' }) }))
    expect(refused).toMatchObject({ errorCode: 900010, data: { fields: [{ path: 'desc' }] } })
  })

  it('of another company is not there', async () => {
    const id = await buildAccount(platform.db, { companyId, memberIds: [chief.id] })
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    const asked = [
      as(stranger).account({ query: { id } }),
      as(stranger).trend({ query: { id } }),
      as(stranger).accountMembers({ query: { id } }),
      as(stranger).accountTopics({ query: { id } }),
      as(stranger).editPending({ params: { id } }),
      as(stranger).invitationCode({ query: { id } }),
      as(stranger).renewInvitationCode({ query: { id } }),
      as(stranger).updateMembers({ body: { id, members: [] } }),
      as(stranger).leave({ body: { id } }),
    ]
    for (const refused of await Promise.all(asked.map(refusal))) expect(refused).toMatchObject({ errorCode: 900005 })
  })

  it('[COMMUNITY-035][COMMUNITY-128] tells who follows and visits it', async () => {
    const owner = await someone()
    const id = await buildAccount(platform.db, { companyId, memberIds: [owner.id] })
    const visitor = await someone()
    await as(owner).account({ query: { id } })
    await as(visitor).account({ query: { id } })
    await platform.client(topics, visitor).collect({ body: { businessId: id, businessType: 101 } })
    expect(await as(owner).trend({ query: { id } })).toEqual({ attentionNum: 1, praise: 0, read: 1, rewardCoin: '0' })
    for (const [fan, score] of [[visitor, 5] as const, [await someone(), 4] as const])
      await platform.client(topics, fan).giveScore({ body: { businessId: id, businessType: 101, score } })
    expect(await as(owner).trend({ query: { id } })).toMatchObject({ attentionNum: 1, praise: 2 })
  })
})
