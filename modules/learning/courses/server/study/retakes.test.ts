import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { study } from '#modules/content/study/contract.ts'
import { findStudyKind } from '#modules/content/study/server.ts'
import { submissions } from '#modules/content/submissions/contract.ts'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { packageOutcome } from '#modules/learning/packages/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { serverModules } from '#server/modules.ts'
import { personalData } from '#server/personal-data.ts'
import { stayOnOneDay } from '#test/company-days.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import type { BuiltCourse, SectionInput } from '../courses.fixture.ts'
import { coursesTables } from '../db.ts'
import { studySteps } from '../study.fixture.ts'

const second = 1000
const minute = 60 * second
const dayMs = 86_400_000
const platform = testPlatform()
/** Years pass in these tests; whoever is signed in stays so. */
const lasting = Date.now() + 20 * 365 * dayMs
let [began, companyId] = [0, '']
let lecturer: BuiltMember

beforeAll(async () => {
  began = platform.now
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['super-admin', 'lecturer'], now: lasting })
})

beforeEach(() => {
  platform.now = began
})

const { publish, studying, videoSection } = studySteps(platform, () => lecturer)
const newLearner = () => buildMember(platform.db, { companyId, now: lasting })
const newStudying = async (course: BuiltCourse) => studying(course, await newLearner())
type Learner = Awaited<ReturnType<typeof newStudying>>

/** Reads the text of a section as long as it takes. */
async function read({ start, calls }: Learner, index = 0) {
  const { playbackId } = await start(index)
  platform.now += 2 * minute
  return calls.heartbeat({
    params: { id: playbackId },
    body: { sequence: 1, intervals: [{ from: 0, to: 1 }], activeMs: minute },
  })
}

interface ReopenInput {
  readonly roundId?: string
  readonly dueAt?: number | null
  readonly company?: string
}

/** Opens the course once more, as retraining does. */
async function reopen(course: BuiltCourse, member: BuiltMember, input: ReopenInput = {}): Promise<string> {
  const { roundId = uuid(), dueAt = platform.now + 30 * dayMs, company = companyId } = input
  await platform.root.transaction().execute(async (transaction) => {
    const rounds = [{ roundId, memberId: member.id, dueAt }]
    await findStudyKind(1)?.reopen?.(transaction as unknown as Connection, company, course.id, rounds, platform.now)
  })
  return roundId
}

const ofState = async ({ calls }: Learner, state: 'learning' | 'done') =>
  (await calls.myCourses({ query: { state } })).items

async function stateOf(course: BuiltCourse, member: BuiltMember) {
  const [state] = (await findStudyKind(1)?.states(platform.db, companyId, [member.id], [course.id])) ?? []
  return state
}

const roundsOf = (course: BuiltCourse) =>
  coursesTables(platform.db).selectFrom('courses.round').selectAll().where('course_id', '=', course.id).execute()

async function lookForCertificates() {
  const look = serverModules.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'certificates.retraining')
  if (!look) throw new Error('nobody looks for certificates that end')
  await enqueue(platform.db, look, {})
  await platform.runJobs()
}

describe('a course that is studied once more', () => {
  it('renews the certificate that it earned, with class hours once more; what was earned stays throughout', async () => {
    const course = await publish({}, {})
    const templateId = await buildTemplate(platform.db, { author: lecturer, renewalDays: 60, name: '复训证书' })
    const params = { id: course.id }
    const finish = { classHourHundredths: 150, certificateTemplateId: templateId }
    const { revision } = await platform.client(courses, lecturer).editedCourse({ params })
    await platform.client(courses, lecturer).changeCourse({ params, body: { ...finish, revision } })
    const learner = await newStudying(course)
    await read(learner)
    expect(await read(learner, 1)).toMatchObject({ courseJustFinished: true, courseStatus: 2 })
    const finishedAt = platform.now
    await platform.runJobs()
    const mine = async () => (await platform.client(certificates, learner.member).myCertificates()).items
    const [earned] = await mine()
    const hours = async () =>
      (await platform.client(study, learner.member).creditRecords({ query: { type: 1 } })).items.map(
        ({ score }) => score,
      )
    expect(await hours()).toEqual(['150'])
    const endsAt = earned?.expiresAt ?? 0

    platform.now = endsAt - 60 * dayMs
    await lookForCertificates()
    await lookForCertificates()
    expect(await roundsOf(course)).toMatchObject([{ round_id: earned?.id, due_at: endsAt, finished_at: null }])
    const opened = await learner.detail()
    expect(opened).toMatchObject({
      retraining: { openedAt: platform.now, dueAt: endsAt, percent: 0, finishedCount: 0, requiredCount: 2 },
      progress: { status: 2, percent: 100, finished: true, finishedAt, lastSectionId: null, studySeconds: 120 },
      canStudy: true,
    })

    expect(await read(learner)).toMatchObject({ courseJustFinished: false, courseStatus: 2 })
    expect(await learner.detail()).toMatchObject({
      retraining: { percent: 50, finishedCount: 1 },
      progress: { studySeconds: 180 },
    })
    expect(await stateOf(course, learner.member)).toMatchObject({ isFinished: true, percent: 100, finishedAt })
    expect(await mine()).toMatchObject([{ id: earned?.id, validity: 'expiring' }])
    expect(await read(learner, 1)).toMatchObject({ courseJustFinished: true, courseStatus: 2 })
    const again = platform.now
    await platform.runJobs()
    expect(await mine()).toMatchObject([{ origin: 'renewed', validity: 'valid' }])
    expect(await hours()).toEqual(['150', '150'])
    expect(await learner.detail()).toMatchObject({ retraining: null, progress: { finishedAt, studySeconds: 240 } })
    expect(await roundsOf(course)).toMatchObject([{ finished_at: again, earned_ms: 2 * minute }])
    expect(await read(learner)).toMatchObject({ courseJustFinished: false })
    await platform.runJobs()
    expect(await hours()).toHaveLength(2)
  })

  it('stands among what is learned, with how far it is, and still among what is done', async () => {
    const [course, other] = [await publish({}, {}), await publish({}, {})]
    const learner = await newStudying(course)
    await read(learner)
    await read(learner, 1)
    platform.now += minute
    await read(await studying(other, learner.member))
    const home = await learner.calls.studyHome()
    expect(home).toMatchObject({ learningCount: 1, doneCount: 1 })
    platform.now += 300 * dayMs
    const dueAt = platform.now + dayMs
    await reopen(course, learner.member, { dueAt })
    await read(learner)
    const round = { dueAt, percent: 50, finishedCount: 1, requiredCount: 2 }
    const shown = { id: course.id, study: { status: 2, percent: 100 }, retraining: round }
    expect(await ofState(learner, 'learning')).toMatchObject([shown, { id: other.id, retraining: null }])
    expect(await ofState(learner, 'done')).toMatchObject([shown])
    expect(await learner.calls.studyHome()).toMatchObject({ learningCount: 2, doneCount: 1 })
    const open = await findStudyKind(1)?.open?.(platform.db, companyId, learner.member.id, 5)
    expect(open).toMatchObject([
      { id: course.id, percent: 50 },
      { id: other.id, percent: 50 },
    ])
    const board = await platform.client(courses, lecturer).courseBoardSummary({ params: { courseId: course.id } })
    expect(board).toMatchObject({ learnerCount: 1, doneCount: 1 })
  })

  it('is opened once however often it is asked for, and never twice at a time', async () => {
    const course = await publish({})
    const learner = await newStudying(course)
    await read(learner)
    const roundId = await reopen(course, learner.member)
    await read(learner)
    const [finished] = await roundsOf(course)
    await reopen(course, learner.member, { roundId })
    expect(await roundsOf(course)).toEqual([finished])
    expect(await learner.detail()).toMatchObject({ retraining: null })
    const next = await reopen(course, learner.member)
    await reopen(course, learner.member)
    await reopen(course, learner.member, { roundId: next })
    expect((await roundsOf(course)).map((row) => row.round_id).sort()).toEqual([roundId, next].sort())
  })

  it('is none for who has not finished it, has given it up, or is of another company, nor of what is off the shelf', async () => {
    const course = await publish({}, {})
    const [started, gone, done] = [await newStudying(course), await newStudying(course), await newStudying(course)]
    await read(started)
    await read(gone)
    await gone.calls.abandonCourse({ params: { id: course.id } })
    await read(done)
    await read(done, 1)
    const elsewhere = await buildCompany(platform.db, '另一家')
    for (const { member } of [started, gone]) await reopen(course, member)
    await reopen(course, await newLearner())
    await reopen(course, await buildMember(platform.db, { companyId: elsewhere, now: lasting }))
    await reopen(course, done.member, { company: elsewhere })
    await platform.client(courses, lecturer).takeOffShelf({ params: { id: course.id } })
    await reopen(course, done.member)
    expect(await roundsOf(course)).toEqual([])
    for (const learner of [started, gone]) expect((await learner.detail()).progress.finishedCount).toBe(1)
  })

  it('opens for who was marked done, and what nobody had studied is no loss', async () => {
    const course = await publish({})
    const learner = await newStudying(course)
    const params = { courseId: course.id, memberId: learner.member.id }
    await platform.client(courses, lecturer).markCourseDone({ params, body: { reason: '已有证书' } })
    await reopen(course, learner.member, { dueAt: null })
    expect(await learner.detail()).toMatchObject({
      retraining: { dueAt: null, requiredCount: 1 },
      progress: { status: 4 },
    })
    expect(await read(learner)).toMatchObject({ courseStatus: 4, courseJustFinished: true })
  })
})

describe('a round', () => {
  it('ends the playback that runs: its later heartbeats are refused, and its time is not credited once more', async () => {
    stayOnOneDay(platform)
    const course = await publish(await videoSection(minute), await videoSection(10 * minute, { required: false }))
    const learner = await newStudying(course)
    const first = await learner.start()
    platform.now += minute
    await learner.heartbeat(first.playbackId, 1, 0, minute)
    const running = await learner.start(1)
    platform.now += minute
    await learner.heartbeat(running.playbackId, 1, 0, minute)
    await reopen(course, learner.member)
    expect(await refusal(learner.heartbeat(running.playbackId, 2, minute, minute + 1))).toMatchObject({
      errorCode: 40450,
    })
    const again = await learner.start(1)
    expect(again).toMatchObject({ resumePosition: 0, watched: [], progress: { finished: false, percent: 0 } })
    // No head start beside that of the member's first playback: the wall clock has not moved.
    expect(await refusal(learner.heartbeat(again.playbackId, 1, 0, second))).toMatchObject({ errorCode: 40451 })
    platform.now += second
    expect(await learner.heartbeat(again.playbackId, 1, 0, second)).toMatchObject({ progress: { watchedPercent: 0 } })
    const [round] = await roundsOf(course)
    const earned = round?.earned as { sectionId: string; covered: number; finishedAt: number | null }[]
    expect(earned).toMatchObject([
      { sectionId: course.sections[0]?.id, covered: minute, watched: '{[0,60000)}', status: 2 },
      { sectionId: course.sections[1]?.id, covered: minute, finishedAt: null },
    ])
    expect((await learner.calls.studyTimeRecords({ query: {} })).items).toMatchObject([{ seconds: 121 }])
  })

  it('may be moved through freely, where the first time was not', async () => {
    const course = await publish(await videoSection(10 * minute))
    await coursesTables(platform.db)
      .updateTable('courses.course')
      .set({ no_forward_seeking: true })
      .where('id', '=', course.id)
      .execute()
    const learner = await newStudying(course)
    const first = await learner.start()
    platform.now += minute
    const refused = await learner.heartbeat(first.playbackId, 1, 5 * minute, 6 * minute)
    expect(refused.progress).toMatchObject({ watchedPercent: 0, position: 0 })
    platform.now += 10 * minute
    await learner.heartbeat(first.playbackId, 2, 0, 10 * minute)
    await reopen(course, learner.member)
    const again = await learner.start()
    platform.now += minute
    const free = await learner.heartbeat(again.playbackId, 1, 5 * minute, 6 * minute)
    expect(free.progress).toMatchObject({ watchedPercent: 10, position: 6 * minute })
  })

  it('is of the newest version, and is settled when its learners are moved to one that asks for less', async () => {
    const course = await publish({}, {})
    const learner = await newStudying(course)
    await read(learner)
    await read(learner, 1)
    const author = platform.client(courses, lecturer)
    const params = { id: course.id }
    const revision = async () => (await author.editedCourse({ params })).revision
    const body = {
      kind: 'text',
      title: '新增',
      isRequired: 1,
      text: '<p>正文</p>',
      revision: await revision(),
    } as const
    const added = await author.createSection({ params: { ...params, chapterId: course.chapterIds[0] ?? '' }, body })
    await author.publishCourse({ params, body: { revision: await revision() } })
    const roundId = await reopen(course, learner.member)
    expect(await learner.detail()).toMatchObject({
      versionNumber: 2,
      newVersion: null,
      retraining: { requiredCount: 3 },
    })
    await read(learner)
    await read(learner, 1)
    expect((await learner.detail()).retraining).toMatchObject({ finishedCount: 2 })
    await author.deleteSection({ params: { ...params, sectionId: added.id }, query: { revision: await revision() } })
    await author.publishCourse({ params, body: { revision: await revision() } })
    await author.moveLearners({ params, body: { versionNumber: 3, who: 'all' } })
    await platform.runJobs()
    expect((await learner.detail()).retraining).toBeNull()
    expect(await roundsOf(course)).toMatchObject([{ round_id: roundId, finished_at: platform.now }])
  })

  it('keeps the proof that waits: who agrees to it finishes the section of the round', async () => {
    const course = await publish({ needsReview: true })
    const learner = await newStudying(course)
    const place = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
    const { calls, member } = learner
    const { id } = await calls.handInProof({ params: place, body: { text: '演练完成', fileIds: [] } })
    const author = platform.client(courses, lecturer)
    await author.markCourseDone({ params: { courseId: course.id, memberId: member.id }, body: { reason: '现场考核' } })
    await reopen(course, member)
    const again = calls.handInProof({ params: place, body: { text: '又一次', fileIds: [] } })
    expect(await refusal(again)).toMatchObject({ errorCode: 40467 })
    expect(await learner.detail()).toMatchObject({ retraining: { finishedCount: 0, requiredCount: 1 } })
    await platform.client(submissions, lecturer).decideSubmission({ params: { id }, body: { accepted: true } })
    expect(await learner.detail()).toMatchObject({ retraining: null, progress: { status: 4, finished: true } })
    expect((await roundsOf(course))[0]?.finished_at).toBe(platform.now)
    await reopen(course, member)
    await calls.handInProof({ params: place, body: { text: '第二年的演练', fileIds: [] } })
    expect((await learner.detail()).retraining).toMatchObject({ finishedCount: 0 })
  })

  it('is handed out with the personal data of its member, and erased', async () => {
    const course = await publish({}, {})
    const learner = await newStudying(course)
    await read(learner)
    await read(learner, 1)
    await reopen(course, learner.member)
    const part = personalData.all().find(({ module }) => module === 'courses')
    const owner = { companyId, memberId: learner.member.id, now: platform.now }
    const kept = async () =>
      (await part?.collect(platform.db, owner))?.find(({ name }) => name === 'course-rounds')?.rows
    expect(await kept()).toMatchObject([{ course: '消防安全基础', earned_ms: 2 * minute, finished_at: null }])
    await part?.erase(platform.db, owner)
    expect(await kept()).toEqual([])
    expect(await stateOf(course, learner.member)).toMatchObject({ isFinished: true })
  })

  it('is finished by a waiver of what is left of it', async () => {
    const course = await publish({}, {})
    const learner = await newStudying(course)
    await read(learner)
    await read(learner, 1)
    await reopen(course, learner.member)
    await read(learner)
    const params = { courseId: course.id, memberId: learner.member.id, sectionId: course.sections[1]?.id ?? '' }
    await platform.client(courses, lecturer).waiveSection({ params, body: { reason: '内容未变' } })
    expect((await learner.detail()).retraining).toBeNull()
  })
})

describe('a package in a round', () => {
  async function packageCourse(...others: SectionInput[]) {
    const { rows } = await sql<{ id: string }>`
      insert into packages.package (id, company_id, file_id, kind, state, title, content_key, created_by, created_at,
        prepared_at)
      values (gen_random_uuid(), ${companyId}, gen_random_uuid(), 'scorm-1.2', 'ready', '叉车安全', 'key', ${lecturer.id},
        1, 1) returning id`.execute(coursesTables(platform.db))
    const packageId = rows[0]?.id ?? ''
    const course = await publish({ kind: 'package', packageId }, ...others)
    const place = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
    return { course, packageId, place }
  }

  it('is started again, and what an earlier attempt says finishes nothing', async () => {
    const { course, packageId, place } = await packageCourse()
    const learner = await newStudying(course)
    const { id: memberId } = learner.member
    const launch = () => learner.calls.launchSection({ params: place, query: {} })
    const attempts = async () => {
      const { rows } = await sql<{ course_id: string }>`
        select course_id from packages.attempt where member_id = ${memberId} order by started_at, id`.execute(
        coursesTables(platform.db),
      )
      return rows.map((row) => row.course_id)
    }
    const says = async (at: string, progressPercent: number) => {
      const result = {
        completed: progressPercent === 100,
        passed: null,
        scorePercent: null,
        totalSeconds: 60,
        waitsMs: null,
      }
      const about = { companyId, memberId, packageId, registrationKey: { courseId: at, sectionId: place.sectionId } }
      await platform.root.transaction().execute(async (transaction) => {
        for (const listener of packageOutcome.all())
          await listener.outcome(transaction as unknown as Connection, {
            ...{ ...about, ...result },
            ...{ progressPercent, now: platform.now },
          })
      })
    }
    await learner.start()
    await launch()
    await says(course.id, 100)
    expect((await learner.detail()).progress).toMatchObject({ finished: true })
    platform.now += minute
    const roundId = await reopen(course, learner.member)
    await learner.start()
    await launch()
    await launch()
    expect(await attempts()).toEqual([course.id, roundId])
    await says(course.id, 100)
    expect((await learner.detail()).retraining).toMatchObject({ percent: 0, finishedCount: 0 })
    await says(roundId, 40)
    expect((await learner.detail()).retraining).toMatchObject({ percent: 40 })
    await says(roundId, 100)
    expect((await learner.detail()).retraining).toBeNull()
    expect((await roundsOf(course))[0]?.finished_at).toBe(platform.now)
  })
})
