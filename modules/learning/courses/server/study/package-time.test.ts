/** A section is finished by its package, and not before the package was open for its shortest credible time. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { packages } from '#modules/learning/packages/contract.ts'
import { buildPackage, packagePlayers } from '#modules/learning/packages/server/player.fixture.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { studySteps } from '../study.fixture.ts'

const platform = testPlatform()
let [lecturer, templateId] = [{} as BuiltMember, '']
let players: ReturnType<typeof packagePlayers>
beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['super-admin', 'lecturer'] })
  templateId = await buildTemplate(platform.db, { author: lecturer, name: '叉车证书' })
  players = packagePlayers(platform)
})
afterAll(() => players.close())

const { publish, studying } = studySteps(platform, () => lecturer)
const authored = () => platform.client(courses, lecturer)

/** A course with a certificate whose only section is a package of 15 seconds, and a learner of it. */
async function packageCourse() {
  const packageId = await buildPackage(platform.db, { author: lecturer, shortestSeconds: 15, now: platform.now })
  const course = await publish({ kind: 'package', packageId })
  const { revision } = await authored().editedCourse({ params: { id: course.id } })
  await authored().changeCourse({ params: { id: course.id }, body: { certificateTemplateId: templateId, revision } })
  const learner = await studying(course)
  const params = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
  const open = async () => {
    const playback = await learner.start()
    const { launchUrl } = await learner.calls.launchSection({ params, query: {} })
    return { ...(await players.open(launchUrl)), playback }
  }
  const section = async () => {
    const { progress, chapters } = await learner.detail()
    return { course: progress.status, ...chapters[0]?.sections[0]?.progress }
  }
  /** What the learner has of it, when all jobs are done. */
  const gained = async () => {
    await platform.runJobs()
    const { points } = await platform.client(currency, learner.member).personAccount()
    const { recordCount } = await platform.client(certificates, learner.member).myCertificates()
    return { points: points.totalAmount, certificates: recordCount }
  }
  return { ...learner, packageId, params, open, section, gained }
}

const nothing = { points: '0', certificates: 0 }
const once = { points: '500', certificates: 1 }

it('[COURSE-057] a package that is done after 1.5 s finishes its course after 15 s, in two visits, and once', async () => {
  const { open, section, gained } = await packageCourse()
  const first = await open()
  platform.now += 1500
  expect((await first.say('completed')).waitsMs).toBe(13_500)
  const waiting = { course: 1, percent: 99, finished: false }
  const reasons = (missingSeconds: number) => [{ code: 'package-waits', missingSeconds }]
  expect(await section()).toMatchObject({ ...waiting, reasons: reasons(14) })
  expect(await gained()).toEqual(nothing)
  platform.now += 3500
  await first.say()
  expect(await section()).toMatchObject({ ...waiting, reasons: reasons(10) })
  // On another page the time stands still.
  platform.now += 600_000
  const second = await open()
  expect(second.playback.progress).toMatchObject({ finished: false, reasons: reasons(10) })
  await second.say()
  platform.now += 9999
  await second.say()
  expect(await section()).toMatchObject({ ...waiting, reasons: reasons(1) })
  expect(await gained()).toEqual(nothing)
  platform.now += 1
  await second.say()
  expect(await section()).toMatchObject({
    course: 2,
    percent: 100,
    finished: true,
    finishedAt: platform.now,
    reasons: [],
  })
  expect(await gained()).toEqual(once)
  const finishedAt = platform.now
  platform.now += 60_000
  await second.say('completed')
  await (await open()).say('completed')
  expect(await section()).toMatchObject({ course: 2, finishedAt })
  expect(await gained()).toEqual(once)
})

it('a waiver does not wait, and what waited finishes nothing a second time', async () => {
  const { member, packageId, params, open, section, gained } = await packageCourse()
  const player = await open()
  await player.say('completed')
  const { id: courseId, sectionId } = params
  const waived = { params: { courseId, memberId: member.id, sectionId }, body: { reason: '有证' } }
  await authored().waiveSection(waived)
  expect(await section()).toMatchObject({ finished: true, status: 4, reasons: [] })
  const after = await gained()
  expect(after).toMatchObject({ certificates: 1 })
  platform.now += 20_000
  expect((await player.say('completed')).waitsMs).toBe(null)
  const body = { seconds: 0 }
  await platform.client(packages, lecturer).setShortestTime({ params: { id: packageId }, body })
  expect(await gained()).toEqual(after)
  expect(await refusal(authored().waiveSection(waived))).toMatchObject({ status: 422 })
})

it('what waits when the course is taken off the shelf counts when it is there again', async () => {
  const { packageId, params, open, section, gained } = await packageCourse()
  await (await open()).say('completed')
  await authored().takeOffShelf({ params: { id: params.id } })
  const body = { seconds: 0 }
  await platform.client(packages, lecturer).setShortestTime({ params: { id: packageId }, body })
  expect(await gained()).toEqual(nothing)
  const { revision } = await authored().editedCourse({ params: { id: params.id } })
  await authored().publishCourse({ params: { id: params.id }, body: { revision } })
  await (await open()).say()
  expect(await section()).toMatchObject({ course: 2, finished: true })
  expect(await gained()).toEqual(once)
})
