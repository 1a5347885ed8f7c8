import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { courses } from '#modules/courses/contract.ts'
import { buildCourse, buildLearner } from '#modules/courses/server/build.ts'
import { currency } from '#modules/currency/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/identity/server/build.ts'
import { messages } from '#modules/messages/contract.ts'
import { findStudyKind } from '#modules/study/server.ts'
import { subjects } from '#modules/subjects/contract.ts'
import { topics } from '#modules/topics/contract.ts'
import { personalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildSubject, type SubjectWish } from './build.ts'

const platform = testPlatform()
let companyId: string
let author: BuiltMember
let learner: BuiltMember
let colleague: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  author = await buildMember(platform.db, { companyId, roles: ['lecturer'], fullName: '苏静' })
  learner = await buildMember(platform.db, { companyId, fullName: '林知远' })
  colleague = await buildMember(platform.db, { companyId, fullName: '沈若溪' })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

const as = (member: BuiltMember) => platform.client(subjects, member)
const study = (member: BuiltMember) => platform.client(courses, member)

/** A course that is finished by one click: its one section is a link. */
async function linked(name: string, wish: { readonly status?: 'on-shelf' | 'off-shelf' } = {}) {
  const chapters = [{ sections: [{ kind: 'link' as const, title: name }] }]
  const course = await buildCourse(platform.db, { author, name, chapters, now: platform.now, ...wish })
  const sectionId = course.sections[0]?.id ?? ''
  const finish = async (member = learner) => {
    await study(member).registerForCourse({ params: { id: course.id } })
    await study(member).urlProgress({ body: { courseId: course.id, sectionId } })
    await platform.runJobs()
  }
  return { id: course.id, finish }
}

const build = (wish: Omit<SubjectWish, 'author'> = {}) =>
  buildSubject(platform.db, { author, now: platform.now, ...wish })

/** Two stages: two required courses, then a required and an elective one. */
async function journey(wish: Omit<SubjectWish, 'author'> = {}) {
  const [a, b, c, extra] = [
    await linked('企业文化'),
    await linked('信息安全'),
    await linked('岗位实操'),
    await linked('拓展'),
  ]
  const stages = [
    { title: '认识公司', summary: '前两周', contents: [{ businessId: a.id }, { businessId: b.id }] },
    { title: '上手工作', contents: [{ businessId: c.id }, { businessId: extra.id, required: false }] },
  ]
  const subject = await build({ stages, ...wish })
  const params = { id: subject.id }
  const seen = (member = learner) => as(member).subjectDetail({ params, query: {} })
  const register = (member = learner) => as(member).registerForSubject({ params })
  const open = (index: number, member = learner) =>
    as(member).openContent({ params: { ...params, contentId: subject.contentIds[index] ?? '' }, body: {} })
  return { ...subject, params, courses: [a, b, c, extra] as const, seen, register, open }
}

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
  it('[COURSE-009] [COURSE-025] shows its stages; each content with businessName, businessType and isRequired', async () => {
    const one = await journey()
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
          ...{ title: '认识公司', summary: '前两周', state: 'current', percent: 0, finishedCount: 0, requiredCount: 2 },
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

  it('a content is begun from it: registers for both, remembers the place, and leads to its screen', async () => {
    const one = await journey()
    expect(await one.open(3)).toEqual({ link: `/study/course/detail/${one.courses[3].id}` })
    const seen = await one.seen()
    expect(seen).toMatchObject({ learnerCount: 1, progress: { status: 1, nextContentId: one.contentIds[3] } })
    expect(seen.stages[1]?.contents[1]?.progress.isRegistered).toBe(true)
    const { items } = await study(learner).myCourses({ query: {} })
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

describe('who may open a subject', () => {
  /** Each call on a subject, with the codes that it ends with. */
  const calls = (member: BuiltMember, id: string) => {
    const params = { id }
    const client = as(member)
    return [
      client.subjectDetail({ params, query: {} }),
      client.registerForSubject({ params }),
      client.abandonSubject({ params }),
      client.openContent({ params: { id, contentId: uuid() }, body: {} }),
      client.visitSubject({ params, body: {} }),
      client.countSubjectShare({ params }),
    ]
  }
  const codes = async (member: BuiltMember, id: string) => {
    const refused = await Promise.all(calls(member, id).map(refusal))
    return [...new Set(refused.map(({ errorCode }) => errorCode))]
  }

  it('a draft, one that is not there and one of another company are missing', async () => {
    expect(await codes(learner, (await build({ status: 'draft' })).id)).toEqual([900005])
    expect(await codes(learner, uuid())).toEqual([900005])
    expect(await codes(stranger, (await build()).id)).toEqual([900005])
  })

  it('one that is made for others is theirs', async () => {
    const { id } = await build({ visibleOrganizationIds: [stranger.companyId] })
    expect(await codes(learner, id)).toEqual([10138])
  })

  it('one that was taken down is closed, but for a look of who is registered', async () => {
    const { id } = await build({ status: 'off-shelf' })
    expect(await codes(learner, id)).toEqual([30207])
    const one = await journey()
    await one.open(0)
    await as(author).takeSubjectDown({ params: one.params })
    expect(await one.seen()).toMatchObject({ status: 'off-shelf', canStudy: false, closedBecause: 'taken-down' })
    expect(await refusal(one.open(1))).toMatchObject({ errorCode: 30207 })
    expect(await refusal(as(learner).countSubjectShare({ params: one.params }))).toMatchObject({ errorCode: 30207 })
    const mine = await as(learner).mySubjects({ query: {} })
    expect(mine.items.find(({ id: known }) => known === one.id)).toMatchObject({ status: 'off-shelf' })
  })

  it('one for the other client is read here and studied there', async () => {
    const one = await journey({ publishClient: 2 })
    expect(await one.seen()).toMatchObject({ canStudy: false, closedBecause: 'other-client' })
    expect(await refusal(one.open(0))).toMatchObject({ errorCode: 380406, data: { publishClient: 2 } })
    const params = { ...one.params, contentId: one.contentIds[0] ?? '' }
    expect(await as(learner).openContent({ params, body: { clientType: 2 } })).toMatchObject({
      link: expect.any(String),
    })
  })
})

describe('subjects among what can be studied', () => {
  const kind = () => {
    const found = findStudyKind(2)
    if (!found) throw new Error('subjects are no kind of study')
    return found
  }

  it('are named, searched and registered for by who pushes them, and say how far members are', async () => {
    const one = await journey({ name: '推送专题', visibleOrganizationIds: [stranger.companyId] })
    const { db } = platform
    const [items, none] = [
      await kind().items(db, companyId, [one.id, uuid()]),
      await kind().items(db, uuid(), [one.id]),
    ]
    expect(items).toMatchObject([
      { id: one.id, name: '推送专题', link: `/study/subject/detail/${one.id}`, isAvailable: true },
    ])
    expect(none).toEqual([])
    // To be told to study it opens it, whoever it is made for.
    expect(await refusal(one.seen())).toMatchObject({ errorCode: 10138 })
    await kind().register?.(db, companyId, [learner.id, colleague.id], [one.id], platform.now)
    await kind().register?.(db, companyId, [learner.id], [one.id], platform.now)
    expect(await one.seen()).toMatchObject({ learnerCount: 2, canStudy: true })
    for (const course of one.courses.slice(0, 3)) await course.finish()
    const states = await kind().states(db, companyId, [learner.id, colleague.id, stranger.id], [one.id])
    expect(states.toSorted((x, y) => y.percent - x.percent)).toMatchObject([
      {
        memberId: learner.id,
        isRegistered: true,
        finishStatus: 2,
        isFinished: true,
        percent: 100,
        finishedAt: platform.now,
      },
      { memberId: colleague.id, isRegistered: true, finishStatus: 0, isStarted: false, isFinished: false, percent: 0 },
    ])
  })

  it('are found by who sees them', async () => {
    const seen = await build({ name: '可选专题甲' })
    await build({ name: '可选专题乙', visibleOrganizationIds: [stranger.companyId] })
    await build({ name: '可选专题丙', status: 'off-shelf' })
    const caller = {
      ...{ memberId: learner.id, companyId, organizationId: companyId, sessionId: uuid(), roles: [] },
      permissions: new Map<string, readonly string[]>(),
    }
    expect((await kind().search(platform.db, caller, '可选专题', 10)).map(({ id }) => id)).toEqual([seen.id])
    const visible = await kind().visible(platform.db, caller, [seen.id, uuid()])
    expect([...visible]).toEqual([seen.id])
  })
})

describe('what members do to a subject', () => {
  it('they collect it, comment on it, give it stars once they have begun, and share it', async () => {
    const one = await journey({ name: '可收藏的专题' })
    const about = { businessType: 2, businessId: one.id }
    const items = (member: BuiltMember) => platform.client(topics, member)
    await items(learner).collect({ body: about })
    const { items: collected } = await items(learner).findCollects({ query: {} })
    expect(collected.find(({ businessId }) => businessId === one.id)).toMatchObject({
      item: { name: '可收藏的专题', link: `/study/subject/detail/${one.id}` },
    })
    await items(learner).addComment({ body: { ...about, content: '安排得很清楚' } })
    expect(await refusal(items(stranger).addComment({ body: { ...about, content: '?' } }))).toMatchObject({
      errorCode: 900005,
    })
    expect(await refusal(items(learner).giveScore({ body: { ...about, score: 5 } }))).toMatchObject({
      errorCode: 900039,
    })
    await one.open(0)
    await items(learner).giveScore({ body: { ...about, score: 4 } })
    await as(learner).countSubjectShare({ params: one.params })
    expect(await one.seen()).toMatchObject({ shareCount: 1, commentCount: 1, score: { average: 4, count: 1 } })
  })
})

describe('what subjects tells and keeps', () => {
  it('learners hear of a new edition, who gave it up does not', async () => {
    const one = await journey({ name: '会更新的专题' })
    await one.register(learner)
    await one.register(colleague)
    await as(colleague).abandonSubject({ params: one.params })
    const { stages, revision } = await as(author).editedSubject({ params: one.params })
    const wished = stages.slice(0, 1).map(({ id, title, contents }) => ({
      ...{ id, title },
      contents: contents.map(({ businessType, businessId }) => ({ businessType, businessId, isRequired: 1 as const })),
    }))
    const changed = await as(author).changeStages({ params: one.params, body: { stages: wished, revision } })
    await as(author).publishSubject({ params: one.params, body: { revision: changed.revision } })
    await platform.runJobs()
    const told = async (member: BuiltMember) =>
      (await platform.client(messages, member).listNotifications({ query: {} })).items.map(({ title }) => title)
    expect(await told(learner)).toContain('专题《会更新的专题》有更新')
    expect(await told(colleague)).not.toContain('专题《会更新的专题》有更新')
  })

  it('a new edition may ask for less: who has nothing left to do is done', async () => {
    const one = await journey()
    await one.register()
    await one.courses[0].finish()
    await one.courses[1].finish()
    const { stages, revision } = await as(author).editedSubject({ params: one.params })
    const [first] = stages
    const contents = (first?.contents ?? []).map(({ businessType, businessId }) => ({
      ...{ businessType, businessId, isRequired: 1 as const },
    }))
    const body = { stages: [{ id: first?.id ?? '', title: '只剩一个阶段', contents }], revision }
    const changed = await as(author).changeStages({ params: one.params, body })
    expect((await one.seen()).stages).toHaveLength(2)
    await as(author).publishSubject({ params: one.params, body: { revision: changed.revision } })
    await platform.runJobs()
    expect(await one.seen()).toMatchObject({
      versionNumber: 2,
      stages: [{ title: '只剩一个阶段' }],
      progress: { status: 2 },
    })
  })

  it('personal data is handed out; erased, what one has learned stays for the sums alone', async () => {
    const member = await buildMember(platform.db, { companyId })
    const one = await journey({ name: '个人数据专题' })
    await one.open(0, member)
    const topic = await platform.client(topics, member).quickAddTopic({ body: { name: '合规' } })
    await as(member).chooseInterests({ body: { topicIds: [topic.id] } })
    const part = personalData.all().find((found) => found.module === 'subjects')
    const owner = { companyId, memberId: member.id, now: platform.now }
    const rowsOf = async (name: string) =>
      (await part?.collect(platform.db, owner))?.find((record) => record.name === name)?.rows ?? []
    expect(await rowsOf('subjects')).toMatchObject([{ subject: '个人数据专题', status: 1 }])
    expect(await rowsOf('interests')).toMatchObject([{ topic: '合规' }])
    await part?.erase(platform.db, owner)
    expect(await rowsOf('interests')).toEqual([])
    expect(await rowsOf('subjects')).toHaveLength(1)
    expect(await one.seen(colleague)).toMatchObject({ learnerCount: 1 })
    const written = await part?.collect(platform.db, { ...owner, memberId: author.id })
    expect(written?.find(({ name }) => name === 'authored-subjects')?.rows).toContainEqual(
      expect.objectContaining({ name: '个人数据专题' }),
    )
  })

  it('a learner of whom a course knows more than registration is counted by the course alone', async () => {
    const chapters = [{ sections: [{ kind: 'video' as const, durationMs: 100_000 }] }]
    const built = await buildCourse(platform.db, { author, chapters, now: platform.now })
    const one = await build({ stages: [{ contents: [{ businessId: built.id }] }] })
    const [section] = built.sections
    await buildLearner(platform.db, {
      member: learner,
      course: built,
      watched: section ? [{ section, share: 0.45 }] : [],
    })
    await as(learner).registerForSubject({ params: { id: one.id } })
    const { items } = await as(learner).mySubjects({ query: {} })
    expect(items.find(({ id }) => id === one.id)).toMatchObject({ study: { percent: 50 } })
  })
})
