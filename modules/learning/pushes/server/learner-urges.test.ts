/** Reminding and messaging learners from the progress board of a course: who is reached, how often, and what is kept of it. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltCourse, buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { acrossDays, buildCompanyElsewhere } from '#test/company-days.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { pushes } from '../contract.ts'

const platform = testPlatform({ poolSize: 6 })
const hourMs = 3_600_000
let companyId: string
let sales: string
let sales2: string
let chief: BuiltMember
let lecturer: BuiltMember
let salesManager: BuiltMember
let otherManager: BuiltMember
let viewer: BuiltMember
let qian: BuiltMember
let sun: BuiltMember
let li: BuiltMember
let gone: BuiltMember
const content = '请学完《{item}》。'

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
  sales2 = await buildOrganization(platform.db, { companyId, parentId: sales, name: '销售二部' })
  const hr = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '人事部' })
  const later = { companyId, now: platform.now + 20_000 * hourMs }
  chief = await buildMember(platform.db, { ...later, roles: ['super-admin'], fullName: '周敏' })
  lecturer = await buildMember(platform.db, { ...later, roles: ['lecturer'], fullName: '何老师' })
  salesManager = await buildMember(platform.db, { ...later, organizationId: sales, roles: ['branch-manager'] })
  otherManager = await buildMember(platform.db, { ...later, organizationId: hr, roles: ['branch-manager'] })
  viewer = await buildMember(platform.db, { ...later, roles: ['lecturer'], fullName: '别的老师' })
  qian = await buildMember(platform.db, { ...later, fullName: '钱多多' })
  sun = await buildMember(platform.db, { ...later, organizationId: sales, fullName: '孙小红' })
  li = await buildMember(platform.db, { ...later, organizationId: sales2, fullName: '李大力' })
  gone = await buildMember(platform.db, { ...later, organizationId: sales, fullName: '离职' })
})

/** A course with qian and gone who have not started, sun who has, and li who is done. */
async function newCourse(): Promise<BuiltCourse> {
  const course = await buildCourse(platform.db, {
    author: lecturer,
    name: '消防',
    chapters: [{ sections: [{ title: '概述', kind: 'video' }] }],
  })
  const [section] = course.sections
  if (!section) throw new Error('the course has a section')
  const registeredAt = platform.now - hourMs
  await buildLearner(platform.db, { member: qian, course, registeredAt })
  await buildLearner(platform.db, { member: gone, course, registeredAt })
  const studied = (member: BuiltMember, share: number) =>
    buildLearner(platform.db, { member, course, registeredAt, studiedAt: platform.now, watched: [{ section, share }] })
  await studied(sun, 0.4)
  await studied(li, 1)
  return course
}

interface Wanted {
  readonly memberIds?: string[]
  readonly filter?: object
  readonly kind?: 'reminder' | 'message'
  readonly content?: string
}

const urge = (course: BuiltCourse, by: BuiltMember | undefined, wanted: Wanted = {}) =>
  platform
    .client(pushes, by)
    .urgeLearners({ params: { courseId: course.id }, body: { kind: 'reminder', content, ...wanted } })
const sent = (course: BuiltCourse, by: BuiltMember) =>
  platform.client(pushes, by).sentToLearners({ params: { courseId: course.id } })
const messagesOf = async (member: BuiltMember) =>
  (await platform.client(messages, member).listNotifications({ query: { pageSize: 100 } })).items
const counts = async (members: readonly BuiltMember[]) =>
  Promise.all(members.map(async (member) => (await messagesOf(member)).length))

describe('the learners of a board', () => {
  it('are reminded all at once by who teaches them: who is done is passed over, and so is who left', async () => {
    const course = await newCourse()
    const leave = (enabled: boolean) =>
      platform.client(identity, chief).changeMembers({ body: { memberIds: [gone.id], enabled } })
    await leave(false)
    const answer = await urge(course, lecturer)
    expect(answer).toEqual({ urgedCount: 2, finishedCount: 1, recentCount: 0, unreachableCount: 1 })
    expect((await messagesOf(qian))[0]).toMatchObject({ title: '何老师提醒您学习', body: '请学完《消防》。' })
    expect((await messagesOf(li))[0]).toBeUndefined()
    const { items, recordCount } = await sent(course, lecturer)
    expect(recordCount).toBe(1)
    expect(items).toMatchObject([
      { sender: { fullName: '何老师' }, kind: 'reminder', content: '请学完《消防》。', memberCount: 2 },
    ])
    expect(items[0]?.members.map((member) => member.fullName)).toEqual(['孙小红', '钱多多'])
    await leave(true)
  })

  it('get a message whether they are done or not, and the audit log says what was sent to how many', async () => {
    const course = await newCourse()
    const answer = await urge(course, lecturer, { kind: 'message', filter: { state: 'done' }, content: '学得不错' })
    expect(answer).toEqual({ urgedCount: 1, finishedCount: 0, recentCount: 0, unreachableCount: 0 })
    expect((await messagesOf(li))[0]).toMatchObject({ title: '何老师就课程《消防》给您留言', body: '学得不错' })
    const { items } = await platform
      .client(operations, chief)
      .listAudit({ query: { subjectId: course.id, action: 'pushes.urgeLearners' } })
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      ...{ actorId: lecturer.id, subjectType: 'course' },
      subjectName: '消防',
      after: { kind: 'message', content: '学得不错', recipientCount: 1 },
    })
  })

  it('match the filter with all departments below, and never anybody outside the view of the caller', async () => {
    const course = await newCourse()
    const all = { kind: 'message', content: '你好' } as const
    // Who follows the sales department sees three of the four, and is to push to them.
    expect(await urge(course, salesManager, all)).toMatchObject({ urgedCount: 3, unreachableCount: 0 })
    expect(await urge(course, lecturer, { ...all, filter: { organizationId: companyId } })).toMatchObject({
      ...{ urgedCount: 1, recentCount: 3 },
    })
    const second = await newCourse()
    expect(await urge(second, lecturer, { ...all, filter: { organizationId: sales } })).toMatchObject({ urgedCount: 3 })
    const third = await newCourse()
    expect(await urge(third, lecturer, { ...all, filter: { organizationId: sales2 } })).toMatchObject({ urgedCount: 1 })
  })

  it('are reminded only where one has not started (COURSE-078)', async () => {
    const course = await newCourse()
    const before = await counts([sun, li])
    expect(await refusal(urge(course, lecturer, { filter: { state: 'learning' } }))).toMatchObject({
      ...{ status: 422, errorCode: 380601 },
    })
    expect(await counts([sun, li])).toEqual(before)
    expect(await urge(course, lecturer, { memberIds: [sun.id, qian.id] })).toMatchObject({ urgedCount: 2 })
  })

  it('are out of reach for others, each with the refusal of the board, and nothing is sent', async () => {
    const course = await newCourse()
    const everybody = [qian, sun, li]
    const before = await counts(everybody)
    const stranger = await buildMember(platform.db, {
      companyId: await buildCompany(platform.db, '别家'),
      roles: ['super-admin'],
    })
    const codeOf = async (by: BuiltMember | undefined, wanted?: Wanted) =>
      (await refusal(urge(course, by, wanted))).errorCode
    expect(await codeOf(viewer)).toBe(10138)
    expect(await codeOf(sun)).toBe(10138)
    expect(await codeOf(stranger)).toBe(900005)
    // A manager of another department opens the board, and sees nobody there.
    expect(await codeOf(otherManager)).toBe(380601)
    expect(await codeOf(otherManager, { memberIds: [sun.id] })).toBe(900005)
    expect(await codeOf(salesManager, { memberIds: [sun.id, qian.id] })).toBe(900005)
    expect(await codeOf(lecturer, { memberIds: [lecturer.id] })).toBe(900005)
    expect(await counts(everybody)).toEqual(before)
    expect((await refusal(sent(course, viewer))).errorCode).toBe(10138)
    expect((await refusal(sent(course, stranger))).errorCode).toBe(900005)
  })

  it('who only looks reminds nobody', async () => {
    const course = await newCourse()
    const roles = platform.client(identity, chief)
    const { role } = await roles.copyRole({ body: { name: '只看进度', copyOf: 'branch-manager' } })
    await roles.changePermission({ body: { role, permission: 'push.manage', allowed: false } })
    const watcher = await buildMember(platform.db, {
      companyId,
      organizationId: sales,
      roles: [role as 'branch-manager'],
    })
    const board = await platform.client(courses, watcher).courseBoardSummary({ params: { courseId: course.id } })
    expect(board).toMatchObject({ learnerCount: 3, mayRemind: false })
    expect((await refusal(urge(course, watcher))).errorCode).toBe(20161)
    expect((await sent(course, watcher)).recordCount).toBe(0)
  })

  it('follow their department: whoever moves away is out of the reach of its manager', async () => {
    const course = await newCourse()
    const mover = await buildMember(platform.db, { companyId, organizationId: sales, fullName: '要调走' })
    await buildLearner(platform.db, { member: mover, course, registeredAt: platform.now })
    const one = { memberIds: [mover.id], kind: 'message' as const }
    expect(await urge(course, salesManager, one)).toMatchObject({ urgedCount: 1 })
    await platform.client(identity, chief).changeMembers({ body: { memberIds: [mover.id], organizationId: companyId } })
    expect((await refusal(urge(course, salesManager, one))).errorCode).toBe(900005)
  })

  it('hide what a colleague sent from who does not answer for the course', async () => {
    const course = await newCourse()
    await urge(course, salesManager, { memberIds: [gone.id] })
    await urge(course, lecturer, { memberIds: [qian.id] })
    expect((await sent(course, lecturer)).recordCount).toBe(2)
    const own = await sent(course, salesManager)
    expect(own.items.map((one) => one.sender.id)).toEqual([salesManager.id])
  })
})

describe('how often', () => {
  it('once on a day of the company, and not within twelve hours, whoever sends and whatever it is', async () => {
    const course = await newCourse()
    // Eight in the evening in Shanghai: the twelve hours are longer than the rest of the day.
    platform.now = Math.ceil(platform.now / (24 * hourMs)) * 24 * hourMs + 12 * hourMs
    await urge(course, lecturer, { memberIds: [qian.id] })
    const message = { memberIds: [qian.id], kind: 'message' as const }
    expect(await refusal(urge(course, chief, message))).toMatchObject({
      errorCode: 380604,
      data: { again: platform.now + 12 * hourMs },
    })
    platform.now += 12 * hourMs
    expect(await urge(course, chief, message)).toMatchObject({ urgedCount: 1 })
    // Eight in the morning: the day is longer than the twelve hours.
    platform.now += 13 * hourMs
    expect(await refusal(urge(course, chief, message))).toMatchObject({
      errorCode: 380604,
      data: { again: platform.now + 3 * hourMs },
    })
    platform.now += 3 * hourMs
    expect(await urge(course, chief, message)).toMatchObject({ urgedCount: 1 })
  })

  it('the day is the company’s own', async () => {
    const member = await buildCompanyElsewhere(platform)
    const teacher = await buildMember(platform.db, {
      ...{ companyId: member.companyId, roles: ['lecturer'], now: platform.now + 20_000 * hourMs },
    })
    const course = await buildCourse(platform.db, { author: teacher, name: '外地', chapters: [] })
    await buildLearner(platform.db, { member, course, registeredAt: 0 })
    const reached = await acrossDays(platform, teacher, async (signedIn) =>
      urge(course, signedIn, { kind: 'message' }).then(
        (answer) => answer.urgedCount,
        () => 0,
      ),
    )
    // Just after midnight it is another day, and not yet twelve hours later; in the evening it is.
    expect(reached).toEqual({ beforeMidnight: 1, afterMidnight: 0, sameDay: 1, nextDay: 1, yearLater: 1 })
  })

  it('no more than 2,000 a day, and never a part of all that match', async () => {
    const course = await newCourse()
    const busy = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
    await sql`insert into pushes.urge (id, company_id, sender_id, member_id, business_type, business_id, name, urged_at)
      select uuidv7(), ${companyId}, ${busy.id}, ${li.id}, 9, uuidv7(), '图书', ${platform.now} from generate_series(1, 2000)`.execute(
      platform.root,
    )
    expect((await refusal(urge(course, busy))).errorCode).toBe(380605)
    await sql`insert into identity.member (id, company_id, organization_id, name, full_name, created_at, updated_at)
      select uuidv7(), ${companyId}, ${companyId}, 'viele-' || n, '众人' || n, 1, 1 from generate_series(1, 2001) n`.execute(
      platform.root,
    )
    await sql`insert into courses.registration (member_id, course_id, company_id, version_id, status, registered_at, touched_at)
      select m.id, ${course.id}, m.company_id, ${course.versionId}, 0, 1, 1 from identity.member m
      where m.company_id = ${companyId} and m.name like 'viele-%'`.execute(platform.root)
    expect(await refusal(urge(course, lecturer))).toMatchObject({ errorCode: 380605, data: { max: 2000 } })
  })

  it('two who press at once send one message', async () => {
    const course = await newCourse()
    const one = () => urge(course, lecturer, { memberIds: [qian.id] })
    const result = await race(platform, 4, one, { begin: async () => undefined })
    expect(result).toMatchObject({ accepted: 1, refused: { 380604: 3 } })
  })

  it('a try says how many it would reach, and sends nothing', async () => {
    const course = await newCourse()
    const before = await counts([qian])
    const forecast = (await platform
      .client(pushes, lecturer)
      .urgeLearners(
        { params: { courseId: course.id }, body: { kind: 'reminder', content } },
        { headers: { 'x-dry-run': '1' } },
      )) as unknown as { answer: object; messages: object[] }
    expect(forecast.answer).toEqual({ urgedCount: 3, finishedCount: 1, recentCount: 0, unreachableCount: 0 })
    expect(forecast.messages).toContainEqual({ kind: 'notification', recipients: 3 })
    expect(await counts([qian])).toEqual(before)
    expect((await sent(course, lecturer)).recordCount).toBe(0)
  })
})
