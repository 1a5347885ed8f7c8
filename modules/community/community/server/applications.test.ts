import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { race } from '#test/race.ts'
import { community } from '../contract.ts'
import { buildAccount } from './accounts.fixture.ts'
import { accountEditApproval, newAccountApproval } from './applications.ts'

const platform = testPlatform({ poolSize: 4 })
let companyId: string
let approver: BuiltMember
let topicId: string
let otherTopicId: string

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  approver = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  const quickAdd = platform.client(topics, approver).quickAddTopic
  topicId = (await quickAdd({ body: { name: '数据安全' } })).id
  otherTopicId = (await quickAdd({ body: { name: '合规' } })).id
  for (const businessType of [newAccountApproval, accountEditApproval])
    await buildTemplate(platform.db, { companyId, businessType, now: platform.now }, [buildStep([approver.id])])
})

const as = (member: BuiltMember) => platform.client(community, member)
const someone = () => buildMember(platform.db, { companyId })

async function picture(owner: BuiltMember): Promise<string> {
  const file = { companyId, ownerId: owner.id, kind: 'avatar', contentType: 'image/png' } as const
  return (await buildFile(platform.db, file)).id
}

let number = 0
async function fields(owner: BuiltMember) {
  number += 1
  return { name: `安全小组${number}`, topicIds: topicId, headPortrait: await picture(owner), desc: '一起学' }
}

/** The approver decides the pending application. */
async function decide(how: 'agree' | 'refuse', opinion = '同意'): Promise<void> {
  const calls = platform.client(approvals, approver)
  const { items } = await calls.waitingTasks()
  expect(items).toHaveLength(1)
  await calls[how]({ params: { id: items[0]?.taskId ?? '' }, body: { opinion } })
}

describe('an application for a share account', () => {
  it('becomes an account when it is approved', async () => {
    const applicant = await someone()
    const verify = async () => {
      const answer = await platform.app.inject({
        url: '/api/v1/knowledge-operation/come-enjoy/apply-verify',
        headers: { authorization: `Bearer ${applicant.token}` },
      })
      return answer.json() as unknown
    }
    const before = await verify()
    const { code } = await as(applicant).apply({
      body: { ...(await fields(applicant)), name: '等待小组', enjoyType: 0 },
    })
    expect(code).toBe(1)
    await proves('COMMUNITY-140', async () => {
      expect(before).toMatchObject({ result: null, applyTime: null, id: null })
      expect(await verify()).toMatchObject({ result: 4, name: '等待小组', enjoyType: 0, id: null })
    })
    expect(await as(applicant).hasAccount()).toEqual({ flag: false })
    // The approver reads all of it there: the applicant's own page shows nobody else's application.
    const [task] = (await platform.client(approvals, approver).waitingTasks()).items
    const params = { id: task?.process.id ?? '' }
    expect(await platform.client(approvals, approver).process({ params })).toMatchObject({
      link: '',
      summary: [
        { label: '账户类型', text: '个人' },
        { label: '名称', text: '等待小组' },
        { label: '简介', text: '一起学' },
        { label: '话题', text: '数据安全' },
      ],
    })
    await decide('agree')
    const state = await as(applicant).applicationState()
    await proves('COMMUNITY-051', () => expect(state).toMatchObject({ result: 1, id: expect.any(String) }))
    expect(await as(applicant).hasAccount()).toEqual({ flag: true })
    expect(await as(applicant).account({ query: { id: state.id ?? '' } })).toMatchObject({
      name: '等待小组',
      enjoyType: 0,
      lstRelationTopic: [{ topicId }],
      currentMember: { memberType: 0 },
    })
  })

  it('[COMMUNITY-048] excludes a second one', async () => {
    const applicant = await someone()
    await as(applicant).apply({ body: { ...(await fields(applicant)), enjoyType: 0 } })
    const second = await refusal(as(applicant).apply({ body: { ...(await fields(applicant)), enjoyType: 1 } }))
    expect(second.errorCode).toBe(70309)
    await decide('refuse', '请补充说明')
    expect(await as(applicant).applicationState()).toMatchObject({ result: 0, opinion: '请补充说明', id: null })
    await as(applicant).apply({ body: { ...(await fields(applicant)), enjoyType: 0 } })
    await decide('agree')
  })

  it('excludes a second one among ten concurrent ones', async () => {
    const applicant = await someone()
    const bodies = await Promise.all(Array.from({ length: 10 }, () => fields(applicant)))
    const apply = async (index: number) =>
      as(applicant).apply({ body: { ...(bodies[index] as (typeof bodies)[number]), enjoyType: 1 } })
    // An earlier application, already decided.
    const begin = async () => {
      await as(applicant).apply({ body: { ...(await fields(applicant)), enjoyType: 1 } })
      await decide('refuse')
    }
    expect(await race(platform, 10, apply, { begin })).toMatchObject({ accepted: 1, refused: { 70309: 9 } })
    await decide('refuse')
  })

  it('reserves its name while it is pending', async () => {
    const [first, second] = [await someone(), await someone()]
    const body = { ...(await fields(first)), enjoyType: 1 as const }
    await as(first).apply({ body })
    const same = { ...(await fields(second)), name: body.name, enjoyType: 1 as const }
    expect(await refusal(as(second).apply({ body: same }))).toMatchObject({ errorCode: 70308 })
    await decide('refuse')
    await as(second).apply({ body: same })
    await decide('agree')
  })
})

describe('a change of a share account', () => {
  async function account() {
    const owner = await someone()
    const avatarFileId = await picture(owner)
    number += 1
    const name = `旧名${number}`
    const input = { companyId, name, description: '旧简介', avatarFileId, memberIds: [owner.id, (await someone()).id] }
    const id = await buildAccount(platform.db, input)
    return { id, owner, name, avatarFileId }
  }

  it('stays hidden until it is approved', async () => {
    const { id, owner, name, avatarFileId } = await account()
    const headers = { authorization: `Bearer ${owner.token}` }
    const base = '/api/v1/knowledge-operation/come-enjoy'
    const pending = async () => (await platform.app.inject({ url: `${base}/update-audit/${id}`, headers })).json()
    const before: unknown = await pending()
    number += 1
    const body = {
      ...{ id, name: `新名${number}`, topicIds: `${otherTopicId},${topicId}`, desc: '新简介' },
      ...{ headPortrait: avatarFileId, headPortraitPath: `files/${avatarFileId}` },
    }
    await proves(['COMMUNITY-144', 'COMMUNITY-061'], async () => {
      const answer = await platform.app.inject({ method: 'POST', url: `${base}/update/apply`, headers, payload: body })
      expect(answer.json()).toEqual({ code: 1, id })
    })
    await proves('COMMUNITY-145', async () =>
      expect([before, await pending()]).toEqual([{ pending: false }, { pending: true }]),
    )
    await proves('COMMUNITY-062', async () =>
      expect(await as(owner).account({ query: { id } })).toMatchObject({ name, desc: '旧简介', lstRelationTopic: [] }),
    )
    await proves('COMMUNITY-060', async () =>
      expect(await refusal(as(owner).applyForEdit({ body }))).toMatchObject({ status: 422, errorCode: 70309 }),
    )
    await decide('agree')
    expect(await pending()).toEqual({ pending: false })
    await proves('COMMUNITY-037', async () => {
      const edited = await as(owner).account({ query: { id } })
      expect(edited).toMatchObject({ name: body.name, desc: '新简介', headPortrait: avatarFileId })
      const topicNames = edited.lstRelationTopic.map(({ topicName }) => topicName)
      expect(topicNames.toSorted()).toEqual(['合规', '数据安全'].toSorted())
    })
  })

  it('leaves the account unchanged when it is refused', async () => {
    const { id, owner, name, avatarFileId } = await account()
    await as(owner).applyForEdit({
      body: { id, name: '不同意', topicIds: topicId, headPortrait: avatarFileId, desc: '' },
    })
    await decide('refuse', '名称不合适')
    expect(await as(owner).account({ query: { id } })).toMatchObject({ name, desc: '旧简介' })
    expect(await as(owner).editPending({ params: { id } })).toEqual({ pending: false })
  })

  it('[COMMUNITY-063] takes effect at once without an approval template', async () => {
    const ownCompany = await buildCompany(platform.db)
    const owner = await buildMember(platform.db, { companyId: ownCompany })
    const { id: topic } = await platform.client(topics, owner).quickAddTopic({ body: { name: '合规' } })
    const id = await buildAccount(platform.db, { companyId: ownCompany, memberIds: [owner.id] })
    const file = { companyId: ownCompany, ownerId: owner.id, kind: 'avatar', contentType: 'image/png' } as const
    const { id: headPortrait } = await buildFile(platform.db, file)
    const body = { id, name: '直接生效', topicIds: topic, headPortrait, desc: '' }
    expect(await as(owner).applyForEdit({ body })).toEqual({ code: 0, id })
    expect(await as(owner).account({ query: { id } })).toMatchObject({ name: '直接生效', headPortrait })
    // The account’s own name is not taken.
    expect(await as(owner).applyForEdit({ body })).toEqual({ code: 0, id })
  })

  it('is refused for an unknown or frozen account, and for a name that is taken', async () => {
    const [{ id, owner, name, avatarFileId }, other] = [await account(), await account()]
    const body = { id, name, topicIds: topicId, headPortrait: avatarFileId }
    const missing = { ...body, id: otherTopicId }
    expect(await refusal(as(owner).applyForEdit({ body: missing }))).toMatchObject({ errorCode: 900005 })
    const taken = { ...body, name: ` ${other.name}` }
    expect(await refusal(as(owner).applyForEdit({ body: taken }))).toMatchObject({ errorCode: 70308 })
    await sql`update community.account set frozen_at = ${platform.now} where id = ${id}`.execute(platform.root)
    expect(await refusal(as(owner).applyForEdit({ body }))).toMatchObject({ errorCode: 70306 })
  })
})
