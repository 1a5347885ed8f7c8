/** What authors, members and guests are refused beside the promises, and what authors take back. */
import { randomBytes } from 'node:crypto'
import { v4 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { taskOf } from '#modules/platform/approvals/server/tasks.fixture.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
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
const content = contentWith([color])
const input = (next: SurveyContent = content) => ({ ...newSurvey(v4()), name: '食堂调研', content: next })
const chosen = (id: number) => [
  { questionId: color.id, answer: { kind: 'single-choice' as const, chosen: [id], otherText: '' } },
]
const random = () => randomBytes(32).toString('base64url')

async function build(rest: Partial<BuiltSurvey> = {}) {
  const id = await buildSurvey(platform.db, { author: roles.owner, now: platform.now, content, ...rest })
  return { params: { id } }
}
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).errorCode
const codesOf = (calls: readonly Promise<unknown>[]) => Promise.all(calls.map(codeOf))

it('an author names what the company has, writes what holds together, and discards or deletes the rest', async () => {
  expect(await codeOf(owner().createSurvey({ body: { ...input(), organizationIds: [v4()] } }))).toBe(900005)
  const survey = await build()
  const early = { ...color, visibleIf: { op: 'eq' as const, questionId: v4(), value: 1 } }
  const change = (next: SurveyContent) => owner().changeSurvey({ ...survey, body: { ...input(next), revision: 0 } })
  expect(await codeOf(change(contentWith([early])))).toBe(385004)
  const { revision } = await change(contentWith([color, textQuestion('原因')]))
  for (const call of [
    () => owner().publishSurvey({ ...survey, body: { revision: 0 } }),
    () => owner().discardSurveyChanges({ ...survey, body: { revision: 0 } }),
  ])
    expect(await codeOf(call())).toBe(385001)
  expect(await codeOf(as(roles.member).previewSurvey(survey))).toBe(10138)
  await owner().discardSurveyChanges({ ...survey, body: { revision } })
  expect((await owner().editedSurvey(survey)).content.pages).toEqual(content.pages)
  const draft = await build({ status: 'draft' })
  await owner().deleteSurvey(draft)
  expect(await codeOf(owner().editedSurvey(draft))).toBe(900005)
})

describe('where somebody has to agree', () => {
  let approver: BuiltMember
  beforeAll(async () => {
    const { companyId, stranger } = roles
    const place = { companyId, organizationId: stranger.organizationId, now: platform.now }
    approver = await buildMember(platform.db, place)
    await buildTemplate(platform.db, { ...place, businessType: approvalBusinessType }, [buildStep([approver.id])])
  })
  const apply = async () => {
    const survey = await build({ author: roles.stranger, status: 'draft' })
    const { revision } = await as(roles.stranger).publishSurvey({ ...survey, body: { revision: 0 } })
    return { survey, body: { revision } }
  }

  it('what waits is neither changed nor published, until it is withdrawn', async () => {
    const { survey, body } = await apply()
    const author = as(roles.stranger)
    expect(await codeOf(author.changeSurvey({ ...survey, body: { ...input(), ...body } }))).toBe(385002)
    expect(await codeOf(author.publishSurvey({ ...survey, body }))).toBe(385002)
    await author.withdrawSurvey(survey)
    expect(await author.editedSurvey(survey)).toMatchObject({ status: 'draft', approval: null })
  })

  it('of what was given back, nobody but its applicant applies again', async () => {
    const { survey, body } = await apply()
    const task = await taskOf(platform, approver, { businessType: approvalBusinessType, businessId: survey.params.id })
    await platform.client(approvals, approver).giveBack({ ...task, body: { opinion: '请补充' } })
    const { companyId } = roles
    const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    expect(await codeOf(as(chief).publishSurvey({ ...survey, body }))).toBe(46002)
  })

  it('nobody decides about the own survey', async () => {
    const companyId = await buildCompany(platform.db, '一人公司')
    const only = await buildMember(platform.db, { companyId, roles: ['super-admin', 'lecturer'] })
    const place = { companyId, organizationId: companyId, now: platform.now, businessType: approvalBusinessType }
    await buildTemplate(platform.db, place, [buildStep([only.id])])
    const survey = await build({ author: only, status: 'draft' })
    expect(await codeOf(as(only).publishSurvey({ ...survey, body: { revision: 0 } }))).toBe(46003)
  })
})

it('a member meets the window in each call, answers once, and answers what was asked', async () => {
  const member = as(roles.member)
  const save = { answers: chosen(1), revision: 0, pageId: v4() }
  const callsOn = (survey: { params: { id: string } }) =>
    codesOf([
      member.openSurvey(survey),
      member.saveAnswers({ ...survey, body: save }),
      member.submitSurvey({ ...survey, body: { versionNumber: 1, answers: chosen(1) } }),
    ])
  const { now } = platform
  const windowOf = (window: Partial<SurveyContent>) => build({ content: contentWith([color], window) })
  expect(await callsOn(await windowOf({ startAt: now + 1 }))).toEqual([385008, 385008, 385008])
  expect(await callsOn(await windowOf({ endAt: now }))).toEqual([385009, 385009, 385009])
  expect(await callsOn(await build({ status: 'off-shelf' }))).toEqual([385010, 385010, 385010])
  const open = await build()
  expect(await codeOf(member.saveAnswers({ ...open, body: { ...save, answers: chosen(7) } }))).toBe(385012)
  const { companyId } = roles
  const answered = await build()
  const response = { surveyId: answered.params.id, companyId, memberId: roles.member.id, answers: chosen(1), now }
  await buildResponse(platform.db, response)
  expect(await callsOn(answered)).toEqual([385011, 385011, 385011])
})

it('a guest needs the link, answers once, and answers what was asked', async () => {
  const secret = random()
  const guestsOf = async (rest: Partial<SurveyContent> = {}) => {
    const token = random()
    await build({ guestToken: token, content: contentWith([color], { allowsGuests: true, ...rest }) })
    return token
  }
  const keyOf = (token: string) => ({ token, secret, name: '访客' })
  const saving = (token: string, id = 1, revision = 0) =>
    as().saveAsGuest({ body: { token, secret, answers: chosen(id), revision, pageId: v4() } })
  const submitting = (token: string, answers: ReturnType<typeof chosen> = chosen(1)) =>
    as().submitAsGuest({ body: { ...keyOf(token), versionNumber: 1, answers } })
  const callsOn = (token: string) =>
    codesOf([as().openAsGuest({ body: keyOf(token) }), saving(token), submitting(token)])
  expect(await callsOn(random())).toEqual([385016, 385016, 385016])
  const token = await guestsOf()
  await as().openAsGuest({ body: keyOf(token) })
  expect(await codesOf([saving(token, 7), saving(token, 1, 5)])).toEqual([385012, 385014])
  expect(await codesOf([submitting(token, chosen(7)), submitting(token, [])])).toEqual([385012, 385013])
  await submitting(token)
  expect(await callsOn(token)).toEqual([385011, 385011, 385011])
  expect(await codeOf(saving(await guestsOf({ isAnonymous: true })))).toBe(385015)
})

it('of an anonymous survey that few have answered no answers are crossed', async () => {
  const other = choiceQuestion('大小', ['大', '小'])
  const survey = await build({ content: contentWith([color, other], { isAnonymous: true }) })
  const query = { rowQuestionId: color.id, columnQuestionId: other.id }
  expect(await codeOf(owner().crossTable({ ...survey, query }))).toBe(385017)
})
