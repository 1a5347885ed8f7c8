/** Reactions of members to a subject, its notifications and its personal data. */
import { beforeAll, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { personalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildPeople, type People, wayOf } from './people.fixture.ts'

const platform = testPlatform()
let people: People
let companyId: string
let author: BuiltMember
let colleague: BuiltMember
let learner: BuiltMember
let stranger: BuiltMember
const { as, build, journey } = wayOf(platform, () => people)

beforeAll(async () => {
  people = await buildPeople(platform)
  ;({ companyId, author, colleague, learner, stranger } = people)
})

describe('what members do to a subject', () => {
  it('members collect it, comment on it, share it, and score it after they have started', async () => {
    const one = await journey({ name: '可收藏的专题' })
    const about = { businessType: 2, businessId: one.id }
    const items = (member: BuiltMember) => platform.client(topics, member)
    await items(learner).collect({ body: about })
    const { items: collected } = await items(learner).findCollects({ query: {} })
    expect(collected.find(({ businessId }) => businessId === one.id)).toMatchObject({
      item: { name: '可收藏的专题', link: `/study/subject/detail/${one.id}` },
    })
    await items(learner).addComment({ body: { ...about, content: '安排得很清楚' } })
    expect(await refusal(items(stranger).addComment({ body: { ...about, content: '?' } }))).toMatchObject({
      errorCode: 900005,
    })
    expect(await refusal(items(learner).giveScore({ body: { ...about, score: 5 } }))).toMatchObject({
      errorCode: 900039,
    })
    await one.open(0)
    await items(learner).giveScore({ body: { ...about, score: 4 } })
    await as(learner).countSubjectShare({ params: one.params })
    expect(await one.seen()).toMatchObject({ shareCount: 1, commentCount: 1, score: { average: 4, count: 1 } })
  })
})

describe('notifications and personal data', () => {
  it('learners hear of a new edition, who gave it up does not', async () => {
    const one = await journey({ name: '会更新的专题' })
    await one.register(learner)
    await one.register(colleague)
    await as(colleague).abandonSubject({ params: one.params })
    const { stages, revision } = await as(author).editedSubject({ params: one.params })
    const wished = stages.slice(0, 1).map(({ id, title, contents }) => ({
      ...{ id, title },
      contents: contents.map(({ businessType, businessId }) => ({ businessType, businessId, isRequired: 1 as const })),
    }))
    const changed = await as(author).changeStages({ params: one.params, body: { stages: wished, revision } })
    await as(author).publishSubject({ params: one.params, body: { revision: changed.revision } })
    await platform.runJobs()
    const messagesOf = async (member: BuiltMember) =>
      (await platform.client(messages, member).listNotifications({ query: {} })).items.map(({ title }) => title)
    expect(await messagesOf(learner)).toContain('专题《会更新的专题》有更新')
    expect(await messagesOf(colleague)).not.toContain('专题《会更新的专题》有更新')
  })

  it('a new edition may ask for less: who has nothing left to do is done', async () => {
    const one = await journey()
    await one.register()
    await one.courses[0].finish()
    await one.courses[1].finish()
    const { stages, revision } = await as(author).editedSubject({ params: one.params })
    const [first] = stages
    const contents = (first?.contents ?? []).map(({ businessType, businessId }) => ({
      ...{ businessType, businessId, isRequired: 1 as const },
    }))
    const body = { stages: [{ id: first?.id ?? '', title: '只剩一个阶段', contents }], revision }
    const changed = await as(author).changeStages({ params: one.params, body })
    expect((await one.seen()).stages).toHaveLength(2)
    await as(author).publishSubject({ params: one.params, body: { revision: changed.revision } })
    await platform.runJobs()
    expect(await one.seen()).toMatchObject({
      versionNumber: 2,
      stages: [{ title: '只剩一个阶段' }],
      progress: { status: 2 },
    })
  })

  it('personal data is exported; after erasure, results stay only in the counters', async () => {
    const member = await buildMember(platform.db, { companyId })
    const one = await journey({ name: '个人数据专题' })
    await one.open(0, member)
    const topic = await platform.client(topics, member).quickAddTopic({ body: { name: '合规' } })
    await as(member).chooseInterests({ body: { topicIds: [topic.id] } })
    const part = personalData.all().find((found) => found.module === 'subjects')
    const owner = { companyId, memberId: member.id, now: platform.now }
    const rowsOf = async (name: string) =>
      (await part?.collect(platform.db, owner))?.find((record) => record.name === name)?.rows ?? []
    expect(await rowsOf('subjects')).toMatchObject([{ subject: '个人数据专题', status: 1 }])
    expect(await rowsOf('interests')).toMatchObject([{ topic: '合规' }])
    await part?.erase(platform.db, owner)
    expect(await rowsOf('interests')).toEqual([])
    expect(await rowsOf('subjects')).toHaveLength(1)
    expect(await one.seen(colleague)).toMatchObject({ learnerCount: 1 })
    const written = await part?.collect(platform.db, { ...owner, memberId: author.id })
    expect(written?.find(({ name }) => name === 'authored-subjects')?.rows).toContainEqual(
      expect.objectContaining({ name: '个人数据专题' }),
    )
  })

  it('a learner of whom a course knows more than registration is counted by the course alone', async () => {
    const chapters = [{ sections: [{ kind: 'video' as const, durationMs: 100_000 }] }]
    const built = await buildCourse(platform.db, { author, chapters, now: platform.now })
    const one = await build({ stages: [{ contents: [{ businessId: built.id }] }] })
    const [section] = built.sections
    await buildLearner(platform.db, {
      member: learner,
      course: built,
      watched: section ? [{ section, share: 0.45 }] : [],
    })
    await as(learner).registerForSubject({ params: { id: one.id } })
    const { items } = await as(learner).mySubjects({ query: {} })
    expect(items.find(({ id }) => id === one.id)).toMatchObject({ study: { percent: 50 } })
  })
})
