import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { findStudyKind } from '#modules/content/study/server.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { testPlatform } from '#test/harness.ts'
import { studySteps } from '../study.fixture.ts'

const platform = testPlatform()
const minute = 60_000
const dayMs = 86_400_000
let lecturer: BuiltMember

beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  lecturer = await buildMember(platform.db, { companyId, roles: ['super-admin', 'lecturer'] })
})

const { publish, studying } = studySteps(platform, () => lecturer)

it('retraining is a to-do with its due date until it is finished, and not while the course is off the shelf', async () => {
  const course = await publish({})
  const learner = await studying(course)
  const read = async () => {
    const { playbackId } = await learner.start()
    platform.now += 2 * minute
    const body = { sequence: 1, intervals: [{ from: 0, to: 1 }], activeMs: minute }
    await learner.calls.heartbeat({ params: { id: playbackId }, body })
  }
  await read()
  const todos = platform.client(messages, learner.member)
  const open = async () => (await todos.findMyUnfinished()).items
  expect(await open()).toEqual([])
  const dueAt = platform.now + 30 * dayMs
  const roundId = uuid()
  await inTransaction(platform.db, async (db) => {
    const rounds = [{ roundId, memberId: learner.member.id, dueAt }]
    await findStudyKind(1)?.reopen?.(db, lecturer.companyId, course.id, rounds, platform.now)
  })
  const retake = { kind: 'study.retake', businessType: 1, businessId: course.id, id: roundId, dueAt }
  expect(await open()).toMatchObject([{ ...retake, action: 'start-study', link: `/study/course/detail/${course.id}` }])
  const authoring = platform.client(courses, lecturer)
  await authoring.takeOffShelf({ params: { id: course.id } })
  expect(await open()).toEqual([])
  const { revision } = await authoring.editedCourse({ params: { id: course.id } })
  await authoring.publishCourse({ params: { id: course.id }, body: { revision } })
  expect(await open()).toMatchObject([retake])
  const forAll = (isForAll: boolean) =>
    sql`update courses.course set visible_to_all = ${isForAll} where id = ${course.id}`.execute(platform.root)
  await forAll(false)
  expect(await open()).toEqual([])
  await forAll(true)
  await read()
  expect(await open()).toEqual([])
  expect((await todos.findMyFinished()).items).toMatchObject([{ kind: 'study.retake', id: roundId, dueAt }])
})
