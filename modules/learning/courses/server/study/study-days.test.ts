/** On which day study time counts, and how much of a silence does. */
import { expect, it } from 'vitest'
import { study } from '#modules/content/study/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { acrossDays, buildCompanyElsewhere } from '#test/company-days.ts'
import { testPlatform } from '#test/harness.ts'
import { buildCourse } from '../courses.fixture.ts'

const platform = testPlatform()
const hourMs = 3_600_000

async function newStudy() {
  const chief = await buildCompanyElsewhere(platform)
  const { companyId } = chief
  const author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  const course = await buildCourse(platform.db, { author, chapters: [{ sections: [{ kind: 'text' }] }] })
  const learner = await buildMember(platform.db, { companyId })
  await platform.client(courses, learner).registerForCourse({ params: { id: course.id } })
  const params = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
  const start = (member: BuiltMember) => platform.client(courses, member).startPlayback({ params, body: {} })
  const heartbeat = (member: BuiltMember, id: string, sequence: number, activeMs: number) =>
    platform.client(courses, member).heartbeat({ params: { id }, body: { sequence, intervals: [], activeMs } })
  return { learner, start, heartbeat }
}

it('[COURSE-017] study time counts on the day of the company on which it is reported', async () => {
  const { learner, start, heartbeat } = await newStudy()
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Los_Angeles', dateStyle: 'short' })
  const days = await acrossDays(platform, learner, async (member, now) => {
    platform.now = now - 10_000
    const { playbackId } = await start(member)
    platform.now = now
    await heartbeat(member, playbackId, 1, 10_000)
    return dayOf.format(now)
  })
  const { items } = await platform.client(study, learner).studyTimes({ query: { pageSize: 100 } })
  expect(items.map(({ day, milliseconds }) => [day, milliseconds])).toEqual([
    [days.yearLater, 10_000],
    [days.nextDay, 10_000],
    // Of the ten seconds around midnight one millisecond was left to report.
    [days.afterMidnight, 10_001],
    [days.beforeMidnight, 10_000],
  ])
  expect(days.sameDay).toBe(days.afterMidnight)
})

it('a silence of more than four hours counts as four', async () => {
  const { learner, start, heartbeat } = await newStudy()
  const { playbackId } = await start(learner)
  const secondsAfter = async (sequence: number, gapMs: number) => {
    platform.now += gapMs
    const member = { ...learner, token: await buildSession(platform.db, learner, platform.now) }
    await heartbeat(member, playbackId, sequence, gapMs)
    return (await platform.client(courses, member).studyTimeOfMember()).totalSeconds
  }
  expect(await secondsAfter(1, 4 * hourMs)).toBe(4 * 3600)
  expect(await secondsAfter(2, 4 * hourMs + 1000)).toBe(8 * 3600)
})
