import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { takeSteps } from '#modules/platform/operations/server/long-work.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { coursesTables } from '../db.ts'
import { moveWork } from './version-moves.ts'
import { differenceOf, type VersionSection } from './versions.ts'

const platform = testPlatform()
const minute = 60_000
let companyId: string
let lecturer: BuiltMember
let colleague: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  colleague = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
})

const as = (member: BuiltMember) => platform.client(courses, member)
const newLearner = () => buildMember(platform.db, { companyId })

/** A course of texts with these titles, published as version 1. */
async function newCourse(...titles: readonly string[]) {
  const calls = as(lecturer)
  const { id } = await calls.createCourse({ body: { name: '仓库安全' } })
  const params = { id }
  const edited = () => calls.editedCourse({ params })
  const chapterId = (await edited()).chapters[0]?.id ?? ''
  const revision = async () => (await edited()).revision
  const add = async (title: string) =>
    calls.createSection({
      params: { id, chapterId },
      body: { kind: 'text', title, isRequired: 1, text: `<p>${title}</p>`, revision: await revision() },
    })
  const remove = async (sectionId: string) =>
    calls.deleteSection({ params: { id, sectionId }, query: { revision: await revision() } })
  const publish = async (moveLearners?: 'nobody' | 'not-started' | 'unfinished' | 'all') =>
    calls.publishCourse({ params, body: { revision: await revision(), ...(moveLearners && { moveLearners }) } })
  const sectionIds: string[] = []
  for (const title of titles) sectionIds.push((await add(title)).id)
  await publish()
  const read = async (member: BuiltMember, sectionId: string) => {
    const { playbackId } = await as(member).startPlayback({ params: { id, sectionId }, body: {} })
    platform.now += minute
    const body = { sequence: 1, intervals: [{ from: 0, to: 1 }], activeMs: 0 }
    return as(member).heartbeat({ params: { id: playbackId }, body })
  }
  const register = async (member: BuiltMember) => as(member).registerForCourse({ params })
  const detail = (member: BuiltMember) => as(member).courseDetail({ params })
  const titlesOf = async (member: BuiltMember) =>
    (await detail(member)).chapters.flatMap(({ sections }) => sections.map(({ title }) => title))
  return {
    id,
    params,
    chapterId,
    calls,
    edited,
    revision,
    add,
    remove,
    publish,
    sectionIds,
    read,
    register,
    detail,
    titlesOf,
  }
}

describe('versions of a course', () => {
  it('[COURSE-072] a learner stays on the version they registered for; who comes later has the newest', async () => {
    const course = await newCourse('甲', '乙')
    const [early, late] = [await newLearner(), await newLearner()]
    await course.register(early)
    await course.add('丙')
    await course.publish()
    await course.register(late)
    expect(await course.titlesOf(early)).toEqual(['甲', '乙'])
    expect(await course.titlesOf(late)).toEqual(['甲', '乙', '丙'])
    expect(await course.detail(early)).toMatchObject({
      versionNumber: 1,
      newVersion: { versionNumber: 2, addedCount: 1, removedCount: 0, replacedCount: 0, changedCount: 0 },
      progress: { requiredCount: 2 },
    })
    expect(await course.detail(late)).toMatchObject({ versionNumber: 2, newVersion: null })
    const mine = await as(early).myCourses({ query: {} })
    expect(mine.items[0]).toMatchObject({ id: course.id, study: { percent: 0 } })
    const board = await as(lecturer).courseBoard({ params: { courseId: course.id }, query: {} })
    const required = new Map(board.items.map((row) => [row.member.id, row.requiredCount]))
    expect(required).toEqual(
      new Map([
        [early.id, 2],
        [late.id, 3],
      ]),
    )
  })

  it('[COURSE-057] is finished by the own version, whatever a newer one asks for; a later version takes nothing away', async () => {
    const course = await newCourse('甲', '乙')
    const learner = await newLearner()
    await course.register(learner)
    await course.read(learner, course.sectionIds[0] ?? '')
    await course.add('丙')
    await course.publish()
    const last = await course.read(learner, course.sectionIds[1] ?? '')
    expect(last).toMatchObject({ courseStatus: 2, courseJustFinished: true })
    const { finishedAt } = (await course.detail(learner)).progress
    const moved = await as(learner).moveToNewestVersion({ params: course.params, body: { versionNumber: 2 } })
    expect(moved).toMatchObject({
      status: 2,
      finished: true,
      percent: 100,
      finishedAt,
      requiredCount: 3,
      finishedCount: 2,
    })
  })

  it('shows what is new and where the learner would stand, and moves who has read about the newest', async () => {
    const course = await newCourse('甲', '乙', '丙')
    const learner = await newLearner()
    await course.register(learner)
    await course.read(learner, course.sectionIds[0] ?? '')
    await course.calls.changeSection({
      params: { id: course.id, sectionId: course.sectionIds[0] ?? '' },
      body: { title: '甲（修订）', isRequired: 1, text: '<p>改</p>', revision: await course.revision() },
    })
    await course.remove(course.sectionIds[2] ?? '')
    await course.add('丁')
    await course.publish()
    const newest = await as(learner).newestVersion({ params: course.params })
    expect(newest).toMatchObject({
      versionNumber: 2,
      ownVersionNumber: 1,
      addedCount: 1,
      removedCount: 1,
      changedCount: 1,
      reordered: false,
      changes: [
        { change: 'changed', title: '甲（修订）', titleBefore: '甲', fields: ['title', 'content'] },
        { change: 'added', title: '丁' },
        { change: 'removed', title: '丙' },
      ],
      progress: { finishedCount: 1, requiredCount: 3 },
    })
    await course.add('戊')
    await course.publish()
    const stale = as(learner).moveToNewestVersion({ params: course.params, body: { versionNumber: 2 } })
    expect(await refusal(stale)).toMatchObject({ errorCode: 40462, data: { versionNumber: 3 } })
    expect(await course.titlesOf(learner)).toEqual(['甲', '乙', '丙'])
    await as(learner).moveToNewestVersion({ params: course.params, body: { versionNumber: 3 } })
    expect(await course.titlesOf(learner)).toEqual(['甲（修订）', '乙', '丁', '戊'])
  })

  it('refuses who is not registered, may not see it, or finds it taken down', async () => {
    const course = await newCourse('甲')
    const member = await newLearner()
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db, '别家') })
    const { params } = course
    const body = { versionNumber: 1 }
    for (const [who, errorCode] of [
      [member, 40460],
      [stranger, 900005],
    ] as const) {
      expect(await refusal(as(who).newestVersion({ params }))).toMatchObject({ errorCode })
      expect(await refusal(as(who).moveToNewestVersion({ params, body }))).toMatchObject({ errorCode })
    }
    const hidden = await buildMember(platform.db, { companyId })
    await sql`update courses.course set visible_to_all = false where id = ${course.id}`.execute(
      coursesTables(platform.db),
    )
    expect(await refusal(as(hidden).newestVersion({ params }))).toMatchObject({ errorCode: 10138 })
    expect(await refusal(as(hidden).moveToNewestVersion({ params, body }))).toMatchObject({ errorCode: 10138 })
    await sql`update courses.course set visible_to_all = true where id = ${course.id}`.execute(
      coursesTables(platform.db),
    )
    await course.register(member)
    await course.calls.takeOffShelf({ params })
    expect(await refusal(as(member).newestVersion({ params }))).toMatchObject({ errorCode: 30207 })
    expect(await refusal(as(member).moveToNewestVersion({ params, body }))).toMatchObject({ errorCode: 30207 })
  })

  it('takes along the learners that the author names when it is published, and those that the author moves later', async () => {
    const course = await newCourse('甲', '乙')
    const [idle, busy, done] = [await newLearner(), await newLearner(), await newLearner()]
    for (const member of [idle, busy, done]) await course.register(member)
    await course.read(busy, course.sectionIds[0] ?? '')
    for (const sectionId of course.sectionIds) await course.read(done, sectionId)
    await course.add('丙')
    await course.publish('not-started')
    const versionOf = async (member: BuiltMember) => (await course.detail(member)).versionNumber
    const versions = async () => [await versionOf(idle), await versionOf(busy), await versionOf(done)]
    expect(await versions()).toEqual([2, 1, 1])
    const { params } = course
    const move = (who: 'not-started' | 'unfinished' | 'all', versionNumber = 2) =>
      course.calls.moveLearners({ params, body: { versionNumber, who } })
    expect(await refusal(move('all', 1))).toMatchObject({ errorCode: 40462 })
    expect(await move('not-started')).toEqual({ movedCount: 0 })
    expect(await move('unfinished')).toEqual({ movedCount: 1 })
    expect(await versions()).toEqual([2, 2, 1])
    expect(await move('all')).toEqual({ movedCount: 1 })
    await platform.runJobs()
    expect((await course.detail(done)).progress).toMatchObject({ status: 2, finished: true })
    expect(await course.calls.courseVersions({ params })).toEqual({
      recordCount: 2,
      items: [
        expect.objectContaining({
          number: 2,
          sectionCount: 3,
          learnerCount: 3,
          unfinishedCount: 2,
          notStartedCount: 1,
        }),
        expect.objectContaining({ number: 1, sectionCount: 2, learnerCount: 0 }),
      ],
    })
  })

  it('shows the author the draft and each version, and how they differ; a colleague nothing', async () => {
    const course = await newCourse('甲', '乙')
    const { params } = course
    const [first, second] = course.sectionIds
    await course.add('丙')
    await course.publish()
    await course.calls.orderCourse({
      params,
      body: {
        revision: await course.revision(),
        chapters: [{ id: course.chapterId, sectionIds: [second ?? '', first ?? '', await lastId(course)] }],
      },
    })
    const { items } = await course.calls.courseVersions({ params })
    expect(items.map(({ number }) => number)).toEqual([null, 2, 1])
    const difference = (query: { from: number; to?: number }) => course.calls.versionDifference({ params, query })
    expect(await difference({ from: 2 })).toMatchObject({ changes: [], reordered: true })
    expect(await difference({ from: 1, to: 2 })).toMatchObject({ addedCount: 1, reordered: false })
    expect(await difference({ from: 2, to: 1 })).toMatchObject({ removedCount: 1 })
    expect(await refusal(difference({ from: 9 }))).toMatchObject({ errorCode: 900005 })
    const body = { versionNumber: 2, who: 'all' as const }
    for (const [who, errorCode] of [
      [colleague, 10138],
      [
        await buildMember(platform.db, { companyId: await buildCompany(platform.db, '外'), roles: ['lecturer'] }),
        900005,
      ],
    ] as const) {
      expect(await refusal(as(who).courseVersions({ params }))).toMatchObject({ errorCode })
      expect(await refusal(as(who).versionDifference({ params, query: { from: 1 } }))).toMatchObject({ errorCode })
      expect(await refusal(as(who).moveLearners({ params, body }))).toMatchObject({ errorCode })
    }
  })

  it('a course that changes while 1,000 learn it: all stay, nothing is lost, and one call moves them', async () => {
    const course = await newCourse('甲', '乙')
    const [first, second] = course.sectionIds
    await sql`
      insert into courses.registration (member_id, course_id, company_id, version_id, status, registered_at, started_at,
        touched_at)
      select gen_random_uuid(), c.id, c.company_id, c.published_version_id, 1, 1, 1, 1
      from courses.course c, generate_series(1, 1000) where c.id = ${course.id}`.execute(coursesTables(platform.db))
    await sql`
      insert into courses.section_progress (member_id, course_id, section_id, company_id, kind, status, watched, covered,
        unit_count, needed, started_at, studied_at, finished_at, credited_until)
      select r.member_id, r.course_id, ${first}::uuid, r.company_id, 'text', 2, '{[0,1)}', 1, 1, 1, 1, 1, 1, 1
      from courses.registration r where r.course_id = ${course.id}`.execute(coursesTables(platform.db))
    const [watching, behind] = [await newLearner(), await newLearner()]
    for (const member of [watching, behind]) await course.register(member)
    const { playbackId } = await as(watching).startPlayback({
      params: { id: course.id, sectionId: first ?? '' },
      body: {},
    })
    await course.remove(second ?? '')
    await course.publish()
    platform.now += minute
    const heartbeat = { sequence: 1, intervals: [{ from: 0, to: 1 }], activeMs: 0 }
    const kept = await as(watching).heartbeat({ params: { id: playbackId }, body: heartbeat })
    expect(kept).toMatchObject({ progress: { finished: true }, courseStatus: 1 })
    const statuses = async () => {
      const { rows } = await sql<{ status: number; count: number }>`
        select status, count(*)::int as count from courses.registration where course_id = ${course.id}
        group by status order by status`.execute(coursesTables(platform.db))
      return rows
    }
    expect(await statuses()).toEqual([
      { status: 0, count: 1 },
      { status: 1, count: 1001 },
    ])
    const moved = await course.calls.moveLearners({ params: course.params, body: { versionNumber: 2, who: 'all' } })
    expect(moved).toEqual({ movedCount: 1002 })
    const tasks = platform.client(operations, lecturer)
    const task = async () => (await tasks.listTasks({ query: { kind: 'course-version-move' } })).items[0]
    const id = (await task())?.id ?? ''
    // The process ends after the first step; the next one goes on behind its last learner.
    await takeSteps(platform, moveWork.job, id, 1)
    expect(await task()).toMatchObject({ done: 500, total: 1001 })
    expect(await statuses()).toEqual([
      { status: 0, count: 1 },
      { status: 1, count: 501 },
      { status: 2, count: 500 },
    ])
    await takeSteps(platform, moveWork.job, id, 9)
    expect(await task()).toMatchObject({ state: 'done' })
    expect(await statuses()).toEqual([
      { status: 0, count: 1 },
      { status: 2, count: 1001 },
    ])
  })
})

async function lastId(course: { edited: () => Promise<{ chapters: { sections: { id: string }[] }[] }> }) {
  return (await course.edited()).chapters[0]?.sections.at(-1)?.id ?? ''
}

describe('how two outlines differ', () => {
  const section = (id: string, input: Partial<VersionSection> = {}): VersionSection => ({
    id,
    chapter_id: 'one',
    chapter_title: '第一章',
    title: id,
    kind: 'video',
    required: true,
    needs_review: false,
    review: '',
    free_preview: false,
    content: id,
    ...input,
  })

  it('knows another file under the same name as a replacement, once', () => {
    const before = [section('a', { title: '视频' }), section('b', { title: '视频' })]
    const after = [section('c', { title: '视频' }), section('d', { title: '视频' }), section('e', { title: '视频' })]
    const { changes, replacedCount, addedCount, removedCount } = differenceOf(before, after)
    expect(changes.map(({ change }) => change)).toEqual(['replaced', 'replaced', 'added'])
    expect({ replacedCount, addedCount, removedCount }).toEqual({ replacedCount: 2, addedCount: 1, removedCount: 0 })
  })

  it('names each field that changed, and none where nothing did', () => {
    expect(differenceOf([section('a')], [section('a')]).changes).toEqual([])
    const other = { required: false, chapter_id: 'two', needs_review: true, content: 'x', title: 'y' }
    const [change] = differenceOf([section('a')], [section('a', other)]).changes
    expect(change?.fields).toEqual(['title', 'content', 'required', 'review', 'chapter'])
  })
})

it('a section with another file is a replacement to whoever compares', async () => {
  const calls = as(lecturer)
  const { id } = await calls.createCourse({ body: { name: '换文件' } })
  const chapterId = (await calls.editedCourse({ params: { id } })).chapters[0]?.id ?? ''
  const file = () => buildFile(platform.db, { companyId, ownerId: lecturer.id, durationMs: minute })
  const body = { kind: 'video', title: '视频', isRequired: 1, fileId: (await file()).id, revision: 0 } as const
  const section = await calls.createSection({ params: { id, chapterId }, body })
  await calls.publishCourse({ params: { id }, body: { revision: section.revision } })
  const { revision } = await calls.editedCourse({ params: { id } })
  await calls.changeSection({
    params: { id, sectionId: section.id },
    body: { title: '视频', isRequired: 1, fileId: (await file()).id, revision },
  })
  expect(await calls.versionDifference({ params: { id }, query: { from: 1 } })).toMatchObject({
    replacedCount: 1,
    addedCount: 0,
    removedCount: 0,
    changes: [{ change: 'replaced', title: '视频' }],
  })
})
