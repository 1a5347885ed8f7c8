import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { personalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { buildCourse, buildLearner } from '../courses.fixture.ts'
import { coursesTables } from '../db.ts'

const platform = testPlatform()
const businessType = 1
let companyId: string
let lecturer: BuiltMember
let learner: BuiltMember
let colleague: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'], fullName: '苏静' })
  learner = await buildMember(platform.db, { companyId, fullName: '林知远' })
  colleague = await buildMember(platform.db, { companyId })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

const as = (member: BuiltMember) => platform.client(courses, member)
const items = (member: BuiltMember) => platform.client(topics, member)

async function studied() {
  const course = await buildCourse(platform.db, { author: lecturer, now: platform.now })
  const [section] = course.sections
  if (section) await buildLearner(platform.db, { member: learner, course, watched: [{ section, share: 1 }] })
  return { ...course, about: { businessType, businessId: course.id } }
}

describe('what members do to a course', () => {
  it('[SYSTEM-190] a learner collects it and finds it again by its name', async () => {
    const course = await studied()
    await items(learner).collect({ body: course.about })
    const { items: collected } = await items(learner).findCollects({ query: {} })
    expect(collected.find(({ businessId }) => businessId === course.id)).toMatchObject({
      item: { name: '消防安全基础', link: `/study/course/detail/${course.id}` },
    })
    const ofCourse = (member: BuiltMember) =>
      literalCall(platform, member, 'GET /system/collect', { query: course.about })
    expect(await ofCourse(learner)).toMatchObject({ collectId: expect.any(String) })
    expect(await ofCourse(colleague)).toMatchObject({ collectId: null })
  })

  it('who may see it may comment on it; what is hidden, or of another company, is not there', async () => {
    const course = await studied()
    const comment = (member: BuiltMember, businessId = course.id) =>
      items(member).addComment({ body: { businessType, businessId, content: '讲得很清楚' } })
    await comment(learner)
    await comment(colleague)
    expect(await refusal(comment(stranger))).toMatchObject({ errorCode: 900005 })
    const draft = await buildCourse(platform.db, { author: lecturer, status: 'draft' })
    expect(await refusal(comment(lecturer, draft.id))).toMatchObject({ errorCode: 900005 })
    const limited = await buildCourse(platform.db, { author: lecturer, visibleOrganizationIds: [stranger.companyId] })
    expect(await refusal(comment(colleague, limited.id))).toMatchObject({ errorCode: 900005 })
  })

  it('only who has started gives it stars, and once', async () => {
    const course = await studied()
    const score = (member: BuiltMember) => items(member).giveScore({ body: { ...course.about, score: 5 } })
    expect(await refusal(score(colleague))).toMatchObject({ errorCode: 900039 })
    await score(learner)
    expect(await refusal(score(learner))).toMatchObject({ errorCode: 40208 })
  })

  it('[SYSTEM-163] it bears at most five topics, which its editor shows', async () => {
    const course = await studied()
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const ids: string[] = []
    for (const name of ['安全', '消防', '新员工', '合规', '应急', '演练']) {
      ids.push((await items(chief).quickAddTopic({ body: { name } })).id)
    }
    const params = { id: course.id }
    const change = (topicIds: string[], revision: number) =>
      as(lecturer).changeCourse({ params, body: { topicIds, revision } })
    expect(await refusal(change(ids, 0))).toMatchObject({
      ...{ status: 422, errorCode: 900033, data: { N: 5 }, message: '422 900033 最多选择5项' },
    })
    const create = as(lecturer).createCourse({ body: { name: '新课程', topicIds: ids } })
    expect(await refusal(create)).toMatchObject({ errorCode: 900033 })
    await change(ids.slice(0, 5), 0)
    const edited = await as(lecturer).editedCourse({ params })
    expect(edited.topics.map(({ name }) => name)).toEqual(['安全', '消防', '新员工', '合规', '应急'])
  })
})

describe('what courses tells', () => {
  it('a new version to its learners; the first to a lecturer who has not made it', async () => {
    const course = await studied()
    const params = { id: course.id }
    const calls = as(lecturer)
    const body = { kind: 'text', title: '新的一节', isRequired: 0, text: '<p>正文</p>', revision: 0 } as const
    await calls.createSection({ params: { ...params, chapterId: course.chapterIds[0] ?? '' }, body })
    await calls.publishCourse({ params, body: { revision: 1 } })
    await platform.runJobs()
    const sent = await platform.client(messages, learner).listNotifications({ query: {} })
    expect(sent.items[0]).toMatchObject({
      title: '课程《消防安全基础》有更新',
      link: `/study/course/detail/${course.id}`,
    })
    const other = await buildCourse(platform.db, { author: lecturer, lecturerId: colleague.id, status: 'draft' })
    await calls.publishCourse({ params: { id: other.id }, body: { revision: 0 } })
    await platform.runJobs()
    const toLecturer = await platform.client(messages, colleague).listNotifications({ query: {} })
    expect(toLecturer.items[0]?.title).toBe('您主讲的课程《消防安全基础》已发布')
  })
})

describe('the audit log of courses', () => {
  it('says who changed what of a course, before and after, names instead of ids', async () => {
    const course = await buildCourse(platform.db, { author: lecturer, name: '旧名字', now: platform.now })
    const params = { id: course.id }
    await as(lecturer).changeCourse({ params, body: { name: '新名字', lecturerId: colleague.id, revision: 0 } })
    await as(lecturer).takeOffShelf({ params })
    await as(lecturer).deleteCourse({ params })
    const { rows } = await sql<{ action: string; actor_id: string; details: string }>`
      select action, actor_id, details from operations.audit_entry
      where subject_type = 'course' and subject_id = ${course.id} order by id`.execute(platform.root)
    expect(rows.map(({ details, ...row }) => ({ ...row, ...(JSON.parse(details) as object) }))).toMatchObject([
      {
        action: 'courses.changeCourse',
        actor_id: lecturer.id,
        name: '新名字',
        before: { name: '旧名字', lecturer: null },
        after: { name: '新名字', lecturer: '林知远' },
      },
      { action: 'courses.takeOffShelf', before: { status: 'on-shelf' }, after: { status: 'off-shelf' } },
      { action: 'courses.deleteCourse', name: '新名字', before: { deletedAt: null } },
    ])
  })
})

describe('personal data of courses', () => {
  it('is handed out; erased, how a course ended stays for its statistics, and nothing of what was watched', async () => {
    const course = await studied()
    const part = personalData.all().find((one) => one.module === 'courses')
    const owner = { companyId, memberId: learner.id, now: platform.now }
    const rowsOf = async (name: string) =>
      (await part?.collect(platform.db, owner))?.find((record) => record.name === name)?.rows ?? []
    expect(await rowsOf('courses')).toContainEqual(expect.objectContaining({ course: '消防安全基础', status: 2 }))
    expect((await rowsOf('course-sections')).length).toBeGreaterThan(0)
    expect((await rowsOf('study-time')).length).toBeGreaterThan(0)
    const db = coursesTables(platform.db)
    await sql`
      insert into courses.waiver (id, company_id, course_id, member_id, by_id, reason, created_at)
      values (gen_random_uuid(), ${companyId}, ${course.id}, ${learner.id}, ${lecturer.id}, '已有证书', 1)`.execute(db)
    expect(await rowsOf('course-waivers')).toMatchObject([{ reason: '已有证书' }])
    await part?.erase(platform.db, owner)
    await part?.erase(platform.db, owner)
    expect(await rowsOf('course-sections')).toEqual([])
    for (const name of ['study-time', 'course-waivers']) expect(await rowsOf(name)).toEqual([])
    const board = await as(lecturer).courseBoardSummary({ params: { courseId: course.id } })
    expect(board).toMatchObject({ learnerCount: 1, doneCount: 1 })
  })
})
