/** What stands in a course with a price besides its sections, and starting with it while it is paid back. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { exercises } from '#modules/assessment/exercises/contract.ts'
import { buildCard } from '#modules/commerce/cards/server/cards.fixture.ts'
import { tradeOf } from '#modules/commerce/orders/server/trade.fixture.ts'
import { memberCardType, NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, refusals, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { buildCourse, buildLearner } from '../courses.fixture.ts'
import { coursePeople } from '../study.fixture.ts'

const platform = testPlatform({ poolSize: 6 })
const people = coursePeople(platform)
const trade = tradeOf(platform, () => people.chief)
const itemOf = (itemId: string) => ({ businessType: 1, itemId })
const aMember = () => buildMember(platform.db, { companyId: people.companyId, now: platform.now })

async function soldCourse(price: Parameters<typeof trade.sells>[1] = {}) {
  const { companyId, lecturer } = people
  const file = await buildFile(platform.db, { companyId, ownerId: lecturer.id, audience: 'link', durationMs: 60_000 })
  const course = await buildCourse(platform.db, {
    author: lecturer,
    chapters: [
      {
        sections: [
          { kind: 'video', fileId: file.id, durationMs: 60_000 },
          { kind: 'link', url: 'https://example.com' },
        ],
      },
    ],
  })
  await trade.sells(itemOf(course.id), price)
  const [video, link] = course.sections.map(({ id }) => id) as [string, string]
  return { id: course.id, file, video, link, course }
}
type Sold = Awaited<ReturnType<typeof soldCourse>>

/** What a course holds for its learners besides what its sections show. */
function parts(member: BuiltMember, { id: courseId, file, video: sectionId }: Sold) {
  const calls = platform.client(courses, member)
  const asked = platform.client(exercises, member)
  return [
    () => calls.courseFile({ params: { id: file.id } }),
    () => calls.courseNotesPublic({ query: { courseId } }),
    () => calls.courseNotesPublicCount({ query: { courseId } }),
    () => calls.courseNotesPublicMembers({ query: { courseId } }),
    () => calls.barrageQuestions({ query: { courseId } }),
    () => calls.createNote({ body: { courseId, content: '要点' } }),
    () => calls.saveBarrageQuestion({ body: { courseId, sectionId, time: 1000, text: '为什么？' } }),
    () => asked.findExercises({ query: { businessId: courseId } }),
  ]
}
const codesOf = async (member: BuiltMember, sold: Sold) => {
  const ways = parts(member, sold)
  return (await refusals(ways.map((way) => way()))).map(({ errorCode }) => errorCode)
}
const register = ({ course }: Sold, member: BuiltMember) =>
  buildLearner(platform.db, { member, course, registeredAt: platform.now })

describe('what a course with a price holds', () => {
  it('is closed to a member who was registered without a purchase, and opens with a purchase until it is taken back', async () => {
    const sold = await soldCourse()
    const member = await aMember()
    await register(sold, member)
    expect(await codesOf(member, sold)).toEqual(parts(member, sold).map(() => NOT_BOUGHT.code))
    await trade.buys(member, itemOf(sold.id))
    for (const way of parts(member, sold)) await way()
    await trade.takesBack(member, itemOf(sold.id))
    expect(await codesOf(member, sold)).toEqual(parts(member, sold).map(() => NOT_BOUGHT.code))
    // What they wrote themselves stays theirs.
    expect((await platform.client(courses, member).courseNotes({ query: { courseId: sold.id } })).recordCount).toBe(1)
  })

  it('is not there for another company, needs no purchase of its author, and notes of it no registration', async () => {
    const sold = await soldCourse()
    const [file, notes] = parts(people.foreigner, sold)
    expect((await refusals([file?.(), notes?.()] as Promise<unknown>[])).map(({ status }) => status)).toEqual([
      422, 422,
    ])
    for (const way of parts(people.lecturer, sold).slice(0, 5)) await way()
    const stranger = await aMember()
    expect((await codesOf(stranger, sold)).slice(1)).toEqual(
      parts(stranger, sold)
        .slice(1)
        .map(() => NOT_BOUGHT.code),
    )
  })

  it('opens a file that stands in a free course as well', async () => {
    const sold = await soldCourse()
    const free = await buildCourse(platform.db, {
      author: people.lecturer,
      chapters: [{ sections: [{ kind: 'video', fileId: sold.file.id, durationMs: 60_000 }] }],
    })
    const member = await aMember()
    await register(sold, member)
    const file = () => platform.client(courses, member).courseFile({ params: { id: sold.file.id } })
    expect((await refusal(file())).errorCode).toBe(NOT_BOUGHT.code)
    await buildLearner(platform.db, { member, course: free })
    expect((await file()).url).toContain(sold.file.id)
  })
})

describe('starting with a course', () => {
  const starts = (member: BuiltMember, { id, video, link }: Sold) => {
    const calls = platform.client(courses, member)
    return [
      () => calls.startPlayback({ params: { id, sectionId: video }, body: {} }),
      () => calls.urlProgress({ body: { courseId: id, sectionId: link } }),
    ]
  }

  it.each([0, 1])('by way %d, or having it paid back: whichever comes first', async (way) => {
    const sold = await soldCourse()
    const buyer = await aMember()
    let refundId = ''
    const begin = async () => {
      await trade.takesBack(buyer, itemOf(sold.id))
      await sql`delete from courses.section_progress where member_id = ${buyer.id}`.execute(platform.root)
      await sql`update courses.registration set status = 0, started_at = null where member_id = ${buyer.id}`.execute(
        platform.root,
      )
      refundId = await trade.asksBack(buyer, await trade.buys(buyer, itemOf(sold.id)))
    }
    const locked = () => sql`select from entitlements.entitlement where member_id = ${buyer.id} for update`
    const start = starts(buyer, sold)[way] as () => Promise<unknown>
    const act = (index: number): Promise<unknown> => (index === 0 ? trade.agrees(refundId) : start())
    for (let round = 0; round < 3; round += 1)
      expect(await race(platform, 2, act, { begin, locked })).toMatchObject({ accepted: 1 })
  })

  it('with a member card, or the card being paid back: whichever comes first', async () => {
    const card = await buildCard(platform.db, { companyId: people.companyId, name: '学习年卡' })
    const cardItem = { businessType: memberCardType, itemId: card.id }
    await trade.sells(cardItem)
    const sold = await soldCourse({ cardIds: [card.id] })
    const buyer = await aMember()
    await register(sold, buyer)
    let refundId = ''
    const begin = async () => {
      await trade.takesBack(buyer, cardItem)
      await sql`delete from courses.section_progress where member_id = ${buyer.id}`.execute(platform.root)
      await sql`update courses.registration set status = 0, started_at = null where member_id = ${buyer.id}`.execute(
        platform.root,
      )
      refundId = await trade.asksBack(buyer, await trade.buys(buyer, cardItem))
    }
    const locked = () => sql`select from entitlements.entitlement where member_id = ${buyer.id} for update`
    const start = starts(buyer, sold)[0] as () => Promise<unknown>
    const act = (index: number): Promise<unknown> => (index === 0 ? trade.agrees(refundId) : start())
    for (let round = 0; round < 3; round += 1)
      expect(await race(platform, 2, act, { begin, locked })).toMatchObject({ accepted: 1 })
  })
})
