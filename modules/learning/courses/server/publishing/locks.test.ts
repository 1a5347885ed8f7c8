/** An editor at work keeps no learner waiting. */
import { beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { whileLocked } from '#test/lock-waits.ts'
import { race } from '#test/race.ts'
import { courses } from '../../contract.ts'
import { buildCourse } from '../courses.fixture.ts'
import { coursesTables } from '../db.ts'
import { courseLifecycle } from './course-lifecycle.ts'

const platform = testPlatform({ poolSize: 8 })
let companyId: string
let author: BuiltMember

beforeAll(async () => {
  companyId = await buildCompany(platform.db)
  author = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
})

const newLearner = async () => platform.client(courses, await buildMember(platform.db, { companyId }))
const figures = async (id: string) => {
  const { learnerCount, shareCount } = await (await newLearner()).courseDetail({ params: { id } })
  return { learnerCount, shareCount }
}

it('members register and share while an editor holds the course, from the first one on', async () => {
  const { id } = await buildCourse(platform.db, { author })
  for (const learner of [await newLearner(), await newLearner()]) {
    const holding = <T>(call: () => Promise<T>) =>
      whileLocked(platform.db, (db) => courseLifecycle.lock(coursesTables(db), companyId, id), call)
    await holding(() => learner.registerForCourse({ params: { id } }))
    await holding(() => learner.countShare({ body: { courseId: id } }))
  }
  expect(await figures(id)).toEqual({ learnerCount: 2, shareCount: 2 })
})

it('counts each of eight members who register for a new course at the same moment', async () => {
  const { id } = await buildCourse(platform.db, { author })
  const learners = await Promise.all(Array.from({ length: 8 }, newLearner))
  const register = (index: number) =>
    learners[index]?.registerForCourse({ params: { id } }) ?? Promise.reject(new Error('no learner'))
  expect(await race(platform, 8, register, { begin: async () => undefined })).toMatchObject({ accepted: 8 })
  expect(await figures(id)).toEqual({ learnerCount: 8, shareCount: 0 })
})
