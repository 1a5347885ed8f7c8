/** Many at one moment over rows that are there: proofs, prerequisites, and courses that are studied once more. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { findStudyKind } from '#modules/content/study/server.ts'
import { submissions } from '#modules/content/submissions/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { buildCourse } from './courses.fixture.ts'
import { coursesTables } from './db.ts'
import { studySteps } from './study.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const minute = 60_000
let companyId: string
let lecturer: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
})

const { publish, studying } = studySteps(platform, () => lecturer)
const author = () => platform.client(courses, lecturer)

describe('a proof', () => {
  const decide = (id: string, agreed: boolean) =>
    platform
      .client(submissions, lecturer)
      .decideSubmission({ params: { id }, body: { accepted: agreed, opinion: agreed ? '' : '不清楚' } })

  /** A learner of a course that asks for a proof, whose first one was sent back. */
  async function sentBack() {
    const course = await publish({ title: '现场演练', needsReview: true, reviewGuide: '上传演练照片' })
    const { calls } = await studying(course)
    const params = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
    const handIn = (text: string) => calls.handInProof({ params, body: { text, fileIds: [] } })
    await decide((await handIn('第一次')).id, false)
    return { calls, handIn }
  }

  it('of ten that are handed in at the same moment, one waits', async () => {
    let learner: Awaited<ReturnType<typeof sentBack>> | undefined
    const begin = async () => {
      learner = await sentBack()
    }
    const handIn = (index: number) => learner?.handIn(`第${index}份`) ?? Promise.reject(new Error('nobody learns'))
    expect(await race(platform, 10, handIn, { begin })).toMatchObject({ accepted: 1, refused: { 40467: 9 } })
    expect((await learner?.calls.auditPage({ query: {} }))?.recordCount).toBe(2)
  })

  it('of ten auditors who decide at the same moment, one does', async () => {
    let id = ''
    const begin = async () => {
      id = (await (await sentBack()).handIn('第二次')).id
    }
    const decided = await race(platform, 10, (index) => decide(id, index % 2 === 0), { begin })
    expect(decided).toMatchObject({ accepted: 1, refused: { 382001: 9 } })
    expect(await refusal(decide(id, false))).toMatchObject({ errorCode: 382001 })
  })
})

it('of two authors who would close a circle of prerequisites together, one is refused, in five circles at once', async () => {
  const ids: string[] = []
  const begin = async () => {
    for (let count = 0; count < 10; count += 1) ids.push((await buildCourse(platform.db, { author: lecturer })).id)
  }
  const require = (index: number) => {
    // 0 and 1 require each other, 2 and 3, …
    const body = { revision: 0, prerequisiteIds: [ids[index ^ 1] ?? ''] }
    return author().changeCourse({ params: { id: ids[index] ?? '' }, body })
  }
  expect(await race(platform, 10, require, { begin })).toMatchObject({ accepted: 5, refused: { 40464: 5 } })
})

it('a finished course is opened once more by one of ten rounds, not by several', async () => {
  const course = await publish({})
  const member = await buildMember(platform.db, { companyId })
  const reopen = (roundId: string) =>
    platform.root.transaction().execute(async (transaction) => {
      const rounds = [{ roundId, memberId: member.id, dueAt: platform.now + minute }]
      await findStudyKind(1)?.reopen?.(transaction as unknown as Connection, companyId, course.id, rounds, platform.now)
    })
  const begin = async () => {
    const { calls, start } = await studying(course, member)
    const { playbackId } = await start()
    platform.now += 2 * minute
    const body = { sequence: 1, intervals: [{ from: 0, to: 1 }], activeMs: minute }
    expect(await calls.heartbeat({ params: { id: playbackId }, body })).toMatchObject({ courseJustFinished: true })
  }
  expect(await race(platform, 10, () => reopen(uuid()), { begin })).toMatchObject({ accepted: 10 })
  const rounds = coursesTables(platform.db).selectFrom('courses.round').select('round_id')
  expect(await rounds.where('course_id', '=', course.id).execute()).toHaveLength(1)
})

it('ten notes at the same moment fill the last place of a course', async () => {
  const course = await publish({})
  const { calls } = await studying(course)
  const body = { courseId: course.id, sectionId: course.sections[0]?.id ?? '', content: '要点' }
  const begin = async () => {
    const { noteId } = await calls.createNote({ body })
    await sql`insert into courses.note select (jsonb_populate_record(n, jsonb_build_object('id', gen_random_uuid()))).*
      from courses.note n, generate_series(1, 998) where n.id = ${noteId}`.execute(platform.root)
  }
  const result = await race(platform, 10, () => calls.createNote({ body }), { begin })
  expect([result.accepted, Object.values(result.refused)]).toEqual([1, [9]])
})
