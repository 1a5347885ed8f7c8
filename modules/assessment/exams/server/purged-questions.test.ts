/** Questions that are deleted for good while papers hold them: exams go on as they were. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { questions } from '#modules/assessment/questions/contract.ts'
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { contents, examsOn, rightAnswers, scoredQuestions } from './taking.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['super-admin'], otherCompany: ['super-admin'] })
const { as, build, sit } = examsOn(platform, () => roles.owner)
const bank = () => platform.client(questions, roles.owner)

async function purge(ids: readonly string[]) {
  const recycleBin = platform.client(operations, roles.owner)
  await bank().deleteQuestions({ body: { ids: [...ids] } })
  const { items } = await recycleBin.listRecycled({ query: { scope: 'own', kind: 'question', pageSize: 40 } })
  for (const { id } of items) await recycleBin.purgeRecycled({ params: { id } })
}

const idsIn = async (paperId: string) => {
  const { rows } = await sql<{ id: string }>`
    select question_id as id from papers.item where paper_id = ${paperId}`.execute(platform.root)
  return rows.map(({ id }) => id)
}
const paperOf = async (exam: { params: { id: string } }) => {
  const { rows } = await sql<{ id: string }>`
    select published_rules->>'paperId' as id from exams.exam where id = ${exam.params.id}`.execute(platform.root)
  return rows[0]?.id ?? ''
}
const versionsOf = async (ids: readonly string[]) => {
  const { rows } = await sql<{ number: number }>`
    select number from questions.version where question_id = any(${[...ids]}::uuid[]) order by number`.execute(
    platform.root,
  )
  return rows.map(({ number }) => number)
}

it('an attempt that starts after the purge asks the pinned versions, and is scored right', async () => {
  const exam = await build({}, scoredQuestions)
  const ids = await idsIn(await paperOf(exam))
  const [first = ''] = ids
  // A later version that the paper does not hold goes.
  const { revision, topics: _, ...before } = await bank().question({ params: { id: first } })
  const { directory, difficulty, scoreTenths, source } = before
  const content = { ...contents['true-false'], stem: '<p>另一题</p>' }
  const input = { content, difficulty, scoreTenths, source, topicIds: [], directoryId: directory.id, revision }
  await bank().changeQuestion({ params: { id: first }, body: input })
  expect(await versionsOf([first])).toEqual([1, 2])
  await purge(ids)
  expect(await versionsOf(ids)).toEqual([1, 1, 1])
  expect(await refusal(bank().question({ params: { id: first } }))).toMatchObject({ errorCode: 900_005 })
  expect((await bank().listQuestions({ query: { directoryId: directory.id } })).recordCount).toBe(0)
  await bank().deleteDirectory({ params: { id: directory.id } })
  const id = await sit(roles.member, exam, rightAnswers)
  await platform.runJobs()
  const { rows } = await sql`select score_tenths as score, state from exams.attempt where id = ${id}`.execute(
    platform.root,
  )
  expect(rows).toEqual([{ score: 1000, state: 'final' }])
})

it('what was drawn for somebody stays after its paper is gone; what nobody holds goes', async () => {
  const exam = await build({}, scoredQuestions)
  const paperId = await paperOf(exam)
  const ids = await idsIn(paperId)
  await as(roles.member).startAttempt({ ...exam, body: {} })
  await sql`delete from papers.paper where id = ${paperId}`.execute(platform.root)
  const directoryId = await buildDirectory(platform.db, { author: roles.owner })
  const free = await buildQuestions(platform.db, { author: roles.owner, directoryId }, [{}, {}])
  await purge([...ids, ...free])
  expect(await versionsOf(ids)).toEqual([1, 1, 1])
  expect(await versionsOf(free)).toEqual([])
})
