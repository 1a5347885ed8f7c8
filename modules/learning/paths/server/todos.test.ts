import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { testPlatform } from '#test/harness.ts'
import { paths } from '../contract.ts'
import { buildPath, buildPathLearner } from './paths.fixture.ts'
import { modulesWith, testKind } from './study-kinds.fixture.ts'

const lives = testKind(5)
const platform = testPlatform({ modules: modulesWith(lives) })
const minuteMs = 60_000
let companyId: string
let chief: BuiltMember
let learner: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})
beforeEach(async () => {
  learner = await buildMember(platform.db, { companyId })
})

const todos = (member = learner) => platform.client(messages, member)
const open = async (member = learner) => (await todos(member).findMyUnfinished()).items
const contents = (count: number) => lives.add(companyId, count).map((businessId) => ({ businessType: 5, businessId }))

/** Three chapters; the windows of the second and the third end then. */
async function newPath(second?: number, third?: number) {
  const [a, b, c] = contents(3) as [{ businessType: number; businessId: string }, never, never]
  const path = await buildPath(platform.db, {
    author: chief,
    chapters: [{ sections: [a] }, { sections: [b], closesAt: second }, { sections: [c], closesAt: third }],
  })
  return { ...path, first: a.businessId, second: (b as { businessId: string }).businessId }
}

describe('learning paths among the to-dos', () => {
  it('are those that were assigned, due when the first window closes in which something is left', async () => {
    const { now } = platform
    const path = await newPath(now + minuteMs, now + 3 * minuteMs)
    const chosen = await newPath()
    await buildPathLearner(platform.db, { member: learner, pathId: path.id, source: 'rule', registeredAt: now })
    await buildPathLearner(platform.db, { member: learner, pathId: chosen.id, source: 'self', registeredAt: now })
    const link = `/branch-post-learning-detail/${path.id}`
    expect(await open()).toMatchObject([
      { kind: 'study.path', businessType: 17, businessId: path.id, link, action: 'start-study', dueAt: now + minuteMs },
    ])
    expect(await todos().findUnfinishedRemindCount()).toMatchObject({ count: 1, overdueCount: 0 })
    const sectionId = path.chapters[0]?.sectionIds[0] as string
    await platform.client(paths, learner).updateLessonLocation({ body: { pathId: path.id, sectionId } })
    expect(await open()).toMatchObject([{ action: 'continue-study' }])
    expect(await open(chief)).toEqual([])
    // What is done in the second chapter leaves the window of the third.
    lives.setStatus(learner.id, path.second, 1)
    await platform.client(paths, learner).hasFinish({ query: { pageId: path.id } })
    expect(await open()).toMatchObject([{ dueAt: now + 3 * minuteMs }])
    // A window that was missed is overdue, and stays so.
    platform.now += 4 * minuteMs
    expect(await open()).toMatchObject([{ dueAt: now + 3 * minuteMs }])
    expect(await todos().findUnfinishedRemindCount()).toMatchObject({ count: 1, overdueCount: 1 })
  })

  it('are hidden while the path is off the shelf, and belong to what was done afterwards', async () => {
    const path = await newPath()
    await buildPathLearner(platform.db, { member: learner, pathId: path.id, registeredAt: platform.now })
    const authoring = platform.client(paths, chief)
    const params = { id: path.id }
    await authoring.takePathOffShelf({ params })
    expect(await open()).toEqual([])
    await authoring.publishPath({ params })
    expect(await open()).toMatchObject([{ businessId: path.id }])
    const done = await newPath()
    const finishedAt = platform.now
    await buildPathLearner(platform.db, { member: learner, pathId: done.id, finishedAt, percent: 100 })
    expect((await open()).map((todo) => todo.businessId)).toEqual([path.id])
    expect((await todos().findMyFinished()).items).toMatchObject([{ businessId: done.id, doneAt: finishedAt }])
  })
})
