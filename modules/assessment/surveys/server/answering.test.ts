/** Answering surveys: members and guests, once, in the window, along the way that the answers lead. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v4 } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { proves } from '#test/proves.ts'
import { testRoles } from '#test/roles.ts'
import type { SurveyAnswer } from '../contract/answer.ts'
import { surveys } from '../contract.ts'
import {
  type BuiltSurvey,
  buildSurvey,
  choiceQuestion,
  contentWith,
  npsQuestion,
  textQuestion,
} from './surveys.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['lecturer'] })
const as = (member?: BuiltMember) => platform.client(surveys, member)
let crowd: BuiltMember[]
beforeAll(async () => {
  crowd = []
  for (let at = 0; at < 11; at++) {
    const { companyId, organizationId } = roles.member
    crowd.push(await buildMember(platform.db, { companyId, organizationId }))
  }
})

const color = choiceQuestion('颜色', ['红', '蓝'])
const why = textQuestion(`为什么选{{${color.id}}}`)
const onlyRed = textQuestion('红色的理由', {
  isRequired: true,
  visibleIf: { op: 'eq', questionId: color.id, value: 1 },
})
const chosen = (id: number): SurveyAnswer => ({ kind: 'single-choice', chosen: [id], otherText: '' })
const typed = (text: string): SurveyAnswer => ({ kind: 'text', text })
const given = (...pairs: [{ id: string }, SurveyAnswer][]) =>
  pairs.map(([{ id: questionId }, answer]) => ({ questionId, answer }))

async function build(rest: Partial<BuiltSurvey> = {}) {
  const content = contentWith([color, onlyRed, why])
  const id = await buildSurvey(platform.db, { author: roles.owner, now: platform.now, content, ...rest })
  return { params: { id } }
}
const submission = (answers: ReturnType<typeof given>) => ({ body: { versionNumber: 1, answers } })
const submit = (member: BuiltMember, survey: { params: { id: string } }, answers: ReturnType<typeof given>) =>
  as(member).submitSurvey({ ...survey, ...submission(answers) })
const report = (survey: { params: { id: string } }) => as(roles.owner).surveyReport(survey)

it('a member meets a survey, answers it, and what an abandoned branch had is not in the results', async () => {
  const survey = await build()
  await proves('EXAM-065', async () => {
    expect(await as(roles.member).survey(survey)).toMatchObject({
      obstacle: null,
      participation: 'open',
      questionCount: 3,
    })
    expect(await refusal(as(roles.otherCompany).survey(survey))).toMatchObject({ errorCode: 900005 })
  })
  await proves('EXAM-014', async () => expect((await as(roles.member).survey(survey)).id).toBe(survey.params.id))
  await proves('EXAM-015', async () =>
    expect(await as(roles.member).survey(survey)).toMatchObject({
      ...{
        name: '满意度调研',
        summary: '',
        state: 3,
        startAt: null,
        endAt: null,
        isAnonymous: false,
        introduction: '',
      },
    }),
  )
  await proves('EXAM-064', async () => {
    const other = await build()
    const draft = await build({ status: 'draft' })
    const ids = [other.params.id, v4(), draft.params.id, survey.params.id]
    const found = await as(roles.member).surveysByIds({ query: { ids } })
    expect(found.map(({ id }) => id)).toEqual([other.params.id, survey.params.id])
  })
  await as(roles.member).openSurvey(survey)
  const save = { pageId: v4(), answers: given([color, chosen(1)], [onlyRed, typed('热情')]), revision: 0 }
  expect(await as(roles.member).saveAnswers({ ...survey, body: save })).toMatchObject({ revision: 1 })
  expect(await refusal(as(roles.member).saveAnswers({ ...survey, body: save }))).toMatchObject({ errorCode: 385014 })
  expect(await as(roles.member).openSurvey(survey)).toMatchObject({ answers: save.answers, revision: 1 })
  expect(await report(survey)).toMatchObject({ started: 1, partial: 1, completed: 0 })
  expect(await refusal(submit(roles.member, survey, given([color, chosen(1)])))).toMatchObject({
    ...{ errorCode: 385013, data: { questionIds: [onlyRed.id] } },
  })
  expect(await refusal(submit(roles.member, survey, given([color, chosen(7)])))).toMatchObject({ errorCode: 385012 })
  expect(await submit(roles.member, survey, given([color, chosen(2)], [onlyRed, typed('热情')]))).toMatchObject({
    outcome: 'completed',
  })
  const { questions, partial, completed } = await report(survey)
  expect([partial, completed]).toEqual([0, 1])
  const shown = Object.fromEntries(questions.map((one) => [one.questionId, [one.shown, one.answered]]))
  expect(shown).toEqual({ [color.id]: [1, 1], [onlyRed.id]: [0, 0], [why.id]: [1, 0] })
})

it('a survey is answered once, and neither before its start nor after its end or revocation', async () => {
  await proves('EXAM-059', async () => {
    const survey = await build()
    const answers = given([color, chosen(2)])
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => submit(roles.member, survey, answers)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusal(submit(roles.member, survey, answers))).toMatchObject({ errorCode: 385011 })
    expect(await report(survey)).toMatchObject({ completed: 1 })
    const open = await build()
    await as(roles.owner).endSurvey(open)
    expect(await refusal(submit(roles.member, open, answers))).toMatchObject({ errorCode: 385009 })
    const revoked = await build()
    await as(roles.owner).revokeSurvey(revoked)
    expect(await refusal(submit(roles.colleague, revoked, answers))).toMatchObject({ errorCode: 385010 })
  })
})

it('the states follow from the shelf and the clock', async () => {
  await proves('EXAM-019', async () => {
    const { now } = platform
    const window = (startAt: number | null, endAt: number | null) => contentWith([color], { startAt, endAt })
    const built = [
      await build({ status: 'draft' }),
      await build({ content: window(now + 1, null) }),
      await build({ content: window(now, now + 1) }),
      await build({ content: window(null, now) }),
      await build({ status: 'off-shelf' }),
    ]
    const states = await Promise.all(built.map(async (one) => (await as(roles.owner).editedSurvey(one)).state))
    expect(states).toEqual([1, 2, 3, 4, 5])
    expect(await refusal(as(roles.member).openSurvey(built[1] ?? { params: { id: '' } }))).toMatchObject({
      errorCode: 385008,
    })
  })
})

it('of a quota the last place counts, and the next response ends with its message and is not in the results', async () => {
  const quota = {
    id: v4(),
    name: '红',
    condition: { op: 'eq' as const, questionId: color.id, value: 1 },
    limit: 3,
    message: '名额已满',
  }
  const survey = await build({ content: contentWith([color], { quotas: [quota] }) })
  const outcomes = await Promise.all(crowd.slice(0, 6).map((one) => submit(one, survey, given([color, chosen(1)]))))
  expect(outcomes.filter(({ outcome }) => outcome === 'completed')).toHaveLength(3)
  expect(outcomes.find(({ outcome }) => outcome === 'quota')).toMatchObject({ message: '名额已满' })
  expect(await report(survey)).toMatchObject({ completed: 3, quotaFull: 3, quotas: [{ used: 3, refused: 3 }] })
  expect((await as(crowd[7]).openSurvey(survey)).fullQuotas).toMatchObject([{ id: quota.id }])
})

it('guests answer by a link and the secret of their browser, once', async () => {
  const secret = randomBytes(32).toString('base64url')
  const guestToken = randomBytes(32).toString('base64url')
  const content = contentWith([color, npsQuestion('推荐')], { allowsGuests: true })
  const survey = await build({ content, guestToken })
  const key = { token: guestToken, secret }
  expect(await as().guestEntry({ body: key })).toMatchObject({ obstacle: null })
  expect(await refusal(as().guestEntry({ body: { token: secret } }))).toMatchObject({ errorCode: 385016 })
  expect(await refusal(as().openAsGuest({ body: key }))).toMatchObject({ errorCode: 385013 })
  await as().openAsGuest({ body: { ...key, name: '王访客' } })
  const answers = given([color, chosen(1)])
  await as().saveAsGuest({ body: { ...key, answers, revision: 0, pageId: v4() } })
  expect(await as().openAsGuest({ body: key })).toMatchObject({ answers })
  const all = given([color, chosen(1)], [content.pages[0]?.items[1] ?? color, { kind: 'nps', value: 9 }])
  await as().submitAsGuest({ body: { ...key, versionNumber: 1, answers: all } })
  expect(await refusal(as().submitAsGuest({ body: { ...key, versionNumber: 1, answers: all } }))).toMatchObject({
    errorCode: 385011,
  })
  expect((await as(roles.owner).surveyResponses(survey)).items).toMatchObject([{ member: null, guestName: '王访客' }])
  await as(roles.owner).renewGuestLink(survey)
  expect(await refusal(as().guestEntry({ body: key }))).toMatchObject({ errorCode: 385016 })
})

it('of an anonymous survey nothing in the database says who answered what, and nothing is shown of a few', async () => {
  const content = contentWith([color, why], { isAnonymous: true, minimumGroup: 5 })
  const survey = await build({ content })
  const answersOf = (at: number) => given([color, chosen((at % 2) + 1)], [why, typed(`回答-${at}`)])
  for (const [at, member] of crowd.slice(0, 9).entries()) await submit(member, survey, answersOf(at))
  expect(await report(survey)).toMatchObject({
    isHidden: true,
    included: 0,
    questions: [],
    completed: 9,
    started: null,
  })
  const texts = { ...survey, query: { questionId: why.id } }
  expect(await refusal(as(roles.owner).surveyTexts(texts))).toMatchObject({ errorCode: 385017 })
  expect(await refusal(as(roles.owner).surveyResponses(survey))).toMatchObject({ errorCode: 385018 })
  const body = { answers: [], revision: 0, pageId: v4() }
  expect(await refusal(as(crowd[10]).saveAnswers({ ...survey, body }))).toMatchObject({ errorCode: 385015 })
  await submit(crowd[9] as BuiltMember, survey, answersOf(9))
  expect(await report(survey)).toMatchObject({ isHidden: false, included: 5, completed: 10 })
  await expectUnlinkable(survey.params.id)
  await as(roles.owner).endSurvey(survey)
  // A submission that was under way at the end would be the one difference between two looks.
  platform.now += 59_999
  expect(await report(survey)).toMatchObject({ included: 5 })
  platform.now += 1
  expect(await report(survey)).toMatchObject({ included: 10 })
  const sorted = (await as(roles.owner).surveyTexts(texts)).items.map(({ text }) => text)
  expect(sorted.toSorted()).toEqual(Array.from({ length: 10 }, (_, at) => `回答-${at}`).toSorted())
})

/** Reads every table of the database as text: a row that holds an answer holds many, and nothing of a member. */
async function expectUnlinkable(surveyId: string) {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(platform.root)
  const members = crowd.map(({ id }) => id)
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(platform.root)
    const holding = rows.filter(({ text }) => text.includes('回答-'))
    for (const { text } of holding) {
      expect(name).toMatch(/answer_pool|answer_batch/)
      expect(text.match(/回答-/g)?.length).toBeGreaterThanOrEqual(5)
      expect(members.filter((id) => text.includes(id))).toEqual([])
    }
    // No row that names a member holds an id of a row of answers either, but for that of the survey.
    const ids = new Set(
      holding.flatMap(({ text }) => text.match(/[0-9a-f-]{36}/g) ?? []).filter((id) => id !== surveyId),
    )
    expect(rows.filter(({ text }) => members.some((id) => text.includes(id) && ids.has(id)))).toEqual([])
  }
}
