/**
 * An exam of 5,000 candidates: all of them start, save every five seconds, and submit. Floors of a save: the statements that store
 * it, bare, through the product's own driver; and the smallest write of as many bytes, one row by its key. Besides, the draw of a
 * random paper of 100 questions out of 100,000.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { exams } from '#modules/assessment/exams/contract.ts'
import { buildExamPaper, contents } from '#modules/assessment/exams/server/exam-paper.fixture.ts'
import { buildExam } from '#modules/assessment/exams/server/exams.fixture.ts'
import {
  buildPaper,
  buildPaperDirectory,
  randomSection,
  rule,
} from '#modules/assessment/papers/server/papers.fixture.ts'
import { drawPaper } from '#modules/assessment/papers/server.ts'
import { buildDirectory, buildQuestions } from '#modules/assessment/questions/server/questions.fixture.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { request } from './actors.ts'
import { startBenchDatabase } from './database.ts'
import type { Request } from './plans.ts'
import { connections, median, poolSize, productPort, productSettings, start, stop } from './turns.ts'

const questionCount = 50
const saveEverySeconds = 5
const bank = { questions: 100_000, drawn: 100, rules: 10 }

interface Candidate extends BuiltMember {
  attemptId: string
  readonly writer: string
}

interface Stand {
  readonly db: RootDatabase
  readonly author: BuiltMember
  readonly candidates: readonly Candidate[]
  readonly examId: string
}

/** `work` for each, so many at once. */
async function each<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const one = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

async function buildStand(db: RootDatabase, count: number): Promise<Stand> {
  const companyId = await buildCompany(db)
  const author = await buildMember(db, { companyId, roles: ['super-admin'] })
  const candidates: Candidate[] = []
  await each(Array.from({ length: count }), poolSize, async () => {
    candidates.push({ ...(await buildMember(db, { companyId })), attemptId: '', writer: uuid() })
  })
  const question = (at: number) => ({
    content: { ...contents['single-choice'], stem: `<p>第 ${at + 1} 题：灭火器多久检查一次？</p>` },
    scoreTenths: 20,
  })
  const paperId = await buildExamPaper(
    db,
    author,
    Array.from({ length: questionCount }, (_, at) => question(at)),
  )
  const examId = await buildExam(db, {
    ...{ author, now: Date.now(), name: '五千人考试' },
    rules: { paperId, durationMinutes: 600, attemptsMax: 0 },
  })
  return { db, author, candidates, examId }
}

interface Storm {
  readonly seconds: number
  readonly p99Ms: number
}

/** Everybody at once: the time until the last one has an answer. */
async function storm(
  candidates: readonly Candidate[],
  requestOf: (candidate: Candidate) => Request,
  take: (candidate: Candidate, answer: unknown) => void,
): Promise<Storm> {
  const times: number[] = []
  const startedAt = performance.now()
  await each(candidates, connections, async (candidate) => {
    const { method, path, headers, body } = requestOf(candidate)
    const sentAt = performance.now()
    const response = await fetch(`http://127.0.0.1:${productPort}${path}`, { method, headers, body: body ?? null })
    const answer = await response.json()
    times.push(performance.now() - sentAt)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
    take(candidate, answer)
  })
  const sorted = times.toSorted((one, other) => one - other)
  const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
  return { seconds: (performance.now() - startedAt) / 1000, p99Ms }
}

/** What each candidate sends next; the numbers of a writer go on without gaps. */
function saving() {
  const numbers = new Map<string, number>()
  const next = (attemptId: string) => {
    const number = (numbers.get(attemptId) ?? 0) + 1
    numbers.set(attemptId, number)
    return number
  }
  const answer = { kind: 'single-choice', chosen: [1] } as const
  const bodyOf = ({ attemptId, writer }: Candidate) => {
    const first = next(attemptId)
    return { writer, first, events: [{ place: 1 + (first % questionCount), answer, at: Date.now() }] }
  }
  return { bodyOf, answer: JSON.stringify(answer) }
}

/** Saves a second of all candidates in turn, each waiting for the answer of the one before on its connection. */
async function productTurn(stand: Stand, { bodyOf }: ReturnType<typeof saving>, seconds: number) {
  const times: number[] = []
  const startedAt = performance.now()
  let at = 0
  const work = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      const candidate = stand.candidates[at++ % stand.candidates.length] as Candidate
      const { method, path, headers, body } = request(exams.recordEvents, candidate, {
        params: { id: candidate.attemptId },
        body: bodyOf(candidate),
      })
      const sentAt = performance.now()
      const response = await fetch(`http://127.0.0.1:${productPort}${path}`, { method, headers, body: body ?? null })
      const text = await response.text()
      times.push(performance.now() - sentAt)
      if (!response.ok) throw new Error(`a save: ${response.status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const sorted = times.toSorted((one, other) => one - other)
  const perSecond = times.length / ((performance.now() - startedAt) / 1000)
  return { perSecond, p50Ms: median(sorted), p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN }
}

const floors = {
  /** What a save stores: the event, the writer's last number, the attempt's state. */
  same: (db: RootDatabase, { attemptId, companyId, writer }: Candidate, number: number, answer: string) =>
    db.transaction().execute(async (transaction) => {
      await sql`select id from exams.attempt where id = ${attemptId} for no key update`.execute(transaction)
      await sql`with event as (
          insert into exams.answer_event (attempt_id, writer_id, company_id, number, place, answer, typed_at, received_at)
          values (${attemptId}, ${writer}, ${companyId}, ${number}, 1, ${answer}::jsonb, 1, 1)),
        known as (
          insert into exams.writer (attempt_id, writer_id, company_id, last_number)
          values (${attemptId}, ${writer}, ${companyId}, ${number})
          on conflict (attempt_id, writer_id) do update set last_number = excluded.last_number)
        update exams.attempt set last_saved_at = 1, last_place = 1 where id = ${attemptId}`.execute(transaction)
    }),
  least: (db: RootDatabase, { attemptId, companyId, writer }: Candidate, number: number, answer: string) =>
    sql`insert into exams.answer_event (attempt_id, writer_id, company_id, number, place, answer, typed_at, received_at)
      values (${attemptId}, ${writer}, ${companyId}, ${number}, 1, ${answer}::jsonb, 1, 1)`.execute(db),
} as const

async function floorTurn(stand: Stand, saves: ReturnType<typeof saving>, which: keyof typeof floors, seconds: number) {
  const startedAt = performance.now()
  let count = 0
  const work = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      const candidate = stand.candidates[count++ % stand.candidates.length] as Candidate
      // Numbers of the floor's own, so that those of the product have no gap.
      await floors[which](stand.db, { ...candidate, writer: stand.examId }, count, saves.answer)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const perSecond = count / ((performance.now() - startedAt) / 1000)
  await sql`delete from exams.answer_event where writer_id = ${stand.examId}`.execute(stand.db)
  await sql`delete from exams.writer where writer_id = ${stand.examId}`.execute(stand.db)
  return perSecond
}

async function printSaves(stand: Stand, rounds: number, seconds: number): Promise<void> {
  const saves = saving()
  const measured: { same: number; least: number; product: Awaited<ReturnType<typeof productTurn>> }[] = []
  await productTurn(stand, saves, seconds)
  for (let round = 0; round < rounds; round++) {
    measured.push({
      same: await floorTurn(stand, saves, 'same', seconds),
      least: await floorTurn(stand, saves, 'least', seconds),
      product: await productTurn(stand, saves, seconds),
    })
  }
  const needed = stand.candidates.length / saveEverySeconds
  const of = (value: (one: (typeof measured)[number]) => number) => median(measured.map(value))
  const perSecond = of((one) => one.product.perSecond)
  console.log('\n| saves | a second | product to it |\n| --- | --: | --: |')
  for (const which of ['same', 'least'] as const) {
    const name = which === 'same' ? 'the same rows, bare' : 'one row of as many bytes'
    const ratio = of((one) => one.product.perSecond / one[which])
    console.log(`| ${name} | ${Math.round(of((one) => one[which]))} | **${ratio.toFixed(2)}** |`)
  }
  console.log(`| over HTTP | ${Math.round(perSecond)} | ${(perSecond / needed).toFixed(1)} times what is needed |`)
  const [p50, p99] = [of((one) => one.product.p50Ms), of((one) => one.product.p99Ms)]
  console.log(`\nA save: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms at ${connections} connections.`)
}

async function printDraw({ db, author }: Stand, count: number): Promise<void> {
  const directoryIds: string[] = []
  for (let at = 0; at < bank.rules; at++) {
    const directoryId = await buildDirectory(db, { author })
    directoryIds.push(directoryId)
    for (let made = 0; made < count / bank.rules; made += 500) {
      const one = () => ({ content: { ...contents['single-choice'], stem: `<p>${uuid()}</p>` } })
      await buildQuestions(db, { author, directoryId }, Array.from({ length: 500 }, one))
    }
  }
  await sql`analyze`.execute(db)
  const directoryId = await buildPaperDirectory(db, { author })
  const rules = directoryIds.map((id) => rule(id, bank.drawn / bank.rules))
  const { id: paperId } = await buildPaper(db, { author, directoryId, sections: [randomSection(rules)], isReady: true })
  const times: number[] = []
  for (let seed = 0; seed < 12; seed++) {
    const startedAt = performance.now()
    await drawPaper(db, { companyId: author.companyId, paperId, seed, now: Date.now() })
    times.push(performance.now() - startedAt)
  }
  const startedAt = performance.now()
  await sql`select id, version_id from questions.question where directory_id = any(${directoryIds}::uuid[]) limit 100`.execute(
    db,
  )
  const floorMs = performance.now() - startedAt
  console.log(
    `\nDraw of ${bank.drawn} out of ${count.toLocaleString('en-US')} by ${bank.rules} rules: ${median(times.slice(2)).toFixed(0)} ms (one read of 100 rows by the index: ${floorMs.toFixed(1)} ms).`,
  )
}

export async function printExams(isQuick: boolean): Promise<void> {
  const count = isQuick ? 500 : 5000
  const files = await mkdtemp(join(tmpdir(), 'shuyuan-bench-files-'))
  const database = await startBenchDatabase()
  const children: ChildProcess[] = []
  const db = createDatabase(createPool({ databaseUrl: database.url, size: poolSize }))
  try {
    await migrate(database.url)
    const stand = await buildStand(db, count)
    await sql`vacuum analyze`.execute(db)
    const product = await start('server/main.ts', {
      ...productSettings(database.url, files),
      ...{ FFMPEG_PATH: 'off', SOFFICE_PATH: 'off' },
    })
    children.push(product)
    const rehearsal = stand.candidates.slice(0, 100)
    const starting = (examId: string) => (candidate: Candidate) =>
      request(exams.startAttempt, candidate, { params: { id: examId }, body: {} })
    const submitting = (candidate: Candidate) =>
      request(exams.submitAttempt, candidate, {
        params: { id: candidate.attemptId },
        body: { writer: candidate.writer, lastNumber: 0 },
      })
    const keepId = (candidate: Candidate, answer: unknown) => {
      candidate.attemptId = (answer as { id: string }).id
    }
    await storm(rehearsal, starting(stand.examId), keepId)
    await storm(rehearsal, submitting, () => {})
    const names = count.toLocaleString('en-US')
    const starts = await storm(stand.candidates, starting(stand.examId), keepId)
    console.log(`\n${names} start: ${starts.seconds.toFixed(1)} s, p99 ${starts.p99Ms.toFixed(0)} ms (goal 60 s).`)
    await printSaves(stand, isQuick ? 1 : 5, isQuick ? 1 : 4)
    const submits = await storm(stand.candidates, submitting, () => {})
    console.log(`\n${names} submit: ${submits.seconds.toFixed(1)} s, p99 ${submits.p99Ms.toFixed(0)} ms (goal 30 s).`)
    await printDraw(stand, isQuick ? 10_000 : bank.questions)
  } finally {
    for (const child of children) await stop(child)
    await db.destroy()
    await database.stop()
    await rm(files, { recursive: true, force: true })
  }
}
