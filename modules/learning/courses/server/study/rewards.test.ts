import { beforeAll, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildSession,
} from '#modules/platform/identity/server/members.fixture.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { buildCourse } from '../courses.fixture.ts'

const platform = testPlatform()
let companyId: string
let lecturer: BuiltMember
let chief: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

const newCourse = () =>
  buildCourse(platform.db, { author: lecturer, name: '消防安全', chapters: [{ sections: [{ kind: 'text' }] }] })
const account = (member: BuiltMember) => platform.client(currency, member).personAccount()

async function finish(member: BuiltMember, course: Awaited<ReturnType<typeof newCourse>>) {
  const calls = platform.client(courses, member)
  await calls.registerForCourse({ params: { id: course.id } })
  const params = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
  const { playbackId } = await calls.startPlayback({ params, body: {} })
  platform.now += 60_000
  const body = { sequence: 1, intervals: [{ from: 0, to: 1 }], activeMs: 0 }
  return calls.heartbeat({ params: { id: playbackId }, body })
}

it('a finished course is rewarded by its rule, once, and the record names the course', async () => {
  const learner = await buildMember(platform.db, { companyId })
  const course = await newCourse()
  await proves('CURRENCY-033', async () => {
    expect((await account(learner)).points.totalAmount).toBe('0')
    expect(await finish(learner, course)).toMatchObject({ courseJustFinished: true })
    await platform.runJobs()
    expect((await account(learner)).points.totalAmount).toBe('500')
  })
  const trades = () =>
    platform.client(currency, learner).tradeDetail({
      query: { accountCode: learner.id, accountType: 1, rewardType: 2 },
    })
  await proves('CURRENCY-029', async () => {
    expect((await trades()).items).toMatchObject([
      { tradeType: 16, tradeAmount: '500', detail: '消防安全', businessType: 1, businessId: course.id },
    ])
  })
  expect(await finish(learner, course)).toMatchObject({ courseJustFinished: false })
  await platform.runJobs()
  expect((await account(learner)).points.totalAmount).toBe('500')
  expect((await trades()).recordCount).toBe(1)
})

it('[CURRENCY-033] a course that is marked as done is rewarded like one that was studied', async () => {
  const learner = await buildMember(platform.db, { companyId, now: platform.now })
  const course = await newCourse()
  await platform.client(courses, learner).registerForCourse({ params: { id: course.id } })
  const teacher = await buildSession(platform.db, lecturer, platform.now)
  await platform.client(courses, teacher).markCourseDone({
    params: { courseId: course.id, memberId: learner.id },
    body: { reason: '已在线下完成' },
  })
  await platform.runJobs()
  expect((await account(learner)).points.totalAmount).toBe('500')
})

it('[CURRENCY-033] gives nothing where the administrator has switched the rule off', async () => {
  const calls = platform.client(currency, chief)
  const params = { event: 'course-finished', kind: 2 as const }
  await calls.changeRewardRule({ params, body: { enabled: false, amount: '500', dailyCap: null } })
  const learner = await buildMember(platform.db, { companyId })
  await finish(learner, await newCourse())
  await platform.runJobs()
  expect((await account(learner)).points.totalAmount).toBe('0')
  await calls.changeRewardRule({ params, body: { enabled: true, amount: '500', dailyCap: null } })
})

it('[CURRENCY-037] the author of a course is rewarded by who sees it, once', async () => {
  const learner = await buildMember(platform.db, { companyId })
  const elsewhere = await buildCompany(platform.db, '另一家')
  const stranger = await buildMember(platform.db, { companyId: elsewhere, roles: ['super-admin'] })
  const course = await newCourse()
  for (const administrator of [chief, stranger])
    await platform.client(settings, administrator).changeRule({
      params: { key: 'CURRENCY_REWARD_RULE_CONFIG' },
      body: { value: { switchOpen: '1', pointsOpen: '1' } },
    })
  const accounts = [{ accountType: 1 as const, accountCode: learner.id }]
  await platform.client(currency, chief).recharge({ body: { accounts, type: 1, tradeAmount: '1000', reason: '' } })
  const body = { businessType: 1, businessId: course.id, type: 1 as const, tradeAmount: '300' }
  await platform.client(currency, learner).reward({ body })
  expect((await account(lecturer)).coin).toMatchObject({ totalAmount: '300', reward: '300' })
  expect((await refusal(platform.client(currency, learner).reward({ body }))).errorCode).toBe(13003)
  expect((await refusal(platform.client(currency, lecturer).reward({ body }))).errorCode).toBe(900005)
  expect((await refusal(platform.client(currency, stranger).reward({ body }))).errorCode).toBe(900005)
})
