import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { proves } from '#test/proves.ts'
import { buildCategory, buildCourse, buildLearner } from '../courses.fixture.ts'
import { buildSalesTeam, coursePeople } from '../study.fixture.ts'

const platform = testPlatform()
const people = coursePeople(platform)

const as = (member: BuiltMember) => platform.client(courses, member)

describe('the catalogue', () => {
  it('lists published courses of a category and all below it, with the own state', async () => {
    const root = await buildCategory(platform.db, { companyId: people.companyId, name: '安全' })
    const child = await buildCategory(platform.db, { companyId: people.companyId, name: '消防', parent: root })
    const inRoot = await buildCourse(platform.db, {
      author: people.lecturer,
      categoryId: root.id,
      name: '安全总则',
      now: platform.now,
    })
    const inChild = await buildCourse(platform.db, {
      author: people.lecturer,
      categoryId: child.id,
      name: '灭火器',
      now: platform.now + 1,
      chapters: [{ sections: [{ kind: 'link' }, { kind: 'link' }] }],
    })
    await buildCourse(platform.db, { author: people.lecturer, categoryId: child.id, status: 'draft' })
    await buildCourse(platform.db, { author: people.lecturer, categoryId: child.id, status: 'off-shelf' })
    const forPhones = await buildCategory(platform.db, { companyId: people.companyId, name: '移动学习' })
    await buildCourse(platform.db, {
      author: people.lecturer,
      categoryId: forPhones.id,
      publishClient: 2,
      name: '班前会',
    })
    const [section] = inChild.sections
    const watched = section ? [{ section, share: 1 }] : []
    await buildLearner(platform.db, { member: people.learner, course: inChild, watched })
    const found = await as(people.learner).catalogue({ query: { categoryId: root.id } })
    await proves('COURSE-028', async () => {
      const organization = { name: '云帆科技' }
      expect(found.items).toMatchObject([
        { name: '灭火器', category: { name: '消防', pathName: '安全 / 消防' }, organization, publishClient: 0 },
        { name: '安全总则', category: { name: '安全', pathName: '安全' }, organization, publishClient: 0 },
      ])
      const phones = await as(people.learner).catalogue({ query: { categoryId: forPhones.id, clientType: 2 } })
      expect(phones.items).toMatchObject([
        { name: '班前会', category: { pathName: '移动学习' }, organization, publishClient: 2 },
      ])
    })
    await proves('COURSE-072', async () => {
      expect(found.items.map((item) => item.name)).toEqual(['灭火器', '安全总则'])
      expect(found.items).toMatchObject([
        { lecturer: { fullName: '苏静' }, learnerCount: 1, sectionCount: 2, study: { status: 1, percent: 50 } },
        { study: null },
      ])
      const below = await as(people.learner).catalogue({ query: { categoryId: child.id } })
      expect(below.items.map((item) => item.id)).toEqual([inChild.id])
      const hot = await as(people.learner).catalogue({ query: { categoryId: root.id, sort: 'hot' } })
      expect(hot.items.map((item) => item.id)).toEqual([inChild.id, inRoot.id])
      const second = await as(people.learner).catalogue({ query: { categoryId: root.id, page: 2, pageSize: 1 } })
      expect(second).toMatchObject({ recordCount: 2, items: [{ id: inRoot.id }] })
      expect(await as(people.learner).catalogue({ query: { categoryId: root.id, page: 3 } })).toEqual({
        items: [],
        recordCount: 2,
      })
    })
  })

  it('[COURSE-072] finds Chinese words in any order, letters in any case, and takes wildcards literally', async () => {
    for (const name of ['项目管理与沟通', 'Python 入门', '完成 100% 的秘诀', '新人_必读'])
      await buildCourse(platform.db, { author: people.lecturer, name })
    const found = async (search: string) =>
      (await as(people.learner).catalogue({ query: { search } })).items.map((item) => item.name)
    expect(await found('沟通')).toEqual(['项目管理与沟通'])
    expect(await found('沟通 项目')).toEqual(['项目管理与沟通'])
    expect(await found('PYTHON')).toEqual(['Python 入门'])
    expect(await found('0%')).toEqual(['完成 100% 的秘诀'])
    expect(await found('_')).toEqual(['新人_必读'])
    expect(await found('\\')).toEqual([])
  })

  it('shows a course made for an organization to its members and those below, and to nobody else', async () => {
    const { sales, inTeam } = await buildSalesTeam(platform.db, people.companyId)
    const course = await buildCourse(platform.db, {
      author: people.lecturer,
      name: '仅销售可见',
      visibleOrganizationIds: [sales],
    })
    const found = async (member: BuiltMember) =>
      (await as(member).catalogue({ query: { search: '仅销售可见' } })).recordCount
    expect(await found(inTeam)).toBe(1)
    expect(await found(people.learner)).toBe(0)
    expect(await found(people.foreigner)).toBe(0)
    const ids = { ids: [course.id] }
    expect((await as(people.learner).coursesByIds({ query: ids })).items).toEqual([])
    expect((await as(inTeam).coursesByIds({ query: ids })).items).toHaveLength(1)
  })
})

describe('courses by their ids', () => {
  it('answers them in the asked order without those that may not be seen', async () => {
    const author = { author: people.lecturer }
    const [first, second] = [
      await buildCourse(platform.db, { ...author, name: '甲' }),
      await buildCourse(platform.db, { ...author, name: '乙' }),
    ]
    const draft = await buildCourse(platform.db, { ...author, status: 'draft' })
    const foreign = await buildCourse(platform.db, { author: people.foreigner })
    const ids = [second.id, uuid(), draft.id, foreign.id, first.id]
    const expected = {
      recordCount: 2,
      items: [
        { id: second.id, name: '乙' },
        { id: first.id, name: '甲' },
      ],
    }
    const findByIds = '/course-study/course-info/front/find-by-ids'
    await proves('COURSE-095', async () => {
      expect(await literalCall(platform, people.learner, `GET ${findByIds}`, { query: { ids } })).toMatchObject(
        expected,
      )
    })
    await proves('COURSE-096', async () => {
      expect(await literalCall(platform, people.learner, `POST ${findByIds}`, { form: { ids } })).toMatchObject(
        expected,
      )
      expect(await as(people.learner).coursesByManyIds({ body: { ids } })).toMatchObject(expected)
    })
    await proves('COURSE-097', async () => {
      const answer = await literalCall(platform, people.learner, 'POST /course-study/course-info/ids', {
        body: { ids },
      })
      expect(answer).toMatchObject(expected)
    })
    await proves('COURSE-101', async () => {
      const idsOf = async (asked: string[]) =>
        (await as(people.learner).coursesByIds({ query: { ids: asked } })).items.map((item) => item.id)
      expect(await idsOf(ids)).toEqual([second.id, first.id])
      expect(await idsOf(ids.toReversed())).toEqual([first.id, second.id])
      const seenByOther = await as(people.foreigner).coursesByIds({ query: { ids } })
      expect(seenByOther.items.map((item) => item.id)).toEqual([foreign.id])
    })
  })
})

describe('sharing', () => {
  it('adds 1 to the share count', async () => {
    const [course, other] = [
      await buildCourse(platform.db, { author: people.lecturer }),
      await buildCourse(platform.db, { author: people.lecturer }),
    ]
    const shareCount = async (id = course.id) => (await as(people.learner).courseDetail({ params: { id } })).shareCount
    expect(await shareCount()).toBe(0)
    await proves('COURSE-103', async () => {
      const form = { courseId: course.id }
      await literalCall(platform, people.learner, 'POST /course-study/course-front/count-share', { form })
      expect(await shareCount()).toBe(1)
    })
    await proves('COURSE-065', async () => {
      await as(people.chief).countShare({ body: { courseId: course.id } })
      expect(await shareCount()).toBe(2)
      expect(await shareCount(other.id)).toBe(0)
    })
  })
})

describe('study time', () => {
  it('answers hours, minutes and seconds, and nothing of another company', async () => {
    const course = await buildCourse(platform.db, { author: people.lecturer })
    const member = await buildMember(platform.db, { companyId: people.companyId, fullName: '林知远' })
    const [section] = course.sections
    const watched = section ? [{ section, share: 1, studyMs: 7_170_000 }] : []
    await buildLearner(platform.db, { member, course, watched })
    const query = { memberId: member.id }
    const ask = (caller: BuiltMember) =>
      literalCall(platform, caller, 'GET /system/credit/detail-hour-member', { query })
    await proves(['IDENTITY-014', 'IDENTITY-060'], async () => {
      expect(await ask(people.learner)).toEqual({ hours: 2, minutes: 0, totalSeconds: 7170 })
    })
    await proves('IDENTITY-013', async () => {
      const card = platform.client(identity, people.learner)
      expect(await card.otherDetail({ query })).toMatchObject({
        ...{ memberName: member.name, memberFullName: '林知远' },
        headPortrait: expect.stringMatching(/^avatars\/0-[1-6]\.png$/),
      })
      expect((await card.otherDetail({ query })).organizationName).not.toBe('')
      const { integralGrade } = await card.otherGrade({ query })
      expect(integralGrade).toMatchObject({ cover: 'grades/1.svg', gradeName: '启蒙' })
      expect(await card.expertSimple({ query })).toEqual({ activeStatus: 0, auditStatus: 0 })
      expect(await card.isLecturerOther({ query })).toEqual({ flag: false })
      expect(await card.isTeacherOther({ query })).toEqual({ flag: false })
    })
    expect(await ask(people.foreigner)).toEqual({ hours: 0, minutes: 0, totalSeconds: 0 })
    await proves('COURSE-060', async () => {
      expect((await as(member).studyTimeRecords({ query: { courseId: course.id } })).items).toMatchObject([
        { courseId: course.id, studyTime: 120, seconds: 7170 },
      ])
      expect((await as(member).studyTimeRecords({ query: { courseId: uuid() } })).recordCount).toBe(0)
    })
  })
})

describe('categories', () => {
  it('[COURSE-072] makes, renames, sorts and moves categories; the paths of all below follow', async () => {
    const calls = as(people.chief)
    const root = await calls.createCategory({ body: { name: '专业', sort: 90 } })
    const child = await calls.createCategory({ body: { name: '财务', parentId: root.id } })
    const grandchild = await calls.createCategory({ body: { name: '税务', parentId: child.id } })
    const elsewhere = await calls.createCategory({ body: { name: '通用', sort: 80 } })
    await buildCourse(platform.db, { author: people.lecturer, categoryId: grandchild.id })
    const tree = async () =>
      (await as(people.learner).categories()).items.filter((item) =>
        [root.id, child.id, grandchild.id, elsewhere.id].includes(item.id),
      )
    expect((await tree()).map((item) => [item.pathName, item.level, item.courseCount])).toEqual([
      ['通用', 1, 0],
      ['专业', 1, 1],
      ['专业 / 财务', 2, 1],
      ['专业 / 财务 / 税务', 3, 1],
    ])
    await calls.changeCategory({ params: { id: child.id }, body: { parentId: elsewhere.id, name: '财会' } })
    expect((await tree()).map((item) => [item.pathName, item.courseCount])).toEqual([
      ['通用', 1],
      ['通用 / 财会', 1],
      ['通用 / 财会 / 税务', 1],
      ['专业', 0],
    ])
    const below = await as(people.learner).catalogue({ query: { categoryId: elsewhere.id } })
    expect(below.recordCount).toBe(1)
    const ring = calls.changeCategory({ params: { id: elsewhere.id }, body: { parentId: grandchild.id } })
    expect(await refusal(ring)).toMatchObject({ errorCode: 900001, data: { fields: [{ path: 'parentId' }] } })
  })

  it('refuses a name that is taken at the same place, a sixth level, and what is in use', async () => {
    const calls = as(people.chief)
    const taken = await calls.createCategory({ body: { name: '重名' } })
    const refused = await refusal(calls.createCategory({ body: { name: ' 重名 ' } }))
    expect(refused).toMatchObject({ errorCode: 40457, data: { name: '重名' } })
    expect(refused.message).toContain('同级分类中已有“重名”')
    const other = await calls.createCategory({ body: { name: '不重名' } })
    const rename = calls.changeCategory({ params: { id: other.id }, body: { name: '重名' } })
    expect(await refusal(rename)).toMatchObject({ errorCode: 40457 })
    let parentId = taken.id
    for (const name of ['二', '三', '四', '五'])
      parentId = (await calls.createCategory({ body: { name, parentId } })).id
    expect(await refusal(calls.createCategory({ body: { name: '六', parentId } }))).toMatchObject({
      errorCode: 40459,
      data: { max: 5 },
    })
    const tooDeep = calls.changeCategory({ params: { id: taken.id }, body: { parentId: other.id } })
    expect(await refusal(tooDeep)).toMatchObject({ errorCode: 40459 })
    expect(await refusal(calls.deleteCategory({ params: { id: taken.id } }))).toMatchObject({ errorCode: 40456 })
    const course = await buildCourse(platform.db, { author: people.lecturer, categoryId: parentId })
    expect(await refusal(calls.deleteCategory({ params: { id: parentId } }))).toMatchObject({ errorCode: 40456 })
    await as(people.lecturer).changeCourse({ params: { id: course.id }, body: { categoryId: null, revision: 0 } })
    await calls.deleteCategory({ params: { id: parentId } })
    expect((await calls.categories()).items.map((item) => item.id)).not.toContain(parentId)
  })

  it('refuses lecturers and learners, and knows no category of another company', async () => {
    const category = await buildCategory(platform.db, { companyId: people.companyId, name: '内部' })
    for (const member of [people.learner, people.lecturer]) {
      expect(await refusal(as(member).createCategory({ body: { name: '新' } }))).toMatchObject({ status: 403 })
      expect(await refusal(as(member).deleteCategory({ params: { id: category.id } }))).toMatchObject({ status: 403 })
    }
    const calls = as(people.foreigner)
    for (const refused of await refusals([
      calls.createCategory({ body: { name: '新', parentId: category.id } }),
      calls.changeCategory({ params: { id: category.id }, body: { name: '新' } }),
      calls.deleteCategory({ params: { id: category.id } }),
    ]))
      expect(refused).toMatchObject({ errorCode: 900005 })
    expect((await calls.categories()).items).toEqual([])
  })
})
