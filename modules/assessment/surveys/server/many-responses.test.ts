/** Results that are read page by page: none is lost at an edge, and no order or filter changes the totals. */
import { sql } from 'kysely'
import { v4 } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import type { BuiltMember } from '#modules/platform/identity/server/members.fixture.ts'
import { readSpreadsheet } from '#server/spreadsheet/reader.ts'
import { testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import type { Answers } from '../contract/answer.ts'
import type { SurveyQuestionOf } from '../contract/content.ts'
import { surveys } from '../contract.ts'
import { buildSurvey, choiceQuestion, contentWith, npsQuestion, textQuestion } from './surveys.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'] })
const as = (member?: BuiltMember) => platform.client(surveys, member)
const count = 2500

const head = { description: '', isRequired: false, visibleIf: null }
const color = choiceQuestion('颜色', ['红', '蓝'], { hasOther: true })
const onlyRed = textQuestion('红色的理由', { visibleIf: { op: 'eq', questionId: color.id, value: 1 } })
const nps = npsQuestion('推荐')
const slider: SurveyQuestionOf<'slider'> = {
  ...{ ...head, id: v4(), kind: 'slider', title: '满意度', min: 0, max: 100, step: 1, lowLabel: '', highLabel: '' },
}
const age: SurveyQuestionOf<'number'> = {
  ...{ ...head, id: v4(), kind: 'number', title: '工龄', min: null, max: null, decimals: 0, unit: '' },
}
const order: SurveyQuestionOf<'ranking'> = {
  ...{ ...head, id: v4(), kind: 'ranking', title: '排序', shufflesOptions: false },
  options: [
    { id: 1, text: '甲' },
    { id: 2, text: '乙' },
  ],
}
const items = [color, onlyRed, nps, slider, age, order]
const isRed = (at: number) => at % 2 === 0

const answersOf = (at: number): Answers => [
  { questionId: color.id, answer: { kind: 'single-choice', chosen: [isRed(at) ? 1 : 0], otherText: '绿' } },
  ...(isRed(at) ? [{ questionId: onlyRed.id, answer: { kind: 'text' as const, text: `热情 ${at % 100}` } }] : []),
  { questionId: nps.id, answer: { kind: 'nps', value: at % 11 } },
  { questionId: slider.id, answer: { kind: 'slider', value: at % 101 } },
  { questionId: age.id, answer: { kind: 'number', value: at % 5 } },
  { questionId: order.id, answer: { kind: 'ranking', order: at % 4 === 0 ? [2, 1] : [1, 2] } },
]
const all = Array.from({ length: count }, (_, at) => answersOf(at))

let named: { params: { id: string } }
let anonymous: { params: { id: string } }
beforeAll(async () => {
  const { now } = platform
  const build = async (isAnonymous: boolean) => {
    const content = contentWith(items, { isAnonymous, minimumGroup: 5, allowsGuests: true })
    return { params: { id: await buildSurvey(platform.db, { author: roles.owner, now, content }) } }
  }
  named = await build(false)
  anonymous = await build(true)
  // Many are submitted in the same millisecond.
  await sql`insert into surveys.response (id, company_id, survey_id, version_number, guest_key, guest_name, answers,
      started_at, submitted_at, outcome)
    select gen_random_uuid(), ${roles.companyId}, ${named.params.id}, 1, n::text, '访客' || n, a, ${now - 100}, ${now} - n / 500,
      'completed' from jsonb_array_elements(${JSON.stringify(all)}::jsonb) with ordinality as one(a, n)`.execute(
    platform.root,
  )
  const kept = all.map((answers) => ({ versionNumber: 1, answers }))
  const batches = Array.from({ length: count / 5 }, (_, at) => kept.slice(at * 5, at * 5 + 5))
  await sql`insert into surveys.answer_batch (id, survey_id, company_id, answers)
    select gen_random_uuid(), ${anonymous.params.id}, ${roles.companyId}, b
    from jsonb_array_elements(${JSON.stringify(batches)}::jsonb) b`.execute(platform.root)
})

const owner = () => as(roles.owner)

it('a report counts every response once, named or anonymous', async () => {
  for (const survey of [named, anonymous]) {
    const { questions, included } = await owner().surveyReport(survey)
    expect(included).toBe(count)
    const [colors, reason, likely, satisfied, years, places] = questions
    expect(colors?.bars.map((bar) => bar.count)).toEqual([1250, 0, 1250])
    expect(reason).toMatchObject({ shown: 1250, answered: 1250, textCount: 1250 })
    const scores = Array.from({ length: count }, (_, at) => at % 11)
    const mean = scores.reduce((sum, score) => sum + score, 0) / count
    expect(likely?.bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(count)
    expect(likely?.numbers?.mean).toBeCloseTo(mean, 5)
    expect(satisfied?.numbers).toMatchObject({ min: 0, max: 100, median: 49.5 })
    expect(satisfied?.bars.map(({ label }) => label).slice(0, 2)).toEqual(['0–10', '10–20'])
    expect(satisfied?.bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(count)
    expect(years?.bars).toEqual([0, 1, 2, 3, 4].map((key) => ({ key, label: String(key), count: 500 })))
    expect(places?.places.map((place) => place.mean)).toEqual([1.25, 1.75])
  }
})

it('a cross table counts every response once', async () => {
  const query = { rowQuestionId: color.id, columnQuestionId: nps.id }
  for (const survey of [named, anonymous]) {
    const { cells, base, rows, columns } = await owner().crossTable({ ...survey, query })
    expect(base).toBe(count)
    expect(columns.map(({ label }) => label)).toEqual(['0–6', '7–8', '9–10'])
    expect(rows.map((row) => row.count)).toEqual([1250, 0, 1250])
    expect(cells.flat().reduce<number>((sum, cell) => sum + (cell ?? 0), 0)).toBe(count)
  }
})

it('texts are found page by page, equal ones each', async () => {
  const query = { questionId: onlyRed.id, page: 2, pageSize: 100 }
  const { items: texts, recordCount } = await owner().surveyTexts({ ...anonymous, query })
  expect([texts.length, recordCount]).toEqual([100, 1250])
  const others = await owner().surveyTexts({ ...named, query: { questionId: color.id } })
  expect([others.recordCount, others.items[0]?.text]).toEqual([1250, '绿'])
})

it('the export has every response of a named survey, and every text of an anonymous one', async () => {
  const fileOf = async (survey: typeof named) =>
    ((await owner().exportSurvey(survey)) as unknown as { rawPayload: Buffer }).rawPayload
  const [heading, ...rows] = await readSpreadsheet(await fileOf(named))
  expect(heading?.slice(3)).toEqual(items.map(({ title }) => title))
  expect(new Set(rows.map(([name]) => name)).size).toBe(count)
  const { readSheet } = await import('read-excel-file/node')
  const typed = await readSheet(await fileOf(anonymous), 2)
  expect(typed).toHaveLength(1 + 2500)
})
