/** Writing, publishing, copying surveys, who has answered, and the results. */
import { sql } from 'kysely'
import { v7 as uuid, v4 } from 'uuid'
import { expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import { builtInTemplates, newSurvey } from '../contract/authoring.ts'
import type { SurveyContent } from '../contract/content.ts'
import { surveys } from '../contract.ts'
import {
  buildResponse,
  buildSurvey,
  choiceQuestion,
  contentWith,
  npsQuestion,
  textQuestion,
} from './surveys.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'], stranger: ['lecturer'], otherCompany: ['super-admin'] })
const as = (member?: BuiltMember) => platform.client(surveys, member)
const owner = () => as(roles.owner)
const color = choiceQuestion('颜色', ['红', '蓝'])
const nps = npsQuestion('推荐')
const input = (content: SurveyContent) => ({ ...newSurvey(v4()), name: '食堂调研', content })
const create = async (content: SurveyContent) => {
  const { id, revision } = await owner().createSurvey({ body: input(content) })
  return { params: { id }, revision }
}
const publish = async (content: SurveyContent) => {
  const { params, revision } = await create(content)
  return { params, ...(await owner().publishSurvey({ params, body: { revision } })) }
}

it('a survey is published, its audience is notified, and answered ones are no longer reminded', async () => {
  const { params } = await publish(contentWith([color]))
  await platform.runJobs()
  const { rows } =
    await sql`select n.member_id from messages.notification n join messages.message m on m.id = n.message_id
    where m.type = 'survey.published' and n.member_id = ${roles.member.id}`.execute(platform.root)
  expect(rows).toHaveLength(1)
  const before = await owner().remindRespondents({ params })
  const answers = [{ questionId: color.id, answer: { kind: 'single-choice' as const, chosen: [1], otherText: '' } }]
  await as(roles.member).submitSurvey({ params, body: { versionNumber: 1, answers } })
  await platform.runJobs()
  expect(await owner().remindRespondents({ params })).toEqual({ reminded: before.reminded - 1 })
  const answered = await owner().surveyParticipants({ params, query: { participation: 'answered' } })
  expect(answered.items.map(({ member }) => member.id)).toEqual([roles.member.id])
  expect(await refusal(as(roles.stranger).surveyReport({ params }))).toMatchObject({ status: 403 })
  expect(await refusal(as(roles.otherCompany).surveyReport({ params }))).toMatchObject({ errorCode: 900005 })
})

it('what contradicts itself is refused at the save, and what is not ready at the publication', async () => {
  const later = choiceQuestion('之后', ['是', '否'])
  const ahead = { ...color, visibleIf: { op: 'eq' as const, questionId: later.id, value: 1 } }
  const refused = await refusal(create(contentWith([ahead, later])))
  expect(refused).toMatchObject({ errorCode: 385004, data: { problems: [{ id: color.id, problem: 'looks-ahead' }] } })
  const draft = await create(contentWith([]))
  const { params, revision } = draft
  const early = owner().publishSurvey({ params, body: { revision } })
  expect(await refusal(early)).toMatchObject({ errorCode: 385003, data: { reasons: ['questions'] } })
  const stale = owner().changeSurvey({ params, body: { ...input(contentWith([color])), revision: 7 } })
  expect(await refusal(stale)).toMatchObject({ errorCode: 385001 })
})

it('after the publication a question keeps its kind, and respondents what they were promised', async () => {
  const content = contentWith([color, nps])
  const { params, revision } = await publish(content)
  const change = (next: SurveyContent) => owner().changeSurvey({ params, body: { ...input(next), revision } })
  const turned = { ...textQuestion('颜色'), id: color.id }
  expect(await refusal(change(contentWith([turned])))).toMatchObject({ errorCode: 385005 })
  expect(await refusal(change({ ...content, isAnonymous: true }))).toMatchObject({ errorCode: 385006 })
  expect(await change(contentWith([{ ...color, title: '最喜欢的颜色' }]))).toMatchObject({ revision: revision + 1 })
  expect(await refusal(owner().endSurvey({ params: { id: uuid() } }))).toMatchObject({ errorCode: 900005 })
  await owner().endSurvey({ params })
  expect(await refusal(owner().endSurvey({ params }))).toMatchObject({ errorCode: 385002 })
  expect(await refusal(owner().remindRespondents({ params }))).toMatchObject({ errorCode: 385002 })
  expect(await refusal(owner().renewGuestLink({ params }))).toMatchObject({ errorCode: 385002 })
})

it('drafts come from templates of the product, from those of the company, and from other surveys', async () => {
  for (const template of builtInTemplates) {
    const { id } = await owner().createFromTemplate({ body: { template, name: '' } })
    const { content, name } = await owner().editedSurvey({ params: { id } })
    expect(content.pages[0]?.items.length).toBeGreaterThan(2)
    expect(name).not.toBe('')
  }
  const { params } = await create(contentWith([color]))
  const saved = await owner().saveTemplate({ body: { surveyId: params.id, name: '颜色' } })
  expect(await owner().surveyTemplates()).toMatchObject([{ id: saved.id, questionCount: 1, mayDelete: true }])
  const made = await owner().createFromTemplate({ body: { template: saved.id, name: '新' } })
  const copy = await owner().copySurvey({ params, body: { name: '副本' } })
  expect(await owner().editedSurvey({ params: { id: made.id } })).toMatchObject({ name: '新', status: 'draft' })
  expect(await owner().editedSurvey({ params: { id: copy.id } })).toMatchObject({ name: '副本', status: 'draft' })
  expect(await refusal(as(roles.stranger).deleteTemplate({ params: { id: saved.id } }))).toMatchObject({ status: 403 })
  await owner().deleteTemplate({ params: { id: saved.id } })
  expect(await owner().surveyTemplates()).toEqual([])
})

it('results count, average, cross and export', async () => {
  const content = contentWith([color, nps])
  const { companyId } = roles.owner
  const surveyId = await buildSurvey(platform.db, { author: roles.owner, now: platform.now, content })
  for (const [member, chosen, value] of [
    [roles.member, 1, 10],
    [roles.colleague, 1, 6],
    [roles.stranger, 2, 9],
  ] as const) {
    const answers = [
      { questionId: color.id, answer: { kind: 'single-choice' as const, chosen: [chosen], otherText: '' } },
      { questionId: nps.id, answer: { kind: 'nps' as const, value } },
    ]
    await buildResponse(platform.db, { surveyId, companyId, memberId: member.id, answers, now: platform.now })
  }
  const params = { id: surveyId }
  const { questions } = await owner().surveyReport({ params })
  expect(questions[0]?.bars.map(({ count }) => count)).toEqual([2, 1])
  expect(questions[1]).toMatchObject({ nps: { promoters: 2, passives: 0, detractors: 1, scoreTenths: 333 } })
  const query = { rowQuestionId: color.id, columnQuestionId: nps.id }
  const table = await owner().crossTable({ params, query })
  expect(table.cells.map((row) => row.reduce((sum, cell) => (sum ?? 0) + (cell ?? 0), 0))).toEqual([2, 1])
  const same = owner().crossTable({ params, query: { ...query, columnQuestionId: color.id } })
  expect(await refusal(same)).toMatchObject({ errorCode: 385019 })
  const [first] = (await owner().surveyResponses({ params })).items
  const one = await owner().surveyResponse({ params: { id: surveyId, responseId: first?.id ?? '' } })
  expect(one.answers).toHaveLength(2)
})
