import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { community } from '../contract.ts'

const platform = testPlatform({ poolSize: 4 })
let companyId: string
let branch: string
let author: BuiltMember
let courseId: string
let authorsCircle: string

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  branch = await buildOrganization(platform.db, { companyId, parentId: companyId })
  author = await buildMember(platform.db, {
    companyId,
    organizationId: branch,
    roles: ['lecturer'],
    fullName: '周老师',
  })
  courseId = (await buildCourse(platform.db, { author, name: '数据安全' })).id
  authorsCircle = await circle(author)
})

const as = (member: BuiltMember) => platform.client(community, member)
const someone = () => buildMember(platform.db, { companyId })

/** The answer of a call by the address of the specification; with a body it is a POST. */
async function ask(member: BuiltMember, address: string, body?: object): Promise<unknown> {
  const answer = await platform.app.inject({
    method: body ? 'POST' : 'GET',
    url: `/api/v1/knowledge-operation/knowledge-circle/${address}`,
    headers: { authorization: `Bearer ${member.token}` },
    ...(body && { payload: body }),
  })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

let number = 0
async function circle(owner: BuiltMember): Promise<string> {
  number += 1
  return (await as(owner).createCircle({ body: { name: `安全圈${number}`, desc: '聊聊安全' } })).id
}

describe('knowledge circles', () => {
  it('[COMMUNITY-119] disappear while the company’s switch is off, and return unchanged', async () => {
    const company = await buildCompany(platform.db)
    const owner = await buildMember(platform.db, { companyId: company, roles: ['super-admin'] })
    const id = await circle(owner)
    const body = { name: '新圈', desc: '' }
    const turn = (knowledgeCircleShowSwitch: '0' | '1') =>
      platform
        .client(settings, owner)
        .changeRule({ params: { key: 'KNOWLEDGE_OPERATION_CONFIG' }, body: { value: { knowledgeCircleShowSwitch } } })
    await turn('0')
    expect(await as(owner).circles({ query: {} })).toEqual({ items: [], recordCount: 0 })
    for (const list of [
      () => as(owner).ownCircles({}),
      () => as(owner).hottestCircles({}),
      () => as(owner).recommendedCircles({}),
      () => as(owner).circleContentsById({ query: { ids: id } }),
    ])
      expect(await list()).toEqual({ items: [], recordCount: 0 })
    expect(await as(owner).recommendedCircle({})).toEqual({ circle: null })
    const choices = { query: { questionId: courseId } }
    expect(await as(owner).shareChoices(choices)).toEqual({ items: [], recordCount: 0 })
    const sharing = { questionId: courseId, addCircleIds: [id], removeCircleIds: [] }
    for (const ask of [
      () => as(owner).circle({ params: { id } }),
      () => as(owner).createCircle({ body }),
      () => as(owner).joinCircle({ body: { circleId: id } }),
      () => as(owner).shareIntoCircles({ body: sharing }),
      () => as(owner).circleContents({ params: { id } }),
      () => as(owner).circleAnnouncements({ params: { id } }),
    ])
      expect(await refusal(ask())).toMatchObject({ errorCode: 900005 })
    await turn('1')
    expect((await as(owner).circles({ query: {} })).items.map((one) => one.id)).toEqual([id])
    expect((await as(owner).shareChoices(choices)).recordCount).toBe(1)
  })

  it('are created, found, joined and left', async () => {
    const [owner, member] = [await someone(), await someone()]
    const id = await circle(owner)
    const detail = () => ask(member, `circle-detail/${id}`)
    await proves('COMMUNITY-214', async () =>
      expect(await detail()).toMatchObject({ id, desc: '聊聊安全', attention: false, joinStatus: 0, attentionNum: 1 }),
    )
    await proves('COMMUNITY-219', async () => {
      for (let time = 0; time < 2; time += 1) await ask(member, 'employee', { circleId: id })
      expect(await detail()).toMatchObject({ attention: true, administrator: false, attentionNum: 2 })
    })
    await proves('COMMUNITY-213', async () => {
      const found = await ask(member, `square-pages?search=${encodeURIComponent(` 安全圈${number}`)}`)
      expect(found).toMatchObject({ items: [{ id, attention: true }], recordCount: 1 })
    })
    await as(member).leaveCircle({ params: { id } })
    expect(await as(member).circle({ params: { id } })).toMatchObject({ attention: false, attentionNum: 1 })
    expect(await refusal(as(member).leaveCircle({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(owner).leaveCircle({ params: { id } }))).toMatchObject({ errorCode: 10138 })
  })

  it('have unique names', async () => {
    const owner = await someone()
    await as(owner).createCircle({ body: { name: 'Data 圈', desc: '' } })
    const same = as(owner).createCircle({ body: { name: 'ｄａｔａ圈', desc: '' } })
    expect(await refusal(same)).toMatchObject({ errorCode: 70313 })
  })

  it('are offered for sharing to their administrators, ten at a time', async () => {
    const owner = await someone()
    const ids = new Set<string>()
    for (let count = 0; count < 11; count += 1) ids.add(await circle(owner))
    await as(owner).joinCircle({ body: { circleId: authorsCircle } })
    const page = (number: number) =>
      ask(owner, `share-pages?questionId=${courseId}&pageSize=10&page=${number}`) as Promise<{
        items: { id: string }[]
        recordCount: number
      }>
    const [first, second] = [await page(1), await page(2)]
    await proves(['COMMUNITY-218', 'SYSTEM-154'], () =>
      expect([first.items.length, second.items.length, first.recordCount]).toEqual([10, 1, 11]),
    )
    // The caller belongs to twelve circles and administers eleven of them.
    await proves(['COMMUNITY-113', 'SYSTEM-145'], async () => {
      expect(new Set([...first.items, ...second.items].map((choice) => choice.id))).toEqual(ids)
      const none = { items: [], recordCount: 0 }
      expect(await as(await someone()).shareChoices({ query: { questionId: courseId } })).toEqual(none)
    })
  })

  it('take each item of their administrators once; only the sharer removes it', async () => {
    const [owner, second, other] = [await someone(), await someone(), await someone()]
    const [one, two] = [await circle(owner), await circle(owner)]
    await sql`insert into community.circle_member (circle_id, member_id, company_id, is_administrator, joined_at)
      values (${one}, ${second.id}, ${companyId}, true, 1)`.execute(platform.root)
    const share = (addCircleIds: string[], removeCircleIds: string[] = []) =>
      ask(owner, 'share-question', { questionId: courseId, addCircleIds, removeCircleIds })
    await share([one, two])
    await share([one])
    const flags = async (member: BuiltMember) => {
      const { items } = await as(member).shareChoices({ query: { questionId: courseId } })
      return items.map(({ id, checkFlag, othersCheckFlag }) => [id, checkFlag, othersCheckFlag])
    }
    await proves('COMMUNITY-111', async () => {
      expect(await flags(owner)).toEqual([
        [one, true, false],
        [two, true, false],
      ])
      expect(await flags(second)).toEqual([[one, false, true]])
    })
    await proves('COMMUNITY-112', async () => {
      // What another administrator has shared stays for who did not share it, and is named by its relation.
      await as(second).shareIntoCircles({
        body: { questionId: courseId, addCircleIds: [], removeCircleIds: [one] },
      })
      expect(await flags(second)).toEqual([[one, false, true]])
      const { items } = await as(second).shareChoices({ query: { questionId: courseId } })
      const shared = await as(second).circleContents({ params: { id: one } })
      expect(items.map(({ relationId }) => relationId)).toEqual(shared.items.map(({ relationId }) => relationId))
      expect(await flags(other)).toEqual([])
    })
    await proves('COMMUNITY-220', async () => {
      const { items, recordCount } = await as(other).circleContents({ params: { id: one } })
      expect(recordCount).toBe(1)
      expect(items).toMatchObject([
        { itemType: 1, itemId: courseId, name: '数据安全', link: `/study/course/detail/${courseId}`, kind: '课程' },
      ])
    })
    await proves('COMMUNITY-110', async () => {
      await share([], [one])
      expect(await flags(owner)).toEqual([
        [one, false, false],
        [two, true, false],
      ])
      expect(await as(other).circleContents({ params: { id: one } })).toEqual({ items: [], recordCount: 0, next: null })
    })
  })

  it('show and count the shared items that the reader may see', async () => {
    const member = await someone()
    const id = authorsCircle
    const inside = { author, name: '部门规定', visibleOrganizationIds: [branch] }
    const [hidden, second] = [
      await buildCourse(platform.db, inside),
      await buildCourse(platform.db, { author, name: '密码安全' }),
    ]
    for (const questionId of [courseId, hidden.id, second.id])
      await as(author).shareIntoCircles({ body: { questionId, addCircleIds: [id], removeCircleIds: [] } })
    const pages = async (reader: BuiltMember) => {
      const asked = [1, 2, 3].map((page) => as(reader).circleContents({ params: { id }, query: { page, pageSize: 1 } }))
      return (await Promise.all(asked)).map(({ items, recordCount }) => [...items.map(({ name }) => name), recordCount])
    }
    expect(await pages(author)).toEqual([
      ['密码安全', 3],
      ['部门规定', 3],
      ['数据安全', 3],
    ])
    expect(await pages(member)).toEqual([['密码安全', 2], ['数据安全', 2], [2]])
  })

  it('refuse items from others, unknown items and items of another company', async () => {
    const [owner, member] = [await someone(), await someone()]
    const id = await circle(owner)
    await as(member).joinCircle({ body: { circleId: id } })
    const share = (by: BuiltMember, questionId: string, circleId: string) =>
      refusal(as(by).shareIntoCircles({ body: { questionId, addCircleIds: [circleId], removeCircleIds: [] } }))
    expect(await share(member, courseId, id)).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await share(owner, uuid(), id)).toMatchObject({ errorCode: 900005 })
    expect(await share(owner, courseId, uuid())).toMatchObject({ errorCode: 900005 })
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    expect(await share(stranger, courseId, id)).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(stranger).circle({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(stranger).joinCircle({ body: { circleId: id } }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(stranger).circleContents({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    const body = { questionId: courseId, itemType: 999, addCircleIds: [id], removeCircleIds: [] }
    expect(await refusal(as(owner).shareIntoCircles({ body }))).toMatchObject({ errorCode: 900001 })
  })
})
