/** Many respondents at one moment, over rows that exist: for the last place of a quota, and one member several times. */
import { sql } from 'kysely'
import { v4 } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { race } from '#test/race.ts'
import { testRoles } from '#test/roles.ts'
import type { SurveyContent } from '../contract/content.ts'
import { surveys } from '../contract.ts'
import { buildSurvey, choiceQuestion, contentWith } from './surveys.fixture.ts'

const platform = testPlatform({ poolSize: 8 })
const roles = testRoles(platform, { owner: ['lecturer'] })
const as = (member?: BuiltMember) => platform.client(surveys, member)
const color = choiceQuestion('颜色', ['红', '蓝'])
const red = [{ questionId: color.id, answer: { kind: 'single-choice' as const, chosen: [1], otherText: '' } }]
let crowd: BuiltMember[]
beforeAll(async () => {
  const { companyId, organizationId } = roles.member
  crowd = []
  for (let at = 0; at < 10; at++) crowd.push(await buildMember(platform.db, { companyId, organizationId }))
})

async function build(rest: Partial<SurveyContent>) {
  const content = contentWith([color], rest)
  return { params: { id: await buildSurvey(platform.db, { author: roles.owner, now: platform.now, content }) } }
}
const submit = (member: BuiltMember | undefined, survey: { params: { id: string } }) =>
  as(member).submitSurvey({ ...survey, body: { versionNumber: 1, answers: red } })

it('one member takes the last place of a quota, however many ask for it at once', async () => {
  const condition = { op: 'eq' as const, questionId: color.id, value: 1 }
  const quota = { id: v4(), name: '红', condition, limit: 2, message: '名额已满' }
  const survey = await build({ quotas: [quota] })
  const { id } = survey.params
  const { answers } = await race(platform, 8, (at) => submit(crowd[at], survey), {
    begin: () => submit(crowd[9], survey),
    locked: () => sql`select from surveys.quota_count where survey_id = ${id} for update`,
  })
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['completed', ...Array(7).fill('quota')])
  expect(await as(roles.owner).surveyReport(survey)).toMatchObject({
    ...{ completed: 2, included: 2, quotaFull: 7, quotas: [{ used: 2, refused: 7 }] },
  })
})

it('an anonymous survey is answered once, however often a member submits at one moment', async () => {
  const survey = await build({ isAnonymous: true, minimumGroup: 5 })
  const { id } = survey.params
  const { companyId } = roles
  const result = await race(platform, 8, () => submit(crowd[0], survey), {
    // Somebody has assigned the survey: the row of the participation is there.
    begin: () =>
      sql`insert into surveys.participation (survey_id, member_id, company_id)
        values (${id}, ${crowd[0]?.id}, ${companyId})`.execute(platform.root),
    locked: () => sql`select from surveys.participation where survey_id = ${id} for update`,
  })
  expect(result).toMatchObject({ accepted: 1, refused: { 385011: 7 } })
  expect(await as(roles.owner).surveyReport(survey)).toMatchObject({ completed: 1 })
})
