/** What an author who wants to know what one person answered can try with an anonymous survey. */
import { v4 } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import type { SurveyAnswer } from '../contract/answer.ts'
import { newSurvey } from '../contract/authoring.ts'
import type { SurveyContent, SurveyQuestionOf } from '../contract/content.ts'
import { surveys } from '../contract.ts'
import { buildSurvey, choiceQuestion, contentWith } from './surveys.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'] })
const as = (member?: BuiltMember) => platform.client(surveys, member)
const owner = () => as(roles.owner)
const minimumGroup = 5
let crowd: BuiltMember[]
beforeAll(async () => {
  const { companyId, organizationId } = roles.member
  crowd = []
  for (let at = 0; at < 17; at++) crowd.push(await buildMember(platform.db, { companyId, organizationId }))
})

const color = choiceQuestion('颜色', ['红', '蓝'])
const size = choiceQuestion('大小', ['大', '小'], { isRequired: false })
const grid: SurveyQuestionOf<'matrix'> = {
  ...{ id: v4(), kind: 'matrix', title: '评价', description: '', isRequired: false, visibleIf: null },
  ...{ mode: 'rating', columns: [], ratingMax: 5, shufflesRows: false },
  rows: [
    { id: 1, text: '内容' },
    { id: 2, text: '讲师' },
  ],
}
const chosen = (id: number): SurveyAnswer => ({ kind: 'single-choice', chosen: [id], otherText: '' })
const contentOf = (items: SurveyContent['pages'][number]['items'], rest: Partial<SurveyContent> = {}) =>
  contentWith(items, { isAnonymous: true, minimumGroup, ...rest })

interface Built {
  readonly params: { readonly id: string }
}

async function build(content: SurveyContent): Promise<Built> {
  return { params: { id: await buildSurvey(platform.db, { author: roles.owner, now: platform.now, content }) } }
}

type Given = readonly (readonly [{ readonly id: string }, SurveyAnswer])[]

async function answer({ params }: Built, members: readonly BuiltMember[], given: Given, versionNumber = 1) {
  const answers = given.map(([{ id: questionId }, one]) => ({ questionId, answer: one }))
  for (const member of members) await as(member).submitSurvey({ params, body: { versionNumber, answers } })
}

const included = async (survey: Built) => (await owner().surveyReport(survey)).included

async function publish({ params }: Built, content: SurveyContent) {
  const { revision } = await owner().editedSurvey({ params })
  const changed = await owner().changeSurvey({ params, body: { ...newSurvey(v4()), name: '调研', content, revision } })
  await owner().publishSurvey({ params, body: { revision: changed.revision } })
}

async function end(survey: Built) {
  await owner().endSurvey(survey)
  platform.now += 60_000
}

it('a survey that is opened for one more person and ended again shows no answer of this person', async () => {
  const content = contentOf([color])
  const survey = await build(content)
  await answer(survey, crowd.slice(0, 7), [[color, chosen(1)]])
  expect(await included(survey)).toBe(0)
  await end(survey)
  expect(await included(survey)).toBe(7)
  await publish(survey, { ...content, endAt: platform.now + 1_000_000 })
  expect(await included(survey)).toBe(7)
  await answer(survey, crowd.slice(7, 8), [[color, chosen(2)]])
  await end(survey)
  const { questions, completed } = await owner().surveyReport(survey)
  expect([questions[0]?.bars.map(({ count }) => count), completed]).toEqual([[7, 0], 8])
  await publish(survey, { ...content, endAt: platform.now + 2_000_000 })
  await answer(survey, crowd.slice(8, 12), [[color, chosen(2)]])
  await owner().revokeSurvey(survey)
  expect(await included(survey)).toBe(12)
})

it('a version that one person alone has met shows nothing of what this person chose', async () => {
  const survey = await build(contentOf([color]))
  await answer(survey, crowd.slice(0, 6), [[color, chosen(1)]])
  const marked = { ...color, options: [{ id: 3, text: '红' }, ...color.options.slice(1)] }
  await publish(survey, contentOf([marked]))
  await answer(survey, crowd.slice(6, 7), [[color, chosen(3)]], 2)
  const reworded = { ...color, title: '您喜欢的颜色' }
  await publish(survey, contentOf([reworded]))
  await answer(survey, crowd.slice(7, 11), [[color, chosen(2)]], 3)
  await end(survey)
  const { questions } = await owner().surveyReport(survey)
  expect(questions[0]?.bars.map(({ label, count }) => [label, count])).toEqual([
    ['红', 6],
    ['蓝', 4],
    ['红', 0],
  ])
})

it('a quota would tell at once what the last respondent chose, so an anonymous survey has none', async () => {
  const condition = { op: 'eq' as const, questionId: color.id, value: 1 }
  const quotas = [{ id: v4(), name: '红', condition, limit: 1, message: '名额已满' }]
  const body = { ...newSurvey(v4()), name: '调研', content: contentOf([color], { quotas }) }
  const { id, revision } = await owner().createSurvey({ body })
  const refused = await refusal(owner().publishSurvey({ params: { id }, body: { revision } }))
  expect(refused).toMatchObject({ errorCode: 385003, data: { reasons: ['quotas'] } })
})

it('neither a cell, nor a total, nor a row of a matrix, nor the export tells of fewer than the group', async () => {
  const survey = await build(contentOf([color, size, grid]))
  const rated = (...rows: number[]): SurveyAnswer => ({
    kind: 'matrix',
    rows: rows.map((rowId) => ({ rowId, chosen: [4] })),
  })
  const both = (one: number, other: number): Given => [
    [color, chosen(one)],
    [size, chosen(other)],
    [grid, rated(1)],
  ]
  await answer(survey, crowd.slice(0, 6), both(1, 1))
  await answer(survey, crowd.slice(6, 13), both(2, 2))
  await answer(survey, crowd.slice(13, 14), both(1, 2))
  await answer(survey, crowd.slice(14, 15), [
    [color, chosen(1)],
    [grid, rated(2)],
  ])
  await end(survey)
  const query = { rowQuestionId: color.id, columnQuestionId: size.id }
  const { cells, rows, base } = await owner().crossTable({ ...survey, query })
  expect(cells[0]?.[1]).toBeNull()
  expect(rows[0]?.count).toBeNull()
  expect(base).toBe(14)
  for (const cell of cells.flat()) expect(cell === null || cell === 0 || cell >= minimumGroup).toBe(true)
  const { questions } = await owner().surveyReport(survey)
  expect(questions[2]?.rows.map(({ answered, bars }) => [answered, bars.length])).toEqual([
    [14, 5],
    [0, 0],
  ])
  const file = (await owner().exportSurvey(survey)) as unknown as { rawPayload: Buffer }
  expect((await readSpreadsheet(file.rawPayload)).flat().join()).not.toContain('讲师')
})
