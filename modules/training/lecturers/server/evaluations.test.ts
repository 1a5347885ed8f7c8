/** Surveys that evaluate lecturers, over HTTP: means alone, of nobody who keeps the entry or teaches as somebody. */
import { expect, it } from 'vitest'
import type { Answers } from '#modules/assessment/surveys/contract/answer.ts'
import { surveysTables } from '#modules/assessment/surveys/server/db.ts'
import {
  buildResponse,
  buildSurvey,
  contentWith,
  npsQuestion,
} from '#modules/assessment/surveys/server/surveys.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { EVALUATION_EXISTS, NOT_A_LECTURER } from '../contract/codes.ts'
import { lecturers } from '../contract.ts'
import { buildLecturer } from './lecturers.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['admin', 'lecturer'], stranger: ['admin'], otherCompany: ['super-admin'] })
const as = (member: BuiltMember) => platform.client(lecturers, member)

const nps = npsQuestion('您会推荐这位讲师吗？')
const answer = (value: number): Answers => [{ questionId: nps.id, answer: { kind: 'nps', value } }]

async function build(rest: { isAnonymous?: boolean; author?: BuiltMember } = {}) {
  const { isAnonymous = false, author = roles.owner } = rest
  const content = contentWith([nps], { isAnonymous, minimumGroup: 5 })
  const surveyId = await buildSurvey(platform.db, { author, now: platform.now, content, name: '课后评价' })
  const teacher = await buildMember(platform.db, {
    companyId: roles.companyId,
    organizationId: roles.organizationId,
    fullName: '许老师',
    roles: ['lecturer'],
  })
  const id = await buildLecturer(platform.db, { companyId: roles.companyId, memberId: teacher.id, now: platform.now })
  return { surveyId, teacher, params: { id } }
}
const add = ({ params, surveyId }: Awaited<ReturnType<typeof build>>, by = roles.owner) =>
  as(by).addEvaluation({ params, body: { surveyId } })

it('says the means of a survey to whoever keeps the entry and to the lecturer', async () => {
  const one = await build()
  const { companyId } = roles
  for (const [at, value] of [10, 7, 4].entries()) {
    const member = [roles.member, roles.colleague, roles.stranger][at] ?? roles.member
    const input = { surveyId: one.surveyId, companyId, memberId: member.id, answers: answer(value), now: platform.now }
    await buildResponse(platform.db, input)
  }
  await add(one)
  const expected = {
    recordCount: 1,
    items: [{ name: '课后评价', included: 3, isHidden: false, ratings: [{ mean: 7, max: 10, answered: 3 }] }],
  }
  expect(await as(roles.owner).evaluations({ params: one.params, query: {} })).toMatchObject(expected)
  const own = await as(one.teacher).ownEvaluations({ query: {} })
  expect(own).toMatchObject(expected)
  expect(JSON.stringify(own)).not.toContain(roles.member.id)
  expect(await refusal(add(one))).toMatchObject({ errorCode: EVALUATION_EXISTS.code })
  const named = { ...one.params, surveyId: one.surveyId }
  await as(roles.owner).removeEvaluation({ params: named })
  expect(await refusal(as(roles.owner).removeEvaluation({ params: named }))).toMatchObject({ errorCode: 900_005 })
  expect(await as(one.teacher).ownEvaluations({ query: {} })).toMatchObject({ recordCount: 0 })
})

it('shows nothing of an anonymous survey that too few have answered', async () => {
  const one = await build({ isAnonymous: true })
  await add(one)
  const { items } = await as(roles.owner).evaluations({ params: one.params, query: {} })
  expect(items).toMatchObject([{ included: 0, isHidden: true, ratings: [] }])
})

it('takes no survey whose results the caller may not read, nothing for oneself, and nothing across companies', async () => {
  const one = await build()
  const foreign = await build({ author: roles.otherCompany })
  expect((await refusal(add({ ...one, surveyId: foreign.surveyId }))).errorCode).toBeGreaterThan(0)
  expect(await refusal(add(one, roles.otherCompany))).toMatchObject({ errorCode: 900_005 })
  expect(await refusal(add(one, roles.member))).toMatchObject({ errorCode: 10138 })
  const own = await buildLecturer(platform.db, {
    companyId: roles.companyId,
    memberId: roles.owner.id,
    now: platform.now,
  })
  expect(await refusal(add({ ...one, params: { id: own } }))).toMatchObject({ errorCode: 900_012 })
  expect(await refusal(as(roles.member).ownEvaluations({ query: {} }))).toMatchObject({
    errorCode: NOT_A_LECTURER.code,
  })
})

it('keeps the place of a survey that was deleted, without its figures', async () => {
  const one = await build()
  await add(one)
  await surveysTables(platform.db)
    .updateTable('surveys.survey')
    .set({ deleted_at: platform.now })
    .where('id', '=', one.surveyId)
    .execute()
  const { items } = await as(roles.owner).evaluations({ params: one.params, query: {} })
  expect(items).toMatchObject([{ surveyId: one.surveyId, name: '', included: 0 }])
})
