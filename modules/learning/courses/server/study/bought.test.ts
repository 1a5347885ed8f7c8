/** A course with a price: every way into it asks whether it was bought, and everything outside of it stays open. */
import { describe, expect, it } from 'vitest'
import { entitlements } from '#modules/commerce/entitlements/contract.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { buildPrice } from '#modules/commerce/prices/server/prices.fixture.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { NOT_REGISTERED, PLAYBACK_TAKEN_OVER } from '../../contract/errors.ts'
import { buildCourse } from '../courses.fixture.ts'
import { coursePeople, studySteps } from '../study.fixture.ts'

const platform = testPlatform()
const people = coursePeople(platform)

async function pricedCourse() {
  const course = await buildCourse(platform.db, {
    author: people.lecturer,
    chapters: [
      {
        sections: [
          { kind: 'link', url: 'https://example.com/a' },
          { kind: 'text', needsReview: true },
          { kind: 'text', freePreview: true },
        ],
      },
    ],
  })
  const price = await buildPrice(platform.db, { companyId: people.companyId, itemId: course.id, now: platform.now })
  return { course, price }
}

describe('a course that was not bought', () => {
  it('is closed by every way into it', async () => {
    const { course } = await pricedCourse()
    const calls = platform.client(courses, people.learner)
    const [link, proof] = course.sections.map(({ id }) => id)
    const at = (sectionId = '') => ({ params: { id: course.id, sectionId } })
    const ways = [
      calls.registerForCourse({ params: { id: course.id } }),
      calls.sectionContent(at(link)),
      calls.startPlayback({ ...at(link), body: {} }),
      calls.urlProgress({ body: { courseId: course.id, sectionId: link ?? '' } }),
      calls.launchSection(at(link)),
      calls.sectionProof(at(proof)),
      calls.handInProof({ ...at(proof), body: { text: '已完成', fileIds: [] } }),
    ]
    expect((await refusals(ways)).map(({ errorCode }) => errorCode)).toEqual(ways.map(() => NOT_BOUGHT.code))
    expect((await refusal(calls.sectionTimedContent(at(link)))).errorCode).toBe(NOT_REGISTERED.code)
  })

  it('shows what its author opens to all, and its outline', async () => {
    const { course } = await pricedCourse()
    const calls = platform.client(courses, people.learner)
    const free = course.sections[2]?.id ?? ''
    expect(await calls.freePreview({ params: { id: course.id, sectionId: free } })).toMatchObject({ kind: 'text' })
    const detail = await calls.courseDetail({ params: { id: course.id } })
    expect(detail).toMatchObject({ canStudy: false, closedBecause: 'unpaid' })
    expect(detail.chapters[0]?.sections).toHaveLength(3)
  })

  it('closes again for who is registered and loses it', async () => {
    const { course } = await pricedCourse()
    const member = await buildMember(platform.db, { companyId: people.companyId, now: platform.now })
    const staff = platform.client(entitlements, people.chief)
    await staff.grantEntitlements({ body: { businessType: 1, itemId: course.id, memberIds: [member.id] } })
    const calls = platform.client(courses, member)
    const section = { params: { id: course.id, sectionId: course.sections[0]?.id ?? '' } }
    expect(await calls.sectionContent(section)).toMatchObject({ kind: 'link' })
    expect(await calls.sectionTimedContent(section)).toMatchObject({ captions: [] })
    const { items } = await staff.entitlements({ query: { memberId: member.id } })
    await staff.changeEntitlement({ params: { id: items[0]?.id ?? '' }, body: { state: 'revoked' } })
    expect((await refusal(calls.sectionContent(section))).errorCode).toBe(NOT_BOUGHT.code)
    expect((await refusal(calls.sectionTimedContent(section))).errorCode).toBe(NOT_REGISTERED.code)
  })

  it('ends a playback at the next heartbeat, with what was watched until then', async () => {
    const { newLearner, studying, videoSection, publish } = studySteps(platform, () => people.lecturer)
    const course = await publish(await videoSection(60_000))
    const learner = await newLearner()
    await buildPrice(platform.db, { companyId: people.companyId, itemId: course.id, now: platform.now })
    const staff = platform.client(entitlements, people.chief)
    await staff.grantEntitlements({ body: { businessType: 1, itemId: course.id, memberIds: [learner.id] } })
    const { start, heartbeat } = await studying(course, learner)
    const { playbackId } = await start()
    const report = (sequence: number, from: number, to: number) => {
      platform.now += to - from
      return heartbeat(playbackId, sequence, from, to)
    }
    await report(1, 0, 10_000)
    const { items } = await staff.entitlements({ query: { memberId: learner.id } })
    await staff.changeEntitlement({ params: { id: items[0]?.id ?? '' }, body: { state: 'paused' } })
    const refused = await refusal(report(2, 10_000, 20_000))
    expect(refused).toMatchObject({ errorCode: NOT_BOUGHT.code, data: { acknowledgedSequence: 2 } })
    expect((await refusal(report(3, 20_000, 30_000))).errorCode).toBe(PLAYBACK_TAKEN_OVER.code)
    await staff.changeEntitlement({ params: { id: items[0]?.id ?? '' }, body: { state: 'active' } })
    expect(await start()).toMatchObject({ resumePosition: 20_000 })
  })
})
