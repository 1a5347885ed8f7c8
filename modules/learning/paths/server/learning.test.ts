/** What a learner meets on a path. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { studyFinished } from '#modules/content/study/server.ts'
import { buildCourse, buildLearner } from '#modules/learning/courses/server/courses.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { literalCall } from '#test/literal-call.ts'
import { proves } from '#test/proves.ts'
import { paths } from '../contract.ts'
import { buildPath, buildPathLearner, type ChapterInput } from './paths.fixture.ts'
import { modulesWith, testKind } from './study-kinds.fixture.ts'

const lives = testKind(5)
const exams = testKind(3)
const platform = testPlatform({ modules: modulesWith(lives, exams) })
let companyId: string
let chief: BuiltMember
let learner: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
  learner = await buildMember(platform.db, { companyId })
})

const calls = (member = learner) => platform.client(paths, member)
const live = (id: string, require: 0 | 1 = 1) => ({ businessType: 5, businessId: id, require })

async function pathFor(
  chapters: readonly ChapterInput[],
  change: { learnSequence?: 0 | 1; member?: BuiltMember } = {},
) {
  const path = await buildPath(platform.db, { author: chief, chapters, ...change })
  const member = change.member ?? learner
  await buildPathLearner(platform.db, { member, pathId: path.id, registeredAt: platform.now })
  return path
}

const chaptersOf = async (pageId: string) => (await calls().findChapterSectionInfo({ query: { pageId } })).items
const open = (pathId: string, sectionId: string) => calls().updateLessonLocation({ body: { pathId, sectionId } })
const first = (path: { chapters: readonly { sectionIds: readonly string[] }[] }, chapter: number, section = 0) =>
  path.chapters[chapter]?.sectionIds[section] as string

describe('the state of a path', () => {
  it('says what it is, where one is, and its chapters', async () => {
    const [a, b, c] = lives.add(companyId, 3) as [string, string, string]
    const path = await pathFor([{ title: '入门', sections: [live(a), live(b, 0)] }, { sections: [live(c)] }])
    const query = { pageId: path.id }
    const positions = '/course-study/position/front'
    const info = () => calls().findBasicInfo({ query })
    const active = (chapterIndex: number, sectionIndex: number) => ({
      ...{ chapterIndex, sectionIndex, chapterId: path.chapters[chapterIndex]?.id },
      sectionId: first(path, chapterIndex, sectionIndex),
    })
    await proves('COURSE-106', async () => {
      const answer = await literalCall(platform, learner, `GET ${positions}/find-basic-info`, { query })
      expect(answer).toMatchObject({ pageId: path.id, learnSequence: 1, study: { percent: 0, isFinished: false } })
    })
    await proves('COURSE-107', async () => {
      const answer = await literalCall(platform, learner, `GET ${positions}/find-chapter-section-info`, { query })
      expect(answer).toMatchObject({
        totalChapter: 2,
        items: [
          { title: '入门', positionSections: [{ businessId: a }, { businessId: b }] },
          { positionSections: [{ businessId: c }] },
        ],
      })
    })
    await proves(['COURSE-020', 'COURSE-002'], async () => {
      const chapters = await chaptersOf(path.id)
      expect(chapters).toMatchObject([
        { title: '入门', lockIcon: null, loadStatus: 2, pageIndex: 1, newSections: path.chapters[0]?.sectionIds },
        { lockIcon: 'lock', loadStatus: 2, positionSections: [{ businessId: c, link: null }] },
      ])
      expect(chapters[0]?.positionSections).toMatchObject([
        { businessId: a, businessType: 5, require: 1, finishStatus: 0, isFinished: false, link: `/kind-5/${a}` },
        { businessId: b, businessType: 5, require: 0, finishStatus: 0 },
      ])
      lives.setStatus(learner.id, a, 1)
      const [section] = (await chaptersOf(path.id))[0]?.positionSections ?? []
      expect(section).toMatchObject({ businessId: a, finishStatus: 1, isFinished: true })
    })
    await proves(['COURSE-019', 'COURSE-021'], async () => {
      expect(await info()).toMatchObject({
        learnSequence: 1,
        lessonLocation: null,
        totalChapter: 2,
        active: active(0, 0),
      })
      await open(path.id, first(path, 1))
      const lessonLocation = first(path, 1)
      expect(await info()).toMatchObject({ learnSequence: 1, lessonLocation, totalChapter: 2, active: active(1, 0) })
      const free = await pathFor([{ sections: [live(a)] }], { learnSequence: 0 })
      expect(await calls().findBasicInfo({ query: { pageId: free.id } })).toMatchObject({ learnSequence: 0 })
    })
  })

  it('goes on where a section was opened, and begins at the first where there is none', async () => {
    const [a, b] = lives.add(companyId, 2) as [string, string]
    const path = await pathFor([{ sections: [live(a), live(b)] }])
    const query = { pageId: path.id }
    const info = (member = learner) => calls(member).findBasicInfo({ query })
    const beginning = { active: { chapterIndex: 0, sectionIndex: 0, sectionId: first(path, 0) } }
    const companion = await buildMember(platform.db, { companyId })
    await buildPathLearner(platform.db, { member: companion, pathId: path.id, registeredAt: platform.now })
    await proves('COURSE-049', async () => {
      expect(await info()).toMatchObject({ lessonLocation: null, ...beginning })
    })
    await proves('COURSE-109', async () => {
      const body = { pathId: path.id, sectionId: first(path, 0, 1) }
      const address = 'POST /course-study/position-manage/update-lesson-location'
      expect(await literalCall(platform, learner, address, { body })).toMatchObject({ link: `/kind-5/${b}` })
      expect((await info()).lessonLocation).toBe(first(path, 0, 1))
      expect((await info(companion)).lessonLocation).toBeNull()
    })
    expect(lives.registered).toContain(`${learner.id} ${b}`)
    expect(lives.registered).not.toContain(`${learner.id} ${a}`)
    await proves(['COURSE-047', 'COURSE-048'], async () => {
      expect(await info()).toMatchObject({
        lessonLocation: first(path, 0, 1),
        active: { sectionIndex: 1, sectionId: first(path, 0, 1) },
        next: { sectionIndex: 0 },
      })
      await open(path.id, first(path, 0, 0))
      expect(await info()).toMatchObject({ lessonLocation: first(path, 0), ...beginning })
      await open(path.id, first(path, 0, 1))
    })
    await sql`update paths.registration set lesson_location = gen_random_uuid() where path_id = ${path.id}`.execute(
      platform.root,
    )
    await proves('COURSE-049', async () => {
      expect((await info()).lessonLocation).not.toBeNull()
      expect(await info()).toMatchObject(beginning)
    })
  })

  it('a path without sections has no place to be', async () => {
    const path = await pathFor([{ sections: [] }])
    const info = await calls().findBasicInfo({ query: { pageId: path.id } })
    expect([info.active, info.next]).toEqual([null, null])
    expect(await calls().hasFinish({ query: { pageId: path.id } })).toMatchObject({ hasFinish: false })
  })

  it('is there for who is on it, for everybody where it is open, and for who manages it; for nobody else', async () => {
    const stranger = await buildMember(platform.db, { companyId })
    const path = await pathFor([{ sections: [live(lives.add(companyId)[0] as string)] }])
    const query = { pageId: path.id }
    for (const call of [
      () => calls(stranger).findBasicInfo({ query }),
      () => calls(stranger).findChapterSectionInfo({ query }),
      () => calls(stranger).hasFinish({ query }),
      () => calls(stranger).registerForPath({ body: { pathId: path.id } }),
      () => calls(stranger).updateLessonLocation({ body: { pathId: path.id, sectionId: first(path, 0) } }),
      () => calls(stranger).findPoint({ params: { pointId: path.chapters[0]?.id as string } }),
      () => calls().findPoint({ params: { pointId: path.id } }),
      () => calls().findChapterSectionInfo({ query: { ...query, chapter: path.id } }),
    ])
      expect((await refusal(call())).errorCode).toBe(900005)
    expect((await calls(chief).findBasicInfo({ query })).study).toBeNull()
    const managing = calls(chief).updateLessonLocation({ body: { pathId: path.id, sectionId: first(path, 0) } })
    expect((await refusal(managing)).errorCode).toBe(380508)
    expect((await refusal(calls(chief).registerForPath({ body: { pathId: path.id } }))).errorCode).toBe(380514)
    await sql`update paths.path set is_open = true where id = ${path.id}`.execute(platform.root)
    await calls(stranger).registerForPath({ body: { pathId: path.id } })
    await calls(stranger).registerForPath({ body: { pathId: path.id } })
    expect((await calls(stranger).findBasicInfo({ query })).study).toMatchObject({ percent: 0 })
  })
})

describe('chapters of many sections', () => {
  it('come in pages of 100, and say whether there are more', async () => {
    const sizes = [100, 101, 250]
    const path = await pathFor(sizes.map((size) => ({ sections: lives.add(companyId, size).map((id) => live(id, 0)) })))
    const chapters = await chaptersOf(path.id)
    expect(chapters.map(({ sectionCount }) => sectionCount)).toEqual(sizes)
    const page = async (chapter: number, number: number) => {
      const query = { pageId: path.id, chapter: path.chapters[chapter]?.id as string, page: number }
      const { items } = await calls().findChapterSectionInfo({ query })
      expect(items).toHaveLength(1)
      return items[0]
    }
    await proves('COURSE-050', async () => {
      expect(chapters.map(({ positionSections }) => positionSections.length)).toEqual([100, 100, 100])
      expect(await page(1, 2)).toMatchObject({ pageIndex: 2, newSections: [first(path, 1, 100)] })
      const sectionIds = path.chapters[2]?.sectionIds ?? []
      expect(await page(2, 2)).toMatchObject({ pageIndex: 2, newSections: sectionIds.slice(100, 200) })
      expect(await page(2, 3)).toMatchObject({ pageIndex: 3, newSections: sectionIds.slice(200) })
      const tooMany = calls().findChapterSectionInfo({ query: { pageId: path.id, pageSize: 101 } })
      expect((await refusal(tooMany)).errorCode).toBe(900001)
    })
    await proves('COURSE-051', async () => {
      expect(chapters.map(({ loadStatus }) => loadStatus)).toEqual([2, 0, 0])
      expect(await page(1, 2)).toMatchObject({ loadStatus: 2 })
      expect(await page(2, 2)).toMatchObject({ loadStatus: 0 })
      expect(await page(2, 3)).toMatchObject({ loadStatus: 2 })
    })
  })

  it('[COURSE-004] a point shows its chapter with the path that it is of', async () => {
    const path = await pathFor([
      { sections: [] },
      { title: '要点', sections: lives.add(companyId, 101).map((id) => live(id)) },
    ])
    const pointId = path.chapters[1]?.id as string
    const point = await calls().findPoint({ params: { pointId }, query: { page: 2 } })
    expect(point).toMatchObject({
      path: { pageId: path.id },
      chapter: { title: '要点', index: 1, sectionCount: 101, loadStatus: 2 },
    })
    expect(point.chapter.positionSections).toHaveLength(1)
  })

  it('[COURSE-040] the lock goes by all sections, beyond the page that a screen has loaded', async () => {
    const ids = lives.add(companyId, 101)
    const last = ids[100] as string
    const path = await pathFor([
      { sections: ids.map((id) => live(id, id === last ? 1 : 0)) },
      { sections: [live(lives.add(companyId)[0] as string)] },
    ])
    for (const id of ids.slice(0, 100)) lives.setStatus(learner.id, id, 1)
    const before = await chaptersOf(path.id)
    expect(before[0]?.positionSections.every(({ isFinished }) => isFinished)).toBe(true)
    expect(before[1]).toMatchObject({ lockIcon: 'lock', lock: { code: 'earlier-chapters', remaining: { count: 1 } } })
    lives.setStatus(learner.id, last, 1)
    expect((await chaptersOf(path.id))[1]).toMatchObject({ lockIcon: null, lock: null })
  })
})

describe('locks', () => {
  it('a later chapter opens when all earlier requirements are finished; until then none of its sections opens', async () => {
    const [a, b, c] = lives.add(companyId, 3) as [string, string, string]
    const path = await pathFor([{ sections: [live(a), live(b, 0)] }, { sections: [live(c)] }])
    const locks = async () => (await chaptersOf(path.id)).map(({ lockIcon }) => lockIcon)
    await proves('COURSE-039', async () => {
      expect((await locks())[0]).toBeNull()
      expect(await open(path.id, first(path, 0, 1))).toMatchObject({ link: `/kind-5/${b}` })
    })
    await proves('COURSE-043', async () => {
      const refused = await refusal(open(path.id, first(path, 1)))
      expect(refused).toMatchObject({ status: 422, errorCode: 380501 })
      expect(refused.data).toMatchObject({
        code: 'earlier-chapters',
        remaining: { count: 1, first: [{ id: first(path, 0) }] },
      })
      expect(lives.registered).not.toContain(`${learner.id} ${c}`)
      expect((await calls().findBasicInfo({ query: { pageId: path.id } })).lessonLocation).toBe(first(path, 0, 1))
    })
    await proves('COURSE-040', async () => {
      expect(await locks()).toEqual([null, 'lock'])
      lives.setStatus(learner.id, b, 1)
      expect(await locks()).toEqual([null, 'lock'])
      lives.setStatus(learner.id, b, 0)
      lives.setStatus(learner.id, a, 1)
      expect(await locks()).toEqual([null, null])
      expect(await open(path.id, first(path, 1))).toMatchObject({ link: `/kind-5/${c}` })
      expect(lives.registered).toContain(`${learner.id} ${c}`)
    })
    await proves('COURSE-041', async () => {
      const [chapter, later] = await chaptersOf(path.id)
      expect(chapter?.positionSections[1]).toMatchObject({ require: 0, isFinished: false })
      expect(later).toMatchObject({ lockIcon: null, lock: null })
    })
  })

  it('[COURSE-042] without an order everything is open', async () => {
    const [a, b] = lives.add(companyId, 2) as [string, string]
    const path = await pathFor([{ sections: [live(a)] }, { sections: [live(b)] }], { learnSequence: 0 })
    expect((await chaptersOf(path.id)).map(({ lockIcon }) => lockIcon)).toEqual([null, null])
    await open(path.id, first(path, 1))
  })

  it.each([1, 3, 4, 2, 0])(
    'status %i of an exam and of a live opens what follows exactly where it finishes',
    async (status) => {
      for (const [id, kind, finishing] of [
        ['COURSE-045', exams, [1, 3]],
        ['COURSE-046', lives, [1]],
      ] as const) {
        const [a, b] = kind.add(companyId, 2) as [string, string]
        const { businessType } = kind
        const path = await pathFor([
          { sections: [{ businessType, businessId: a }] },
          { sections: [{ businessType, businessId: b }] },
        ])
        kind.setStatus(learner.id, a, status)
        const isFinished = (finishing as readonly number[]).includes(status)
        await proves(id, async () => {
          const chapters = await chaptersOf(path.id)
          expect(chapters[0]?.positionSections[0]).toMatchObject({ finishStatus: status, isFinished })
          expect(chapters[1]?.lockIcon).toBe(isFinished ? null : 'lock')
        })
      }
    },
  )

  it('[COURSE-044] a course counts from status 2 and 4 on, whoever finished it before the path was there', async () => {
    const course = await buildCourse(platform.db, { author: chief })
    const next = lives.add(companyId)[0] as string
    const path = await pathFor([{ sections: [{ businessType: 1, businessId: course.id }] }, { sections: [live(next)] }])
    await buildLearner(platform.db, { member: learner, course, watched: [] })
    for (const [status, locked] of [
      [0, 'lock'],
      [1, 'lock'],
      [3, 'lock'],
      [5, 'lock'],
      [6, 'lock'],
      [2, null],
      [4, null],
    ] as const) {
      await sql`update courses.registration set status = ${status} where course_id = ${course.id}`.execute(
        platform.root,
      )
      expect((await chaptersOf(path.id))[1]?.lockIcon, `status ${status}`).toBe(locked)
    }
  })

  it('content that is off the shelf or gone keeps nobody; who has finished it has', async () => {
    const [a, b, c, d] = lives.add(companyId, 4) as [string, string, string, string]
    const path = await pathFor([{ sections: [live(a), live(b), live(c)] }, { sections: [live(d)] }])
    lives.change(a, { isAvailable: false })
    lives.change(b, { isGone: true })
    const [chapter, next] = await chaptersOf(path.id)
    expect(chapter).toMatchObject({ requiredCount: 1, requiredDoneCount: 0 })
    expect(chapter?.positionSections.map(({ isAvailable, link }) => [isAvailable, link !== null])).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ])
    expect(next?.lockIcon).toBe('lock')
    expect(await open(path.id, first(path, 0))).toMatchObject({ link: null })
    lives.setStatus(learner.id, c, 1)
    expect((await chaptersOf(path.id))[1]?.lockIcon).toBeNull()
    lives.setStatus(learner.id, a, 1)
    expect((await chaptersOf(path.id))[0]).toMatchObject({ requiredCount: 2, requiredDoneCount: 2 })
  })

  it('windows open and close chapters as time passes', async () => {
    const ids = lives.add(companyId, 3)
    const day = 86_400_000
    const path = await pathFor(
      [
        { sections: [live(ids[0] as string)], closesAt: 1 },
        { sections: [live(ids[1] as string)], opensAfterDays: 3 },
        { sections: [live(ids[2] as string, 0)], closesAt: platform.now + day },
      ],
      { learnSequence: 0 },
    )
    const codes = async () => (await chaptersOf(path.id)).map(({ lock }) => lock?.code ?? 'open')
    expect(await codes()).toEqual(['open', 'opens-later', 'open'])
    expect((await refusal(open(path.id, first(path, 1)))).data).toMatchObject({ code: 'opens-later' })
    await sql`update paths.registration set registered_at = ${platform.now - 3 * day} where path_id = ${path.id}`.execute(
      platform.root,
    )
    await sql`update paths.chapter set closes_at = ${platform.now} where closes_at > 1 and path_id = ${path.id}`.execute(
      platform.root,
    )
    expect(await codes()).toEqual(['open', 'open', 'closed'])
    expect((await refusal(open(path.id, first(path, 2)))).data).toMatchObject({ code: 'closed' })
  })

  it('off the shelf: progress stays readable, and nothing new can be started', async () => {
    const path = await pathFor([{ sections: [live(lives.add(companyId)[0] as string)] }])
    await sql`update paths.path set status = 'off-shelf' where id = ${path.id}`.execute(platform.root)
    expect((await refusal(open(path.id, first(path, 0)))).errorCode).toBe(380502)
    expect(await calls().findBasicInfo({ query: { pageId: path.id } })).toMatchObject({ isOnShelf: false })
    expect((await refusal(calls(chief).registerForPath({ body: { pathId: path.id } }))).errorCode).toBe(380502)
  })
})

describe('the finish of a path', () => {
  it('becomes true with the last required section, stays true, and is announced once', async () => {
    const sent: string[] = []
    // Whoever listens hears it from the job: seen here by a listener among the registered ones.
    const listener = {
      finished: async (_db: unknown, study: { businessId: string }) => void sent.push(study.businessId),
    }
    const listeners = studyFinished.all() as (typeof listener)[]
    listeners.push(listener)
    const [a, b, c] = lives.add(companyId, 3) as [string, string, string]
    const path = await pathFor([{ sections: [live(a), live(c, 0)] }, { sections: [live(b)] }])
    const query = { pageId: path.id }
    const ask = () => literalCall(platform, learner, 'GET /course-study/position/front/has-finish', { query })
    const answer = async () => (await calls().hasFinish({ query })).hasFinish
    await proves('COURSE-110', async () => {
      expect(await ask()).toMatchObject({ hasFinish: false, finishedAt: null, remaining: { count: 2 } })
    })
    await proves('COURSE-053', async () => {
      lives.setStatus(learner.id, c, 1)
      expect(await answer()).toBe(false)
      lives.setStatus(learner.id, c, 0)
      lives.setStatus(learner.id, b, 1)
      expect(await answer()).toBe(false)
      lives.setStatus(learner.id, a, 1)
      expect(await answer()).toBe(true)
      expect(await answer()).toBe(true)
    })
    await proves('COURSE-110', async () => {
      expect(await ask()).toMatchObject({ hasFinish: true, finishedAt: platform.now, remaining: { count: 0 } })
    })
    await platform.runJobs()
    await platform.runJobs()
    expect(sent).toEqual([path.id])
    listeners.splice(listeners.indexOf(listener), 1)
    lives.setStatus(learner.id, a, 0)
    expect(await answer()).toBe(true)
    const info = await calls().findBasicInfo({ query })
    expect(info.study).toMatchObject({ isFinished: true, percent: 100, finishedAt: platform.now })
    expect(info.next).toBeNull()
  })

  it('who finishes the last thing elsewhere has finished the path, without opening it', async () => {
    const [a] = lives.add(companyId) as [string]
    const path = await pathFor([{ sections: [live(a)] }])
    lives.setStatus(learner.id, a, 1)
    const study = {
      companyId,
      memberId: learner.id,
      businessType: 5,
      businessId: a,
      name: '',
      finishedAt: platform.now,
    }
    for (const listener of studyFinished.all()) await listener.finished(platform.db, study)
    const mine = await calls().myPaths({ query: { state: 'done' } })
    expect(mine.items.map(({ id }) => id)).toContain(path.id)
  })
})
