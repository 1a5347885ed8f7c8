/**
 * Members answer surveys while the server is killed with SIGKILL again and again, each until the submission is acknowledged or refused
 * as a second one. Afterwards nobody's answer is missing or there twice, of a quota no place was given twice, and of the anonymous
 * survey nothing says who answered what. KILLS sets how often.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { v4 } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { SURVEY_ANSWERED } from '#modules/assessment/surveys/contract/codes.ts'
import type { SurveyContent } from '#modules/assessment/surveys/contract/content.ts'
import {
  buildSurvey,
  choiceQuestion,
  contentWith,
  textQuestion,
} from '#modules/assessment/surveys/server/surveys.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Number(process.env.KILLS ?? 1)
const respondentCount = 10
/** Of each survey; a kill follows once so many members of a round have answered. */
const answersOfKill = 4
const minimumGroup = 5
const quotaLimit = 3

let database: ClonedDatabase
let db: RootDatabase
let server: ServerProcess
let directory: string

beforeAll(async () => {
  database = await cloneDatabase(inject('databaseServerUrl'), inject('databaseTemplate'))
  db = createDatabase(createPool({ databaseUrl: database.url, size: 4 }))
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-kill-'))
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: database.url,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'error',
  })
  await server.start()
})

afterAll(async () => {
  await server.end('SIGKILL')
  await db.destroy()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

const color = choiceQuestion('颜色', ['红', '蓝'])
const word = textQuestion('一句话')
const quota = {
  ...{ id: v4(), name: '红', limit: quotaLimit, message: '名额已满' },
  condition: { op: 'eq' as const, questionId: color.id, value: 1 },
}

interface Submitted {
  readonly outcome?: 'completed' | 'quota'
  readonly errorCode?: number
}

let unanswered = 0

/** Until it is known to be kept. Undefined: an earlier try was, whose answer a kill has cut off. */
async function submit(surveyId: string, member: BuiltMember): Promise<Submitted['outcome']> {
  const answers = [
    { questionId: color.id, answer: { kind: 'single-choice', chosen: [1], otherText: '' } },
    { questionId: word.id, answer: { kind: 'text', text: `回答-${member.id}` } },
  ]
  for (;;) {
    try {
      const response = await fetch(`${server.origin}/api/v1/exam/research-activity/front/${surveyId}/submission`, {
        method: 'POST',
        headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ versionNumber: 1, answers }),
      })
      const said = (await response.json()) as Submitted
      if (response.status === 200) return said.outcome
      if (said.errorCode === SURVEY_ANSWERED.code) return undefined
      if (response.status !== 503) throw new Error(JSON.stringify(said))
    } catch (error) {
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      unanswered += 1
    }
    await wait(20)
  }
}

async function numberOf(statement: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  const { rows } = await statement.execute(db)
  return rows[0]?.count ?? 0
}

const participations = (surveyId: string) =>
  numberOf(sql`select count(*)::int as count from surveys.participation
    where survey_id = ${surveyId} and answered_on is not null`)

async function keptTexts(surveyId: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select a #>> '{answer,text}' as text from (
      select jsonb_array_elements(answers) as kept from surveys.answer_pool where survey_id = ${surveyId}
      union all select jsonb_array_elements(answers) from surveys.answer_batch where survey_id = ${surveyId}) k,
    jsonb_array_elements(kept -> 'answers') a where a #>> '{answer,kind}' = 'text'`.execute(db)
  return rows.map(({ text }) => text)
}

async function expectUnlinkable(surveyId: string): Promise<void> {
  // Of what one transaction wrote, an answer alone beside a participation would be a link.
  const { rows } = await sql<{ answers: number }>`
    select jsonb_array_length(a.answers) as answers from surveys.answer_batch a
    join surveys.participation p on p.survey_id = a.survey_id and p.xmin = a.xmin where a.survey_id = ${surveyId}`.execute(
    db,
  )
  for (const { answers } of rows) expect(answers).toBe(minimumGroup)
  const responses = await numberOf(
    sql`select count(*)::int as count from surveys.response where survey_id = ${surveyId}`,
  )
  expect(responses).toBe(0)
}

it(
  `[EXAM-059] ${kills} kills of the server lose no submission, keep none twice, and leave anonymous ones without a name`,
  async () => {
    const companyId = await buildCompany(db)
    const author = await buildMember(db, { companyId, roles: ['lecturer'] })
    const build = (rest: Partial<SurveyContent>) =>
      buildSurvey(db, { author, now: Date.now() - 1000, content: contentWith([color, word], rest) })
    const anonymous = await build({ isAnonymous: true, minimumGroup })
    const limited = await build({ quotas: [quota] })
    const all: BuiltMember[] = []
    const outcomes: Submitted['outcome'][] = []
    for (let kill = 0; kill < kills; kill += 1) {
      const members: BuiltMember[] = []
      for (let count = 0; count < respondentCount; count += 1) members.push(await buildMember(db, { companyId }))
      all.push(...members)
      let answered = 0
      const isEnough = Promise.withResolvers<void>()
      const answering = members.map(async (member) => {
        await wait(Math.random() * 150)
        await submit(anonymous, member)
        answered += 1
        if (answered === answersOfKill) isEnough.resolve()
        outcomes.push(await submit(limited, member))
      })
      await isEnough.promise
      await server.end('SIGKILL')
      await server.start()
      await Promise.all(answering)
    }
    expect(unanswered).toBeGreaterThan(0)
    const texts = await keptTexts(anonymous)
    expect(texts.toSorted()).toEqual(all.map(({ id }) => `回答-${id}`).toSorted())
    expect(await participations(anonymous)).toBe(all.length)
    await expectUnlinkable(anonymous)

    const outcomeCount = (outcome: string) =>
      numberOf(sql`select count(*)::int as count from surveys.response
        where survey_id = ${limited} and outcome = ${outcome} and submitted_at is not null`)
    expect(await outcomeCount('completed')).toBe(quotaLimit)
    expect(await outcomeCount('quota')).toBe(all.length - quotaLimit)
    expect(await participations(limited)).toBe(all.length)
    expect(outcomes.filter((outcome) => outcome === 'completed').length).toBeLessThanOrEqual(quotaLimit)
    const { rows } = await sql`select used, refused from surveys.quota_count where survey_id = ${limited}`.execute(db)
    expect(rows).toEqual([{ used: quotaLimit, refused: all.length - quotaLimit }])
    console.log(
      `${kills} kills, ${all.length} respondents, ${unanswered} calls without an answer, none lost and none twice`,
    )
  },
  300_000 + kills * 60_000,
)
