/** What the states of a survey refuse, the approval of its publication, and the export of its results. */
import { randomBytes } from 'node:crypto'
import { v4 } from 'uuid'
import { expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { taskOf } from '#modules/platform/approvals/server/tasks.fixture.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { newSurvey } from '../contract/authoring.ts'
import type { SurveyContent } from '../contract/content.ts'
import { approvalBusinessType, surveys } from '../contract.ts'
import {
  type BuiltSurvey,
  buildResponse,
  buildSurvey,
  choiceQuestion,
  contentWith,
  textQuestion,
} from './surveys.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], stranger: ['lecturer'] })
const as = (member?: BuiltMember) => platform.client(surveys, member)
const owner = () => as(roles.owner)
const color = choiceQuestion('颜色', ['红', '蓝'])
const why = textQuestion('原因')
const input = (content: SurveyContent) => ({ ...newSurvey(v4()), name: '食堂调研', content })

async function build(rest: Partial<BuiltSurvey> = {}) {
  const content = contentWith([color, why])
  const id = await buildSurvey(platform.db, { author: roles.owner, now: platform.now, content, ...rest })
  return { params: { id } }
}

it('a removed option comes back with its own text alone, also after the removal was published', async () => {
  const { params } = await build()
  const withOptions = (...texts: [number, string][]) =>
    contentWith([{ ...color, options: texts.map(([id, text]) => ({ id, text })) }])
  let revision = 0
  const change = async (content: SurveyContent) => {
    const changed = await owner().changeSurvey({ params, body: { ...input(content), revision } })
    revision = changed.revision
  }
  await change(withOptions([1, '大红'], [2, '蓝']))
  await change(withOptions([1, '大红']))
  const green = withOptions([1, '大红'], [2, '绿'])
  expect(await refusal(change(green))).toMatchObject({ errorCode: 385005, data: { questionId: color.id } })
  revision = (await owner().publishSurvey({ params, body: { revision } })).revision
  expect(await refusal(change(green))).toMatchObject({ errorCode: 385005 })
  const { fixedQuestions } = await owner().editedSurvey({ params })
  expect(fixedQuestions).toContainEqual({ id: color.id, taken: { options: 2, rows: 0, columns: 0 } })
  await change(withOptions([1, '大红'], [3, '绿']))
  await change(withOptions([1, '大红'], [2, '蓝'], [3, '绿']))
})

it('a guest meets the window as a member does', async () => {
  const secret = randomBytes(32).toString('base64url')
  const guestOf = async (rest: Partial<BuiltSurvey>, window: Partial<SurveyContent> = {}) => {
    const guestToken = randomBytes(32).toString('base64url')
    await build({ guestToken, content: contentWith([color], { allowsGuests: true, ...window }), ...rest })
    const key = { token: guestToken, secret, name: '访客' }
    const answers = [{ questionId: color.id, answer: { kind: 'single-choice' as const, chosen: [1], otherText: '' } }]
    const saved = { token: guestToken, secret, answers, revision: 0, pageId: v4() }
    const calls = [
      refusal(as().openAsGuest({ body: key })),
      refusal(as().saveAsGuest({ body: saved })),
      refusal(as().submitAsGuest({ body: { ...key, answers, versionNumber: 1 } })),
    ]
    return (await Promise.all(calls)).map(({ errorCode }) => errorCode)
  }
  const { now } = platform
  expect(await guestOf({}, { startAt: now + 1 })).toEqual([385008, 385008, 385008])
  expect(await guestOf({}, { endAt: now })).toEqual([385009, 385009, 385009])
  expect(await guestOf({ status: 'off-shelf' })).toEqual([385010, 385010, 385010])
})

it('whoever is not asked neither sees nor answers a survey', async () => {
  const survey = await build({ memberIds: [roles.member.id] })
  const body = { answers: [], versionNumber: 1 }
  const saving = { answers: [], revision: 0, pageId: v4() }
  const outside = as(roles.stranger)
  for (const call of [
    () => outside.survey(survey),
    () => outside.openSurvey(survey),
    () => outside.saveAnswers({ ...survey, body: saving }),
    () => outside.submitSurvey({ ...survey, body }),
  ])
    expect(await refusal(call())).toMatchObject({ errorCode: 385007 })
})

it('a draft is neither withdrawn, discarded nor revoked, and what is published is not deleted', async () => {
  const draft = await build({ status: 'draft' })
  const published = await build()
  for (const call of [
    () => owner().withdrawSurvey(draft),
    () => owner().discardSurveyChanges({ ...draft, body: { revision: 0 } }),
    () => owner().revokeSurvey(draft),
    () => owner().deleteSurvey(published),
  ])
    expect(await refusal(call())).toMatchObject({ errorCode: 385002 })
})

it('who has to agree sees the draft, and the survey is published when they agree', async () => {
  const { stranger } = roles
  const place = { companyId: roles.companyId, organizationId: stranger.organizationId, now: platform.now }
  const approver = await buildMember(platform.db, place)
  await buildTemplate(platform.db, { ...place, businessType: approvalBusinessType }, [buildStep([approver.id])])
  const { params } = await build({ author: stranger, status: 'draft' })
  expect(await as(stranger).publishSurvey({ params, body: { revision: 0 } })).toMatchObject({ applied: true })
  expect(await refusal(as(roles.member).survey({ params }))).toMatchObject({ errorCode: 900005 })
  expect(await as(approver).previewSurvey({ params })).toMatchObject({ id: params.id })
  const task = await taskOf(platform, approver, { businessType: approvalBusinessType, businessId: params.id })
  await platform.client(approvals, approver).agree({ ...task, body: {} })
  await platform.runJobs()
  expect(await as(stranger).editedSurvey({ params })).toMatchObject({ status: 'on-shelf', approval: null })
})

it('the results are exported: a row a response, and of an anonymous survey neither a filter nor a few', async () => {
  const survey = await build()
  const answers = [
    { questionId: color.id, answer: { kind: 'single-choice' as const, chosen: [2], otherText: '' } },
    { questionId: why.id, answer: { kind: 'text' as const, text: '=1+1' } },
  ]
  const { companyId, member, stranger } = roles
  const response = { surveyId: survey.params.id, companyId, memberId: member.id, answers, now: platform.now }
  await buildResponse(platform.db, response)
  const file = (await owner().exportSurvey(survey)) as unknown as { rawPayload: Buffer }
  const [heading, ...rows] = await readSpreadsheet(file.rawPayload)
  expect(heading).toEqual(['姓名', '组织', '提交时间', '颜色', '原因'])
  expect(rows.map((row) => row.slice(3))).toEqual([['蓝', '=1+1']])
  expect(await refusal(as(stranger).exportSurvey(survey))).toMatchObject({ errorCode: 10138 })
  const secretOne = await build({ content: contentWith([color, why], { isAnonymous: true }) })
  expect(await refusal(owner().exportSurvey(secretOne))).toMatchObject({ errorCode: 385017 })
  const query = { organizationId: companyId }
  const pair = { rowQuestionId: color.id, columnQuestionId: color.id }
  for (const call of [
    () => owner().exportSurvey({ ...secretOne, query }),
    () => owner().surveyReport({ ...secretOne, query }),
    () => owner().surveyTexts({ ...secretOne, query: { ...query, questionId: why.id } }),
    () => owner().crossTable({ ...secretOne, query: { ...query, ...pair } }),
    () => owner().surveyResponse({ params: { ...secretOne.params, responseId: v4() } }),
  ])
    expect(await refusal(call())).toMatchObject({ errorCode: 385018 })
})
