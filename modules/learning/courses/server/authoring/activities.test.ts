/** Live sessions as sections of a course: of every supplier, and only those that the caller may see. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { catalog } from '#modules/content/catalog/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildLive, type LiveInput } from '#modules/live/live/server/live.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildCourse } from '../courses.fixture.ts'
import { coursesTables } from '../db.ts'

const platform = testPlatform()
let companyId: string
let department: string
let lecturer: BuiltMember
let colleague: BuiltMember
let learner: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  department = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '研发中心' })
  lecturer = await buildMember(platform.db, { companyId, organizationId: department, roles: ['lecturer'] })
  colleague = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  learner = await buildMember(platform.db, { companyId })
})

const as = (member: BuiltMember) => platform.client(courses, member)
const newLive = (input: Partial<LiveInput> = {}) =>
  buildLive(platform.db, { companyId, hostId: lecturer.id, organizationId: department, now: platform.now, ...input })
const found = async (member: BuiltMember, search: string) =>
  (await platform.client(catalog, member).contentChoices({ query: { kinds: [5, 15], search } })).items

async function newDraft(author: BuiltMember) {
  const { id, chapterIds } = await buildCourse(platform.db, { author, status: 'draft' })
  const params = { id, chapterId: chapterIds[0] ?? '' }
  return (activityId: string, revision = 0) =>
    as(author).createSection({ params, body: { kind: 'live', title: '开场', isRequired: 1, activityId, revision } })
}

/** Opens the one section of a new course that leads to the live. */
async function openedBy(member: BuiltMember, activityId: string) {
  const course = await buildCourse(platform.db, {
    author: lecturer,
    chapters: [{ sections: [{ kind: 'live', activityId }] }],
  })
  await as(member).registerForCourse({ params: { id: course.id } })
  const params = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
  return as(member).startPlayback({ params, body: {} })
}

it('live sessions of every supplier are found, chosen, and opened on the screen of their supplier', async () => {
  const add = await newDraft(lecturer)
  let revision = 0
  for (const [supplier, path] of [
    [3, '/live/detail'],
    [0, '/activity/gensee/detail'],
    [4, '/activity/gensee/detail'],
  ] as const) {
    const id = await newLive({ supplier, subject: `各家直播 ${supplier}` })
    expect(await found(lecturer, `各家直播 ${supplier}`)).toMatchObject([
      { businessType: supplier === 3 ? 15 : 5, businessId: id, name: `各家直播 ${supplier}`, status: '未开始' },
    ])
    revision = (await add(id, revision)).revision
    expect(await openedBy(learner, id)).toMatchObject({
      activity: { id, name: `各家直播 ${supplier}`, launchPath: `${path}/${id}` },
    })
  }
  expect(await found(lecturer, '各家直播')).toHaveLength(3)
})

it('many live sessions of one supplier leave room for those of another', async () => {
  for (let count = 0; count < 51; count++) await newLive({ supplier: 0, subject: `很多 ${count}` })
  const id = await newLive({ subject: '很多 新' })
  const items = await found(lecturer, '很多')
  expect(items).toHaveLength(50)
  expect(items).toContainEqual(expect.objectContaining({ businessId: id, name: '很多 新' }))
})

it('ended live sessions that cannot be watched again hide none that can be chosen', async () => {
  const id = await newLive({ subject: '结束 之前', startTime: platform.now - 100_000_000 })
  for (let count = 0; count < 52; count++) await newLive({ status: 3, subject: `结束 ${count}` })
  expect((await found(lecturer, '结束')).map(({ businessId }) => businessId)).toEqual([id])
})

it('an author chooses what they may see, and a learner opens what they may see', async () => {
  const id = await newLive({ shareScope: 2, subject: '内部直播' })
  expect(await found(colleague, '内部直播')).toEqual([])
  const refused = await refusal((await newDraft(colleague))(id))
  expect(refused).toMatchObject({ errorCode: 40471, data: { kind: 'live' } })
  await (await newDraft(lecturer))(id)
  expect(await openedBy(learner, id)).toMatchObject({ activity: { id, name: '', launchPath: null } })
  const insider = await buildMember(platform.db, { companyId, organizationId: department })
  expect(await openedBy(insider, id)).toMatchObject({
    activity: { name: '内部直播', launchPath: `/live/detail/${id}` },
  })
})

it('a live session that was finished before counts when its section is opened', async () => {
  const id = await newLive({ status: 3 })
  expect(await openedBy(learner, id)).toMatchObject({ progress: { finished: false } })
  await sql`insert into live.completion (live_id, member_id, company_id, finished_at)
    values (${id}, ${learner.id}, ${companyId}, ${platform.now})`.execute(coursesTables(platform.db))
  expect(await openedBy(learner, id)).toMatchObject({ progress: { finished: true } })
})
