import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { submissions } from '#modules/content/submissions/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { type BuiltCourse, buildCourse } from '../courses.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
let companyId: string
let lecturer: BuiltMember
let chief: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  const elsewhere = await buildCompany(platform.db, '另一家')
  stranger = await buildMember(platform.db, { companyId: elsewhere, roles: ['super-admin'] })
})

const as = (member: BuiltMember) => platform.client(courses, member)
const todos = (member: BuiltMember) => platform.client(messages, member)
const open = async (member: BuiltMember, courseId: string) =>
  (await todos(member).findMyUnfinished({ query: { pageSize: 50 } })).items.filter(
    (todo) => todo.businessId === courseId,
  )
const newCourse = (name: string) =>
  buildCourse(platform.db, {
    ...{ author: lecturer, name },
    chapters: [
      {
        sections: [
          { title: '现场演练', needsReview: true },
          { title: '演练总结', needsReview: true },
        ],
      },
    ],
  })

async function handIn(course: BuiltCourse, member?: BuiltMember, index = 0) {
  const learner = member ?? (await buildMember(platform.db, { companyId }))
  if (!member) await as(learner).registerForCourse({ params: { id: course.id } })
  const params = { id: course.id, sectionId: course.sections[index]?.id ?? '' }
  const { id } = await as(learner).handInProof({ params, body: { text: '已完成', fileIds: [] } })
  return { learner, id }
}
const decide = (member: BuiltMember, id: string, accepted: boolean) =>
  platform.client(submissions, member).decideSubmission({ params: { id }, body: { accepted, opinion: '请补充照片' } })

describe('proofs among the to-dos', () => {
  it('are one thing to review for each course, with how many wait', async () => {
    const course = await newCourse('消防演练')
    const first = await handIn(course)
    platform.now += 1000
    const second = await handIn(course)
    const review = {
      ...{ kind: 'submission.review', title: '消防演练', amount: 2, action: 'go-review', dueAt: null },
      link: `/admin/course-proofs?course=${course.id}`,
    }
    expect(await open(lecturer, course.id)).toMatchObject([review])
    expect(await open(chief, course.id)).toMatchObject([review])
    expect(await open(first.learner, course.id)).toEqual([])
    expect(await open(stranger, course.id)).toEqual([])
    await decide(lecturer, first.id, true)
    expect(await open(chief, course.id)).toMatchObject([{ amount: 1 }])
    await decide(chief, second.id, true)
    expect([await open(lecturer, course.id), await open(chief, course.id)]).toEqual([[], []])
    const { items } = await todos(lecturer).findMyFinished({ query: { kind: 'submission.review' } })
    expect(items.filter((todo) => todo.businessId === course.id)).toMatchObject([{ amount: 1, doneAt: platform.now }])
  })

  it('are never the own ones, and count as the list has them', async () => {
    const course = await newCourse('自学自审')
    await as(lecturer).registerForCourse({ params: { id: course.id } })
    await handIn(course, lecturer)
    expect(await open(lecturer, course.id)).toEqual([])
    expect(await open(chief, course.id)).toMatchObject([{ amount: 1 }])
    for (const member of [lecturer, chief]) {
      const { recordCount } = await todos(member).findMyUnfinished()
      expect(await todos(member).findUnfinishedRemindCount()).toMatchObject({ count: recordCount })
    }
  })

  it('are to be handed in again once they were returned, until the learner has done it or the course is gone', async () => {
    const course = await newCourse('急救')
    const { learner, id } = await handIn(course)
    await decide(lecturer, id, false)
    const revise = { kind: 'submission.revise', title: '急救 · 现场演练', action: 'go-revise', amount: null }
    const link = `/study/course/detail/${course.id}?section=${course.sections[0]?.id}`
    expect(await open(learner, course.id)).toMatchObject([{ ...revise, link }])
    const again = await handIn(course, learner)
    expect(await open(learner, course.id)).toEqual([])
    await decide(lecturer, again.id, false)
    expect(await open(learner, course.id)).toMatchObject([revise])
    await as(lecturer).takeOffShelf({ params: { id: course.id } })
    expect(await open(learner, course.id)).toEqual([])
  })

  it('are due at the deadline of the section, and over after it', async () => {
    const course = await newCourse('限时演练')
    const { learner, id } = await handIn(course)
    await decide(lecturer, id, false)
    const deadline = platform.now + 60_000
    await sql`update courses.section set review_deadline = ${deadline} where id = ${course.sections[0]?.id}`.execute(
      platform.root,
    )
    expect(await open(learner, course.id)).toMatchObject([{ kind: 'submission.revise', dueAt: deadline }])
    platform.now = deadline
    expect(await open(learner, course.id)).toHaveLength(1)
    platform.now = deadline + 1
    expect(await open(learner, course.id)).toEqual([])
  })

  it('are over where the section asks for no proof any more, and where the course is not for the learner any more', async () => {
    for (const end of [
      (course: BuiltCourse) => sql`update courses.section set needs_review = false where course_id = ${course.id}`,
      (course: BuiltCourse) => sql`update courses.section set id = uuidv7() where course_id = ${course.id}`,
      (course: BuiltCourse) => sql`update courses.course set visible_to_all = false where id = ${course.id}`,
    ]) {
      const course = await newCourse('变动')
      const { learner, id } = await handIn(course)
      await decide(lecturer, id, false)
      expect(await open(learner, course.id)).toHaveLength(1)
      await end(course).execute(platform.root)
      expect(await open(learner, course.id)).toEqual([])
    }
  })

  it('leave a reviewer whose role is revoked, and never reach another branch', async () => {
    const north = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '北区' })
    const south = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '南区' })
    const manager = await buildMember(platform.db, { companyId, organizationId: north, roles: ['admin'] })
    const elsewhere = await buildMember(platform.db, { companyId, organizationId: south, roles: ['admin'] })
    const author = { ...lecturer, organizationId: north }
    const course = await buildCourse(platform.db, { author, chapters: [{ sections: [{ needsReview: true }] }] })
    const { learner } = await handIn(course)
    expect([await open(manager, course.id), await open(elsewhere, course.id)]).toMatchObject([[{ amount: 1 }], []])
    const roles = platform.client(identity, chief)
    const [grant] = (await roles.listGrants({ query: { memberId: manager.id } })).items
    await roles.revokeRole({ params: { id: grant?.id ?? '' } })
    expect(await open(manager, course.id)).toEqual([])
    expect(await open(learner, course.id)).toEqual([])
  })

  it('are decided once by two reviewers at the same moment, and both see nothing waiting', async () => {
    const course = await newCourse('竞速')
    const { id } = await handIn(course)
    const reviewers = [lecturer, chief]
    const begin = async () => undefined
    const locked = () => sql`select from submissions.submission where id = ${id} for update`
    const call = (at: number) => decide(reviewers[at] as BuiltMember, id, true)
    expect(await race(platform, 2, call, { begin, locked })).toMatchObject({ accepted: 1, refused: { 382001: 1 } })
    expect([await open(lecturer, course.id), await open(chief, course.id)]).toEqual([[], []])
    const done = await Promise.all(reviewers.map((one) => todos(one).findMyFinished({ query: { pageSize: 50 } })))
    const found = done.flatMap(({ items }) => items).filter((todo) => todo.businessId === course.id)
    expect(found).toMatchObject([{ amount: 1 }])
  })
})
