import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { announceFinished } from '#modules/content/study/server.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { finishActivity } from '#modules/learning/courses/server.ts'
import { packageOutcome } from '#modules/learning/packages/server.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { type BuiltCourse, buildCourse, type SectionInput } from '../courses.fixture.ts'
import { coursesTables } from '../db.ts'
import { circleFrom } from './prerequisites.ts'

const platform = testPlatform()
const minute = 60_000
const someId = '01910000-0000-7000-8000-00000000abcd'
let companyId: string
let lecturer: BuiltMember
let colleague: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  colleague = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  stranger = await buildMember(platform.db, {
    companyId: await buildCompany(platform.db, '另一家'),
    roles: ['lecturer'],
  })
})

const as = (member: BuiltMember) => platform.client(courses, member)
const newLearner = () => buildMember(platform.db, { companyId })
const publish = (name: string, ...sections: SectionInput[]) =>
  buildCourse(platform.db, { author: lecturer, name, chapters: [{ sections: sections.length > 0 ? sections : [{}] }] })

async function change(course: BuiltCourse, input: object) {
  const params = { id: course.id }
  const { revision } = await as(lecturer).editedCourse({ params })
  return as(lecturer).changeCourse({ params, body: { ...input, revision } })
}

async function read(member: BuiltMember, course: BuiltCourse, index = 0) {
  const params = { id: course.id, sectionId: course.sections[index]?.id ?? '' }
  const { playbackId } = await as(member).startPlayback({ params, body: {} })
  platform.now += minute
  const body = { sequence: 1, intervals: [{ from: 0, to: 1 }], activeMs: 0 }
  return as(member).heartbeat({ params: { id: playbackId }, body })
}

describe('settings of a course', () => {
  it('says to learners what holds while they study, and the completion awards', async () => {
    const course = await publish('消防')
    const templateId = await buildTemplate(platform.db, { author: lecturer, name: '消防证书' })
    const finish = { classHourHundredths: 150, creditHundredths: 200, certificateTemplateId: templateId }
    await change(course, { noForwardSeeking: true, presenceCheckMinutes: 10, ...finish })
    const learner = await newLearner()
    const detail = () => as(learner).courseDetail({ params: { id: course.id } })
    expect(await detail()).toMatchObject({
      settings: { noForwardSeeking: true, presenceCheckMinutes: 10 },
      finishGives: { classHourHundredths: 150, creditHundredths: 200, certificate: { templateId, name: '消防证书' } },
    })
    await change(course, { creditHundredths: 0, certificateTemplateId: null })
    expect(await detail()).toMatchObject({
      settings: { noForwardSeeking: true },
      finishGives: { classHourHundredths: 150, creditHundredths: 0, certificate: null },
    })
    expect(await as(lecturer).editedCourse({ params: { id: course.id } })).toMatchObject({
      presenceCheckMinutes: 10,
      classHourHundredths: 150,
      certificate: null,
    })
    expect(await refusal(change(course, { certificateTemplateId: someId }))).toMatchObject({ errorCode: 380201 })
    expect(await refusal(change(course, { presenceCheckMinutes: 61 }))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(change(course, { creditHundredths: -1 }))).toMatchObject({ errorCode: 900001 })
  })
})

describe('prerequisites', () => {
  it('closes a course to who has not finished what comes first; who has started goes on', async () => {
    const [first, second] = [
      await publish('基础'),
      await publish('提高', { needsReview: true }, { kind: 'package' }, {}),
    ]
    const [started, learner] = [await newLearner(), await newLearner()]
    const params = { id: second.id }
    for (const member of [started, learner]) await as(member).registerForCourse({ params })
    await read(started, second, 2)
    await change(second, { prerequisiteIds: [first.id] })
    const seen = await as(learner).courseDetail({ params })
    expect(seen).toMatchObject({
      canStudy: false,
      closedBecause: 'prerequisites',
      prerequisites: [{ id: first.id, name: '基础', finished: false }],
    })
    const [proofPlace, packagePlace] = [0, 1].map((index) => ({
      ...params,
      sectionId: second.sections[index]?.id ?? '',
    }))
    const missing = { errorCode: 40463, data: { courses: [{ id: first.id, name: '基础' }] } }
    expect(await refusal(read(learner, second))).toMatchObject(missing)
    const body = { text: '好', fileIds: [] }
    expect(
      await refusal(as(learner).handInProof({ params: proofPlace ?? { ...params, sectionId: '' }, body })),
    ).toMatchObject(missing)
    const launch = as(learner).launchSection({ params: packagePlace ?? { ...params, sectionId: '' }, query: {} })
    expect(await refusal(launch)).toMatchObject(missing)
    const place = { courseId: second.id, sectionId: second.sections[2]?.id ?? '' }
    expect(await refusal(as(learner).urlProgress({ body: place }))).toMatchObject(missing)
    expect(await as(started).courseDetail({ params })).toMatchObject({ canStudy: true, closedBecause: null })
    await as(learner).registerForCourse({ params: { id: first.id } })
    await read(learner, first)
    expect(await as(learner).courseDetail({ params })).toMatchObject({
      canStudy: true,
      prerequisites: [{ finished: true }],
    })
    expect(await read(learner, second, 2)).toMatchObject({ progress: { finished: true } })
  })

  it('one that was taken off the shelf holds up nobody', async () => {
    const [first, second] = [await publish('旧课'), await publish('新课')]
    await change(second, { prerequisiteIds: [first.id] })
    const learner = await newLearner()
    await as(learner).registerForCourse({ params: { id: second.id } })
    await as(lecturer).takeOffShelf({ params: { id: first.id } })
    expect(await as(learner).courseDetail({ params: { id: second.id } })).toMatchObject({
      canStudy: true,
      prerequisites: [],
    })
    const { prerequisites } = await as(lecturer).editedCourse({ params: { id: second.id } })
    expect(prerequisites).toEqual([{ id: first.id, name: '旧课' }])
  })

  it('refuses a circle, near or far, and offers none', async () => {
    const [one, two, three] = [await publish('环一'), await publish('环二'), await publish('环三')]
    expect(await refusal(change(one, { prerequisiteIds: [one.id] }))).toMatchObject({
      errorCode: 40464,
      data: { path: ['环一', '环一'] },
    })
    await change(two, { prerequisiteIds: [one.id] })
    await change(three, { prerequisiteIds: [two.id] })
    expect(await refusal(change(one, { prerequisiteIds: [three.id] }))).toMatchObject({
      errorCode: 40464,
      data: { path: ['环一', '环三', '环二', '环一'] },
    })
    const offered = await as(lecturer).searchPrerequisites({ params: { id: one.id }, query: { search: '环' } })
    expect(offered.items).toEqual([])
    const forThree = await as(lecturer).searchPrerequisites({ params: { id: three.id }, query: { search: '环' } })
    expect(forThree.items.map(({ name }) => name).sort()).toEqual(['环一', '环二'])
    const answers = [colleague, stranger].map((who) =>
      as(who).searchPrerequisites({ params: { id: one.id }, query: {} }),
    )
    const refused = await Promise.all(answers.map(refusal))
    expect(refused.map(({ errorCode }) => errorCode)).toEqual([10138, 900005])
  })

  it('refuses what the author can not see, and more than ten', async () => {
    const course = await publish('课程')
    const hidden = await buildCourse(platform.db, { author: colleague, status: 'draft' })
    const foreign = await buildCourse(platform.db, { author: stranger })
    for (const id of [hidden.id, foreign.id, someId]) {
      expect(await refusal(change(course, { prerequisiteIds: [id] }))).toMatchObject({ errorCode: 900005 })
    }
    const many = Array.from({ length: 11 }, (_, index) => `01910000-0000-7000-8000-0000000000${index + 10}`)
    expect(await refusal(change(course, { prerequisiteIds: many }))).toMatchObject({ errorCode: 900001 })
  })

  it('finds the shortest way round', () => {
    const needs = new Map([
      ['a', ['b', 'c']],
      ['b', ['c']],
      ['c', ['d']],
      ['d', ['a', 'e']],
    ])
    expect(circleFrom('a', needs)).toEqual(['a', 'c', 'd', 'a'])
    expect(circleFrom('e', needs)).toBeUndefined()
  })
})

/** A package in that state, of an archive of its own. */
async function newPackage(state: 'preparing' | 'ready' | 'failed', owner = lecturer): Promise<string> {
  const file = await buildFile(platform.db, {
    companyId,
    ownerId: owner.id,
    contentType: 'application/zip',
    name: 'a.zip',
  })
  const { rows } = await sql<{ id: string }>`
    insert into packages.package (id, company_id, file_id, kind, state, title, content_key, created_by, created_at,
      prepared_at)
    values (gen_random_uuid(), ${companyId}, ${file.id}, 'scorm-1.2', ${state}, '叉车安全', 'key', ${owner.id}, 1, 1)
    returning id`.execute(coursesTables(platform.db))
  return rows[0]?.id ?? ''
}

describe('packages as sections', () => {
  it('takes a package of the author’s own, shows how far it is, and publishes it when it is ready', async () => {
    const draft = await buildCourse(platform.db, { author: lecturer, status: 'draft', chapters: [{ sections: [{}] }] })
    const params = { id: draft.id, chapterId: draft.chapterIds[0] ?? '' }
    const add = async (packageId: string | undefined) => {
      const { revision } = await as(lecturer).editedCourse({ params })
      const section = { kind: 'package', title: '叉车', isRequired: 1, revision } as const
      return as(lecturer).createSection({ params, body: { ...section, ...(packageId && { packageId }) } })
    }
    expect(await refusal(add(undefined))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(add(someId))).toMatchObject({ errorCode: 40470, data: { reason: 'missing' } })
    const foreign = await newPackage('ready', colleague)
    expect(await refusal(add(foreign))).toMatchObject({ errorCode: 40470, data: { reason: 'missing' } })
    expect(await refusal(add(await newPackage('failed')))).toMatchObject({
      errorCode: 40470,
      data: { reason: 'failed' },
    })
    const packageId = await newPackage('preparing')
    const section = await add(packageId)
    const sectionIds = { id: draft.id, sectionId: section.id }
    expect(await as(lecturer).authoredSection({ params: sectionIds })).toMatchObject({ packageId, unit: 'percent' })
    expect(await as(lecturer).previewSection({ params: sectionIds })).toMatchObject({
      kind: 'package',
      package: { id: packageId, state: 'preparing' },
    })
    expect(await refusal(as(lecturer).previewLaunch({ params: sectionIds }))).toMatchObject({ errorCode: 380301 })
    const { revision } = await as(lecturer).editedCourse({ params })
    const publishing = () => as(lecturer).publishCourse({ params, body: { revision } })
    expect(await refusal(publishing())).toMatchObject({
      errorCode: 40470,
      data: { reason: 'preparing', title: '叉车' },
    })
    await sql`update packages.package set state = 'ready' where id = ${packageId}`.execute(coursesTables(platform.db))
    expect(await as(lecturer).previewLaunch({ params: sectionIds })).toEqual({ launchUrl: expect.any(String) })
    expect(await publishing()).toMatchObject({ versionNumber: 1 })
    const other = await newPackage('failed')
    const { revision: newest } = await as(lecturer).editedCourse({ params })
    const body = { title: '叉车', isRequired: 1 as const, packageId: other, revision: newest }
    expect(await refusal(as(lecturer).changeSection({ params: sectionIds, body }))).toMatchObject({ errorCode: 40470 })
  })

  it('is launched by who may study it, and nothing else is', async () => {
    const [ready, preparing] = [await newPackage('ready'), await newPackage('preparing')]
    const sections: SectionInput[] = [
      { kind: 'package', packageId: ready },
      { kind: 'package', packageId: preparing },
      {},
    ]
    const course = await publish('叉车安全', ...sections)
    const learner = await newLearner()
    const place = (index: number) => ({ id: course.id, sectionId: course.sections[index]?.id ?? '' })
    const launch = (who: BuiltMember, index = 0) => as(who).launchSection({ params: place(index), query: {} })
    expect(await refusal(launch(learner))).toMatchObject({ errorCode: 40460 })
    expect(await refusal(launch(stranger))).toMatchObject({ errorCode: 900005 })
    await as(learner).registerForCourse({ params: { id: course.id } })
    expect(await launch(learner)).toEqual({ launchUrl: expect.any(String) })
    expect(await refusal(launch(learner, 1))).toMatchObject({ errorCode: 380301 })
    expect(await refusal(launch(learner, 2))).toMatchObject({ errorCode: 40458 })
    const preview = (who: BuiltMember, index = 2) => as(who).previewLaunch({ params: place(index) })
    const answers = await Promise.all([preview(lecturer), preview(colleague), preview(stranger)].map(refusal))
    expect(answers.map(({ errorCode }) => errorCode)).toEqual([40458, 10138, 900005])
    await sql`update courses.course set publish_client = 2 where id = ${course.id}`.execute(coursesTables(platform.db))
    expect(await refusal(launch(learner))).toMatchObject({ errorCode: 40454 })
    await sql`update courses.course set publish_client = 0, visible_to_all = false where id = ${course.id}`.execute(
      coursesTables(platform.db),
    )
    expect(await refusal(launch(learner))).toMatchObject({ errorCode: 10138 })
    await sql`update courses.course set visible_to_all = true where id = ${course.id}`.execute(
      coursesTables(platform.db),
    )
    await as(lecturer).takeOffShelf({ params: { id: course.id } })
    expect(await refusal(launch(learner))).toMatchObject({ errorCode: 30207 })
  })

  it('counts what the package says while the course is on the shelf, never less than before, and no heartbeat counts for it', async () => {
    const packageId = await newPackage('ready')
    const course = await publish('叉车安全', { kind: 'package', packageId })
    const learner = await newLearner()
    await as(learner).registerForCourse({ params: { id: course.id } })
    const forged = await read(learner, course)
    expect(forged.progress).toMatchObject({ finished: false, percent: 0 })
    const registrationKey = { courseId: course.id, sectionId: course.sections[0]?.id ?? '' }
    const notify = async (progressPercent: number, completed = false, ofPackage = packageId) => {
      const outcome = {
        companyId,
        memberId: learner.id,
        packageId: ofPackage,
        registrationKey,
        completed,
        progressPercent,
      }
      const all = { ...outcome, passed: null, scorePercent: null, totalSeconds: 60, waitsMs: null, now: platform.now }
      for (const listener of packageOutcome.all()) await listener.outcome(platform.db, all)
      const { progress, chapters } = await as(learner).courseDetail({ params: { id: course.id } })
      return { course: progress.status, ...chapters[0]?.sections[0]?.progress }
    }
    const reasons = [{ code: 'finish-package', watchedPercent: 40 }]
    expect(await notify(40)).toMatchObject({ course: 1, percent: 40, finished: false, reasons })
    expect(await notify(20)).toMatchObject({ percent: 40 })
    expect(await notify(100, true, await newPackage('ready'))).toMatchObject({ percent: 40, finished: false })
    const isWithdrawn = async () => {
      const answers = packageOutcome
        .all()
        .map(async (one) => one.isWithdrawn?.(platform.db, { companyId, ...registrationKey }))
      return (await Promise.all(answers)).includes(true)
    }
    expect(await isWithdrawn()).toBe(false)
    await as(lecturer).takeOffShelf({ params: { id: course.id } })
    expect(await isWithdrawn()).toBe(true)
    expect(await notify(70)).toMatchObject({ percent: 40 })
    expect(await notify(100, true)).toMatchObject({ course: 1, percent: 40, finished: false })
    const { revision } = await as(lecturer).editedCourse({ params: { id: course.id } })
    await as(lecturer).publishCourse({ params: { id: course.id }, body: { revision } })
    expect(await notify(100, true)).toMatchObject({ course: 2, percent: 100, finished: true })
    expect(await notify(10)).toMatchObject({ course: 2, finished: true })
  })
})

describe('activities of other modules as sections', () => {
  it('offers and takes only kinds that a module has, and items that are there', async () => {
    const draft = await buildCourse(platform.db, { author: lecturer, status: 'draft' })
    const params = { id: draft.id, chapterId: draft.chapterIds[0] ?? '' }
    const { sectionKinds, activityTypes } = await as(lecturer).editedCourse({ params })
    expect(sectionKinds).toEqual(expect.arrayContaining(['video', 'package', 'live']))
    expect(activityTypes).toEqual([
      { kind: 'exam', businessTypes: [3] },
      { kind: 'survey', businessTypes: [4] },
      { kind: 'live', businessTypes: [5, 15] },
    ])
    const add = (kind: 'exam' | 'live', activityId?: string) =>
      as(lecturer).createSection({
        params,
        body: { kind, title: '直播', isRequired: 1, revision: 0, ...(activityId && { activityId }) },
      })
    for (const kind of ['exam', 'live'] as const) {
      const isOffered = sectionKinds.includes(kind)
      if (isOffered) expect(await refusal(add(kind))).toMatchObject({ errorCode: 900001 })
      expect(await refusal(add(kind, someId))).toMatchObject({ errorCode: 40471, data: { kind } })
    }
  })

  it('takes what stands there already, and nothing that is not there in its place', async () => {
    const section = { kind: 'live' as const, title: '开场', activityId: someId }
    const draft = await buildCourse(platform.db, {
      author: lecturer,
      status: 'draft',
      chapters: [{ sections: [section] }],
    })
    const params = { id: draft.id, sectionId: draft.sections[0]?.id ?? '' }
    const change = { title: '开场直播', isRequired: 1 as const, activityId: someId, revision: 0 }
    const { id, revision } = await as(lecturer).changeSection({ params, body: change })
    expect(await as(lecturer).authoredSection({ params: { ...params, sectionId: id } })).toMatchObject({
      title: '开场直播',
      activity: { id: someId, isAvailable: false },
    })
    const other = { ...change, activityId: draft.id, revision }
    expect(await refusal(as(lecturer).changeSection({ params, body: other }))).toMatchObject({ errorCode: 40471 })
  })

  it('is finished when its module says so, in every course of the member, once; by proof where that is asked for', async () => {
    const course = await publish(
      '直播课',
      { kind: 'live', activityId: someId },
      { kind: 'live', activityId: someId, needsReview: true },
    )
    const [learner, other] = [await newLearner(), await newLearner()]
    await as(learner).registerForCourse({ params: { id: course.id } })
    const statuses = async () => {
      const { chapters, progress } = await as(learner).courseDetail({ params: { id: course.id } })
      return [progress.status, ...(chapters[0]?.sections.map((section) => section.progress.status) ?? [])]
    }
    expect(await statuses()).toEqual([0, 0, 0])
    const study = { companyId, businessType: 5, businessId: someId, name: '直播', finishedAt: platform.now }
    await announceFinished(platform.db, { ...study, memberId: other.id })
    expect(await statuses()).toEqual([0, 0, 0])
    await announceFinished(platform.db, { ...study, memberId: learner.id })
    await announceFinished(platform.db, { ...study, memberId: learner.id })
    expect(await statuses()).toEqual([1, 2, 0])
    const board = await as(lecturer).courseBoard({ params: { courseId: course.id }, query: {} })
    expect(board.items).toMatchObject([{ finishedCount: 1, requiredCount: 2 }])
  })

  it('what a module finishes by the door finishes the course, and says why before', async () => {
    const course = await publish('考试课', { kind: 'exam', activityId: someId })
    const learner = await newLearner()
    await as(learner).registerForCourse({ params: { id: course.id } })
    const params = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
    expect(await as(learner).startPlayback({ params, body: {} })).toMatchObject({
      kind: 'exam',
      activity: { id: someId, launchPath: null },
      progress: { finished: false, reasons: [{ code: 'take-exam' }] },
    })
    const section = { companyId, memberId: learner.id, courseId: course.id, sectionId: params.sectionId }
    await finishActivity(platform.db, { ...section, finishedAt: platform.now })
    await finishActivity(platform.db, { ...section, sectionId: someId, finishedAt: platform.now })
    const { progress } = await as(learner).courseDetail({ params: { id: course.id } })
    expect(progress).toMatchObject({ status: 2, finished: true, finishedAt: platform.now })
    // What is finished while the course is off the shelf counts nowhere in it.
    const later = await newLearner()
    await as(later).registerForCourse({ params: { id: course.id } })
    await as(lecturer).takeOffShelf({ params: { id: course.id } })
    await finishActivity(platform.db, { ...section, memberId: later.id, finishedAt: platform.now })
    const detail = await as(later).courseDetail({ params: { id: course.id } })
    expect(detail.progress).toMatchObject({ status: 0, finished: false })
  })
})
