/** The largest courses, and a course that changes while a thousand people learn it. */
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { buildCourse } from '../courses.fixture.ts'
import { coursesTables } from '../db.ts'
import { moveLearnersTo } from '../publishing/version-moves.ts'
import { newDraft, studySteps } from '../study.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const second = 1000
const minute = 60 * second
const learnersMax = 1000
const sectionsMax = 1000
let lecturer: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
})

const { publish, studying, videoSection } = studySteps(platform, () => lecturer)
const author = () => platform.client(courses, lecturer)

/** Registers so many who have watched the first half of the section, beside those who really play. */
async function addCrowd(courseId: string, sectionId: string, count: number): Promise<void> {
  await sql`
    with crowd as (
      insert into courses.registration (member_id, course_id, company_id, version_id, status, registered_at, started_at,
        touched_at)
      select gen_random_uuid(), c.id, c.company_id, c.published_version_id, 1, 1, 1, 1
      from courses.course c, generate_series(1, ${count}::int) where c.id = ${courseId}
      returning member_id, course_id, company_id
    )
    insert into courses.section_progress (member_id, course_id, section_id, company_id, kind, status, watched, covered,
      unit_count, needed, started_at, studied_at, credited_until)
    select member_id, course_id, ${sectionId}::uuid, company_id, 'video', 1, '{[0,300000)}', 300000, 600000, 540000, 1, 1, 1
    from crowd`.execute(coursesTables(platform.db))
}

async function standing(courseId: string) {
  const { rows } = await sql<{ number: number; learners: number; covered: number }>`
    select v.number, count(*)::int as learners, coalesce(sum(p.covered), 0)::int / 1000 as covered
    from courses.registration r join courses.course_version v on v.id = r.version_id
    left join courses.section_progress p on p.member_id = r.member_id and p.course_id = r.course_id
    where r.course_id = ${courseId} group by v.number order by v.number`.execute(coursesTables(platform.db))
  return rows
}

describe('a course that changes while 1,000 learn it', () => {
  it('keeps every second over two publications and a move of all, while 20 of them play', async () => {
    const course = await publish(await videoSection(10 * minute, { title: '叉车安全' }), await videoSection(minute))
    const [videoId = '', otherId = ''] = course.sections.map(({ id }) => id)
    const players = await Promise.all(Array.from({ length: 20 }, () => studying(course)))
    await addCrowd(course.id, videoId, learnersMax - players.length)
    const playing = await Promise.all(players.map(async (one) => ({ ...one, ...(await one.start()), sequence: 0 })))
    let watchedTo = 0
    /** All players report the next seconds while the author does something. */
    const during = async <T>(work: () => Promise<T>): Promise<T> => {
      platform.now += 20 * second
      const [from, to] = [watchedTo, watchedTo + 20 * second]
      const heartbeats = playing.map((one) => one.heartbeat(one.playbackId, ++one.sequence, from, to))
      const [done, ...answers] = await Promise.all([work(), ...heartbeats])
      for (const [index, answer] of answers.entries())
        expect(answer).toMatchObject({ acknowledgedSequence: playing[index]?.sequence })
      watchedTo = to
      return done
    }
    const params = { id: course.id }
    const revision = async () => (await author().editedCourse({ params })).revision
    const publishAgain = async () => author().publishCourse({ params, body: { revision: await revision() } })
    const chapterId = course.chapterIds[0] ?? ''
    const text = { kind: 'text', isRequired: 1, text: '<p>新规</p>' } as const

    await during(async () =>
      author().createSection({
        params: { ...params, chapterId },
        body: { ...text, title: '新规', revision: await revision() },
      }),
    )
    expect(await during(publishAgain)).toMatchObject({ versionNumber: 2 })
    await during(async () =>
      author().deleteSection({ params: { ...params, sectionId: otherId }, query: { revision: await revision() } }),
    )
    expect(await during(publishAgain)).toMatchObject({ versionNumber: 3 })

    const covered = (learnersMax - players.length) * 300 + (players.length * watchedTo) / second
    expect(await standing(course.id)).toEqual([{ number: 1, learners: learnersMax, covered }])
    const [someone] = players
    expect(await someone?.detail()).toMatchObject({ versionNumber: 1, newVersion: { versionNumber: 3 } })

    const moving = { versionNumber: 3, who: 'all' as const }
    const moved = await during(() => author().moveLearners({ params, body: moving }))
    expect(moved).toEqual({ movedCount: learnersMax })
    const after = covered + players.length * 20
    expect(await standing(course.id)).toEqual([{ number: 3, learners: learnersMax, covered: after }])
    expect(await during(() => author().moveLearners({ params, body: moving }))).toEqual({ movedCount: 0 })
  })

  it('a move that is not finished keeps no player waiting', async () => {
    const course = await publish(await videoSection(10 * minute))
    const learner = await studying(course)
    const { playbackId } = await learner.start()
    await addCrowd(course.id, course.sections[0]?.id ?? '', learnersMax - 1)
    const { id: versionId } = await coursesTables(platform.db)
      .insertInto('courses.course_version')
      .values({ id: course.id, course_id: course.id, company_id: lecturer.companyId, number: 2, created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    platform.now += 10 * second
    const moving = { id: course.id, companyId: lecturer.companyId, name: '千人课' }
    await platform.root.transaction().execute(async (transaction) => {
      const moved = await moveLearnersTo(coursesTables(transaction as never), moving, versionId, {
        ...{ who: 'all', memberId: lecturer.id, now: platform.now },
      })
      expect(moved).toBe(learnersMax)
      // The rows of all registrations are locked now, by a transaction that has not ended.
      const heartbeat = await learner.heartbeat(playbackId, 1, 0, 10 * second)
      expect(heartbeat).toMatchObject({ acknowledgedSequence: 1, progress: { position: 10 * second } })
    })
  })
})

describe('a course of 1,000 sections', () => {
  it('is edited, ordered, published, studied, compared and followed; one more is refused', async () => {
    const draft = await newDraft(platform, lecturer, '千节课')
    const sections = Array.from({ length: sectionsMax - 1 }, (_, index) => ({
      kind: 'link' as const,
      title: `第 ${index} 节`,
    }))
    const course = await buildCourse(platform.db, {
      author: lecturer,
      status: 'draft',
      chapters: [{ sections }, { sections: [] }],
    })
    const params = { id: course.id }
    const chapterId = course.chapterIds[1] ?? ''
    const edited = () => author().editedCourse({ params })
    const add = async () =>
      author().createSection({
        params: { ...params, chapterId },
        body: {
          kind: 'text',
          title: '最后一节',
          isRequired: 1,
          text: '<p>完</p>',
          revision: (await edited()).revision,
        },
      })
    await add()
    expect(await refusal(add())).toMatchObject({ errorCode: 40459, data: { max: sectionsMax } })

    const { chapters, revision } = await edited()
    const ids = chapters.flatMap((chapter) => chapter.sections.map(({ id }) => id))
    expect(ids).toHaveLength(sectionsMax)
    const reversed = [
      { id: chapters[0]?.id ?? '', sectionIds: ids.toReversed() },
      { id: chapterId, sectionIds: [] },
    ]
    await author().orderCourse({ params, body: { revision, chapters: reversed } })
    const emptied = (await edited()).revision
    await author().deleteChapter({ params: { ...params, chapterId }, query: { revision: emptied } })
    const ordered = await edited()
    expect(ordered.chapters[0]?.sections.map(({ id }) => id)).toEqual(ids.toReversed())
    await author().publishCourse({ params, body: { revision: ordered.revision } })

    const learner = await studying({ ...course, sections: [] })
    const visit = { courseId: course.id, sectionId: ids[0] ?? '' }
    await learner.calls.urlProgress({ body: visit })
    const detail = await learner.detail()
    expect(detail.progress).toMatchObject({ finishedCount: 1, requiredCount: sectionsMax, percent: 0, status: 1 })
    const board = await author().courseBoard({ params: { courseId: course.id } })
    expect(board).toMatchObject({ recordCount: 1 })

    await author().deleteSection({
      params: { ...params, sectionId: ids[500] ?? '' },
      query: { revision: (await edited()).revision },
    })
    await author().publishCourse({ params, body: { revision: (await edited()).revision } })
    const difference = await learner.calls.newestVersion({ params })
    expect(difference).toMatchObject({ removedCount: 1, addedCount: 0, reordered: false })
    expect((await draft.edited()).chapters[0]?.sections).toEqual([])
  })

  it('asks the database as often as for a course of one section', async () => {
    const counted = async (count: number) => {
      const links = Array.from({ length: count }, () => ({ kind: 'link' as const }))
      const course = await publish(...links)
      const learner = await studying(course)
      const params = { id: course.id }
      const steps = {
        detail: () => learner.detail(),
        edited: () => author().editedCourse({ params }),
        board: () => author().courseBoard({ params: { courseId: course.id } }),
        order: async () => {
          const { revision, chapters } = await author().editedCourse({ params })
          const named = chapters.map(({ id, sections }) => ({ id, sectionIds: sections.map((one) => one.id) }))
          await author().orderCourse({ params, body: { revision, chapters: named } })
        },
        publish: async () => {
          const { revision } = await author().editedCourse({ params })
          await author().publishCourse({ params, body: { revision } })
        },
      }
      const statements: Record<string, number> = {}
      for (const [name, step] of Object.entries(steps)) statements[name] = await statementsOf(step)
      return statements
    }
    // Once before: what is remembered between calls is then known.
    await counted(1)
    expect(await counted(sectionsMax)).toEqual(await counted(1))
  })
})

/** How many statements go to the database during the work. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const { length } = spy.mock.calls
  spy.mockRestore()
  return length
}

describe('a circle of prerequisites', () => {
  it('over 100 courses is seen, and named the whole way round', async () => {
    const ring = await Promise.all(Array.from({ length: 100 }, () => buildCourse(platform.db, { author: lecturer })))
    const require = async (id: string, requiredId: string) => {
      const { revision } = await author().editedCourse({ params: { id } })
      return author().changeCourse({ params: { id }, body: { revision, prerequisiteIds: [requiredId] } })
    }
    await sql`
      insert into courses.prerequisite (course_id, required_id, company_id, sort)
      select course_id, required_id, ${lecturer.companyId}, 0
      from unnest(${ring.slice(1).map(({ id }) => id)}::uuid[], ${ring.slice(0, -1).map(({ id }) => id)}::uuid[])
        as t (course_id, required_id)`.execute(coursesTables(platform.db))
    const refused = await refusal(require(ring[0]?.id ?? '', ring.at(-1)?.id ?? ''))
    expect(refused).toMatchObject({ errorCode: 40464 })
    expect(refused.data?.path).toHaveLength(101)
  })

  it('that ten authors would close together by ten saves at once stays open at one place', async () => {
    const ring: string[] = []
    const begin = async () => {
      for (let count = 0; count < 10; count += 1) ring.push((await buildCourse(platform.db, { author: lecturer })).id)
    }
    const save = (index: number) => {
      const prerequisiteIds = [ring[(index + 1) % ring.length] ?? '']
      return author().changeCourse({ params: { id: ring[index] ?? '' }, body: { revision: 0, prerequisiteIds } })
    }
    expect(await race(platform, 10, save, { begin })).toMatchObject({ accepted: 9, refused: { 40464: 1 } })
  })
})
