/** The gradebook and the learning record, with every kind of study that stands in them: who sees what of whose. */
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { study } from '#modules/content/study/contract.ts'
import { buildPath, buildPathLearner } from '#modules/learning/paths/server/paths.fixture.ts'
import { pushes } from '#modules/learning/pushes/contract.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { bounds } from '#test/bounds.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { type BuiltCourse, buildCourse, buildLearner } from '../courses.fixture.ts'

const platform = testPlatform()
const minute = 60_000
let companyId: string
let sales: string
let west: string
let chief: BuiltMember
let lecturer: BuiltMember
let salesManager: BuiltMember
let hrManager: BuiltMember
let stranger: BuiltMember
let fire: BuiltCourse
let safety: BuiltCourse
let other: BuiltCourse
let pathId: string
let qian: BuiltMember
let sun: BuiltMember
let li: BuiltMember

beforeAll(async () => {
  const now = Date.parse('2026-11-20T08:00:00Z')
  const { db } = platform
  companyId = await buildCompany(db)
  sales = await buildOrganization(db, { companyId, parentId: companyId, name: '销售部' })
  west = await buildOrganization(db, { companyId, parentId: sales, name: '西区' })
  const hr = await buildOrganization(db, { companyId, parentId: companyId, name: '人事部' })
  chief = await buildMember(db, { companyId, roles: ['super-admin'], fullName: '周敏' })
  lecturer = await buildMember(db, { companyId, roles: ['lecturer'], fullName: '何老师' })
  salesManager = await buildMember(db, {
    companyId,
    organizationId: sales,
    roles: ['branch-manager'],
    fullName: '销售经理',
  })
  hrManager = await buildMember(db, { companyId, organizationId: hr, roles: ['branch-manager'], fullName: '人事经理' })
  stranger = await buildMember(db, { companyId: await buildCompany(db, '另一家'), roles: ['super-admin'] })
  qian = await buildMember(db, { companyId, fullName: '钱多多' })
  sun = await buildMember(db, { companyId, organizationId: sales, fullName: '孙小红' })
  li = await buildMember(db, { companyId, organizationId: west, fullName: '李大力' })
  const chapters = [{ sections: [{ title: '概述', kind: 'video' as const }] }]
  fire = await buildCourse(db, { author: lecturer, name: '消防', chapters, now: now - 3000 })
  safety = await buildCourse(db, { author: lecturer, name: '=安全', chapters, now: now - 2000 })
  other = await buildCourse(db, { author: chief, name: '财务', chapters, now: now - 1000 })
  const path = await buildPath(db, { author: chief, name: '新人', chapters: [{ sections: [] }] })
  pathId = path.id
  const learn = (member: BuiltMember, course: BuiltCourse, share?: number) =>
    buildLearner(db, {
      ...{ member, course, registeredAt: now - 10 * minute },
      ...(share !== undefined && {
        studiedAt: now,
        watched: course.sections.map((section) => ({ section, share })),
      }),
    })
  await learn(qian, fire)
  await learn(sun, fire, 0.5)
  await learn(li, fire, 1)
  await learn(li, safety)
  await learn(li, other, 1)
  await buildPathLearner(db, { member: li, pathId, registeredAt: now })
  // A package that was scored, as the player leaves it.
  const packageId = uuid()
  await sql`insert into packages.package (id, company_id, file_id, kind, state, title, content_key, created_by, created_at, prepared_at)
    values (${packageId}, ${companyId}, ${uuid()}, 'scorm-1.2', 'ready', '包', 'key', ${lecturer.id}, ${now}, ${now})`.execute(
    platform.root,
  )
  const score = (percent: number) =>
    sql`insert into packages.attempt (id, company_id, package_id, member_id, mode, course_id,
      section_id, started_at, updated_at, score_percent)
    values (${uuid()}, ${companyId}, ${packageId}, ${li.id}, 'learn', ${fire.id}, ${uuid()}, ${now}, ${now}, ${percent})`.execute(
      platform.root,
    )
  await score(80)
  await score(85.5)
})

const as = (member?: BuiltMember) => platform.client(study, member)
const keys = (...courses: BuiltCourse[]) => courses.map((course) => `1:${course.id}`)
type Book = Awaited<ReturnType<ReturnType<typeof as>['gradebook']>>
const names = ({ items }: Book) => items.map((row) => row.member.fullName)
const rowOf = ({ items }: Book, member: BuiltMember) => items.find((row) => row.member.id === member.id)
const states = (book: Book, member: BuiltMember) => rowOf(book, member)?.grades.map((grade) => grade?.state ?? null)

describe('the gradebook', () => {
  it('shows a manager the own department and all below it, with state, percent, score and date', async () => {
    const book = await as(salesManager).gradebook({ query: { items: keys(fire, safety, other) } })
    expect(names(book)).toEqual(['孙小红', '李大力', '销售经理'])
    expect(book.columns.map((column) => column.name)).toEqual(['消防', '=安全', '财务'])
    expect(rowOf(book, li)).toMatchObject({
      member: { organization: { name: '西区' }, hasLeft: false },
      grades: [
        { state: 'done', percent: 100, score: 82.75, finishedAt: Date.parse('2026-11-20T08:00:00Z') },
        { state: 'not-started', percent: 0, score: null, finishedAt: null },
        { state: 'done', score: null },
      ],
      ...{ registeredCount: 3, doneCount: 2, percent: 66, mayOpenRecord: true },
    })
    expect(states(book, sun)).toEqual(['learning', 'not-registered', 'not-registered'])
    const totals = await as(salesManager).gradebookTotals({ query: { items: keys(fire, safety, other) } })
    expect(totals).toMatchObject({
      memberCount: 3,
      items: [
        { businessId: fire.id, registeredCount: 2, doneCount: 1, learningCount: 1, notStartedCount: 0 },
        { businessId: safety.id, registeredCount: 1, doneCount: 0, learningCount: 0, notStartedCount: 1 },
        { businessId: other.id, registeredCount: 1, doneCount: 1 },
      ],
    })
  })

  it('shows a lecturer the learners of the own courses, and of a mixed choice nothing else', async () => {
    const own = await as(lecturer).gradebook({ query: { items: keys(fire, safety) } })
    expect(names(own)).toEqual(['孙小红', '李大力', '钱多多'])
    expect(rowOf(own, li)?.mayOpenRecord).toBe(false)
    expect((await as(lecturer).gradebook({ query: {} })).columns.map((column) => column.name)).toEqual([
      '=安全',
      '消防',
    ])
    for (const call of ['gradebook', 'gradebookTotals', 'exportGradebook'] as const) {
      const refused = await refusal(as(lecturer)[call]({ query: { items: keys(fire, other) } }))
      expect(refused).toMatchObject({ status: 403, errorCode: 10138 })
    }
  })

  it('shows somebody who follows one department and teaches a course the rest of that course, and no more of them', async () => {
    const both = await buildMember(platform.db, {
      companyId,
      organizationId: sales,
      roles: ['branch-manager', 'lecturer'],
    })
    const taught = await buildCourse(platform.db, { author: both, name: '谈判', chapters: [] })
    await buildLearner(platform.db, { member: qian, course: taught, registeredAt: 0 })
    const book = await as(both).gradebook({ query: { items: keys(fire, taught) } })
    expect(states(book, qian)).toEqual([null, 'not-started'])
    expect(rowOf(book, qian)).toMatchObject({ registeredCount: 1, mayOpenRecord: false })
    expect(states(book, li)).toEqual(['done', 'not-registered'])
    const totals = await as(both).gradebookTotals({ query: { items: keys(fire, taught) } })
    expect(totals.items.map((one) => one.registeredCount)).toEqual([2, 1])
    // The state of a hidden grade finds nobody.
    const { items } = await as(both).gradebook({ query: { items: keys(fire, taught), state: 'not-started' } })
    expect(items.map((row) => row.member.id)).toEqual([qian.id])
  })

  it('is refused to others, and knows nothing of other companies', async () => {
    expect(await refusal(as(sun).gradebook({ query: {} }))).toMatchObject({ status: 403, errorCode: 10138 })
    expect(await refusal(as(sun).gradebook({ query: { items: keys(fire) } }))).toMatchObject({ errorCode: 10138 })
    expect((await refusal(as().gradebook({ query: {} }))).status).toBe(401)
    // The menu leads an author there before there is any course: nothing to see is no refusal.
    const newcomer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    expect(await as(newcomer).gradebook({ query: {} })).toMatchObject({ items: [], recordCount: 0, columns: [] })
    const foreign = await as(stranger).gradebook({ query: { items: keys(fire) } })
    expect(foreign.columns).toEqual([])
    expect(foreign.items.map((row) => row.member.id)).toEqual([stranger.id])
    const department = await as(salesManager).gradebook({ query: { organizationId: stranger.organizationId } })
    expect(department.recordCount).toBe(0)
    // Another department sees its own members, and none of these.
    expect(names(await as(hrManager).gradebook({ query: { items: keys(fire) } }))).toEqual(['人事经理'])
  })

  it('is filtered by department, state and name; a member is found by the page that the count promises', async () => {
    const by = (query: object) => as(chief).gradebook({ query: { items: keys(fire, safety, other), ...query } })
    expect(names(await by({ organizationId: sales, search: '大力' }))).toEqual(['李大力'])
    expect(names(await by({ organizationId: west }))).toEqual(['李大力'])
    expect(names(await by({ state: 'learning' }))).toEqual(['孙小红'])
    expect(names(await by({ state: 'done' }))).toEqual(['李大力'])
    // Who is registered for all lacks none.
    expect(names(await by({ state: 'not-registered', organizationId: sales }))).toEqual(
      expect.not.arrayContaining(['李大力']),
    )
    expect(names(await by({ state: 'not-registered', organizationId: sales }))).toContain('孙小红')
    const whole = await by({ pageSize: 100 })
    const pages = await Promise.all([1, 2].map((page) => by({ page, pageSize: Math.ceil(whole.recordCount / 2) })))
    expect(pages.flatMap(names)).toEqual(names(whole))
    expect(whole.items).toHaveLength(whole.recordCount)
  })

  it('holds learning paths beside courses, leaves out what is gone, and at most twenty items', async () => {
    const book = await as(chief).gradebook({
      query: { items: [`17:${pathId}`, ...keys(fire), `1:${uuid()}`], search: '李大力' },
    })
    expect(book.columns.map((column) => column.label)).toEqual(['学习路径', '课程'])
    expect(states(book, li)).toEqual(['not-started', 'done'])
    const items = (count: number) => Array.from({ length: count }, () => `1:${uuid()}`)
    const ask = (count: number) => as(chief).gradebook({ query: { items: items(count) } })
    await bounds(20, ask, { refused: 900001, path: 'items' })
  })

  it('leaves out who has left until asked, and follows who moves', async () => {
    const { changeMembers } = platform.client(identity, chief)
    const mover = await buildMember(platform.db, { companyId, organizationId: sales, fullName: '要走的' })
    const seen = async (query: object = {}) =>
      rowOf(await as(salesManager).gradebook({ query: { items: keys(fire), ...query } }), mover)
    expect(await seen()).toMatchObject({ member: { hasLeft: false } })
    await changeMembers({ body: { memberIds: [mover.id], enabled: false } })
    expect(await seen()).toBeUndefined()
    expect(await seen({ withLeft: true })).toMatchObject({ member: { hasLeft: true } })
    await changeMembers({ body: { memberIds: [mover.id], enabled: true, organizationId: companyId } })
    expect(await seen({ withLeft: true })).toBeUndefined()
  })

  it('is saved as a spreadsheet in which no name is a formula', async () => {
    const save = (member: BuiltMember, language?: string) =>
      as(member).exportGradebook(
        { query: { items: keys(fire, safety), organizationId: sales } },
        language ? { headers: { 'accept-language': language } } : undefined,
      ) as Promise<unknown> as Promise<{ rawPayload: Buffer }>
    const rows = await readSheet((await save(salesManager)).rawPayload)
    expect(rows[0]?.slice(0, 8)).toEqual([
      ...['姓名', '组织', '备注', '已完成', '已报名', '平均进度（%）', '消防 · 状态', '消防 · 进度（%）'],
    ])
    expect(rows[0]?.[10]).toBe('=安全 · 状态')
    expect(rows.find((row) => row[0] === '李大力')?.slice(3)).toEqual([
      ...[1, 2, 50, '已完成', 100, 82.75, '2026-11-20 16:00', '未开始', 0, null, null],
    ])
    expect((await readSheet((await save(salesManager, 'en')).rawPayload))[0]?.[0]).toBe('Name')
  })
})

describe('the learning record', () => {
  const read = (by: BuiltMember | undefined, memberId: string) => as(by).learningRecord({ params: { memberId } })

  it('says everything to who sees progress in the department, and coins only to who manages the accounts', async () => {
    const record = await read(salesManager, li.id)
    expect(record).toMatchObject({
      member: { fullName: '李大力', hasLeft: false },
      ...{ doneCount: 2, coins: null, points: null, certificates: [], hasMore: false },
    })
    expect(record.items.map((item) => [item.name, item.state, item.score])).toEqual(
      expect.arrayContaining([
        ['消防', 'done', 82.75],
        ['财务', 'done', null],
        ['=安全', 'not-started', null],
        ['新人', 'not-started', null],
      ]),
    )
    expect(record.items).toHaveLength(4)
    expect(await read(chief, li.id)).toMatchObject({ coins: '0', points: '0' })
    expect(await read(li, li.id)).toMatchObject({ coins: '0', doneCount: 2 })
  })

  it('is not there for others: another department, a lecturer, a colleague, another company', async () => {
    const missing = { status: 422, errorCode: 900005 }
    for (const by of [hrManager, lecturer, sun, stranger]) {
      expect(await refusal(read(by, li.id))).toMatchObject(missing)
      const saving = as(by).exportLearningRecord({ params: { memberId: li.id } })
      expect(await refusal(saving)).toMatchObject(missing)
    }
    expect((await refusal(read(undefined, li.id))).status).toBe(401)
    expect(await refusal(read(chief, uuid()))).toMatchObject(missing)
  })

  it('stays for who left, and goes with who moves to another department', async () => {
    const { changeMembers } = platform.client(identity, chief)
    const mover = await buildMember(platform.db, { companyId, organizationId: sales })
    await changeMembers({ body: { memberIds: [mover.id], enabled: false } })
    expect(await read(salesManager, mover.id)).toMatchObject({ member: { hasLeft: true } })
    await changeMembers({ body: { memberIds: [mover.id], enabled: true, organizationId: companyId } })
    expect((await refusal(read(salesManager, mover.id))).errorCode).toBe(900005)
  })

  it('is saved as a spreadsheet, and linked from the page of a team where it opens', async () => {
    const params = { memberId: li.id }
    const answer = (await as(salesManager).exportLearningRecord({ params })) as unknown as { rawPayload: Buffer }
    const rows = await readSheet(answer.rawPayload)
    expect(rows.find((row) => row[1] === '消防')?.slice(0, 5)).toEqual(['课程', '消防', '已完成', 100, 82.75])
    const followed = (by: BuiltMember) => platform.client(pushes, by).followedMember({ params })
    expect(await followed(salesManager)).toMatchObject({ mayReadRecord: true })
    await platform
      .client(identity, chief)
      .changeMembers({ body: { memberIds: [params.memberId], superiorId: lecturer.id } })
    expect(await followed(lecturer)).toMatchObject({ mayReadRecord: false })
  })
})
