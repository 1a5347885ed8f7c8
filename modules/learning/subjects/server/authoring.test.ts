/** Subjects as they are made, put on the shelf and taken off it. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { topics } from '#modules/content/topics/contract.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { words } from '#modules/platform/words/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { buildPeople, deskOf, holding, type People, type Stages } from './people.fixture.ts'

const platform = testPlatform()
let people: People
let companyId: string
let college: string
let author: BuiltMember
let colleague: BuiltMember
let chief: BuiltMember
let learner: BuiltMember
let stranger: BuiltMember
const { as, course, build, newSubject } = deskOf(platform, () => people)

beforeAll(async () => {
  people = await buildPeople(platform)
  ;({ companyId, college, author, colleague, chief, learner, stranger } = people)
})

describe('making a subject', () => {
  it('[COURSE-038] draft, with its first stage; published, on the shelf; then off it, with everything kept', async () => {
    const { id, revision } = await as(author).createSubject({ body: { name: ' 新人专题 ', subjectType: 2 } })
    const params = { id }
    const draft = await as(author).editedSubject({ params })
    expect(draft).toMatchObject({
      ...{ name: '新人专题', status: 'draft', subjectType: 2, versionNumber: 0, publishHints: ['no-content'] },
      ...{ needsApproval: false, hasUnpublishedChanges: false, actions: ['edit', 'preview', 'publish', 'delete'] },
      stages: [{ title: '第 1 阶段', contents: [] }],
    })
    const stages = [
      { id: draft.stages[0]?.id ?? '', title: '起步', contents: holding((await course()).id)[0]?.contents ?? [] },
    ]
    const changed = await as(author).changeStages({ params, body: { stages, revision } })
    const published = await as(author).publishSubject({ params, body: { revision: changed.revision } })
    expect(published).toMatchObject({ versionNumber: 1, applied: false })
    expect(await as(author).editedSubject({ params })).toMatchObject({
      ...{ status: 'on-shelf', versionNumber: 1, stageCount: 1, contentCount: 1, publishHints: [] },
      stages: [{ id: draft.stages[0]?.id, title: '起步', contents: [{ businessName: '一门课', isRequired: 1 }] }],
    })
    expect(await as(learner).subjectDetail({ params, query: {} })).toMatchObject({ stageCount: 1, contentCount: 1 })
    await as(author).takeSubjectDown({ params })
    expect(await as(author).editedSubject({ params })).toMatchObject({
      status: 'off-shelf',
      stages: [{ title: '起步' }],
    })
    const { revision: now } = await as(author).editedSubject({ params })
    expect(await as(author).publishSubject({ params, body: { revision: now } })).toMatchObject({ versionNumber: 1 })
  })

  it('says of itself what its author writes, learners see it at once', async () => {
    const one = await newSubject()
    const cover = await buildFile(platform.db, {
      ...{ companyId, ownerId: author.id, kind: 'image', contentType: 'image/png' },
    })
    const topic = await platform.client(topics, chief).quickAddTopic({ body: { name: '入职' } })
    await one.change({
      ...{ name: '改名', summary: '一句话', description: '第一行\n第二行', coverFileId: cover.id, publishClient: 1 },
      ...{ visibleOrganizationIds: [companyId], topicIds: [topic.id] },
    })
    expect(await one.edited()).toMatchObject({
      ...{ name: '改名', coverFileId: cover.id, visibleOrganizations: [{ id: companyId }], topics: [{ name: '入职' }] },
      ...{ hasUnpublishedChanges: false, revision: 1 },
    })
    expect(await as(learner).subjectDetail({ params: one.params, query: {} })).toMatchObject({
      ...{
        name: '改名',
        description: '第一行\n第二行',
        coverUrl: `/api/v1/human/file/${cover.id}`,
        topics: [{ name: '入职' }],
      },
    })
    await one.change({ coverFileId: null, visibleOrganizationIds: [], topicIds: [] })
    expect(await one.edited()).toMatchObject({
      coverUrl: null,
      visibleOrganizations: [],
      topics: [],
      summary: '一句话',
    })
  })

  it('refuses what is not there: organizations, covers of others or of other kinds, more than five topics', async () => {
    const one = await newSubject()
    const video = await buildFile(platform.db, { companyId, ownerId: author.id })
    const theirs = await buildFile(platform.db, {
      ...{ companyId, ownerId: colleague.id, kind: 'image', contentType: 'image/png' },
    })
    const many: string[] = []
    for (const name of ['一', '二', '三', '四', '五', '六'])
      many.push((await platform.client(topics, chief).quickAddTopic({ body: { name: `话题${name}` } })).id)
    const bad: [object, object][] = [
      [{ visibleOrganizationIds: [stranger.companyId] }, { errorCode: 900005 }],
      [{ coverFileId: video.id }, { errorCode: 380408, data: { reason: 'other-kind' } }],
      [{ coverFileId: theirs.id }, { errorCode: 380408, data: { reason: 'missing' } }],
      [{ topicIds: many }, { errorCode: 900033, data: { N: 5 } }],
    ]
    for (const [input, refused] of bad) {
      expect(await refusal(one.change(input))).toMatchObject(refused)
      const create = as(author).createSubject({ body: { name: '新的', subjectType: 0, ...input } })
      expect(await refusal(create)).toMatchObject(refused)
    }
    expect(await refusal(one.change({ url: 'https://a.example' }))).toMatchObject({ errorCode: 380407 })
    expect((await one.edited()).revision).toBe(0)
  })

  it('refuses sensitive words wherever learners would read them', async () => {
    await platform.client(words, chief).addWords({ body: { words: ['赌博'], category: '违法', level: 'refuse' } })
    const one = await newSubject()
    expect(await refusal(one.change({ description: '来赌博吧' }))).toMatchObject({ errorCode: 900010 })
    const stages = [{ title: '赌博', contents: [] }]
    expect(await refusal(one.stages(stages))).toMatchObject({ errorCode: 900010 })
    expect(await one.edited()).toMatchObject({ description: '', stages: [{ title: '起步' }] })
  })
})

describe('the stages of a subject', () => {
  it('none is published empty, and the editor knows it before (380410)', async () => {
    const one = await newSubject()
    const { stages } = await one.edited()
    const started = { id: stages[0]?.id ?? '', title: '起步', contents: holding(one.courseId)[0]?.contents ?? [] }
    await one.stages([started, { title: '实战', contents: [] }, { title: '答疑', contents: [] }])
    expect((await one.edited()).publishHints).toEqual(['empty-stage'])
    expect(await refusal(one.publish())).toMatchObject({
      ...{ status: 422, errorCode: 380410, data: { title: '实战', titles: ['实战', '答疑'] } },
      message: '422 380410 阶段“实战”还没有内容，请添加内容或删除该阶段后再发布',
    })
    const english = { headers: { 'accept-language': 'en' } }
    const body = { revision: (await one.edited()).revision }
    const publish = as(author).publishSubject({ params: one.params, body }, english)
    expect((await refusal(publish)).message).toContain('The stage “实战” is empty.')
    const seen = await as(learner).subjectDetail({ params: one.params, query: {} })
    expect(seen.stages.map(({ title }) => title)).toEqual(['起步'])
    await one.stages([started])
    expect((await one.edited()).publishHints).toEqual([])
    expect(await one.publish()).toMatchObject({ versionNumber: 2 })
  })

  it('are written as a whole, in their order, and keep the ids of what stays', async () => {
    const one = await newSubject()
    const before = await one.edited()
    const [kept] = before.stages[0]?.contents ?? []
    const added = await course('后来的课')
    await one.stages([
      { title: '新的开头', summary: '先看这个', contents: holding(added.id, 0)[0]?.contents ?? [] },
      { id: before.stages[0]?.id ?? '', title: '起步', contents: holding(one.courseId)[0]?.contents ?? [] },
      { id: uuid(), title: '空的', contents: [] },
    ])
    const after = await one.edited()
    expect(after).toMatchObject({
      ...{ hasUnpublishedChanges: true, revision: 1 },
      stages: [
        { title: '新的开头', summary: '先看这个', contents: [{ businessName: '后来的课', isRequired: 0 }] },
        { id: before.stages[0]?.id, contents: [{ id: kept?.id, businessId: one.courseId, isRequired: 1 }] },
        { title: '空的', contents: [] },
      ],
    })
    // Learners see what is published.
    const seen = await as(learner).subjectDetail({ params: one.params, query: {} })
    expect(seen.stages.map(({ title }) => title)).toEqual(['起步'])
    await one.discard()
    expect(await one.edited()).toMatchObject({ hasUnpublishedChanges: false, stages: [{ title: '起步' }] })
  })

  it('are named in the answer, so that what was new is not made again by the next change', async () => {
    const one = await newSubject()
    const { stageIds } = await one.stages([{ title: '开头', contents: [] }, ...holding(one.courseId)])
    const [first = '', second = ''] = stageIds
    const stages = [
      { id: second, title: '实战', contents: holding(one.courseId)[0]?.contents ?? [] },
      { title: '答疑', contents: [] },
      { id: first, title: '开头', contents: [] },
    ]
    const again = await one.stages(stages)
    expect(again.stageIds).toEqual([second, again.stageIds[1], first])
    expect((await one.edited()).stages.map(({ id, title }) => [id, title])).toEqual([
      [second, '实战'],
      [again.stageIds[1], '答疑'],
      [first, '开头'],
    ])
  })

  it('hold what the author sees, once, and neither subjects nor paths', async () => {
    const one = await newSubject()
    const [hidden, down, other] = [
      await buildCourse(platform.db, { author, visibleOrganizationIds: [stranger.companyId] }),
      await course('已下架', { status: 'off-shelf' }),
      await course('别家的课', { author: stranger }),
    ]
    const unknown = { errorCode: 380404 }
    for (const id of [hidden.id, down.id, other.id, uuid()])
      expect(await refusal(one.stages(holding(id)))).toMatchObject({
        ...unknown,
        data: { businessType: 1, businessId: id },
      })
    for (const businessType of [2, 17, 99]) {
      const contents = [{ businessType, businessId: one.id, isRequired: 1 as const }]
      expect(await refusal(one.stages([{ title: '甲', contents }]))).toMatchObject({
        ...unknown,
        data: { businessType },
      })
    }
    const twice = [...holding(one.courseId), ...holding(one.courseId)]
    expect(await refusal(one.stages(twice))).toMatchObject({ errorCode: 380405, data: { businessId: one.courseId } })
    // What stands in it already stays, though it was taken down since.
    await sql`update courses.course set status = 'off-shelf' where id = ${one.courseId}`.execute(platform.root)
    await one.stages(holding(one.courseId, 0))
    expect(await one.edited()).toMatchObject({ stages: [{ contents: [{ isAvailable: false, isRequired: 0 }] }] })
  })

  it('conditions are for personalized subjects, and name what the company has', async () => {
    const ordinary = await newSubject()
    const content = { businessType: 1, businessId: ordinary.courseId, isRequired: 1 as const }
    const conditioned = (ids: object): Stages => [{ title: '甲', contents: [{ ...content, ...ids }] }]
    expect(await refusal(ordinary.stages(conditioned({ organizationIds: [college] })))).toMatchObject({
      ...{ errorCode: 380407, data: { subjectType: 0 } },
    })
    const personal = await newSubject({ subjectType: 1 })
    for (const ids of [{ positionIds: [uuid()] }, { organizationIds: [stranger.companyId] }, { topicIds: [uuid()] }])
      expect(await refusal(personal.stages(conditioned(ids)))).toMatchObject({ errorCode: 900005 })
    await personal.stages(conditioned({ organizationIds: [college] }))
    expect(await personal.edited()).toMatchObject({
      stages: [{ contents: [{ organizations: [{ id: college, name: '企业大学' }], positions: [], topics: [] }] }],
    })
    const external = await newSubject({ subjectType: 3 })
    expect(await refusal(external.stages([]))).toMatchObject({ errorCode: 380407, data: { subjectType: 3 } })
  })
})

describe('publishing a subject', () => {
  it('takes something that is required and there; of an external one, its page (COURSE-070)', async () => {
    const empty = await build({ status: 'draft' })
    const publish = (id: string, revision = 0) => as(author).publishSubject({ params: { id }, body: { revision } })
    expect(await refusal(publish(empty.id))).toMatchObject({ errorCode: 40109 })
    const elective = await newSubject({ status: 'draft' })
    await elective.stages(holding(elective.courseId, 0))
    expect(await elective.edited()).toMatchObject({ publishHints: ['no-required-content'] })
    expect(await refusal(elective.publish())).toMatchObject({ errorCode: 40109 })
    const external = await newSubject({ subjectType: 3, status: 'draft' })
    expect(await external.edited()).toMatchObject({ publishHints: ['no-url'] })
    expect(await refusal(external.publish())).toMatchObject({ errorCode: 380403 })
    await external.change({ url: 'https://learn.example.com/a' })
    await external.publish()
    await external.change({ url: 'https://learn.example.com/b' })
    expect(await external.edited()).toMatchObject({ hasUnpublishedChanges: true, url: 'https://learn.example.com/b' })
    const visit = () => as(learner).visitSubject({ params: external.params, body: {} })
    expect((await visit()).url).toBe('https://learn.example.com/a')
    await external.publish()
    expect((await visit()).url).toBe('https://learn.example.com/b')
  })

  it('what is not possible in its state, or on an old revision, is refused', async () => {
    const one = await newSubject()
    const { params } = one
    const calls = as(author)
    await one.change({ summary: '新的' })
    const old = { revision: 0 }
    const outdated = [
      calls.changeSubject({ params, body: { ...old, name: '旧' } }),
      calls.changeStages({ params, body: { ...old, stages: [] } }),
      calls.publishSubject({ params, body: old }),
      calls.discardSubjectChanges({ params, body: old }),
    ]
    for (const refused of await Promise.all(outdated.map(refusal)))
      expect(refused).toMatchObject({ errorCode: 380401, data: { revision: 1 } })
    const impossible = [
      one.publish(),
      one.discard(),
      calls.withdrawSubject({ params }),
      calls.deleteSubject({ params }),
    ]
    for (const refused of await Promise.all(impossible.map(refusal)))
      expect(refused).toMatchObject({ errorCode: 380402, data: { status: 'on-shelf' } })
    await calls.takeSubjectDown({ params })
    expect(await refusal(calls.takeSubjectDown({ params }))).toMatchObject({ errorCode: 380402 })
  })

  it('others’ subjects are theirs, and another company’s are not there', async () => {
    const one = await newSubject()
    const all = (member: BuiltMember, id: string) => {
      const [calls, params, body] = [as(member), { id }, { revision: 0 }]
      return Promise.all(
        [
          calls.editedSubject({ params }),
          calls.changeSubject({ params, body: { ...body, name: '甲' } }),
          calls.changeStages({ params, body: { ...body, stages: [] } }),
          calls.publishSubject({ params, body }),
          calls.withdrawSubject({ params }),
          calls.takeSubjectDown({ params }),
          calls.discardSubjectChanges({ params, body }),
          calls.deleteSubject({ params }),
          calls.previewSubject({ params }),
          calls.subjectLearners({ params, query: {} }),
        ].map(refusal),
      )
    }
    for (const refused of await all(colleague, one.id)) expect(refused).toMatchObject({ status: 403, errorCode: 10138 })
    for (const refused of await all(stranger, one.id)) expect(refused).toMatchObject({ errorCode: 900005 })
    expect(await one.edited(chief)).toMatchObject({ id: one.id })
  })

  it('the list has the own ones and those of the organizations that one manages, by state and type', async () => {
    const one = await newSubject({ name: '列表专题' })
    const list = async (member: BuiltMember, query: object = {}) =>
      (await as(member).authoredSubjects({ query: { search: '列表专题', ...query } })).items.map(({ id }) => id)
    expect(await list(author)).toEqual([one.id])
    expect(await list(colleague)).toEqual([])
    expect(await list(chief)).toEqual([one.id])
    expect(await list(chief, { mine: true })).toEqual([])
    expect(await list(author, { status: 'on-shelf', subjectType: 0 })).toEqual([one.id])
    expect(await list(author, { status: 'draft' })).toEqual([])
    expect(await list(author, { approval: 'waiting' })).toEqual([])
  })

  it('its learners and how far they are', async () => {
    const one = await newSubject()
    await as(learner).openContent({
      params: { ...one.params, contentId: (await one.edited()).stages[0]?.contents[0]?.id ?? '' },
      body: {},
    })
    await as(colleague).registerForSubject({ params: one.params })
    const learners = (query: object = {}) => as(author).subjectLearners({ params: one.params, query })
    expect(await learners({ state: 'learning' })).toMatchObject({
      recordCount: 1,
      items: [
        { member: { id: learner.id, fullName: '林知远' }, status: 1, percent: 0, finishedCount: 0, requiredCount: 1 },
      ],
    })
    expect((await learners()).recordCount).toBe(2)
    expect((await learners({ search: '没有' })).items).toEqual([])
  })
})
