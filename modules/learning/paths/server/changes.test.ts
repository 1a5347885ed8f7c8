/** What authors change while members are on the way, and what members do at the same moment. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { type CallRefused, refusal, testPlatform } from '#test/harness.ts'
import type { ChapterInput } from '../contract/authoring.ts'
import { paths } from '../contract.ts'
import { buildPath, buildPathLearner } from './paths.fixture.ts'
import { modulesWith, testKind } from './study-kinds.fixture.ts'

const lives = testKind(5)
const platform = testPlatform({ poolSize: 6, modules: modulesWith(lives) })
let companyId: string
let chief: BuiltMember
let learner: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  learner = await buildMember(platform.db, { companyId })
})

const calls = (member = learner) => platform.client(paths, member)

async function onTheWay(...chapters: { businessId: string; needsReview?: boolean }[][]) {
  const path = await buildPath(platform.db, {
    author: chief,
    chapters: chapters.map((sections) => ({ sections: sections.map((one) => ({ businessType: 5, ...one })) })),
  })
  await buildPathLearner(platform.db, { member: learner, pathId: path.id, registeredAt: platform.now })
  return path
}

/** The outline as it is, to be changed. */
async function wished(id: string): Promise<{ revision: number; chapters: ChapterInput[] }> {
  const { revision, chapters } = await calls(chief).managedPath({ params: { id } })
  return {
    revision,
    chapters: chapters.map((chapter) => ({
      ...chapter,
      choices: chapter.choices.map(({ title, neededCount }) => ({ title, neededCount })),
      sections: chapter.sections.map(({ id: sectionId, businessType, businessId, require, needsReview, choice }) => ({
        ...{ id: sectionId, businessType, businessId, require, needsReview, choice },
      })),
    })),
  }
}

const live = (businessId: string) => ({
  ...{ businessType: 5, businessId, require: 1 as const, needsReview: false, choice: null },
})
const chaptersOf = async (pageId: string) => (await calls().findChapterSectionInfo({ query: { pageId } })).items
const open = (pathId: string, sectionId: string | undefined) =>
  calls().updateLessonLocation({ body: { pathId, sectionId: sectionId ?? '' } })

/** How many of the calls made at the same moment were accepted; the others must be refused with a code. */
async function accepted(all: readonly Promise<unknown>[], code: number): Promise<number> {
  const results = await Promise.allSettled(all)
  for (const result of results) {
    if (result.status === 'rejected') expect((result.reason as CallRefused).errorCode).toBe(code)
  }
  return results.filter(({ status }) => status === 'fulfilled').length
}

describe('a path that is changed under way', () => {
  it('leaves a started chapter open, and the next one locked', async () => {
    const [a, b, c, later] = lives.add(companyId, 4) as [string, string, string, string]
    const path = await onTheWay([{ businessId: a }], [{ businessId: b }], [{ businessId: c }])
    lives.setStatus(learner.id, a, 1)
    await open(path.id, path.chapters[1]?.sectionIds[0])
    const body = await wished(path.id)
    body.chapters[0]?.sections.push(live(later))
    await calls(chief).changeOutline({ params: { id: path.id }, body })
    expect((await chaptersOf(path.id)).map(({ lockIcon }) => lockIcon)).toEqual([null, null, 'lock'])
    const info = await calls().findBasicInfo({ query: { pageId: path.id } })
    expect(info.lessonLocation).toBe(path.chapters[1]?.sectionIds[0])
    expect(info.next).toMatchObject({ chapterIndex: 0, sectionIndex: 1 })
  })

  it('finds the proof of a section that was taken out and comes back', async () => {
    const [a, b] = lives.add(companyId, 2) as [string, string]
    const path = await onTheWay([{ businessId: a, needsReview: true }, { businessId: b }])
    const { progressId } = await open(path.id, path.chapters[0]?.sectionIds[0])
    await calls().learnAudit({ params: { id: progressId }, body: { content: '材料' } })
    await calls(chief).learnAudit({ params: { id: progressId }, body: { result: 'agree' } })
    lives.setStatus(learner.id, a, 1)
    const params = { id: path.id }
    const without = await wished(path.id)
    without.chapters[0]?.sections.shift()
    await calls(chief).changeOutline({ params, body: without })
    expect((await chaptersOf(path.id))[0]?.positionSections.map(({ businessId }) => businessId)).toEqual([b])
    expect(await calls().sectionAudit({ params: { id: progressId } })).toMatchObject({
      canHandIn: false,
      sectionName: '',
    })
    const again = await wished(path.id)
    again.chapters[0]?.sections.push({ ...live(a), needsReview: true })
    await calls(chief).changeOutline({ params, body: again })
    const [, back] = (await chaptersOf(path.id))[0]?.positionSections ?? []
    expect(back).toMatchObject({ businessId: a, isFinished: true, proofState: 2, progressId })
  })

  it('keeps what was finished, whatever is put in later', async () => {
    const [a, b] = lives.add(companyId, 2) as [string, string]
    const path = await onTheWay([{ businessId: a }])
    lives.setStatus(learner.id, a, 1)
    const query = { pageId: path.id }
    expect((await calls().hasFinish({ query })).hasFinish).toBe(true)
    const body = await wished(path.id)
    body.chapters[0]?.sections.push(live(b))
    await calls(chief).changeOutline({ params: { id: path.id }, body })
    expect(await calls().hasFinish({ query })).toMatchObject({ hasFinish: true, remaining: { count: 0 } })
  })
})

describe('at the same moment', () => {
  it('one of two changes of the same revision is made', async () => {
    const path = await onTheWay([{ businessId: lives.add(companyId)[0] as string }])
    const body = await wished(path.id)
    const change = () => calls(chief).changeOutline({ params: { id: path.id }, body })
    expect(await accepted([change(), change(), change()], 380503)).toBe(1)
  })

  it('one proof is handed in, and decided once', async () => {
    const path = await onTheWay([{ businessId: lives.add(companyId)[0] as string, needsReview: true }])
    const { progressId } = await open(path.id, path.chapters[0]?.sectionIds[0])
    const params = { id: progressId }
    const handIn = (content: string) => calls().learnAudit({ params, body: { content } })
    expect(await accepted([handIn('一'), handIn('二'), handIn('三')], 380509)).toBe(1)
    const decide = (result: 'agree' | 'reject') =>
      calls(chief).learnAudit({ params, body: { result, opinion: '意见' } })
    expect(await accepted([decide('agree'), decide('reject'), decide('agree')], 380509)).toBe(1)
    expect((await calls().sectionAudit({ params })).proofs).toHaveLength(1)
  })

  it('a section that is opened twice is opened once, and a path is finished once', async () => {
    const [a] = lives.add(companyId) as [string]
    const path = await onTheWay([{ businessId: a }])
    const sectionId = path.chapters[0]?.sectionIds[0]
    const opened = await Promise.all([open(path.id, sectionId), open(path.id, sectionId), open(path.id, sectionId)])
    expect(new Set(opened.map(({ progressId }) => progressId)).size).toBe(1)
    lives.setStatus(learner.id, a, 1)
    const query = { pageId: path.id }
    await Promise.all([1, 2, 3].map(() => calls().hasFinish({ query })))
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'paths.tell-finished' and j.payload->>'pathId' = ${path.id}`.execute(platform.root)
    expect(rows[0]?.count).toBe(1)
  })

  it('refuses ids that are none', async () => {
    expect((await refusal(open('x', 'y'))).errorCode).toBe(900001)
  })
})
