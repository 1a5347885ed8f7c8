/** What a path has besides its sections: a picture, completion awards, what members do to it. */
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { study } from '#modules/content/study/contract.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { certificates } from '#modules/learning/certificates/contract.ts'
import { buildTemplate } from '#modules/learning/certificates/server/templates.fixture.ts'
import { buildFile } from '#modules/platform/files/server/files.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { paths } from '../contract.ts'
import { buildPath, buildPathLearner } from './paths.fixture.ts'
import { modulesWith, testKind } from './study-kinds.fixture.ts'

const lives = testKind(5)
const platform = testPlatform({ modules: modulesWith(lives) })
let companyId: string
let chief: BuiltMember
let learner: BuiltMember
let stranger: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  learner = await buildMember(platform.db, { companyId, fullName: '林知远' })
  stranger = await buildMember(platform.db, { companyId: await buildCompany(platform.db) })
})

const calls = (member = chief) => platform.client(paths, member)

/** A path with one live, on which the learner is. */
async function studied(name: string) {
  const [live] = lives.add(companyId) as [string]
  const sections = [{ businessType: 5, businessId: live }]
  const { id, chapters } = await buildPath(platform.db, { author: chief, name, chapters: [{ sections }] })
  await buildPathLearner(platform.db, { member: learner, pathId: id, registeredAt: platform.now })
  const params = { id }
  const edited = () => calls().managedPath({ params })
  const change = async (part: object) => {
    const { revision, summary, learnSequence, isOpen, channelId } = await edited()
    return calls().changePath({ params, body: { revision, name, summary, learnSequence, isOpen, channelId, ...part } })
  }
  return { id, live, edited, change, sectionId: chapters[0]?.sectionIds[0] ?? '' }
}

describe('the completion awards of a path', () => {
  it('[COURSE-061] is stored, shown to learners, and awarded once on completion', async () => {
    const templateId = await buildTemplate(platform.db, { author: chief, name: '店长合格证', now: platform.now })
    const path = await studied('店长之路')
    const certificate = { templateId, name: '店长合格证' }
    await path.change({ classHourHundredths: 350 })
    const after = await path.change({ creditHundredths: 200, certificateTemplateId: templateId })
    const awards = { classHourHundredths: 350, creditHundredths: 200, certificate }
    expect(after.gives).toEqual(awards)
    const query = { pageId: path.id }
    expect((await calls(learner).findBasicInfo({ query })).gives).toEqual(awards)

    lives.setStatus(learner.id, path.live, 1)
    for (let visit = 0; visit < 2; visit += 1) {
      expect((await calls(learner).hasFinish({ query })).hasFinish).toBe(true)
      await platform.runJobs()
    }
    const mine = await platform.client(certificates, learner).myCertificates({ query: {} })
    expect(mine.items.map(({ itemName }) => itemName)).toEqual(['店长之路'])
    for (const [type, score] of [
      [1, '350'],
      [2, '200'],
    ] as const) {
      const { items } = await platform.client(study, learner).creditRecords({ query: { type } })
      const createTime = platform.now
      expect(items).toMatchObject([
        { rule: '完成学习路径', source: '店长之路', createTime, businessId: path.id, score },
      ])
    }
  })

  it('stays as it is where nothing is said, and is taken back; a certificate that is not offered is refused', async () => {
    const templateId = await buildTemplate(platform.db, { author: chief, name: '带教证', now: platform.now })
    const path = await studied('带教之路')
    await path.change({ classHourHundredths: 100, certificateTemplateId: templateId })
    expect((await path.change({ summary: '改了简介' })).gives).toMatchObject({
      classHourHundredths: 100,
      certificate: { templateId },
    })
    const none = await path.change({ classHourHundredths: 0, certificateTemplateId: null })
    expect(none.gives).toEqual({ classHourHundredths: 0, creditHundredths: 0, certificate: null })
    const foreign = await buildTemplate(platform.db, { author: stranger, name: '别家的', now: platform.now })
    for (const id of [uuid(), foreign])
      expect(await refusal(path.change({ certificateTemplateId: id, name: '不该留下' }))).toMatchObject({
        errorCode: 380201,
      })
    expect((await path.edited()).name).toBe('带教之路')
    expect(await refusal(path.change({ classHourHundredths: -1 }))).toMatchObject({ status: 422, errorCode: 900001 })
  })
})

describe('the cover of a path', () => {
  it('is a picture that its author has uploaded; seen in lists, on its page and by others, and taken away', async () => {
    const picture = { companyId, kind: 'image', contentType: 'image/png' } as const
    const [own, theirs, video] = [
      await buildFile(platform.db, { ...picture, ownerId: chief.id }),
      await buildFile(platform.db, { ...picture, ownerId: learner.id }),
      await buildFile(platform.db, { companyId, ownerId: chief.id }),
    ]
    const path = await studied('有封面的路径')
    const coverUrl = `/api/v1/human/file/${own.id}`
    expect((await path.change({ coverFileId: own.id })).coverUrl).toBe(coverUrl)
    expect((await path.change({ summary: '封面还在' })).coverUrl).toBe(coverUrl)
    expect(await calls(learner).findBasicInfo({ query: { pageId: path.id } })).toMatchObject({ coverUrl })
    const { items } = await calls(learner).myPaths({ query: {} })
    expect(items.find(({ id }) => id === path.id)).toMatchObject({ coverUrl })
    for (const [id, reason] of [
      [theirs.id, 'missing'],
      [uuid(), 'missing'],
      [video.id, 'other-kind'],
    ])
      expect(await refusal(path.change({ coverFileId: id }))).toMatchObject({ errorCode: 380515, data: { reason } })
    expect((await path.change({ coverFileId: null })).coverUrl).toBeNull()
  })
})

describe('what members do to a path', () => {
  it('members on the path collect it, comment on it, and score it after they have started', async () => {
    const path = await studied('可收藏的路径')
    const about = { businessType: 17, businessId: path.id }
    const items = (member: BuiltMember) => platform.client(topics, member)
    const colleague = await buildMember(platform.db, { companyId })
    await items(learner).collect({ body: about })
    const { items: collected } = await items(learner).findCollects({ query: {} })
    expect(collected.find(({ businessId }) => businessId === path.id)).toMatchObject({
      item: { name: '可收藏的路径', link: `/branch-post-learning-detail/${path.id}` },
    })
    await items(learner).addComment({ body: { ...about, content: '第二章很实用' } })
    for (const member of [colleague, stranger])
      expect(await refusal(items(member).addComment({ body: { ...about, content: '?' } }))).toMatchObject({
        errorCode: 900005,
      })
    expect(await refusal(items(learner).giveScore({ body: { ...about, score: 5 } }))).toMatchObject({
      errorCode: 900039,
    })
    await calls(learner).updateLessonLocation({ body: { pathId: path.id, sectionId: path.sectionId } })
    await items(learner).giveScore({ body: { ...about, score: 4 } })
    const { items: listed } = await items(learner).listComments({ query: about })
    const commentId = listed[0]?.id ?? ''
    expect(await refusal(items(colleague).removeComment({ params: { id: commentId } }))).toMatchObject({ status: 422 })
    await items(chief).removeComment({ params: { id: commentId } })
  })
})
