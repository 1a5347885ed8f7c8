import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallInput } from '#kit/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { taskOf as findTask } from '#modules/platform/approvals/server/tasks.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { words } from '#modules/platform/words/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildCategory, buildCourse, buildLearner } from '../courses.fixture.ts'

const platform = testPlatform()
let companyId: string
let college: string
let lecturer: BuiltMember
let approver: BuiltMember
let chief: BuiltMember
let learner: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  college = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '企业大学' })
  lecturer = await buildMember(platform.db, { companyId, organizationId: college, roles: ['lecturer'] })
  approver = await buildMember(platform.db, { companyId, fullName: '审批人' })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  learner = await buildMember(platform.db, { companyId })
  const calls = platform.client(approvals, chief)
  const place = { businessType: 1, organizationId: college }
  const steps = [stepOf(approver)]
  await calls.saveTemplate({ body: { ...place, name: '课程发布审批', steps } })
  await calls.setSwitch({ body: { ...place, state: 'on' } })
})

type Step = CallInput<typeof approvals.saveTemplate>['body']['steps'][number]

/** A step in which this member decides. */
const stepOf = ({ id }: BuiltMember): Step => ({
  name: '审核',
  who: 'members',
  memberIds: [id],
  mode: 'any',
  whenNobody: 'administrator',
  onTimeout: 'escalate',
})

const as = (member: BuiltMember) => platform.client(courses, member)
const decide = () => platform.client(approvals, approver)

/** A draft of the lecturer with one required section. */
async function newDraft(author = lecturer) {
  const course = await buildCourse(platform.db, { author, status: 'draft', now: platform.now })
  const params = { id: course.id }
  const edited = () => as(author).editedCourse({ params })
  const publish = async () => as(author).publishCourse({ params, body: { revision: (await edited()).revision } })
  const rename = async (name: string) =>
    as(author).changeCourse({ params, body: { name, revision: (await edited()).revision } })
  return { ...course, params, edited, publish, rename }
}

/** The task that waits for the approver for this course. */
const taskOf = (courseId: string) => findTask(platform, approver, { businessType: 1, businessId: courseId })

const agree = async (courseId: string) => decide().agree({ ...(await taskOf(courseId)), body: {} })
const seen = (id: string) => as(learner).courseDetail({ params: { id } })

describe('publishing where approval is on', () => {
  it('is an application: learners see the course when somebody has agreed, and not before', async () => {
    const draft = await newDraft()
    expect((await draft.edited()).needsApproval).toBe(true)
    expect(await draft.publish()).toMatchObject({ applied: true, versionNumber: 0 })
    expect(await draft.edited()).toMatchObject({
      status: 'draft',
      approval: { state: 'waiting' },
      actions: ['preview', 'withdraw'],
    })
    expect(await refusal(seen(draft.id))).toMatchObject({ errorCode: 900005 })
    await agree(draft.id)
    expect(await draft.edited()).toMatchObject({ status: 'on-shelf', approval: null, versionNumber: 1 })
    expect(await seen(draft.id)).toMatchObject({ status: 'on-shelf' })
  })

  it('is not applied for with an empty chapter, so nobody decides about one (40473)', async () => {
    const draft = await newDraft()
    const { params } = draft
    await as(lecturer).createChapter({ params, body: { title: '附录', revision: (await draft.edited()).revision } })
    expect(await refusal(draft.publish())).toMatchObject({ errorCode: 40473, data: { title: '附录' } })
    expect((await draft.edited()).approval).toBeNull()
  })

  it('nothing is changed while somebody decides', async () => {
    const draft = await newDraft()
    await draft.publish()
    expect(await refusal(draft.rename('另一个名字'))).toMatchObject({
      errorCode: 40453,
      data: { action: 'edit', status: 'draft' },
    })
    expect(await refusal(draft.publish())).toMatchObject({ errorCode: 40453 })
    const list = await as(lecturer).authoredCourses({ query: { mine: true } })
    expect(list.items.find(({ id }) => id === draft.id)).toMatchObject({ approval: { state: 'waiting' } })
  })

  it('refuses every change of it meanwhile, whichever', async () => {
    const draft = await newDraft()
    await draft.publish()
    const { revision } = await draft.edited()
    const calls = as(lecturer)
    const { params } = draft
    const chapter = { params: { ...params, chapterId: draft.chapterIds[0] ?? '' } }
    const section = { params: { ...params, sectionId: draft.sections[0]?.id ?? '' } }
    const text = { title: '一节', isRequired: 1, text: '<p>正文</p>', revision } as const
    const changes = [
      calls.createChapter({ params, body: { title: '一章', revision } }),
      calls.changeChapter({ ...chapter, body: { title: '一章', revision } }),
      calls.deleteChapter({ ...chapter, query: { revision } }),
      calls.createSection({ ...chapter, body: { kind: 'text', ...text } }),
      calls.changeSection({ ...section, body: text }),
      calls.deleteSection({ ...section, query: { revision } }),
      calls.orderCourse({ params, body: { revision, chapters: [] } }),
      calls.changeSections({ params, body: { revision, sectionIds: [section.params.sectionId], isRequired: 0 } }),
      calls.deleteSections({ params, body: { revision, sectionIds: [section.params.sectionId] } }),
      calls.discardDraft({ params, body: { revision } }),
      calls.deleteCourse({ params }),
    ]
    for (const refused of await Promise.all(changes.map(refusal)))
      expect(refused).toMatchObject({ errorCode: 40453, data: { status: 'draft' } })
  })

  it('only authors take it back, and only what was applied for', async () => {
    const draft = await newDraft()
    await draft.publish()
    const withdraw = (member: BuiltMember, id = draft.id) => as(member).withdrawPublication({ params: { id } })
    const colleague = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    expect(await refusal(withdraw(colleague))).toMatchObject({ status: 403 })
    expect(await refusal(withdraw(lecturer, companyId))).toMatchObject({ errorCode: 900005 })
    await withdraw(lecturer)
    expect(await refusal(withdraw(lecturer))).toMatchObject({ errorCode: 40453, data: { action: 'withdraw' } })
  })

  it('one that was given back is its applicant’s to apply for again, nobody else’s', async () => {
    const draft = await newDraft()
    await draft.publish()
    await decide().giveBack({ ...(await taskOf(draft.id)), body: { opinion: '请补充' } })
    const { revision } = await draft.edited()
    const byChief = as(chief).publishCourse({ params: draft.params, body: { revision } })
    expect(await refusal(byChief)).toMatchObject({ errorCode: 46002 })
  })

  it('is refused where nobody but the applicant could decide', async () => {
    const alone = await buildCompany(platform.db, '一人公司')
    const only = await buildMember(platform.db, { companyId: alone, roles: ['super-admin', 'lecturer'] })
    const place = { businessType: 1, organizationId: alone }
    const steps = [stepOf(only)]
    const calls = platform.client(approvals, only)
    await calls.saveTemplate({ body: { ...place, name: '自己', steps } })
    await calls.setSwitch({ body: { ...place, state: 'on' } })
    const draft = await newDraft(only)
    expect(await refusal(draft.publish())).toMatchObject({ errorCode: 46003 })
  })

  it('a refusal says why; the author revises and applies again', async () => {
    const draft = await newDraft()
    await draft.publish()
    await decide().refuse({ ...(await taskOf(draft.id)), body: { opinion: '缺少案例' } })
    expect(await draft.edited()).toMatchObject({
      status: 'draft',
      approval: { state: 'refused', opinion: '缺少案例' },
      actions: ['edit', 'preview', 'publish', 'delete'],
    })
    await draft.rename('补充了案例')
    await draft.publish()
    await agree(draft.id)
    expect(await seen(draft.id)).toMatchObject({ name: '补充了案例' })
  })

  it('one that was returned is revised and goes on under its old id', async () => {
    const draft = await newDraft()
    await draft.publish()
    await decide().giveBack({ ...(await taskOf(draft.id)), body: { opinion: '请改名' } })
    const returned = await draft.edited()
    expect(returned).toMatchObject({ approval: { state: 'returned' } })
    expect(returned.actions).toEqual(['edit', 'preview', 'publish', 'withdraw', 'delete'])
    await draft.rename('改好的名字')
    await draft.publish()
    const waiting = await draft.edited()
    expect(waiting.approval).toMatchObject({ state: 'waiting', processId: returned.approval?.processId })
    await agree(draft.id)
    expect(await seen(draft.id)).toMatchObject({ name: '改好的名字' })
  })

  it('taken back, the course is the author’s again', async () => {
    const draft = await newDraft()
    await draft.publish()
    const task = await taskOf(draft.id)
    await as(lecturer).withdrawPublication({ params: draft.params })
    expect(await draft.edited()).toMatchObject({ approval: null, actions: ['edit', 'preview', 'publish', 'delete'] })
    expect(await refusal(decide().agree({ ...task, body: {} }))).toMatchObject({ status: 422 })
    expect(await refusal(as(lecturer).withdrawPublication({ params: draft.params }))).toMatchObject({
      errorCode: 40453,
    })
  })

  it('what is taken off the shelf meanwhile is not put back by who agrees', async () => {
    const course = await buildCourse(platform.db, { author: lecturer, now: platform.now })
    const params = { id: course.id }
    const edited = () => as(lecturer).editedCourse({ params })
    const [chapter] = course.chapterIds
    const body = { kind: 'text', title: '新的一节', isRequired: 0, text: '<p>正文</p>', revision: 0 } as const
    await as(lecturer).createSection({ params: { ...params, chapterId: chapter ?? '' }, body })
    await as(lecturer).publishCourse({ params, body: { revision: (await edited()).revision } })
    const task = await taskOf(course.id)
    await as(chief).takeOffShelf({ params })
    expect(await edited()).toMatchObject({ status: 'off-shelf', approval: null, hasUnpublishedChanges: true })
    expect(await refusal(decide().agree({ ...task, body: {} }))).toMatchObject({ status: 422 })
  })

  it('who decides reads the draft and its sections; a colleague does not', async () => {
    const draft = await newDraft()
    const { params } = draft
    expect(await refusal(as(approver).previewCourse({ params }))).toMatchObject({ status: 403 })
    await draft.publish()
    expect(await as(approver).previewCourse({ params })).toMatchObject({ closedBecause: 'preview' })
    const section = { params: { ...params, sectionId: draft.sections[0]?.id ?? '' } }
    expect((await as(approver).previewSection(section)).text).toContain('安全第一')
    expect(await refusal(as(learner).previewCourse({ params }))).toMatchObject({ status: 403 })
    expect(await refusal(as(learner).previewSection(section))).toMatchObject({ status: 403 })
  })

  it('an outline without a required section is not applied for', async () => {
    const course = await buildCourse(platform.db, {
      author: lecturer,
      status: 'draft',
      chapters: [{ sections: [{ required: false }] }],
    })
    const publish = as(lecturer).publishCourse({ params: { id: course.id }, body: { revision: 0 } })
    expect(await refusal(publish)).toMatchObject({ errorCode: 40109 })
  })

  it('nobody decides about the own course', async () => {
    const own = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    const team = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '自审' })
    const calls = platform.client(approvals, chief)
    const place = { businessType: 1, organizationId: team }
    const steps: Step[] = [{ ...stepOf(own), whenNobody: 'next' }]
    await calls.saveTemplate({ body: { ...place, name: '自审', steps } })
    await calls.setSwitch({ body: { ...place, state: 'on' } })
    const draft = await newDraft({ ...own, organizationId: team })
    await draft.publish()
    // The company's administrator decides instead.
    const waiting = await platform.client(approvals, chief).waitingTasks({ query: {} })
    expect(waiting.items.map((task) => task.process.businessId)).toContain(draft.id)
  })
})

describe('the recycle bin', () => {
  const recycleBin = (member = lecturer) => platform.client(operations, member)

  it('[SYSTEM-246] a deleted course lies in the recycle bin and nowhere else, and comes back as it was', async () => {
    const course = await buildCourse(platform.db, { author: lecturer, status: 'off-shelf', now: platform.now })
    await buildLearner(platform.db, { member: learner, course })
    const params = { id: course.id }
    await as(lecturer).deleteCourse({ params })
    expect(await refusal(as(lecturer).editedCourse({ params }))).toMatchObject({ errorCode: 900005 })
    expect(await refusal(seen(course.id))).toMatchObject({ errorCode: 900005 })
    const mine = await as(learner).myCourses({ query: {} })
    expect(mine.items.map(({ id }) => id)).not.toContain(course.id)
    const authored = await as(lecturer).authoredCourses({ query: {} })
    expect(authored.items.map(({ id }) => id)).not.toContain(course.id)
    const { items } = await recycleBin().listRecycled({ query: { kind: 'course' } })
    const item = items.find(({ itemId }) => itemId === course.id)
    expect(item).toMatchObject({ kindLabel: { cn: '课程' }, deletedBy: lecturer.id })
    await recycleBin().restoreRecycled({ params: { id: item?.id ?? '' } })
    expect(await as(lecturer).editedCourse({ params })).toMatchObject({ status: 'off-shelf', learnerCount: 1 })
  })

  it('[SYSTEM-246] deleted for good, nothing of it is left', async () => {
    const course = await buildCourse(platform.db, { author: lecturer, status: 'draft', now: platform.now })
    await as(lecturer).deleteCourse({ params: { id: course.id } })
    const { items } = await recycleBin().listRecycled({ query: { kind: 'course' } })
    const id = items.find(({ itemId }) => itemId === course.id)?.id ?? ''
    await recycleBin().purgeRecycled({ params: { id } })
    expect(await refusal(recycleBin().restoreRecycled({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    const again = await recycleBin().listRecycled({ query: { kind: 'course' } })
    expect(again.items.map(({ itemId }) => itemId)).not.toContain(course.id)
    const { rows } = await sql`select 1 from courses.course where id = ${course.id}`.execute(platform.root)
    expect(rows).toEqual([])
  })

  it('what lies in it holds no category', async () => {
    const category = await buildCategory(platform.db, { companyId, name: '旧分类' })
    const course = await buildCourse(platform.db, { author: lecturer, status: 'draft', categoryId: category.id })
    await as(lecturer).deleteCourse({ params: { id: course.id } })
    await as(chief).deleteCategory({ params: { id: category.id } })
    const { items } = await recycleBin().listRecycled({ query: { kind: 'course' } })
    const id = items.find(({ itemId }) => itemId === course.id)?.id ?? ''
    await recycleBin().restoreRecycled({ params: { id } })
    expect(await as(lecturer).editedCourse({ params: { id: course.id } })).toMatchObject({ category: null })
  })
})

describe('sensitive words', () => {
  beforeAll(async () => {
    await platform.client(words, chief).addWords({ body: { words: ['赌博'], category: '违法', level: 'refuse' } })
  })

  it('[SYSTEM-124] are refused in whatever learners will read of a course, with their place', async () => {
    const draft = await newDraft()
    const { params } = draft
    const revision = 0
    const calls = as(lecturer)
    const chapterId = draft.chapterIds[0] ?? ''
    const sectionId = draft.sections[0]?.id ?? ''
    const sensitive = { errorCode: 900010 }
    expect(await refusal(calls.changeCourse({ params, body: { revision, name: '网上赌博' } }))).toMatchObject({
      ...sensitive,
      data: { fields: [{ path: 'name', hits: [{ start: 2, end: 4, word: '赌博' }] }] },
    })
    const rich = calls.changeCourse({ params, body: { revision, description: '<p>远离<b>赌</b>博</p>' } })
    expect(await refusal(rich)).toMatchObject({ ...sensitive, data: { fields: [{ path: 'description' }] } })
    expect(await refusal(calls.createCourse({ body: { name: '赌博入门' } }))).toMatchObject(sensitive)
    expect(await refusal(calls.createChapter({ params, body: { title: '赌博', revision } }))).toMatchObject(sensitive)
    const chapter = calls.changeChapter({ params: { ...params, chapterId }, body: { title: '赌博', revision } })
    expect(await refusal(chapter)).toMatchObject(sensitive)
    const text = { title: '一节', isRequired: 1, text: '<p>赌博</p>', revision } as const
    const section = calls.changeSection({ params: { ...params, sectionId }, body: text })
    expect(await refusal(section)).toMatchObject({ ...sensitive, data: { fields: [{ path: 'text' }] } })
    const category = as(chief).createCategory({ body: { name: '赌博' } })
    expect(await refusal(category)).toMatchObject(sensitive)
  })
})
