/** Sections that need review: proofs that are handed in, and what is decided about them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { submissions } from '#modules/content/submissions/contract.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { proves } from '#test/proves.ts'
import { paths } from '../contract.ts'
import { buildPath, buildPathLearner } from './paths.fixture.ts'
import { modulesWith, testKind } from './study-kinds.fixture.ts'

const lives = testKind(5)
const platform = testPlatform({ modules: modulesWith(lives) })
let companyId: string
let chief: BuiltMember
let learner: BuiltMember
let teacher: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  const organizationId = await buildOrganization(platform.db, { companyId, parentId: companyId })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  learner = await buildMember(platform.db, { companyId, organizationId })
  teacher = await buildMember(platform.db, { companyId, organizationId, roles: ['class-teacher'] })
})

const calls = (member = learner) => platform.client(paths, member)

async function startedPath() {
  const [a, b] = lives.add(companyId, 2) as [string, string]
  const path = await buildPath(platform.db, {
    author: chief,
    chapters: [
      { sections: [{ businessType: 5, businessId: a, needsReview: true }] },
      { sections: [{ businessType: 5, businessId: b }] },
    ],
  })
  await buildPathLearner(platform.db, { member: learner, pathId: path.id, registeredAt: platform.now })
  const sectionId = path.chapters[0]?.sectionIds[0] as string
  const { progressId } = await calls().updateLessonLocation({ body: { pathId: path.id, sectionId } })
  return { path, progressId, contentId: a }
}

const audit = (id: string, body: Record<string, unknown>, member = learner) =>
  calls(member).learnAudit({ params: { id }, body })
const reviews = (member: BuiltMember, subjectId?: string) =>
  platform
    .client(submissions, member)
    .reviews({ query: { kind: 'path', ...(subjectId !== undefined && { subjectId }) } })
const chapters = async (pageId: string) => (await calls().findChapterSectionInfo({ query: { pageId } })).items
const titles = async (member: BuiltMember) =>
  (await platform.client(messages, member).listNotifications({ query: { pageSize: 50 } })).items.map(
    ({ title }) => title,
  )

describe('the proof of a section', () => {
  it('is handed in, rejected, handed in again and agreed to; only then the section is finished', async () => {
    const { path, progressId, contentId } = await startedPath()
    lives.setStatus(learner.id, contentId, 1)
    expect((await chapters(path.id))[1]?.lockIcon).toBe('lock')
    expect(await calls().sectionAudit({ params: { id: progressId } })).toMatchObject({
      ...{ isOwn: true, canHandIn: true, canDecide: false, isContentFinished: true, isFinished: false, proofs: [] },
    })
    await proves('COURSE-104', async () => {
      const address = `POST /course-study/position/front/learn-audit/${progressId}` as const
      expect(await literalCall(platform, learner, address, { form: { content: '已完成开店实操' } })).toEqual({
        state: 5,
      })
      expect((await chapters(path.id))[0]?.positionSections[0]).toMatchObject({ finishStatus: 5, proofState: 5 })
    })
    expect((await refusal(audit(progressId, { content: '又一份' }))).errorCode).toBe(380509)

    const waiting = await reviews(teacher, path.id)
    expect(waiting).toMatchObject({
      recordCount: 1,
      items: [{ partId: progressId, state: 'waiting', member: { id: learner.id } }],
    })
    expect((await titles(teacher)).some((title) => title.includes('提交了学习成果'))).toBe(true)
    expect((await refusal(audit(progressId, { result: 'reject' }, teacher))).errorCode).toBe(900001)
    await proves('COURSE-003', async () => {
      expect(await audit(progressId, { result: 'reject', opinion: '请补充照片' }, teacher)).toEqual({ state: 6 })
      expect((await chapters(path.id))[0]?.positionSections[0]).toMatchObject({ finishStatus: 6, isFinished: false })
      expect((await titles(learner)).some((title) => title.includes('未通过'))).toBe(true)

      expect(await audit(progressId, { content: '补充了照片' })).toEqual({ state: 5 })
      expect(await audit(progressId, { result: 'agree' }, teacher)).toEqual({ state: 2 })
      const [chapter, next] = await chapters(path.id)
      expect(chapter?.positionSections[0]).toMatchObject({ finishStatus: 1, isFinished: true, proofState: 2 })
      expect(next?.lockIcon).toBeNull()
    })
    const seen = await calls(teacher).sectionAudit({ params: { id: progressId } })
    expect(seen).toMatchObject({ isOwn: false, canDecide: false, isFinished: true, member: { id: learner.id } })
    expect(seen.proofs.map(({ content, state, opinion }) => [content, state, opinion])).toEqual([
      ['补充了照片', 2, ''],
      ['已完成开店实操', 6, '请补充照片'],
    ])
    expect((await refusal(audit(progressId, { result: 'agree' }, teacher))).errorCode).toBe(380509)
    expect((await refusal(audit(progressId, { content: '再交一次' }))).errorCode).toBe(380509)
  })

  it('an agreed proof alone finishes nothing: the content does too', async () => {
    const { path, progressId, contentId } = await startedPath()
    await audit(progressId, { content: '先交材料' })
    await audit(progressId, { result: 'agree' }, chief)
    expect((await chapters(path.id))[0]?.positionSections[0]).toMatchObject({ isFinished: false })
    lives.setStatus(learner.id, contentId, 1)
    expect((await chapters(path.id))[0]?.positionSections[0]).toMatchObject({ isFinished: true })
  })

  it('is seen and decided about by nobody else, and not by the member', async () => {
    const { progressId } = await startedPath()
    await audit(progressId, { content: '材料' })
    const colleague = await buildMember(platform.db, { companyId })
    const elsewhere = await buildOrganization(platform.db, { companyId, parentId: companyId, name: '市场部' })
    const other = await buildMember(platform.db, { companyId, organizationId: elsewhere, roles: ['class-teacher'] })
    for (const member of [colleague, other]) {
      expect((await refusal(calls(member).sectionAudit({ params: { id: progressId } }))).errorCode).toBe(900005)
      expect((await refusal(audit(progressId, { result: 'agree' }, member))).errorCode).toBe(900005)
    }
    expect((await reviews(other)).recordCount).toBe(0)
    expect((await refusal(audit(progressId, { result: 'agree' }))).errorCode).toBe(10138)
    expect((await refusal(audit(progressId, { content: '代交' }, teacher))).errorCode).toBe(10138)
  })

  it('refuses what is empty, foreign files, locked and unregistered sections, and paths off the shelf', async () => {
    const { path, progressId } = await startedPath()
    expect((await refusal(audit(progressId, { content: '  ' }))).errorCode).toBe(900001)
    const foreign = audit(progressId, { fileIds: [path.id] })
    expect((await refusal(foreign)).errorCode).toBe(900005)
    const { root } = platform
    await root
      .updateTable('paths.path' as never)
      .set({ status: 'off-shelf' } as never)
      .execute()
    expect((await refusal(audit(progressId, { content: '材料' }))).errorCode).toBe(380502)
    await root
      .updateTable('paths.path' as never)
      .set({ status: 'on-shelf' } as never)
      .execute()
    await root
      .updateTable('paths.chapter' as never)
      .set({ sort: 9 } as never)
      .where('id' as never, '=', path.chapters[0]?.id as never)
      .execute()
    await root
      .updateTable('paths.chapter' as never)
      .set({ closes_at: 1 } as never)
      .where('id' as never, '=', path.chapters[0]?.id as never)
      .execute()
    expect((await refusal(audit(progressId, { content: '材料' }))).errorCode).toBe(380501)
    await root.deleteFrom('paths.registration' as never).execute()
    expect((await refusal(audit(progressId, { content: '材料' }))).errorCode).toBe(380508)
  })
})
