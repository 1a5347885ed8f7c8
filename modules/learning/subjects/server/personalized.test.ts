/** Subjects that are composed for each member. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildPeople, deskOf, type People } from './people.fixture.ts'

const platform = testPlatform()
let people: People
let companyId: string
let college: string
let author: BuiltMember
let chief: BuiltMember
let learner: BuiltMember
const { as, course, build } = deskOf(platform, () => people)

beforeAll(async () => {
  people = await buildPeople(platform)
  ;({ companyId, college, author, chief, learner } = people)
})

describe('a personalized subject', () => {
  it('is composed for each: by position, department and interests; and done when the own part is', async () => {
    const nurse = await buildMember(platform.db, { companyId, organizationId: college, fullName: '程护士' })
    const positionId = uuid()
    await sql`insert into identity.position (id, company_id, name, created_at)
      values (${positionId}, ${companyId}, '护士', ${platform.now})`.execute(platform.root)
    await sql`update identity.member set position_id = ${positionId} where id = ${nurse.id}`.execute(platform.root)
    const topic = await platform.client(topics, chief).quickAddTopic({ body: { name: '急救' } })
    const names = ['人人都学', '护士要学', '大学的人学', '爱急救的人学'] as const
    const built = []
    for (const name of names) built.push(await course(name))
    const [all, position, organization, interest] = built.map(({ id }) => id) as [string, string, string, string]
    const { id } = await build({
      subjectType: 1,
      stages: [
        { title: '共同', contents: [{ businessId: all }] },
        {
          title: '个性',
          contents: [
            { businessId: position, positionIds: [positionId] },
            { businessId: organization, organizationIds: [college], required: false },
            { businessId: interest, topicIds: [topic.id] },
          ],
        },
      ],
    })
    const params = { id }
    const seen = (member: BuiltMember) => as(member).subjectDetail({ params, query: {} })
    const shown = async (member: BuiltMember) =>
      (await seen(member)).stages.flatMap(({ contents }) =>
        contents.map(({ businessName, becauseOf }) => [businessName, becauseOf]),
      )
    expect(await shown(nurse)).toEqual([
      ['人人都学', null],
      ['护士要学', 'position'],
      ['大学的人学', 'organization'],
    ])
    expect(await seen(nurse)).toMatchObject({
      personal: {
        ...{ positionName: '护士', organizationName: '企业大学', hiddenCount: 1 },
        interests: [{ id: topic.id, name: '急救', chosen: false }],
      },
      progress: { requiredCount: 2 },
    })
    // A stage that holds nothing for somebody is no stage of theirs; and what is not theirs can't be opened.
    expect(await shown(learner)).toEqual([['人人都学', null]])
    const { stages } = await as(author).previewSubject({ params })
    const foreign = stages[1]?.contents.find(({ businessId }) => businessId === position)?.id ?? ''
    const open = as(learner).openContent({ params: { id, contentId: foreign }, body: {} })
    expect(await refusal(open)).toMatchObject({ errorCode: 900005 })
    expect(await as(learner).chooseInterests({ body: { topicIds: [topic.id] } })).toMatchObject({
      ...{ items: [{ id: topic.id, name: '急救' }], recordCount: 1 },
    })
    expect(await shown(learner)).toEqual([
      ['人人都学', null],
      ['爱急救的人学', 'interest'],
    ])
    expect(await as(learner).myInterests()).toMatchObject({ items: [{ name: '急救' }] })
    const unknown = as(learner).chooseInterests({ body: { topicIds: [uuid()] } })
    expect(await refusal(unknown)).toMatchObject({ errorCode: 900005 })
    // Interests change what is asked: who has nothing left to do is done.
    await as(learner).registerForSubject({ params })
    await sql`insert into courses.registration (member_id, course_id, company_id, version_id, status, registered_at,
        started_at, touched_at, finished_at)
      select ${learner.id}, id, company_id, published_version_id, 2, ${platform.now}::bigint, ${platform.now}::bigint,
        ${platform.now}::bigint, ${platform.now}::bigint from courses.course where id = ${all}`.execute(platform.root)
    await as(learner).chooseInterests({ body: { topicIds: [] } })
    await platform.runJobs()
    expect(await seen(learner)).toMatchObject({ progress: { status: 2, percent: 100 } })
    expect(await as(author).subjectLearners({ params, query: {} })).toMatchObject({ items: [{ status: 2 }] })
  })
})
