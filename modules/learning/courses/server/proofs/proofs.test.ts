import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SubmissionState } from '#kit/submissions.ts'
import { submissions } from '#modules/content/submissions/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { type CallRefused, refusal, refusals, testPlatform } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { proves } from '#test/proves.ts'
import { type BuiltCourse, buildCourse, type SectionInput } from '../courses.fixture.ts'
import { coursesTables } from '../db.ts'

const platform = testPlatform()
const minute = 60_000
let companyId: string
let lecturer: BuiltMember
let colleague: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  colleague = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  const roles = ['super-admin'] as const
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db, '另一家'), roles: [...roles] })
})

const as = (member: BuiltMember) => platform.client(courses, member)
const reviewing = (member: BuiltMember) => platform.client(submissions, member)
const reviews = (member: BuiltMember, query: { subjectId?: string; state?: SubmissionState; search?: string } = {}) =>
  reviewing(member).reviews({ query: { ...query, kind: 'course' } })
const publish = (...sections: SectionInput[]) =>
  buildCourse(platform.db, { author: lecturer, chapters: [{ sections }] })
const drill: SectionInput = { title: '现场演练', needsReview: true, reviewGuide: '上传演练照片' }

/** A learner of the course, with the calls about the section of that place. */
async function learning(course: BuiltCourse) {
  const member = await buildMember(platform.db, { companyId })
  const calls = as(member)
  await calls.registerForCourse({ params: { id: course.id } })
  const place = (index: number) => ({ id: course.id, sectionId: course.sections[index]?.id ?? '' })
  const handIn = (text = '已完成演练', fileIds: string[] = [], index = 0) =>
    calls.handInProof({ params: place(index), body: { text, fileIds } })
  const read = async (index: number) => {
    const { playbackId } = await calls.startPlayback({ params: place(index), body: {} })
    platform.now += minute
    const body = { sequence: 1, intervals: [{ from: 0, to: 1 }], activeMs: 0 }
    return calls.heartbeat({ params: { id: playbackId }, body })
  }
  const detail = () => calls.courseDetail({ params: { id: course.id } })
  return { member, calls, place, handIn, read, detail }
}

const decide = (who: BuiltMember, id: string, agreed: boolean, opinion = '') =>
  reviewing(who).decideSubmission({ params: { id }, body: { accepted: agreed, opinion } })

describe('proof', () => {
  it('[COURSE-058] is pending review when handed in, failed or done by the audit, and so is the course', async () => {
    const course = await publish(drill, {})
    const learner = await learning(course)
    const handedIn = await learner.handIn()
    expect(handedIn).toMatchObject({ courseStatus: 1, progress: { status: 5, reasons: [{ code: 'in-review' }] } })
    expect(await learner.read(1)).toMatchObject({ courseStatus: 5, courseJustFinished: false })
    await decide(lecturer, handedIn.id, false, '照片看不清楚')
    expect(await learner.detail()).toMatchObject({
      progress: { status: 6, finished: false },
      chapters: [{ sections: [{ progress: { status: 6, reasons: [{ code: 'review-failed' }] } }, {}] }],
    })
    const again = await learner.handIn('新的照片')
    expect(again.courseStatus).toBe(5)
    await decide(lecturer, again.id, true)
    const { progress, chapters } = await learner.detail()
    expect(progress).toMatchObject({ status: 2, finished: true, percent: 100, finishedAt: platform.now })
    expect(chapters[0]?.sections[0]?.progress).toMatchObject({ status: 2, finished: true, reasons: [] })
  })

  it('[COURSE-058] what is watched alone finishes nothing; the reason says what does', async () => {
    const course = await publish(drill, { kind: 'link', needsReview: true })
    const learner = await learning(course)
    const heartbeat = await learner.read(0)
    expect(heartbeat).toMatchObject({ progress: { finished: false, status: 1, reasons: [{ code: 'hand-in' }] } })
    const { courseId, sectionId } = { courseId: course.id, sectionId: course.sections[1]?.id ?? '' }
    const visited = await learner.calls.urlProgress({ body: { courseId, sectionId } })
    expect(visited).toMatchObject({ courseJustFinished: false, progress: { finished: false, status: 1 } })
    const { id } = await learner.handIn()
    expect(await learner.read(0)).toMatchObject({ progress: { status: 5, reasons: [{ code: 'in-review' }] } })
    await decide(lecturer, id, false, '看不清')
    expect(await learner.read(0)).toMatchObject({ progress: { status: 6, finished: false } })
  })

  it('after the deadline it is refused with the message, and nothing is stored', async () => {
    const deadline = platform.now + minute
    const course = await publish({ ...drill, reviewDeadline: deadline })
    const [early, late] = [await learning(course), await learning(course)]
    const { sections } = (await early.detail()).chapters[0] ?? { sections: [] }
    expect(sections[0]).toMatchObject({ needsReview: 1, reviewDeadline: deadline })
    platform.now = deadline
    await early.handIn()
    platform.now += 1
    expect(await late.calls.sectionProof({ params: late.place(0) })).toMatchObject({ canHandIn: false, deadline })
    await proves('COURSE-132', async () => {
      expect(await refusal(late.handIn())).toMatchObject({ status: 422, errorCode: 40465, data: { deadline } })
      expect(await late.calls.sectionProof({ params: late.place(0) })).toMatchObject({ status: 0, items: [] })
      expect((await late.calls.auditPage({ query: {} })).recordCount).toBe(0)
      expect((await late.detail()).progress).toMatchObject({ status: 0 })
      expect((await early.calls.auditPage({ query: {} })).recordCount).toBe(1)
    })
    await proves('COURSE-131', async () => {
      expect((await refusal(late.handIn())).message).toBe('422 40465 提交截止时间已过')
      const body = { text: '已完成演练', fileIds: [] }
      const english = { headers: { 'accept-language': 'en' } }
      const refused = await refusal(late.calls.handInProof({ params: late.place(0), body }, english))
      expect(refused.message).toBe('422 40465 The submission deadline has passed')
    })
  })

  it('takes text or files of the member’s own, and one at a time', async () => {
    const course = await publish(drill, {})
    const learner = await learning(course)
    const own = await buildFile(platform.db, { companyId, ownerId: learner.member.id })
    const foreign = await buildFile(platform.db, { companyId, ownerId: colleague.id })
    const answers = await refusals([
      learner.handIn('  '),
      learner.handIn('好', [foreign.id]),
      learner.handIn('好', [], 1),
    ])
    expect(answers.map(({ errorCode }) => errorCode)).toEqual([900001, 40455, 40466])
    const { id } = await learner.handIn('', [own.id])
    expect(await refusal(learner.handIn())).toMatchObject({ errorCode: 40467, data: { status: 5 } })
    await decide(lecturer, id, true)
    expect(await refusal(learner.handIn())).toMatchObject({ errorCode: 40467, data: { status: 2 } })
    const seen = await reviewing(lecturer).submission({ params: { id } })
    expect(seen).toMatchObject({
      guide: '上传演练照片',
      member: { id: learner.member.id },
      files: [{ id: own.id, url: expect.stringContaining('grant=') }],
    })
    expect(await reviewing(learner.member).submission({ params: { id } })).toMatchObject({
      state: 'accepted',
      decidedBy: { id: lecturer.id },
    })
  })

  it('is refused to who is not registered or may not see the course, and when it is down', async () => {
    const course = await publish(drill)
    const outsider = await buildMember(platform.db, { companyId })
    const params = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
    const body = { text: '好', fileIds: [] }
    const hand = (who: BuiltMember) => as(who).handInProof({ params, body })
    const look = (who: BuiltMember) => as(who).sectionProof({ params })
    const codes = async (who: BuiltMember) => (await refusals([hand(who), look(who)])).map(({ errorCode }) => errorCode)
    expect(await codes(outsider)).toEqual([40460, 40460])
    expect(await codes(stranger)).toEqual([900005, 900005])
    const plain = await learning(await publish({}))
    expect(await refusal(plain.calls.sectionProof({ params: plain.place(0) }))).toMatchObject({ errorCode: 40466 })
    const learner = await learning(course)
    await sql`update courses.course set visible_to_all = false where id = ${course.id}`.execute(
      coursesTables(platform.db),
    )
    expect(await codes(learner.member)).toEqual([10138, 10138])
    await sql`update courses.course set visible_to_all = true where id = ${course.id}`.execute(
      coursesTables(platform.db),
    )
    await as(lecturer).takeOffShelf({ params: { id: course.id } })
    expect(await codes(learner.member)).toEqual([30207, 30207])
  })
})

describe('auditing', () => {
  it('[COURSE-118] the learner pages through what was handed in and what was said to it; auditors, through what waits', async () => {
    const course = await publish(drill, { ...drill, title: '第二次演练' })
    const learner = await learning(course)
    const first = await learner.handIn('一')
    platform.now += minute
    const second = await learner.handIn('二', [], 1)
    const waiting = await reviews(lecturer, { subjectId: course.id })
    expect(waiting.items.map(({ id }) => id)).toEqual([first.id, second.id])
    await decide(lecturer, first.id, false, '请补充说明')
    const auditPage = 'GET /course-study/course-front/audit-page'
    expect(await literalCall(platform, learner.member, auditPage, { query: { courseId: course.id } })).toMatchObject({
      recordCount: 2,
      items: [
        { id: second.id, state: 'waiting', sectionTitle: '第二次演练', decidedAt: null, decidedBy: null },
        { id: first.id, state: 'rejected', opinion: '请补充说明', decidedBy: { id: lecturer.id } },
      ],
    })
    const rejected = { query: { state: 'rejected', page: 1, pageSize: 1 } } as const
    expect(await learner.calls.auditPage(rejected)).toMatchObject({ recordCount: 1, items: [{ id: first.id }] })
    const secondPage = { query: { page: 2, pageSize: 1 } }
    expect(await learner.calls.auditPage(secondPage)).toMatchObject({ recordCount: 2, items: [{ id: first.id }] })
    expect(await as(colleague).auditPage({ query: {} })).toEqual({ items: [], recordCount: 0 })
    const decided = await reviews(lecturer, { subjectId: course.id, state: 'returned' })
    expect(decided.items.map(({ id }) => id)).toEqual([first.id])
    const { fullName } = waiting.items[0]?.member ?? { fullName: '' }
    const byName = await reviews(lecturer, { subjectId: course.id, search: fullName })
    expect(byName.recordCount).toBe(1)
    expect((await reviews(lecturer, { subjectId: course.id, search: '没有这个人' })).items).toEqual([])
  })

  it('is for who makes, manages or teaches the course; to all others the proof is not there', async () => {
    const teacher = await buildMember(platform.db, { companyId })
    const chapters = [{ sections: [drill] }]
    const course = await buildCourse(platform.db, { author: lecturer, lecturerId: teacher.id, chapters })
    const learner = await learning(course)
    const { id } = await learner.handIn()
    for (const who of [colleague, stranger, learner.member]) {
      expect(await refusal(decide(who, id, true))).toMatchObject({ errorCode: 900005 })
      expect((await reviews(who)).items.filter((one) => one.id === id)).toEqual([])
    }
    for (const who of [colleague, stranger]) {
      expect(await refusal(reviewing(who).submission({ params: { id } }))).toMatchObject({ errorCode: 900005 })
    }
    expect(await refusal(decide(teacher, id, false))).toMatchObject({ errorCode: 900001 })
    await decide(teacher, id, true)
    expect((await learner.detail()).progress.status).toBe(2)
  })

  it('nobody audits their own proof, or waives their own section', async () => {
    const course = await publish(drill)
    const calls = as(lecturer)
    await calls.registerForCourse({ params: { id: course.id } })
    const sectionId = course.sections[0]?.id ?? ''
    const body = { text: '自己的', fileIds: [] }
    const { id } = await calls.handInProof({ params: { id: course.id, sectionId }, body })
    expect(await refusal(decide(lecturer, id, true))).toMatchObject({ errorCode: 900005 })
    expect((await reviews(lecturer, { subjectId: course.id })).items).toEqual([])
    const params = { courseId: course.id, memberId: lecturer.id }
    const answers = await refusals([
      calls.waiveSection({ params: { ...params, sectionId }, body: { reason: '自己' } }),
      calls.markCourseDone({ params, body: { reason: '自己' } }),
    ])
    expect(answers.map(({ errorCode }) => errorCode)).toEqual([900012, 900012])
    const manager = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    await decide(manager, id, true)
    expect((await calls.courseDetail({ params: { id: course.id } })).progress.status).toBe(2)
  })

  it('tells the auditors, and then the learner', async () => {
    const learner = await learning(await publish(drill))
    const { id } = await learner.handIn()
    await decide(lecturer, id, false, '照片看不清楚')
    await platform.runJobs()
    const inbox = async (member: BuiltMember) =>
      (await platform.client(messages, member).listNotifications({ query: {} })).items.map(({ title }) => title)
    expect(await inbox(lecturer)).toContainEqual(expect.stringContaining('学习证明待审核'))
    expect(await inbox(learner.member)).toContainEqual('“现场演练”审核未通过')
  })
})

describe('waiving and giving up', () => {
  const reason = '已有消防员资格证'

  it('[COURSE-059] an author waives a section for a learner with a reason, which the audit log keeps', async () => {
    const course = await publish({}, drill)
    const learner = await learning(course)
    await learner.read(0)
    const { id } = await learner.handIn('x', [], 1)
    const params = { courseId: course.id, memberId: learner.member.id, sectionId: course.sections[1]?.id ?? '' }
    await as(lecturer).waiveSection({ params, body: { reason } })
    const { progress, chapters } = await learner.detail()
    expect(progress).toMatchObject({ status: 2, finished: true })
    expect(chapters[0]?.sections[1]?.progress).toMatchObject({ status: 4, finished: true, percent: 100 })
    expect(await reviewing(learner.member).submission({ params: { id } })).toMatchObject({ state: 'accepted' })
    expect(await refusal(as(lecturer).waiveSection({ params, body: { reason } }))).toMatchObject({ errorCode: 40469 })
    const { rows } = await sql<{ actor_id: string; details: string }>`
      select actor_id, details from operations.audit_entry
      where subject_id = ${course.id} and action = 'courses.waiveSection'`.execute(platform.root)
    expect(rows).toMatchObject([{ actor_id: lecturer.id }])
    expect(JSON.parse(rows[0]?.details ?? '{}')).toMatchObject({ after: { reason, section: '现场演练' } })
  })

  it('[COURSE-059] an author marks a course done (4) with a reason; whatever is studied later leaves it so', async () => {
    const course = await publish({}, {})
    const learner = await learning(course)
    const params = { courseId: course.id, memberId: learner.member.id }
    await as(lecturer).markCourseDone({ params, body: { reason } })
    expect((await learner.detail()).progress).toMatchObject({ status: 4, finished: true, percent: 100, reasons: [] })
    expect(await learner.read(0)).toMatchObject({ courseStatus: 4, courseJustFinished: false })
    expect(await refusal(as(lecturer).markCourseDone({ params, body: { reason } }))).toMatchObject({ errorCode: 40469 })
  })

  it('takes a reason, a learner, and who may edit the course', async () => {
    const course = await publish({})
    const learner = await learning(course)
    const outsider = await buildMember(platform.db, { companyId })
    const params = { courseId: course.id, memberId: learner.member.id, sectionId: course.sections[0]?.id ?? '' }
    const both = (who: BuiltMember, memberId = learner.member.id, text = reason) =>
      refusals([
        as(who).waiveSection({ params: { ...params, memberId }, body: { reason: text } }),
        as(who).markCourseDone({ params: { ...params, memberId }, body: { reason: text } }),
      ])
    const codes = async (answers: Promise<CallRefused[]>) => (await answers).map(({ errorCode }) => errorCode)
    expect(await codes(both(lecturer, learner.member.id, ' '))).toEqual([900001, 900001])
    expect(await codes(both(lecturer, outsider.id))).toEqual([900005, 900005])
    expect(await codes(both(colleague))).toEqual([10138, 10138])
    expect(await codes(both(stranger))).toEqual([900005, 900005])
    const missing = as(lecturer).waiveSection({ params: { ...params, sectionId: course.id }, body: { reason } })
    expect(await refusal(missing)).toMatchObject({ errorCode: 900005 })
    expect((await learner.detail()).progress.status).toBe(0)
  })

  it('[COURSE-059] a learner gives a course up (3); studying it takes it back with all that was studied', async () => {
    const course = await publish({}, {})
    const learner = await learning(course)
    await learner.read(0)
    const params = { id: course.id }
    expect(await learner.calls.abandonCourse({ params })).toMatchObject({ status: 3, finishedCount: 1 })
    const inState = async (state: 'learning' | 'abandoned') =>
      (await learner.calls.myCourses({ query: { state } })).items.map(({ id }) => id)
    expect([await inState('learning'), await inState('abandoned')]).toEqual([[], [course.id]])
    expect(await learner.read(1)).toMatchObject({ courseStatus: 2, courseJustFinished: true })
    expect(await refusal(learner.calls.abandonCourse({ params }))).toMatchObject({ errorCode: 40469 })
    const outsider = await buildMember(platform.db, { companyId })
    const answers = await refusals([as(outsider).abandonCourse({ params }), as(stranger).abandonCourse({ params })])
    expect(answers.map(({ errorCode }) => errorCode)).toEqual([40460, 900005])
    const hidden = await learning(course)
    await sql`update courses.course set visible_to_all = false where id = ${course.id}`.execute(
      coursesTables(platform.db),
    )
    expect(await refusal(hidden.calls.abandonCourse({ params }))).toMatchObject({ errorCode: 10138 })
    await sql`update courses.course set visible_to_all = true where id = ${course.id}`.execute(
      coursesTables(platform.db),
    )
    await as(lecturer).takeOffShelf({ params })
    expect(await refusal(as(outsider).abandonCourse({ params }))).toMatchObject({ errorCode: 30207 })
  })
})
