/** What was granted of a course with a price: it ends with what entitled the member, not hours later. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { tradeOf } from '#modules/commerce/orders/server/trade.fixture.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { files } from '#modules/platform/files/contract.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildCourse, buildLearner } from '../courses.fixture.ts'
import { coursePeople } from '../study.fixture.ts'

const platform = testPlatform()
const people = coursePeople(platform)
const trade = tradeOf(platform, () => people.chief)
const itemOf = (itemId: string) => ({ businessType: 1, itemId })
const minuteMs = 60_000

async function videoCourse(isStream: boolean) {
  const { companyId, lecturer } = people
  const file = await buildFile(platform.db, { companyId, ownerId: lecturer.id, audience: 'link', durationMs: minuteMs })
  if (isStream)
    await sql`insert into files.rendition (file_id, name, company_id, object_key, content_type, size_bytes, width, height,
        segments, created_at)
      values (${file.id}, 's720', ${companyId}, ${`${file.id}-s720`}, 'video/mp2t', 9, 1280, 720, '[[0,9,6000]]',
        ${platform.now})`.execute(platform.root)
  const section = { kind: 'video', fileId: file.id, durationMs: minuteMs } as const
  const course = await buildCourse(platform.db, {
    author: lecturer,
    chapters: [{ sections: [section, { ...section, freePreview: true }] }],
  })
  const [first, free] = course.sections.map(({ id }) => ({ params: { id: course.id, sectionId: id } }))
  return {
    id: course.id,
    file,
    first: first as NonNullable<typeof first>,
    free: free as NonNullable<typeof free>,
    course,
  }
}

const asked = async (member: BuiltMember, url: string) =>
  (await platform.app.inject({ url, headers: { authorization: `Bearer ${member.token}`, version: '1' } })).statusCode
const aMember = () => buildMember(platform.db, { companyId: people.companyId, now: platform.now })
/** Granted; what is behind it does not matter here. */
const open = [200, 206, 422]

async function playing(member: BuiltMember, isStream: boolean) {
  const sold = await videoCourse(isStream)
  await trade.sells(itemOf(sold.id))
  await trade.buys(member, itemOf(sold.id))
  const shown = await platform.client(courses, member).startPlayback({ ...sold.first, body: {} })
  return { ...sold, shown }
}

describe('what was granted of a course that was bought', () => {
  it('a stream gets no further token after it was taken back, and its pieces end within a minute', async () => {
    const buyer = await aMember()
    const { id, file, shown } = await playing(buyer, true)
    const { grant = '', url = '' } = shown.stream ?? {}
    const token = (player?: 'native') =>
      platform.client(files, buyer).m3u8Token({ query: { id: file.id, grant, ...(player && { player }) } })
    const tokens = [(await token()).token, (await token('native')).token]
    const pieces = () => Promise.all(tokens.map((one) => asked(buyer, `${url}?token=${one}`)))
    expect(await pieces()).toEqual([200, 200])
    await trade.takesBack(buyer, itemOf(id))
    expect((await refusal(token())).status).toBe(403)
    expect((await refusal(token('native'))).status).toBe(403)
    platform.now += minuteMs
    expect(await pieces()).toEqual([403, 403])
    // The item cannot be left out or replaced by another one.
    const [expires, signature] = grant.split('.')
    for (const forged of [`${expires}.${signature}`, `${expires}.${signature}.course.${people.companyId}`]) {
      const query = { id: file.id, grant: forged }
      expect((await refusal(platform.client(files, buyer).m3u8Token({ query }))).status).toBe(403)
    }
    await trade.grants(buyer, itemOf(id))
    expect(await pieces()).toEqual([200, 200])
  })

  it('the address of a file ends within a minute, however it was asked for', async () => {
    const buyer = await aMember()
    const { id, file, shown, first } = await playing(buyer, false)
    const calls = platform.client(courses, buyer)
    const ahead = await calls.sectionContent(first)
    const plain = await calls.courseFile({ params: { id: file.id } })
    const addresses = [shown.url, ahead.url, plain.url].map(String)
    for (const address of addresses) expect(open).toContain(await asked(buyer, address))
    await trade.takesBack(buyer, itemOf(id))
    platform.now += minuteMs
    for (const address of addresses) expect(await asked(buyer, address)).toBe(403)
  })

  it('goes on for its author, for who was registered before it had a price, and of what everybody may see', async () => {
    const sold = await videoCourse(false)
    const [early, stranger] = [await aMember(), await aMember()]
    await buildLearner(platform.db, { member: early, course: sold.course, registeredAt: platform.now })
    platform.now += 1000
    await trade.sells(itemOf(sold.id))
    const shown: [BuiltMember, string | null][] = [
      [early, (await platform.client(courses, early).startPlayback({ ...sold.first, body: {} })).url],
      [people.lecturer, (await platform.client(courses, people.lecturer).previewSection(sold.first)).url],
      [stranger, (await platform.client(courses, stranger).freePreview(sold.free)).url],
    ]
    for (const [member, url] of shown) expect(open).toContain(await asked(member, String(url)))
  })
})
