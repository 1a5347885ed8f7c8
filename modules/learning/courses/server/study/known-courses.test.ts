/**
 * What is kept of courses in the process: after every edit, by whomever and in whichever process, the next call shows the
 * truth. The edits are made beside the server, as another process makes them.
 */
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildMember, buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { type BuiltCourse, buildCategory, buildCourse, buildLearner } from '../courses.fixture.ts'
import { coursePeople } from '../study.fixture.ts'

const platform = testPlatform()
const people = coursePeople(platform)

let sales: string
let team: string
let learner: BuiltMember
let root: { readonly id: string }
let child: { readonly id: string }
let course: BuiltCourse

const as = (member: BuiltMember) => platform.client(courses, member)
const run = (statement: RawBuilder<unknown>) => statement.execute(platform.root)

beforeAll(async () => {
  const { companyId } = people
  sales = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '销售部' })
  team = await buildOrganization(platform.db, { companyId, parentId: sales, name: '华东组' })
})

beforeEach(async () => {
  const { companyId, lecturer } = people
  learner = await buildMember(platform.db, { companyId, organizationId: team })
  root = await buildCategory(platform.db, { companyId, name: `安全 ${learner.id}` })
  child = await buildCategory(platform.db, { companyId, name: '消防', parent: root as never })
  course = await buildCourse(platform.db, {
    author: { ...lecturer, organizationId: sales },
    name: '灭火器',
    categoryId: child.id,
    chapters: [{ title: '第一章', sections: [{ kind: 'link', title: '第一节' }, { kind: 'link' }] }],
  })
  const [section] = course.sections
  await buildLearner(platform.db, { member: learner, course, watched: section ? [{ section, share: 1 }] : [] })
  await run(sql`update courses.registration set last_section_id = ${section?.id} where course_id = ${course.id}`)
})

/** What the caller sees of the course: in the catalogue, among the own courses, and opened. */
async function seen(member = learner) {
  const calls = as(member)
  const catalogue = await calls.catalogue({ query: { categoryId: root.id } })
  const own = await calls.myCourses({ query: {} })
  return {
    count: catalogue.recordCount,
    listed: catalogue.items.find(({ id }) => id === course.id),
    own: own.items.find(({ id }) => id === course.id),
    detail: await calls.courseDetail({ params: { id: course.id } }),
  }
}

const both = (expected: object) => ({ listed: expected, own: expected, detail: expected })

/** An edit, and what is seen after it and was not before. */
const edits: readonly (readonly [name: string, edit: () => Promise<unknown>, expected: () => object])[] = [
  [
    'its name',
    () => run(sql`update courses.course set name = '水带' where id = ${course.id}`),
    () => both({ name: '水带' }),
  ],
  [
    'its summary',
    () => run(sql`update courses.course set summary = '新的' where id = ${course.id}`),
    () => both({ summary: '新的' }),
  ],
  [
    'its cover',
    () => run(sql`update courses.course set cover_file_id = ${course.id} where id = ${course.id}`),
    () => both({ coverFileId: course.id }),
  ],
  [
    'its category',
    () => run(sql`update courses.course set category_id = ${root.id} where id = ${course.id}`),
    () => both({ category: { id: root.id } }),
  ],
  [
    'the name of its category',
    () => run(sql`update courses.category set name = '应急' where id = ${child.id}`),
    () => both({ category: { name: '应急', pathName: `安全 ${learner.id} / 应急` } }),
  ],
  [
    'the name above its category',
    () => run(sql`update courses.category set name = ${`生产 ${learner.id}`} where id = ${root.id}`),
    () => both({ category: { pathName: `生产 ${learner.id} / 消防` } }),
  ],
  [
    'the name of its organization',
    () => run(sql`update identity.organization set name = ${`销售 ${learner.id}`} where id = ${sales}`),
    () => both({ organization: { name: `销售 ${learner.id}` } }),
  ],
  [
    'the name of its lecturer',
    () => run(sql`update identity.member set full_name = ${`静 ${learner.id}`} where id = ${people.lecturer.id}`),
    () => both({ lecturer: { fullName: `静 ${learner.id}` } }),
  ],
  [
    'the picture of its lecturer',
    () => run(sql`update identity.member set avatar_path = ${learner.id} where id = ${people.lecturer.id}`),
    () => both({ lecturer: { avatarPath: learner.id } }),
  ],
  [
    'the title of a section',
    () => run(sql`update courses.section set title = '新的一节' where id = ${course.sections[0]?.id ?? ''}`),
    () => ({
      own: { lastSectionTitle: '新的一节' },
      detail: { chapters: [{ sections: [{ title: '新的一节' }, {}] }] },
    }),
  ],
  [
    'a section that is no longer required',
    () => run(sql`update courses.section set required = false where id = ${course.sections[1]?.id ?? ''}`),
    () => ({ own: { study: { percent: 99 } }, detail: { progress: { requiredCount: 1 } } }),
  ],
  [
    'the title of a chapter',
    () => run(sql`update courses.chapter set title = '序' where version_id = ${course.versionId}`),
    () => ({ detail: { chapters: [{ title: '序' }] } }),
  ],
  [
    'a rule of studying',
    () =>
      run(sql`insert into settings.rule_config (company_id, key, value, updated_by, updated_at)
        values (${people.companyId}, 'COURSE_STUDY_CONFIG', '{"playbackRateMax": 1.25}', ${learner.id}, 1)`),
    () => ({ detail: { playbackRateMax: 1.25 } }),
  ],
  [
    'its completion awards',
    () =>
      run(sql`insert into study.credit_rule (company_id, business_type, business_id, class_hours, credits, updated_at)
        values (${people.companyId}, 1, ${course.id}, 250, 0, 1)`),
    () => ({ detail: { finishGives: { classHourHundredths: 250 } } }),
  ],
  [
    'a topic',
    async () => {
      await run(sql`insert into topics.topic (id, company_id, name, key, created_at)
        values (${learner.id}, ${people.companyId}, '点检', ${learner.id}, 1)`)
      await run(sql`insert into topics.item_topic (company_id, business_type, business_id, topic_id, sort)
        values (${people.companyId}, 1, ${course.id}, ${learner.id}, 1)`)
    },
    () => ({ detail: { topics: [{ name: '点检' }] } }),
  ],
  [
    'its shelf',
    () => run(sql`update courses.course set status = 'off-shelf', off_shelf_at = 1 where id = ${course.id}`),
    () => ({ count: 0, listed: undefined, own: { status: 'off-shelf' }, detail: { closedBecause: 'taken-down' } }),
  ],
  [
    'its audience',
    async () => {
      await run(sql`update courses.course set visible_to_all = false where id = ${course.id}`)
      await run(sql`update courses.registration set assigned = true where course_id = ${course.id}`)
    },
    () => ({ count: 0, listed: undefined }),
  ],
]

describe('a course that is kept in the process', () => {
  it.each(edits)('shows an edit of %s to the next call', async (_name, edit, expected) => {
    const before = await seen()
    expect(before.count).toBe(1)
    expect(before).not.toMatchObject(expected())
    await edit()
    expect(await seen()).toMatchObject(expected())
  })

  it('shows an edit when it is committed, and not before', async () => {
    const before = await seen()
    // The server of the tests has one connection: the edit takes another.
    const beside = createDatabase(createPool({ databaseUrl: platform.databaseUrl, size: 1 }))
    const during = await beside.transaction().execute(async (transaction) => {
      await sql`update courses.course set name = '未提交' where id = ${course.id}`.execute(transaction)
      return seen()
    })
    await beside.destroy()
    expect(during).toEqual(before)
    expect(await seen()).toMatchObject(both({ name: '未提交' }))
  })

  it('forgets nothing for an edit that was rolled back, and shows none of it', async () => {
    const before = await seen()
    const rolledBack = platform.root.transaction().execute(async (transaction) => {
      await sql`update courses.course set name = '撤回' where id = ${course.id}`.execute(transaction)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await seen()).toEqual(before)
  })

  it('shows two edits of one company that wait for each other', async () => {
    await seen()
    await Promise.all([
      run(sql`update courses.course set name = '甲' where id = ${course.id}`),
      run(sql`update courses.category set name = '乙' where id = ${child.id}`),
      run(sql`update courses.course set summary = '丙' where id = ${course.id}`),
    ])
    expect(await seen()).toMatchObject(both({ name: '甲', summary: '丙', category: { name: '乙' } }))
  })

  it('is shown by the organization in which the caller stands now', async () => {
    await run(sql`update courses.course set visible_to_all = false where id = ${course.id}`)
    await run(sql`insert into courses.course_visibility values (${course.id}, ${sales})`)
    const other = await buildMember(platform.db, { companyId: people.companyId })
    expect(await refusal(as(other).courseDetail({ params: { id: course.id } }))).toMatchObject({ status: 403 })
    expect((await seen()).count).toBe(1)
    await run(sql`update identity.member set organization_id = ${team} where id = ${other.id}`)
    expect((await as(other).catalogue({ query: { categoryId: root.id } })).recordCount).toBe(1)
    expect((await as(other).courseDetail({ params: { id: course.id } })).name).toBe('灭火器')
    await run(sql`update identity.member set organization_id = ${people.companyId} where id = ${other.id}`)
    const listed = async (member: BuiltMember) =>
      (await as(member).catalogue({ query: { categoryId: root.id } })).recordCount
    // Nothing is edited between these: what the one was shown is still kept when the other asks.
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await listed(other)).toBe(0)
      expect(await listed(learner)).toBe(1)
    }
    expect(await refusal(as(other).courseDetail({ params: { id: course.id } }))).toMatchObject({ status: 403 })
  })

  it('is no other company’s, whatever is kept of it', async () => {
    await seen()
    for (const member of [people.foreigner, people.stranger]) {
      expect(await refusal(as(member).courseDetail({ params: { id: course.id } }))).toMatchObject({ errorCode: 900005 })
      expect((await as(member).coursesByIds({ query: { ids: [course.id] } })).items).toEqual([])
      expect((await as(member).catalogue({ query: {} })).items.map(({ id }) => id)).not.toContain(course.id)
    }
  })

  it('shows each caller their own state, and figures as they are now', async () => {
    const other = await buildMember(platform.db, { companyId: people.companyId })
    expect((await seen()).listed).toMatchObject({ learnerCount: 1, study: { percent: 50 } })
    expect((await as(other).catalogue({ query: { categoryId: root.id } })).items).toMatchObject([{ study: null }])
    await as(other).registerForCourse({ params: { id: course.id } })
    expect((await as(other).catalogue({ query: { categoryId: root.id } })).items).toMatchObject([
      { learnerCount: 2, study: { status: 0, percent: 0 } },
    ])
    expect((await seen()).listed).toMatchObject({ learnerCount: 2, study: { percent: 50 } })
  })
})
