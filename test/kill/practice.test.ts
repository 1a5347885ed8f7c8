/**
 * Learners practice while the server is killed with SIGKILL again and again, and send each answer until it is answered. Each counts
 * once, the first one counts, and nothing that was answered is lost. KILLS sets how often.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contents } from '#modules/assessment/exams/server/exam-paper.fixture.ts'
import { buildSet } from '#modules/assessment/practice/server/practice.fixture.ts'
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Number(process.env.KILLS ?? 1)
const learnerCount = 6
const questionCount = 8
const killAfterMs = { least: 100, most: 500 }

const platform = testPlatform()
let server: ServerProcess
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'shuyuan-kill-'))
  server = new ServerProcess(await freePort(), {
    DATABASE_URL: platform.databaseUrl,
    DATA_DIRECTORY: directory,
    LOG_LEVEL: 'error',
  })
  await server.start()
})

afterAll(async () => {
  await server.end('SIGKILL')
  await rm(directory, { recursive: true, force: true })
})

interface Said {
  readonly id: string
  readonly verdict: 'right' | 'wrong'
}

class Learner {
  readonly member: BuiltMember
  readonly setId: string
  /** Practices that were finished, and how many of their answers are wrong. */
  readonly finished: { readonly id: string; readonly wrong: number }[] = []
  answered = 0
  unanswered = 0
  private stopped = false

  constructor(member: BuiltMember, setId: string) {
    this.member = member
    this.setId = setId
  }

  /** Asks until the server answers: what is in doubt is asked again. */
  private async until(path: string, body: object): Promise<Said> {
    for (;;) {
      try {
        const response = await fetch(`${server.origin}/api/v1${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${this.member.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        const answer = (await response.json()) as Said
        if (response.status === 200) return answer
        if (response.status !== 503) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      } catch (error) {
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
        this.unanswered += 1
      }
      await wait(20)
    }
  }

  async practice(): Promise<void> {
    const source = { kind: 'set', id: this.setId }
    while (!this.stopped) {
      const body = { source, count: questionCount, kinds: [], order: 'given', only: 'all' }
      const { id } = await this.until('/practice/start', body)
      let wrong = 0
      for (let place = 1; place <= questionCount; place += 1) {
        const chosen = Math.random() < 0.5 ? 0 : 1
        const answer = { kind: 'single-choice', chosen: [chosen] }
        const { verdict } = await this.until(`/practice/${id}/answers`, { round: 1, place, answer })
        expect(verdict).toBe(chosen === 0 ? 'right' : 'wrong')
        if (chosen !== 0) wrong += 1
        this.answered += 1
        await wait(10)
      }
      await this.until(`/practice/${id}/finish`, {})
      this.finished.push({ id, wrong })
    }
  }

  stop(): void {
    this.stopped = true
  }
}

it(
  `${kills} kills of the server lose no answer of a practice, and count none twice`,
  async () => {
    const companyId = await buildCompany(platform.db)
    const author = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
    const directoryId = await buildDirectory(platform.db, { author })
    const questions = Array.from({ length: questionCount }, () => ({ content: contents['single-choice'] }))
    await buildQuestions(platform.db, { author, directoryId }, questions)
    const rules = [{ directoryId, kind: null, difficulty: null, topicId: null }]
    const setId = await buildSet(platform.db, { author, now: platform.now, rules })
    const learners: Learner[] = []
    for (let count = 0; count < learnerCount; count += 1)
      learners.push(new Learner(await buildMember(platform.db, { companyId }), setId))
    const practicing = Promise.all(learners.map((one) => one.practice()))
    for (let kill = 0; kill < kills; kill += 1) {
      const before = learners.map(({ answered }) => answered)
      // On a slow machine the server is not yet known to live before everybody has had an answer.
      while (learners.some((one, at) => one.answered <= (before[at] ?? 0))) await wait(20)
      await wait(killAfterMs.least + Math.random() * (killAfterMs.most - killAfterMs.least))
      await server.end('SIGKILL')
      await server.start()
    }
    for (const one of learners) one.stop()
    await practicing

    for (const { member, finished } of learners) {
      for (const { id, wrong } of finished) {
        const { rows } = await sql<{ answers: number; places: number; wrong: number; reviews: number }>`
          select count(*) filter (where i.answered_at is not null)::int as answers,
            count(*) filter (where i.verdict = 'wrong')::int as wrong,
            (select count(*)::int from practice.review r where r.practice_id = ${id}) as reviews
          from practice.item i where i.practice_id = ${id}`.execute(platform.root)
        expect(rows).toEqual([{ answers: questionCount, wrong, reviews: questionCount }])
      }
      const wrong = finished.reduce((sum, one) => sum + one.wrong, 0)
      const { rows } = await sql<{ wrong: number }>`
        select coalesce(sum(wrong_count), 0)::int as wrong from practice.card where member_id = ${member.id}`.execute(
        platform.root,
      )
      expect(rows).toEqual([{ wrong }])
    }
    expect(learners.reduce((sum, one) => sum + one.unanswered, 0)).toBeGreaterThan(0)
    const answers = learners.reduce((sum, one) => sum + one.answered, 0)
    console.log(`${kills} kills, ${learnerCount} learners, ${answers} answers, none lost and none twice`)
  },
  600_000 + kills * 60_000,
)
