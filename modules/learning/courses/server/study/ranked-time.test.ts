/** What happens to courses, points, credits and topics stands in the rankings, reported by the rows themselves. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { rankings } from '#modules/insight/rankings/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { type BuiltCourse, buildCourse, buildLearner } from '../courses.fixture.ts'

const platform = testPlatform({ poolSize: 4 })
let companyId: string
let lecturer: BuiltMember
let learner: BuiltMember
let course: BuiltCourse

beforeEach(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'], fullName: '讲师' })
  learner = await buildMember(platform.db, { companyId, fullName: '王明' })
  course = await buildCourse(platform.db, { author: lecturer })
})

const runJob = async (name: string) => {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(name === 'rankings.count' ? { companyId } : {})}::json)`.execute(
    platform.root,
  )
  await platform.runJobs()
}
const count = () => runJob('rankings.count')
const calls = (member = learner) => platform.client(rankings, member)
const study = () =>
  buildLearner(platform.db, {
    ...{ member: learner, course, registeredAt: platform.now },
    watched: course.sections.map((section) => ({ section, share: 1, studyMs: 90_000 })),
  })

describe('a course in the rankings', () => {
  it('[SYSTEM-238] counts who has finished it, and is counted for them', async () => {
    await study()
    await count()
    expect((await calls().finishCountRanking()).items).toMatchObject([{ id: course.id, figure: 1, businessType: 1 }])
    expect((await calls(lecturer).studyRanking()).items).toMatchObject([{ name: '王明', figure: 1 }])
    const evidence = await calls().rankingEvidence({
      query: { ranking: 'finish-count', businessType: 1, businessId: course.id },
    })
    expect(evidence).toMatchObject({ figure: 1, items: [], parts: [{ source: 'finish', count: 1 }] })
  })

  it('[SYSTEM-236] counts who opened it to study, once a day', async () => {
    await study()
    await count()
    expect((await calls().browseCountRanking()).items).toMatchObject([{ rank: 1, id: course.id, figure: 1 }])
  })

  it('counts its study time as it grows, reported by the job, once', async () => {
    await study()
    const spent = async () => (await calls().studyTimeRanking()).items[0]?.figure
    await runJob('courses.ranked-time')
    await count()
    const first = await spent()
    expect(first).toBe(course.sections.length * 90_000)
    await sql`update courses.study_time set study_ms = study_ms + 1000 where member_id = ${learner.id}`.execute(
      platform.root,
    )
    for (let at = 0; at < 2; at++) await runJob('courses.ranked-time-sweep')
    await count()
    expect(await spent()).toBe((first ?? 0) + 1000)
  })

  it('is ranked for those alone who may open it', async () => {
    await study()
    await count()
    const stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
    expect((await calls(stranger).finishCountRanking()).items).toEqual([])
    await sql`update courses.course set status = 'off-shelf' where id = ${course.id}`.execute(platform.root)
    expect((await calls().finishCountRanking()).items).toEqual([])
    const query = { ranking: 'finish-count', businessType: 1, businessId: uuid() } as const
    await expect(calls().rankingEvidence({ query })).rejects.toMatchObject({ errorCode: 900005 })
  })
})

describe('a topic in the rankings', () => {
  it('[SYSTEM-237] counts who follows it, and no more who has left', async () => {
    const topicId = uuid()
    await sql`insert into topics.topic (id, company_id, name, key, created_at, created_by)
      values (${topicId}, ${companyId}, '安全', '安全', ${platform.now}, ${lecturer.id})`.execute(platform.root)
    await sql`insert into following.follow (id, company_id, member_id, business_type, business_id, created_at)
      values (${uuid()}, ${companyId}, ${learner.id}, 105, ${topicId}, ${platform.now})`.execute(platform.root)
    await count()
    expect((await calls().topicWatchRanking()).items).toMatchObject([{ name: '安全', figure: 1 }])
    await sql`delete from following.follow where business_id = ${topicId}`.execute(platform.root)
    await count()
    expect((await calls().topicWatchRanking()).items).toEqual([])
  })
})
