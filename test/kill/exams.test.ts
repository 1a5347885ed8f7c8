/**
 * Examinees answer while the server is killed with SIGKILL again and again, with the journal that their browsers use. What was shown
 * as saved is there afterwards, nothing is there twice, and the scores are those of the last answers. KILLS sets how often.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EVENTS_MISSING } from '#modules/assessment/exams/contract/codes.ts'
import { buildExam } from '#modules/assessment/exams/server/exams.fixture.ts'
import { buildExamPaper, contents } from '#modules/assessment/exams/server/taking.fixture.ts'
import {
  AnswerJournal,
  type Batch,
  type BatchResult,
  type EntryStore,
  type JournalEntry,
} from '#modules/assessment/exams/web/answering/answer-journal.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { type ClonedDatabase, cloneDatabase } from '#test/database.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const kills = Number(process.env.KILLS ?? 1)
const examineeCount = 12
const killAfterMs = { least: 150, most: 700 }
const rightOption = 0
const questionTenths = 100

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

interface Answered {
  readonly place: number
  readonly answer: { readonly kind: 'single-choice'; readonly chosen: number[] }
  readonly at: number
}

interface Said {
  readonly id: string
  readonly acknowledged: number
}

interface Refused {
  readonly errorCode?: number
  readonly data: { readonly wanted: number }
}

/** What a browser keeps, in memory: this browser is never closed. */
function memoryStore(): EntryStore<Answered> {
  let kept: JournalEntry<Answered>[] = []
  return {
    readAll: async () => kept,
    add: async (entry) => void kept.push(entry),
    removeUpTo: async (writer, number) => {
      kept = kept.filter((entry) => entry.writer !== writer || entry.number > number)
    },
  }
}

class Examinee {
  readonly member: BuiltMember
  readonly examId: string
  readonly made: Answered[] = []
  attemptId = ''
  savedTimes = 0
  unanswered = 0
  private stopped = false

  constructor(member: BuiltMember, examId: string) {
    this.member = member
    this.examId = examId
  }

  /** Undefined: the server is down. */
  private async ask(method: string, path: string, body?: unknown) {
    try {
      const response = await fetch(`${server.origin}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${this.member.token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, answer: (await response.json()) as Said & Refused }
    } catch (error) {
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error
      this.unanswered += 1
      return undefined
    }
  }

  async until(method: string, path: string, body?: unknown) {
    for (;;) {
      const asked = await this.ask(method, path, body)
      if (asked?.status === 200) return asked.answer
      if (asked && asked.status !== 503) throw new Error(`${path}: ${JSON.stringify(asked.answer)}`)
      await wait(20)
    }
  }

  private async send({ writer, first, changes }: Batch<Answered>): Promise<BatchResult> {
    const asked = await this.ask('POST', `/exam/attempts/${this.attemptId}/events`, { writer, first, events: changes })
    if (!asked || asked.status === 503) return { kind: 'unreachable' }
    const { answer } = asked
    if (asked.status === 200) return { kind: 'stored', acknowledged: answer.acknowledged }
    if (answer.errorCode === EVENTS_MISSING.code) return { kind: 'gap', wanted: answer.data.wanted }
    throw new Error(JSON.stringify(answer))
  }

  async sit(places: number): Promise<void> {
    this.attemptId = (await this.until('POST', `/exam/${this.examId}/start`, {})).id
    const journal = await AnswerJournal.open<Answered>({
      ...{ newWriter: () => uuid(), store: memoryStore(), onState: () => {} },
      send: (batch) => this.send(batch),
    })
    while (!this.stopped) {
      const place = 1 + Math.floor(Math.random() * places)
      const chosen = Math.floor(Math.random() * 3)
      const change = { place, answer: { kind: 'single-choice' as const, chosen: [chosen] }, at: Date.now() }
      this.made.push(change)
      await journal.add(change)
      await wait(20)
      if (this.made.length % 5 !== 0) continue
      await journal.flush()
      if (journal.state.kind === 'saved') this.savedTimes += 1
    }
    while (journal.state.waiting > 0) {
      await journal.flush()
      await wait(20)
    }
    const { writer, number } = journal.last
    await this.until('POST', `/exam/attempts/${this.attemptId}/submit`, { writer, lastNumber: number })
    journal.close()
  }

  stop(): void {
    this.stopped = true
  }
}

it(
  `[EXAM-055] ${kills} kills of the server lose no answer that was saved, store none twice, and leave the scores right`,
  async () => {
    const companyId = await buildCompany(db)
    const author = await buildMember(db, { companyId, roles: ['lecturer'] })
    const questions = Array.from({ length: 10 }, () => ({
      content: contents['single-choice'],
      scoreTenths: questionTenths,
    }))
    const now = Date.now()
    const paperId = await buildExamPaper(db, author, questions)
    const examId = await buildExam(db, {
      author,
      now,
      rules: { paperId, startAt: now - 60_000, endAt: now + 86_400_000, durationMinutes: 600 },
    })
    const examinees: Examinee[] = []
    for (let count = 0; count < examineeCount; count += 1)
      examinees.push(new Examinee(await buildMember(db, { companyId }), examId))
    const sitting = Promise.all(examinees.map((one) => one.sit(questions.length)))
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(killAfterMs.least + Math.random() * (killAfterMs.most - killAfterMs.least))
      // On a slow machine the server is not yet known to live before everybody has saved once more.
      while (examinees.some((one) => one.savedTimes <= kill)) await wait(20)
      await server.end('SIGKILL')
      await server.start()
    }
    for (const one of examinees) one.stop()
    await sitting

    for (const examinee of examinees) {
      const { attemptId, made } = examinee
      const { rows } = await sql<{ answers: number }>`
        select count(*)::int as answers from exams.answer_event where attempt_id = ${attemptId}`.execute(db)
      expect(rows[0]?.answers).toBe(made.length)
      const last = new Map(made.map(({ place, answer }) => [place, answer.chosen[0]]))
      const right = [...last.values()].filter((chosen) => chosen === rightOption).length
      const outcome = await examinee.until('GET', `/exam/attempts/${attemptId}/outcome`)
      expect(outcome).toMatchObject({ state: 'final', scoreTenths: right * questionTenths })
    }
    expect(examinees.reduce((sum, one) => sum + one.unanswered, 0)).toBeGreaterThan(0)
    const answers = examinees.reduce((sum, one) => sum + one.made.length, 0)
    console.log(`${kills} kills, ${examineeCount} examinees, ${answers} answers, none lost and none twice`)
  },
  600_000 + kills * 60_000,
)
