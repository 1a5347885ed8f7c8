/** Subjects as learners meet and finish them. */
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { buildPeople, type People, wayOf } from './people.fixture.ts'

const platform = testPlatform()
let people: People
let companyId: string
let author: BuiltMember
let colleague: BuiltMember
let learner: BuiltMember
let stranger: BuiltMember
const { as, build, linked, journey } = wayOf(platform, () => people)

beforeAll(async () => {
  people = await buildPeople(platform)
  ;({ companyId, author, colleague, learner, stranger } = people)
})

describe('the subjects that there are', () => {
  it('[COURSE-029] rows have name, organization, type and client; newest first, found by words and type', async () => {
    platform.now += 1000
    const first = await build({ name: '安全生产 月度专题' })
    platform.now += 1000
    const second = await build({ name: '安全月 学习地图', subjectType: 2, summary: '一张图走完' })
    await build({ name: '安全草稿', status: 'draft' })
    await build({ name: '安全旧题', status: 'off-shelf' })
    await build({ name: '安全手机版', publishClient: 2 })
    const page = await as(learner).subjects({ query: { search: '安全' } })
    expect(page.items.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(page).toMatchObject({ recordCount: 2, items: [{ summary: '一张图走完', study: null, score: null }, {}] })
    expect(page.items[1]).toMatchObject({
      ...{
        name: '安全生产 月度专题',
        organization: { id: companyId, name: '云帆科技' },
        subjectType: 0,
        publishClient: 0,
      },
    })
    const maps = await as(learner).subjects({ query: { search: '安全', subjectType: 2 } })
    expect(maps.items.map(({ id }) => id)).toEqual([second.id])
    const phone = await as(learner).subjects({ query: { search: '手机版 安全', clientType: 2 } })
    expect(phone.items).toMatchObject([{ name: '安全手机版', publishClient: 2 }])
    expect(await as(stranger).subjects({ query: { search: '安全' } })).toEqual({ items: [], recordCount: 0 })
    const beyond = await as(learner).subjects({ query: { search: '安全', page: 9 } })
    expect(beyond).toEqual({ items: [], recordCount: 2 })
  })

  it('the one with most learners comes first where that is asked', async () => {
    const [quiet, busy] = [await build({ name: '冷热甲' }), await build({ name: '冷热乙' })]
    platform.now += 1000
    await build({ name: '冷热丙' })
    for (const member of [learner, colleague]) await as(member).registerForSubject({ params: { id: busy.id } })
    await as(learner).registerForSubject({ params: { id: quiet.id } })
    const { items } = await as(learner).subjects({ query: { search: '冷热', sort: 'hot' } })
    expect(items.map(({ name, learnerCount }) => [name, learnerCount])).toEqual([
      ['冷热乙', 2],
      ['冷热甲', 1],
      ['冷热丙', 0],
    ])
  })
})

describe('a subject and its stages', () => {
  it('shows its stages; each content with businessName, businessType and isRequired', async () => {
    const one = await journey()
    await proves('COURSE-009', async () => {
      expect(await one.seen()).toMatchObject({
        ...{
          name: '新员工成长地图',
          status: 'on-shelf',
          stageCount: 2,
          contentCount: 4,
          canStudy: true,
          closedBecause: null,
        },
        author: { id: author.id, fullName: '苏静' },
        ...{ site: null, personal: null, versionNumber: 1 },
        stages: [
          {
            ...{
              title: '认识公司',
              summary: '前两周',
              state: 'current',
              percent: 0,
              finishedCount: 0,
              requiredCount: 2,
            },
            contents: [
              {
                businessName: '企业文化',
                businessType: 1,
                isRequired: 1,
                kindName: '课程',
                isAvailable: true,
                becauseOf: null,
              },
              { businessName: '信息安全', businessType: 1, isRequired: 1 },
            ],
          },
          { title: '上手工作', state: 'ahead', contents: [{ isRequired: 1 }, { businessName: '拓展', isRequired: 0 }] },
        ],
        progress: {
          registered: false,
          percent: 0,
          reasons: [{ code: 'not-registered' }],
          nextContentId: one.contentIds[0],
        },
      })
    })
    await proves('COURSE-025', async () => {
      const { stages } = await one.seen()
      const rows = stages.flatMap(({ contents }) => contents)
      expect(
        rows.map(({ businessName, businessType, isRequired }) => [businessName, businessType, isRequired]),
      ).toEqual([
        ['企业文化', 1, 1],
        ['信息安全', 1, 1],
        ['岗位实操', 1, 1],
        ['拓展', 1, 0],
      ])
    })
  })

  it('counts what its owners say is finished, and is done when all that is required is; then it is rewarded, once', async () => {
    const one = await journey()
    expect(await one.register()).toMatchObject({ registered: true, status: 0, reasons: [{ code: 'finish-required' }] })
    await one.courses[0].finish()
    expect(await one.seen()).toMatchObject({
      stages: [{ state: 'current', percent: 50, finishedCount: 1 }, { state: 'ahead' }],
      progress: {
        ...{ status: 1, percent: 33, finishedCount: 1, requiredCount: 3, nextContentId: one.contentIds[1] },
        reasons: [{ finishedCount: 1, requiredCount: 3, remaining: [{ name: '信息安全' }, { name: '岗位实操' }] }],
      },
    })
    await one.courses[1].finish()
    expect((await one.seen()).stages.map(({ state }) => state)).toEqual(['done', 'current'])
    platform.now += 60_000
    await one.courses[2].finish()
    expect(await one.seen()).toMatchObject({
      stages: [{ state: 'done', percent: 100 }, { state: 'current' }],
      progress: { ...{ status: 2, percent: 100, finished: true, finishedAt: platform.now, reasons: [] } },
    })
    const { items } = await platform.client(currency, learner).awardRecords({ query: {} })
    expect(items.filter((entry) => JSON.stringify(entry).includes('新员工成长地图'))).toHaveLength(1)
    const mine = await as(learner).mySubjects({ query: { state: 'done' } })
    expect(mine.items.find(({ id }) => id === one.id)).toMatchObject({ study: { status: 2, percent: 100 } })
  })

  it('what was learned before counts from the first: who is done already is done', async () => {
    const one = await journey()
    for (const course of one.courses.slice(0, 3)) await course.finish(colleague)
    expect(await one.seen(colleague)).toMatchObject({ progress: { registered: false, percent: 99, finished: false } })
    await one.register(colleague)
    await platform.runJobs()
    expect(await one.seen(colleague)).toMatchObject({ progress: { status: 2, percent: 100 } })
  })

  it('starting a content registers for both, remembers the place, and leads to its screen', async () => {
    const one = await journey()
    expect(await one.open(3)).toEqual({ link: `/study/course/detail/${one.courses[3].id}` })
    const seen = await one.seen()
    expect(seen).toMatchObject({ learnerCount: 1, progress: { status: 1, nextContentId: one.contentIds[3] } })
    expect(seen.stages[1]?.contents[1]?.progress.isRegistered).toBe(true)
    const { items } = await platform.client(courses, learner).myCourses({ query: {} })
    expect(items.map(({ id }) => id)).toContain(one.courses[3].id)
    const mine = await as(learner).mySubjects({ query: { state: 'learning' } })
    expect(mine.items[0]).toMatchObject({ id: one.id, study: { status: 1, percent: 0 } })
  })

  it('one that is given up is not asked for any more, and goes on where it was when it is taken up again', async () => {
    const one = await journey()
    await one.open(0)
    const abandon = () => as(learner).abandonSubject({ params: one.params })
    expect(await abandon()).toMatchObject({ status: 3, reasons: [{ code: 'abandoned' }] })
    await one.courses[0].finish()
    expect(await one.seen()).toMatchObject({ progress: { status: 3, finishedCount: 1 } })
    const given = await as(learner).mySubjects({ query: { state: 'abandoned' } })
    expect(given.items.map(({ id }) => id)).toEqual([one.id])
    expect(await one.register()).toMatchObject({ status: 1, finishedCount: 1 })
    for (const course of one.courses.slice(1, 3)) await course.finish()
    expect(await abandon()).toMatchObject({ status: 2, finished: true })
  })

  it('what was taken down is not asked for; one that was studied can still be opened', async () => {
    const [gone, there] = [await linked('已下架的课', { status: 'off-shelf' }), await linked('在架的课')]
    const stages = [{ contents: [{ businessId: gone.id }, { businessId: there.id }, { businessId: uuid() }] }]
    const one = await build({ stages })
    const params = { id: one.id }
    const open = (index: number) =>
      as(learner).openContent({ params: { ...params, contentId: one.contentIds[index] ?? '' }, body: {} })
    expect(await refusal(open(0))).toMatchObject({ errorCode: 380409 })
    expect(await refusal(open(2))).toMatchObject({ errorCode: 380409 })
    expect(await as(learner).subjectDetail({ params, query: {} })).toMatchObject({
      stages: [{ requiredCount: 1, contents: [{ isAvailable: false }, { isAvailable: true }, { businessName: '' }] }],
    })
    await as(learner).registerForSubject({ params })
    await there.finish()
    expect(await as(learner).subjectDetail({ params, query: {} })).toMatchObject({ progress: { status: 2 } })
  })
})

describe('an external subject', () => {
  it('leads to its page; to have opened it finishes it', async () => {
    const one = await build({ subjectType: 3, url: 'https://learn.example.com/safety?x=1' })
    const params = { id: one.id }
    const seen = () => as(learner).subjectDetail({ params, query: {} })
    expect(await seen()).toMatchObject({ site: 'learn.example.com', stages: [], progress: { requiredCount: 1 } })
    await as(learner).registerForSubject({ params })
    await platform.runJobs()
    expect(await seen()).toMatchObject({ progress: { status: 0, reasons: [{ code: 'visit-link' }] } })
    const visited = await as(learner).visitSubject({ params, body: {} })
    expect(visited).toMatchObject({
      url: 'https://learn.example.com/safety?x=1',
      progress: { status: 2, percent: 100 },
    })
    await platform.runJobs()
    platform.now += 5000
    expect(await as(learner).visitSubject({ params, body: {} })).toMatchObject({
      progress: { finishedAt: visited.progress.finishedAt },
    })
  })

  it('only such a one has a page, and only on the client that it is made for', async () => {
    const visit = (id: string, clientType: 1 | 2 = 1) =>
      as(learner).visitSubject({ params: { id }, body: { clientType } })
    const ordinary = await journey()
    expect(await refusal(visit(ordinary.id))).toMatchObject({ errorCode: 380407, data: { subjectType: 0 } })
    const phone = await build({ subjectType: 3, url: 'https://a.example', publishClient: 2 })
    expect(await refusal(visit(phone.id))).toMatchObject({ errorCode: 380406, data: { publishClient: 2 } })
    expect(await visit(phone.id, 2)).toMatchObject({ url: 'https://a.example' })
  })
})
