/**
 * An exam of 5,000 candidates: all of them start, save every five seconds, and submit. Floors: bare handlers that write the same
 * rows through the product's own driver and answer as much; of a save besides the smallest write of as many bytes, one row by its
 * key. Product and floors are asked over HTTP, by the same process. At the end the draw of a random paper of 100 questions out of
 * 100,000.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { fillPath } from '#kit/contract.ts'
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
import { apiPrefix } from '#server/http/app.ts'
import { startBenchDatabase } from './database.ts'
import type { ExamFloorTask } from './exam-floor.ts'
import type { ExamLoad, ExamLoadResult, LoadedCandidate } from './exam-load.ts'
import { connections, cpuMs, floorPort, median, poolSize, productPort, productSettings, start, stop } from './turns.ts'

const questionCount = 50
const saveEverySeconds = 5
const bank = { questions: 100_000, drawn: 100, rules: 10 }

interface Stand {
  readonly db: RootDatabase
  readonly author: BuiltMember
  readonly candidates: readonly LoadedCandidate[]
  readonly examId: string
  readonly floorId: string
}

async function buildStand(db: RootDatabase, count: number): Promise<Stand> {
  const companyId = await buildCompany(db)
  const author = await buildMember(db, { companyId, roles: ['super-admin'] })
  const candidates: LoadedCandidate[] = []
  const waiting = Array.from({ length: count }).values()
  const build = async () => {
    for (const _ of waiting) {
      const { id, token } = await buildMember(db, { companyId })
      candidates.push({ id, companyId, token, attemptId: '', writer: uuid() })
    }
  }
  await Promise.all(Array.from({ length: poolSize }, build))
  const question = (at: number) => ({
    content: { ...contents['single-choice'], stem: `<p>第 ${at + 1} 题：灭火器多久检查一次？</p>` },
    scoreTenths: 20,
  })
  const questions = Array.from({ length: questionCount }, (_, at) => question(at))
  const paperId = await buildExamPaper(db, author, questions)
  const built = (name: string) =>
    buildExam(db, { author, now: Date.now(), name, rules: { paperId, durationMinutes: 600, attemptsMax: 0 } })
  return { db, author, candidates, examId: await built('五千人考试'), floorId: await built('对照考试') }
}

/** Floor and product, and who asks them. */
interface Stage {
  readonly product: ChildProcess
  readonly floor: ChildProcess
  readonly generator: ChildProcess
}

const origins = {
  product: `http://127.0.0.1:${productPort}`,
  floor: `http://127.0.0.1:${floorPort}`,
} as const
const paths = {
  start: { product: exams.startAttempt.path, floor: '/start/{exam}' },
  save: { product: exams.recordEvents.path, floor: '/save/{attempt}' },
  least: { product: '', floor: '/least/{attempt}' },
  submit: { product: exams.submitAttempt.path, floor: '/submit/{attempt}' },
} as const

type Work = keyof typeof paths
type Side = keyof typeof origins
type Loaded = ExamLoadResult & { readonly cpuMsPerCall: number }

async function ask(
  stage: Stage,
  [side, work]: readonly [Side, Work],
  { examId, candidates, kind }: Pick<ExamLoad, 'examId' | 'candidates' | 'kind'>,
): Promise<Loaded> {
  const { generator } = stage
  const own = work === 'start' ? '{exam}' : '{attempt}'
  const path = side === 'floor' ? paths[work].floor : apiPrefix + paths[work].product.replace('{id}', own)
  const before = await cpuMs(stage[side])
  const result = await new Promise<ExamLoadResult>((resolve, reject) => {
    const failed = () => reject(new Error(`${side}: ${work} failed`))
    generator.once('exit', failed)
    generator.once('message', (message) => {
      generator.off('exit', failed)
      resolve(message as ExamLoadResult)
    })
    generator.send({ origin: origins[side], path, examId, candidates, kind } satisfies ExamLoad)
  })
  const used = ((await cpuMs(stage[side])) ?? Number.NaN) - (before ?? Number.NaN)
  return { ...result, cpuMsPerCall: used / (result.perSecond * result.seconds) }
}

/** The candidates with the attempts that they have in progress. */
async function withAttempts({ db, examId, candidates }: Stand): Promise<LoadedCandidate[]> {
  const { rows } = await sql<{ id: string; memberId: string }>`
    select id, member_id as "memberId" from exams.attempt where exam_id = ${examId} and state = 'in-progress'`.execute(
    db,
  )
  const attempts = new Map(rows.map(({ id, memberId }) => [memberId, id]))
  return candidates.map((candidate) => ({ ...candidate, attemptId: attempts.get(candidate.id) ?? '' }))
}

/** The attempts that the floor has started. */
async function floorAttempts({ db, floorId, candidates }: Stand): Promise<LoadedCandidate[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exams.attempt where exam_id = ${floorId} and state = 'in-progress' limit ${candidates.length}`.execute(
    db,
  )
  return rows.map(({ id }, at) => ({ ...(candidates[at] as LoadedCandidate), attemptId: id }))
}

function printStorm(name: string, goalSeconds: number, floor: Loaded, product: Loaded, count: number): void {
  const cells = [
    `${count.toLocaleString('en-US')} ${name}`,
    `${floor.seconds.toFixed(1)} s`,
    `${product.seconds.toFixed(1)} s`,
    `**${(floor.seconds / product.seconds).toFixed(2)}**`,
    `${((goalSeconds * count) / 5000).toFixed(0)} s`,
    `${product.p99Ms} ms`,
    `${floor.cpuMsPerCall.toFixed(2)} / ${product.cpuMsPerCall.toFixed(2)} ms`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

async function printSaves(stage: Stage, stand: Stand, rounds: number, seconds: number): Promise<void> {
  const asked = {
    examId: stand.examId,
    candidates: await withAttempts(stand),
    kind: { saves: { seconds, questions: questionCount } },
  }
  const others = { ...asked, candidates: await floorAttempts(stand) }
  await ask(stage, ['product', 'save'], asked)
  await ask(stage, ['floor', 'save'], others)
  const measured: Record<'same' | 'least' | 'product', Loaded>[] = []
  for (let round = 0; round < rounds; round++)
    measured.push({
      same: await ask(stage, ['floor', 'save'], others),
      least: await ask(stage, ['floor', 'least'], others),
      product: await ask(stage, ['product', 'save'], asked),
    })
  const of = (value: (one: (typeof measured)[number]) => number) => median(measured.map(value))
  console.log('\n| saves | a second | product to it | p50 | p99 | server CPU |\n| --- | --: | --: | --: | --: | --: |')
  const names = {
    same: 'the same rows, a bare server',
    least: 'one row of as many bytes, a bare server',
    product: 'the product',
  }
  for (const which of ['same', 'least', 'product'] as const) {
    const ratio = of((one) => one.product.perSecond / one[which].perSecond)
    const [p50, p99] = [of((one) => one[which].p50Ms), of((one) => one[which].p99Ms)]
    const cpu = of((one) => one[which].cpuMsPerCall).toFixed(2)
    const cells = [names[which], Math.round(of((one) => one[which].perSecond)), `**${ratio.toFixed(2)}**`]
    console.log(`| ${cells.join(' | ')} | ${p50} ms | ${p99} ms | ${cpu} ms |`)
  }
  const needed = stand.candidates.length / saveEverySeconds
  const perSecond = of((one) => one.product.perSecond)
  console.log(
    `\n${stand.candidates.length.toLocaleString('en-US')} candidates who save every ${saveEverySeconds} s need ${needed} a second: ${(perSecond / needed).toFixed(1)} times that, at ${connections} connections.`,
  )
  const { rows } = await sql<{ name: string; share: number }>`
    select relname as name, round(100.0 * n_tup_hot_upd / greatest(n_tup_upd, 1)) as share from pg_stat_user_tables
    where schemaname = 'exams' and relname in ('attempt', 'writer')`.execute(stand.db)
  console.log(`Updates without a change of indexes: ${rows.map(({ name, share }) => `${name} ${share} %`).join(', ')}.`)
}

/** A bank of `count` questions in as many directories as there are rules. Copies of one, because the writing of each looks for likely duplicates. */
async function fillBank({ db, author }: Stand, count: number): Promise<string[]> {
  const directoryIds: string[] = []
  for (let at = 0; at < bank.rules; at++) {
    const directoryId = await buildDirectory(db, { author })
    directoryIds.push(directoryId)
    const [first = ''] = await buildQuestions(db, { author, directoryId }, [{ content: contents['single-choice'] }])
    await db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql`create temp table made on commit drop as
        select gen_random_uuid() as id, gen_random_uuid() as version_id from generate_series(2, ${count / bank.rules}::int)`.execute(
        transaction,
      )
      await sql`insert into questions.question (id, company_id, directory_id, kind, status, difficulty, score_tenths, version_id,
          version_number, plain_text, author_id, created_at, updated_at)
        select m.id, q.company_id, q.directory_id, q.kind, q.status, q.difficulty, q.score_tenths, m.version_id, 1,
          left(m.id::text, 8), q.author_id, q.created_at, q.updated_at
        from questions.question q cross join made m where q.id = ${first}`.execute(transaction)
      await sql`insert into questions.version (id, question_id, company_id, number, content, author_id, created_at)
        select m.version_id, m.id, v.company_id, 1, v.content, v.author_id, v.created_at
        from questions.question q join questions.version v on v.id = q.version_id cross join made m
        where q.id = ${first}`.execute(transaction)
    })
  }
  await sql`analyze`.execute(db)
  return directoryIds
}

async function printDraw(stand: Stand, count: number): Promise<void> {
  const { db, author } = stand
  const directoryIds = await fillBank(stand, count)
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
  await sql`select q.id, v.content from questions.question q join questions.version v on v.id = q.version_id
    where q.directory_id = any(${directoryIds}::uuid[]) limit 100`.execute(db)
  const floorMs = performance.now() - startedAt
  console.log(
    `\nDraw of ${bank.drawn} out of ${count.toLocaleString('en-US')} by ${bank.rules} rules: ${median(times.slice(2)).toFixed(0)} ms (one read of 100 rows by the index: ${floorMs.toFixed(1)} ms).`,
  )
}

/** The floor writes what the product has written at its first start, which warms both up. */
async function startFloor({ db, candidates, examId, floorId }: Stand, databaseUrl: string): Promise<ChildProcess> {
  const [first] = candidates
  if (!first) throw new Error('an exam has no candidates')
  const headers = { authorization: `Bearer ${first.token}`, 'content-type': 'application/json' }
  const path = origins.product + apiPrefix + fillPath(exams.startAttempt.path, { id: examId })
  const response = await fetch(path, { method: 'POST', headers, body: '{}' })
  const startAnswer = await response.text()
  if (!response.ok) throw new Error(`a start: ${response.status} ${startAnswer}`)
  const { rows } = await sql<{ paper: string; versions: string[] }>`
    select t.paper::text as paper, array(select jsonb_path_query(t.paper, '$[*].questions[*].versionId') #>> '{}') as versions
    from exams.attempt t where exam_id = ${examId} limit 1`.execute(db)
  const { paper, versions } = rows[0] as { paper: string; versions: string[] }
  const { rows: asked } = await sql<{ id: string }>`
    select question_id as id from questions.version where id = any(${versions}::uuid[])`.execute(db)
  const task: ExamFloorTask = {
    ...{ databaseUrl, poolSize, port: floorPort, companyId: first.companyId, examId: floorId },
    ...{ paper, versions, questions: asked.map(({ id }) => id), startAnswer },
  }
  return start('bench/exam-floor.ts', {}, task)
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
    const floor = await startFloor(stand, database.url)
    children.push(floor)
    const generator = fork(join(import.meta.dirname, 'exam-load.ts'))
    children.push(generator)
    const stage: Stage = { product, floor, generator }
    const starts = { examId: stand.examId, candidates: stand.candidates, kind: { once: {} } }
    const started = {
      floor: await ask(stage, ['floor', 'start'], starts),
      product: await ask(stage, ['product', 'start'], starts),
    }
    const submits = { examId: stand.examId, kind: { once: { lastNumber: 0 } } }
    await printSaves(stage, stand, isQuick ? 1 : 5, isQuick ? 1 : 4)
    const submitted = {
      floor: await ask(stage, ['floor', 'submit'], { ...submits, candidates: await floorAttempts(stand) }),
      product: await ask(stage, ['product', 'submit'], { ...submits, candidates: await withAttempts(stand) }),
    }
    console.log(
      '\n| storm | the same rows, a bare server | product | ratio | goal | p99 | server CPU, floor / product |',
    )
    console.log('| --- | --: | --: | --: | --: | --: | --: |')
    printStorm('start', 60, started.floor, started.product, count)
    printStorm('submit', 30, submitted.floor, submitted.product, count)
    await printDraw(stand, isQuick ? 10_000 : bank.questions)
  } finally {
    for (const child of children) await stop(child)
    await db.destroy()
    await database.stop()
    await rm(files, { recursive: true, force: true })
  }
}
