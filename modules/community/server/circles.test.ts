import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCourse } from '#modules/courses/server/build.ts'
import { type BuiltMember, buildCompany, buildMember, buildOrganization } from '#modules/identity/server/build.ts'
import { settings } from '#modules/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
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

let number = 0
async function circle(owner: BuiltMember): Promise<string> {
  number += 1
  return (await as(owner).createCircle({ body: { name: `安全圈${number}`, desc: '聊聊安全' } })).id
}

describe('knowledge circles', () => {
  it('[COMMUNITY-119] are nowhere while the company has switched them off, and back as they were afterwards', async () => {
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
    const choices = { query: { questionId: courseId } }
    expect(await as(owner).shareChoices(choices)).toEqual({ items: [], recordCount: 0 })
    const sharing = { questionId: courseId, addCircleIds: [id], removeCircleIds: [] }
    for (const ask of [
      () => as(owner).circle({ params: { id } }),
      () => as(owner).createCircle({ body }),
      () => as(owner).joinCircle({ body: { circleId: id } }),
      () => as(owner).shareIntoCircles({ body: sharing }),
    ])
      expect(await refusal(ask())).toMatchObject({ errorCode: 900005 })
    await turn('1')
    expect((await as(owner).circles({ query: {} })).items.map((one) => one.id)).toEqual([id])
    expect((await as(owner).shareChoices(choices)).recordCount).toBe(1)
  })

  it('[COMMUNITY-114][COMMUNITY-213][COMMUNITY-214][COMMUNITY-219] are begun, found, joined and left', async () => {
    const [owner, member] = [await someone(), await someone()]
    const id = await circle(owner)
    expect(await as(member).circle({ params: { id } })).toMatchObject({ joined: false, memberCount: 1 })
    await as(member).joinCircle({ body: { circleId: id } })
    await as(member).joinCircle({ body: { circleId: id } })
    expect(await as(member).circle({ params: { id } })).toMatchObject({
      joined: true,
      administrator: false,
      memberCount: 2,
    })
    const found = await as(member).circles({ query: { search: ` 安全圈${number}` } })
    expect(found.items.map((one) => one.id)).toContain(id)
    await as(member).leaveCircle({ params: { id } })
    expect(await as(member).circle({ params: { id } })).toMatchObject({ joined: false, memberCount: 1 })
    expect(await refusal(as(member).leaveCircle({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(as(owner).leaveCircle({ params: { id } }))).toMatchObject({ errorCode: 10138 })
  })

  it('have names of their own', async () => {
    const owner = await someone()
    await as(owner).createCircle({ body: { name: 'Data 圈', desc: '' } })
    const same = as(owner).createCircle({ body: { name: 'ｄａｔａ圈', desc: '' } })
    expect(await refusal(same)).toMatchObject({ errorCode: 70313 })
  })

  it('[SYSTEM-145][SYSTEM-154][COMMUNITY-113][COMMUNITY-218] are offered for sharing to their administrators, ten at a time', async () => {
    const owner = await someone()
    const ids = new Set<string>()
    for (let count = 0; count < 11; count += 1) ids.add(await circle(owner))
    await as(owner).joinCircle({ body: { circleId: authorsCircle } })
    const first = await as(owner).shareChoices({ query: { questionId: courseId, pageSize: 10 } })
    const second = await as(owner).shareChoices({ query: { questionId: courseId, pageSize: 10, page: 2 } })
    expect([first.items.length, second.items.length, first.recordCount]).toEqual([10, 1, 11])
    expect(new Set([...first.items, ...second.items].map((choice) => choice.id))).toEqual(ids)
    expect(await as(await someone()).shareChoices({ query: { questionId: courseId } })).toEqual({
      items: [],
      recordCount: 0,
    })
  })

  it('[SYSTEM-145][COMMUNITY-110][COMMUNITY-111][COMMUNITY-220] take what their administrators share, once, and give it back to who shared it', async () => {
    const [owner, other] = [await someone(), await someone()]
    const [first, second] = [await circle(owner), await circle(owner)]
    const share = (addCircleIds: string[], removeCircleIds: string[] = []) =>
      as(owner).shareIntoCircles({ body: { questionId: courseId, addCircleIds, removeCircleIds } })
    await share([first, second])
    await share([first])
    const flags = async () =>
      (await as(owner).shareChoices({ query: { questionId: courseId } })).items.map((choice) => choice.checkFlag)
    expect(await flags()).toEqual([true, true])
    const { items, recordCount } = await as(other).circleShares({ params: { id: first } })
    expect(recordCount).toBe(1)
    expect(items).toMatchObject([
      { itemType: 1, itemId: courseId, name: '数据安全', link: `/study/course/detail/${courseId}`, kind: '课程' },
    ])
    await share([], [first])
    expect(await flags()).toEqual([false, true])
  })

  it('show and count on each page what its reader may see of what was shared', async () => {
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
      const asked = [1, 2, 3].map((page) => as(reader).circleShares({ params: { id }, query: { page, pageSize: 1 } }))
      return (await Promise.all(asked)).map(({ items, recordCount }) => [...items.map(({ name }) => name), recordCount])
    }
    expect(await pages(author)).toEqual([
      ['密码安全', 3],
      ['部门规定', 3],
      ['数据安全', 3],
    ])
    expect(await pages(member)).toEqual([['密码安全', 2], ['数据安全', 2], [2]])
  })

  it('[SYSTEM-145] take nothing from others, nothing that is not there, nothing of another company', async () => {
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
    expect(await refusal(as(stranger).circleShares({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    const body = { questionId: courseId, itemType: 999, addCircleIds: [id], removeCircleIds: [] }
    expect(await refusal(as(owner).shareIntoCircles({ body }))).toMatchObject({ errorCode: 900001 })
  })
})
