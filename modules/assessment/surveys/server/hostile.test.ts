/** Authors who want to know who answered what, and respondents who look for a way around quotas and names. */
import { randomBytes } from 'node:crypto'
import { v4 } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { refusal, testPlatform } from '#test/harness.ts'
import { testRoles } from '#test/roles.ts'
import type { SurveyAnswer } from '../contract/answer.ts'
import { newSurvey } from '../contract/authoring.ts'
import type { SurveyContent } from '../contract/content.ts'
import { surveys } from '../contract.ts'
import { type BuiltSurvey, buildSurvey, choiceQuestion, contentWith, textQuestion } from './surveys.fixture.ts'

const platform = testPlatform()
const roles = testRoles(platform, { owner: ['lecturer'] })
const as = (member?: BuiltMember) => platform.client(surveys, member)
const owner = () => as(roles.owner)
let crowd: BuiltMember[]
beforeAll(async () => {
  crowd = []
  const { companyId, organizationId } = roles.member
  for (let at = 0; at < 11; at++) crowd.push(await buildMember(platform.db, { companyId, organizationId }))
})

const color = choiceQuestion('颜色', ['红', '蓝'])
const choice = (...chosen: number[]): SurveyAnswer => ({ kind: 'single-choice', chosen, otherText: '' })
const chosen = (id: number) => [{ questionId: color.id, answer: choice(id) }]
const redQuota = (limit: number) => ({
  ...{ id: v4(), name: '红', limit, message: '名额已满' },
  condition: { op: 'eq' as const, questionId: color.id, value: 1 },
})

type Survey = Awaited<ReturnType<typeof build>>
async function build(content: SurveyContent, rest: Partial<BuiltSurvey> = {}) {
  const id = await buildSurvey(platform.db, { author: roles.owner, now: platform.now, content, ...rest })
  return { params: { id } }
}
const submit = (member: BuiltMember | undefined, survey: Survey, id: number, versionNumber = 1) =>
  as(member).submitSurvey({ ...survey, body: { versionNumber, answers: chosen(id) } })
const reds = async (survey: Survey) => {
  const { questions } = await owner().surveyReport(survey)
  return questions[0]?.bars.find(({ key }) => key === 1)?.count
}
/** Puts the survey on the shelf again, with the window open. */
const publishAgain = async (survey: Survey, content: SurveyContent) => {
  const before = await owner().editedSurvey(survey)
  const body = { ...newSurvey(v4()), name: '满意度调研', revision: before.revision, content }
  const { revision } = await owner().changeSurvey({ ...survey, body })
  await owner().publishSurvey({ ...survey, body: { revision } })
}

it('an anonymous survey that is ended, looked at and opened again does not tell what the next one answers', async () => {
  const content = contentWith([color], { isAnonymous: true })
  const survey = await build(content)
  for (const member of crowd.slice(0, 6)) await submit(member, survey, 2)
  const looks: (number | undefined)[] = []
  const look = async (close: () => Promise<unknown>) => {
    await close()
    // What waits is shown once submissions that were under way are through.
    platform.now += 60_000
    looks.push(await reds(survey))
    await publishAgain(survey, { ...content, closing: `<p>${looks.length}</p>` })
  }
  const ends = [() => owner().endSurvey(survey), () => owner().revokeSurvey(survey)]
  for (const end of ends) await look(end)
  for (const [at, member] of crowd.slice(6, 10).entries()) {
    await submit(member, survey, 1)
    await look(ends[at % 2] as () => Promise<unknown>)
  }
  expect(looks).toEqual([0, 0, 0, 0, 0, 0])
  await submit(crowd[10], survey, 1)
  await look(() => owner().endSurvey(survey))
  expect(looks.at(-1)).toBe(5)
})

it('a quota of an anonymous survey tells nobody what the last one has answered', async () => {
  const survey = await build(contentWith([color], { isAnonymous: true, quotas: [redQuota(1), redQuota(2)] }))
  const seen = async () => {
    const { completed, quotaFull, quotas, included } = await owner().surveyReport(survey)
    const { items } = await owner().authoredSurveys({ query: {} })
    const listed = items.find(({ id }) => id === survey.params.id)
    const { fullQuotas, content } = await as(roles.colleague).openSurvey(survey)
    return {
      completed,
      quotaFull,
      quotas,
      included,
      fullQuotas,
      asked: content.quotas,
      answered: listed?.answeredCount,
    }
  }
  const nothing = { quotaFull: null, quotas: [], included: 0, fullQuotas: [], asked: [] }
  expect(await submit(crowd[0], survey, 1)).toMatchObject({ outcome: 'completed' })
  expect(await seen()).toEqual({ ...nothing, completed: 1, answered: 1 })
  // It has them from before they were refused at the publication: they count nobody.
  expect(await submit(crowd[1], survey, 1)).toMatchObject({ outcome: 'completed', message: '' })
  expect(await seen()).toEqual({ ...nothing, completed: 2, answered: 2 })
  expect(await submit(crowd[2], survey, 2)).toMatchObject({ outcome: 'completed' })
  expect(await seen()).toEqual({ ...nothing, completed: 3, answered: 3 })
})

it('who names an earlier version passes by no quota, and a named survey is answered in the version that was opened', async () => {
  const [free, limited] = [contentWith([color]), contentWith([color], { quotas: [redQuota(1)] })]
  const survey = await build(free)
  await as(crowd[3]).openSurvey(survey)
  await publishAgain(survey, limited)
  await submit(crowd[0], survey, 1, 2)
  for (const [at, version] of [1, 2, 77].entries())
    expect(await submit(crowd[at + 1], survey, 1, version)).toMatchObject({ outcome: 'quota' })
  expect((await as(crowd[4]).openSurvey(survey)).fullQuotas).toHaveLength(1)
  const { items } = await owner().surveyResponses(survey)
  const versions = items.filter(({ outcome }) => outcome === 'quota').map(({ versionNumber }) => versionNumber)
  expect(versions.toSorted()).toEqual([1, 2, 2])
})

it('a guest of a named survey has a name before anything is kept', async () => {
  const guestToken = randomBytes(32).toString('base64url')
  const survey = await build(contentWith([color], { allowsGuests: true }), { guestToken })
  const key = { token: guestToken, secret: randomBytes(32).toString('base64url') }
  const answers = chosen(1)
  const save = () => as().saveAsGuest({ body: { ...key, answers, revision: 0, pageId: v4() } })
  const submission = { ...key, answers, versionNumber: 1 }
  const missing = { errorCode: 385013 }
  expect(await refusal(as().openAsGuest({ body: key }))).toMatchObject(missing)
  expect(await refusal(save())).toMatchObject(missing)
  expect(await refusal(as().submitAsGuest({ body: submission }))).toMatchObject(missing)
  expect(await owner().surveyResponses(survey)).toMatchObject({ recordCount: 0 })
  await as().openAsGuest({ body: { ...key, name: '王访客' } })
  await save()
  expect(await as().submitAsGuest({ body: submission })).toMatchObject({ outcome: 'completed' })
})

it('a draft holds nothing that does not fit, wherever it stands in it', async () => {
  const several = { chosenMin: 2, chosenMax: null, hasOther: false, shufflesOptions: false }
  const many = { ...color, id: v4(), kind: 'multiple-choice' as const, ...several }
  const why = textQuestion('原因', { lengthMax: 5 })
  const survey = await build(contentWith([many, why]))
  const answer: SurveyAnswer = { kind: 'multiple-choice', chosen: [1], otherText: '' }
  const few = { questionId: many.id, answer }
  const save = (...rest: { questionId: string; answer: SurveyAnswer }[]) =>
    as(roles.member).saveAnswers({ ...survey, body: { answers: [few, ...rest], revision: 0, pageId: v4() } })
  for (const bad of [
    { questionId: v4(), answer: { kind: 'text', text: '' } as const },
    { questionId: why.id, answer: { kind: 'text', text: '长'.repeat(6) } as const },
    { questionId: why.id, answer: { kind: 'nps', value: 3 } as const },
    few,
  ])
    expect(await refusal(save(bad))).toMatchObject({ errorCode: 385012 })
  expect(await save()).toMatchObject({ revision: 1 })
})

it('a submission is not rehearsed: it would tell whether a quota is full', async () => {
  const guestToken = randomBytes(32).toString('base64url')
  const survey = await build(contentWith([color], { allowsGuests: true, quotas: [redQuota(1)] }), { guestToken })
  const body = { versionNumber: 1, answers: chosen(1) }
  const guest = { ...body, token: guestToken, secret: randomBytes(32).toString('base64url'), name: '王访客' }
  const dryRun = { headers: { 'x-dry-run': '1' } }
  const member = as(roles.member).submitSurvey({ ...survey, body }, dryRun)
  expect(await refusal(member)).toMatchObject({ errorCode: 900_011, data: { reason: 'reveals' } })
  expect(await refusal(as().submitAsGuest({ body: guest }, dryRun))).toMatchObject({ errorCode: 900_011 })
})
