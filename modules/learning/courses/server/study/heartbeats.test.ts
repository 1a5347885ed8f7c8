/** The law of believed progress, and what meets at the same moment: finishing, waiving, registering. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { lawDurationMs, testPlaybackLaw } from '#modules/content/playback/server/playback-law.fixture.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { buildCompany, buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { meeting } from '#test/race.ts'
import { type BuiltCourse, buildCourse } from '../courses.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
let companyId: string
let course: BuiltCourse

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  const lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  const file = await buildFile(platform.db, { companyId, ownerId: lecturer.id, durationMs: lawDurationMs })
  const section = { kind: 'video', fileId: file.id, durationMs: lawDurationMs } as const
  course = await buildCourse(platform.db, { author: lecturer, chapters: [{ sections: [section, section, section] }] })
})

async function newStudent() {
  // The clock of these tests runs for hours, and the session of each student starts now.
  const member = await buildMember(platform.db, { companyId, now: platform.now })
  const calls = platform.client(courses, member)
  await calls.registerForCourse({ params: { id: course.id } })
  const start = (index = 0) =>
    calls.startPlayback({ params: { id: course.id, sectionId: course.sections[index]?.id ?? '' }, body: {} })
  return { member, calls, start }
}

testPlaybackLaw({
  platform,
  refusals: { takenOver: 40450, tooFast: 40451, tooFragmented: 40461 },
  async newViewer() {
    const { member, calls, start } = await newStudent()
    // Days may pass, and the session of the member does not end.
    await sql`update identity.session set access_expires_at = ${8_000_000_000_000_000} where member_id = ${member.id}`.execute(
      platform.root,
    )
    return {
      start,
      heartbeat: (id, body) => calls.heartbeat({ params: { id }, body }),
      percent: async (item) => (await start(item)).progress.watchedPercent,
      countedMs: async () => (await calls.studyTimeOfMember()).totalSeconds * 1000,
      lockOf: (playbackId) => sql`select from courses.section_progress where playback_id = ${playbackId} for update`,
    }
  },
})

describe('at the same moment', () => {
  it('finishes the course when its last two sections finish at the same moment', async () => {
    const author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    const links = Array.from({ length: 8 }, () => ({ kind: 'link' as const }))
    const linked = await buildCourse(platform.db, { author, chapters: [{ sections: links }] })
    const { calls } = await newStudent()
    await calls.registerForCourse({ params: { id: linked.id } })
    const visits = linked.sections.map((section) =>
      calls.urlProgress({ body: { courseId: linked.id, sectionId: section.id } }),
    )
    const answers = await Promise.all(visits)
    expect(answers.filter((answer) => answer.courseJustFinished)).toHaveLength(1)
    const { progress } = await calls.courseDetail({ params: { id: linked.id } })
    expect(progress).toMatchObject({ status: 2, finishedCount: 8, percent: 100 })
  })

  it('finishes the course when its last sections are waived at the same moment', async () => {
    const author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    const sections = Array.from({ length: 6 }, () => ({ kind: 'link' as const }))
    const { calls, member } = await newStudent()
    const teacher = await buildSession(platform.db, author, platform.now)
    for (let round = 0; round < 5; round += 1) {
      const course = await buildCourse(platform.db, { author, chapters: [{ sections }] })
      await calls.registerForCourse({ params: { id: course.id } })
      const waive = (sectionId: string) =>
        platform.client(courses, teacher).waiveSection({
          params: { courseId: course.id, memberId: member.id, sectionId },
          body: { reason: '已在线下完成' },
        })
      const registration = sql`select from courses.registration
        where course_id = ${course.id} and member_id = ${member.id} for no key update`
      await meeting(platform, 6, registration, () => Promise.all(course.sections.map(({ id }) => waive(id))))
      const { progress } = await calls.courseDetail({ params: { id: course.id } })
      expect(progress).toMatchObject({ status: 2, finishedCount: 6 })
    }
  })

  it('registers a member once, however many calls arrive at once', async () => {
    const author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
    const fresh = await buildCourse(platform.db, { author })
    const { calls } = await newStudent()
    await Promise.all(Array.from({ length: 8 }, () => calls.registerForCourse({ params: { id: fresh.id } })))
    expect((await calls.courseDetail({ params: { id: fresh.id } })).learnerCount).toBe(1)
  })
})
