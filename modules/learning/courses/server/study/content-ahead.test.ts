/** What a player loads before its member presses play: the content of a section, and nothing that counts. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { type BuiltCourse, buildCourse, type CourseInput } from '../courses.fixture.ts'
import { buildSalesTeam, coursePeople, studySteps } from '../study.fixture.ts'

const platform = testPlatform()
const minute = 60_000
const people = coursePeople(platform)
const { newLearner, videoSection, publish, studying } = studySteps(platform, () => people.lecturer)

const content = (member: BuiltMember, course: BuiltCourse, index = 0, clientType: 1 | 2 = 1) =>
  platform.client(courses, member).sectionContent({
    params: { id: course.id, sectionId: course.sections[index]?.id ?? '' },
    query: { clientType },
  })

/** All that says what the member has studied. */
async function traces(member: BuiltMember): Promise<unknown> {
  const of = (table: string) =>
    sql`select coalesce(jsonb_agg(to_jsonb(x) order by to_jsonb(x)::text), '[]') as rows
      from ${sql.table(table)} x where member_id = ${member.id}`.execute(platform.root)
  const tables = ['courses.registration', 'courses.section_progress', 'courses.study_time']
  return Promise.all(tables.map(async (table) => (await of(table)).rows))
}

it('a learner sees what a section shows, and nothing begins, ends or is credited', async () => {
  const [first, second] = [await videoSection(minute), await videoSection(2 * minute)]
  const course = await publish(first, second)
  const learner = await studying(course)
  const fresh = await traces(learner.member)
  const shown = await content(learner.member, course)
  expect(shown).toMatchObject({ kind: 'video', unitCount: minute, url: expect.stringContaining(first.fileId ?? '') })
  expect(await traces(learner.member)).toEqual(fresh)

  // The playback of another section goes on, and is not taken over.
  const { playbackId } = await learner.start(0)
  platform.now += 10_000
  await learner.heartbeat(playbackId, 1, 0, 10_000)
  const before = await traces(learner.member)
  expect(await content(learner.member, course, 1)).toMatchObject({ unitCount: 2 * minute })
  expect(await traces(learner.member)).toEqual(before)
  platform.now += 10_000
  expect(await learner.heartbeat(playbackId, 2, 10_000, 20_000)).toMatchObject({ progress: { position: 20_000 } })
})

it('a member who may not study the section is refused', async () => {
  const section = await videoSection(minute)
  const build = (input: Partial<CourseInput> = {}) =>
    buildCourse(platform.db, { author: people.lecturer, chapters: [{ sections: [section] }], ...input })
  const course = await build()
  const visitor = await newLearner()
  expect(await refusal(content(visitor, course))).toMatchObject({ status: 422, errorCode: 40460 })
  expect(await refusal(content(people.stranger, course))).toMatchObject({ errorCode: 900005 })
  const { sales } = await buildSalesTeam(platform.db, people.companyId)
  const closed = await build({ visibleOrganizationIds: [sales] })
  expect(await refusal(content(visitor, closed))).toMatchObject({ status: 403, errorCode: 10138 })
  const mobile = await build({ publishClient: 2 })
  const { member } = await studying(mobile)
  expect(await refusal(content(member, mobile))).toMatchObject({ errorCode: 40454 })
  expect((await content(member, mobile, 0, 2)).kind).toBe('video')
  const taken = await build()
  const late = await studying(taken)
  await platform.client(courses, people.lecturer).takeOffShelf({ params: { id: taken.id } })
  expect(await refusal(content(late.member, taken))).toMatchObject({ errorCode: 30207 })
})

it('what has to be finished first keeps its content closed', async () => {
  const [basics, course] = [await publish(await videoSection(minute)), await publish(await videoSection(minute))]
  const learner = await studying(course)
  const body = { prerequisiteIds: [basics.id], revision: 0 }
  await platform.client(courses, people.lecturer).changeCourse({ params: { id: course.id }, body })
  expect(await refusal(content(learner.member, course))).toMatchObject({ errorCode: 40463 })
})
