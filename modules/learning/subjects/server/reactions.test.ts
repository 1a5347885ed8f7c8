/** Reactions of members to a subject, its notifications and its personal data. */
import { describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { personalData } from '#server/personal-data.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testPeople, wayOf } from './people.fixture.ts'

const platform = testPlatform()
const people = testPeople(platform)
const { as, build, journey } = wayOf(platform, () => people)

describe('what members do to a subject', () => {
  it('members collect it, comment on it, share it, and score it after they have started', async () => {
    const one = await journey({ name: '可收藏的专题' })
    const about = { businessType: 2, businessId: one.id }
    const items = (member: BuiltMember) => platform.client(topics, member)
    await items(people.learner).collect({ body: about })
    const { items: collected } = await items(people.learner).findCollects({ query: {} })
    expect(collected.find(({ businessId }) => businessId === one.id)).toMatchObject({
      item: { name: '可收藏的专题', link: `/study/subject/detail/${one.id}` },
    })
    await items(people.learner).addComment({ body: { ...about, content: '安排得很清楚' } })
    expect(await refusal(items(people.stranger).addComment({ body: { ...about, content: '?' } }))).toMatchObject({
      errorCode: 900005,
    })
    expect(await refusal(items(people.learner).giveScore({ body: { ...about, score: 5 } }))).toMatchObject({
      errorCode: 900039,
    })
    await one.open(0)
    await items(people.learner).giveScore({ body: { ...about, score: 4 } })
    await as(people.learner).countSubjectShare({ params: one.params })
    expect(await one.seen()).toMatchObject({ shareCount: 1, commentCount: 1, score: { average: 4, count: 1 } })
  })
})

describe('notifications and personal data', () => {
  it('learners hear of a new edition, who gave it up does not', async () => {
    const one = await journey({ name: '会更新的专题' })
    await one.register(people.learner)
    await one.register(people.colleague)
    await as(people.colleague).abandonSubject({ params: one.params })
    const { stages, revision } = await as(people.author).editedSubject({ params: one.params })
    const wished = stages.slice(0, 1).map(({ id, title, contents }) => ({
      ...{ id, title },
      contents: contents.map(({ businessType, businessId }) => ({ businessType, businessId, isRequired: 1 as const })),
    }))
    const changed = await as(people.author).changeStages({ params: one.params, body: { stages: wished, revision } })
    await as(people.author).publishSubject({ params: one.params, body: { revision: changed.revision } })
    await platform.runJobs()
    const messagesOf = async (member: BuiltMember) =>
      (await platform.client(messages, member).listNotifications({ query: {} })).items.map(({ title }) => title)
    expect(await messagesOf(people.learner)).toContain('专题《会更新的专题》有更新')
    expect(await messagesOf(people.colleague)).not.toContain('专题《会更新的专题》有更新')
  })

  it('a new edition may ask for less: who has nothing left to do is done', async () => {
    const one = await journey()
    await one.register()
    await one.courses[0].finish()
    await one.courses[1].finish()
    const { stages, revision } = await as(people.author).editedSubject({ params: one.params })
    const [first] = stages
    const contents = (first?.contents ?? []).map(({ businessType, businessId }) => ({
      ...{ businessType, businessId, isRequired: 1 as const },
    }))
    const body = { stages: [{ id: first?.id ?? '', title: '只剩一个阶段', contents }], revision }
    const changed = await as(people.author).changeStages({ params: one.params, body })
    expect((await one.seen()).stages).toHaveLength(2)
    await as(people.author).publishSubject({ params: one.params, body: { revision: changed.revision } })
    await platform.runJobs()
    expect(await one.seen()).toMatchObject({
      versionNumber: 2,
      stages: [{ title: '只剩一个阶段' }],
      progress: { status: 2 },
    })
  })

  it('personal data is exported; after erasure, results stay only in the counters', async () => {
    const member = await buildMember(platform.db, { companyId: people.companyId })
    const one = await journey({ name: '个人数据专题' })
    await one.open(0, member)
    const topic = await platform.client(topics, member).quickAddTopic({ body: { name: '合规' } })
    await as(member).chooseInterests({ body: { topicIds: [topic.id] } })
    const part = personalData.all().find((found) => found.module === 'subjects')
    const owner = { companyId: people.companyId, memberId: member.id, now: platform.now }
    const rowsOf = async (name: string) =>
      (await part?.collect(platform.db, owner))?.find((record) => record.name === name)?.rows ?? []
    expect(await rowsOf('subjects')).toMatchObject([{ subject: '个人数据专题', status: 1 }])
    expect(await rowsOf('interests')).toMatchObject([{ topic: '合规' }])
    await part?.erase(platform.db, owner)
    expect(await rowsOf('interests')).toEqual([])
    expect(await rowsOf('subjects')).toHaveLength(1)
    expect(await one.seen(people.colleague)).toMatchObject({ learnerCount: 1 })
    const written = await part?.collect(platform.db, { ...owner, memberId: people.author.id })
    expect(written?.find(({ name }) => name === 'authored-subjects')?.rows).toContainEqual(
      expect.objectContaining({ name: '个人数据专题' }),
    )
  })

  it('a learner with more than a registration in a course is counted by the course alone', async () => {
    const chapters = [{ sections: [{ kind: 'video' as const, durationMs: 100_000 }] }]
    const built = await buildCourse(platform.db, { author: people.author, chapters, now: platform.now })
    const one = await build({ stages: [{ contents: [{ businessId: built.id }] }] })
    const [section] = built.sections
    await buildLearner(platform.db, {
      member: people.learner,
      course: built,
      watched: section ? [{ section, share: 0.45 }] : [],
    })
    await as(people.learner).registerForSubject({ params: { id: one.id } })
    const { items } = await as(people.learner).mySubjects({ query: {} })
    expect(items.find(({ id }) => id === one.id)).toMatchObject({ study: { percent: 50 } })
  })
})
