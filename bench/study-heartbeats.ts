/**
 * Progress writes while 5,000 study at once in the company of 100,000. Floors: the same rows written by two plain
 * statements in a transaction, through the product's own driver; and the same by pgbench, where there is one. Neither
 * weighs the claim, knows who calls, or speaks HTTP.
 */
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { glob, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { courses } from '#modules/learning/courses/contract.ts'
import { createPool } from '#server/db/pool.ts'
import { request } from './actors.ts'
import type { RequestPlan, Walkers } from './plans.ts'
import { findDirector, seatLearners } from './study-calls.ts'
import { withClient } from './study-database.ts'
import {
  connections,
  median,
  poolSize,
  productPort,
  productSettings,
  type Stage,
  start,
  stop,
  type Turn,
  type Turns,
  takeTurn,
} from './turns.ts'
import { askAt, walk } from './walk.ts'

const learners = 5000
const heartbeatEverySeconds = 10

const writtenSql = {
  progress: (key: string, from: string) => `update courses.section_progress p set
    watched = p.watched + int4multirange(int4range(${from}, ${from} + 20)), covered = p.covered + 20, position = ${from},
    study_ms = p.study_ms + 1, studied_at = p.studied_at + 1, sequence = p.sequence, carry_ms = p.carry_ms
    from bench.actor a where a.n = ${key} and p.member_id = a.member_id and p.course_id = a.course_id
      and p.section_id = a.section_id`,
  time: (
    key: string,
  ) => `insert into courses.study_time as t (member_id, day, course_id, client_type, company_id, study_ms, last_at)
    select a.member_id, current_date, a.course_id, 1, a.company_id, 1, 1 from bench.actor a where a.n = ${key}
    on conflict (member_id, day, course_id, client_type) do update set study_ms = t.study_ms + 1, last_at = t.last_at + 1`,
}

/** Transactions a second of the two statements, over as many connections as the product is asked by. */
async function bareTurn(databaseUrl: string, seconds: number): Promise<number> {
  const pool = createPool({ databaseUrl, size: poolSize })
  const startedAt = Date.now()
  let count = 0
  const work = async () => {
    while (Date.now() - startedAt < seconds * 1000) {
      const actor = count++ % learners
      const client = await pool.connect()
      await client.query('begin')
      await client.query(writtenSql.progress('$1', '$2::int'), [actor, count])
      await client.query(writtenSql.time('$1'), [actor])
      await client.query('commit')
      client.release()
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  const perSecond = count / ((Date.now() - startedAt) / 1000)
  await pool.end()
  return perSecond
}

async function findPgbench(): Promise<string | undefined> {
  for await (const file of glob('/usr/lib/postgresql/*/bin/pgbench')) return file
  return undefined
}

async function pgbenchTurn(program: string, databaseUrl: string, script: string, seconds: number): Promise<number> {
  const args = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds), '-f', script]
  const { stdout } = await promisify(execFile)(program, [...args, databaseUrl])
  const perSecond = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
  if (perSecond === undefined) throw new Error(`pgbench said:\n${stdout}`)
  return Number(perSecond)
}

async function writeScript(directory: string): Promise<string> {
  const script = join(directory, 'heartbeat.sql')
  const lines = [`\\set n random(0, ${learners - 1})`, '\\set from random(0, 3000000)', 'begin;']
  await writeFile(
    script,
    [...lines, `${writtenSql.progress(':n', ':from')};`, `${writtenSql.time(':n')};`, 'commit;', ''].join('\n'),
  )
  return script
}

async function heartbeatPlan(databaseUrl: string): Promise<{ readonly plan: RequestPlan; readonly walkers: Walkers }> {
  const stage = await seatLearners(databaseUrl, learners)
  if (stage.learners.length < learners) throw new Error(`only ${stage.learners.length} learners are before a video`)
  await withClient(databaseUrl, async (client) => {
    await client.query('drop table if exists bench.actor')
    await client.query(`create table bench.actor as
      select (row_number() over (order by member_id) - 1)::int as n, member_id, course_id, section_id, company_id
      from courses.section_progress where playback_id is not null`)
    await client.query('create unique index on bench.actor (n)')
    await client.query('vacuum (analyze) bench.actor, courses.section_progress, courses.study_time')
    await client.query('checkpoint')
  })
  const heartbeat = { sequence: '{sequence}', intervals: [{ from: '{from}', to: '{to}' }], activeMs: 1 }
  const plan: RequestPlan = {
    name: 'heartbeat',
    requests: stage.learners.map((learner) =>
      request(courses.heartbeat, learner, { params: { id: learner.playbackId }, body: heartbeat }),
    ),
  }
  return { plan, walkers: { learners: stage.learners, director: await findDirector(databaseUrl) } }
}

interface HotUpdates {
  readonly updates: number
  readonly hot: number
}

async function hotUpdates(databaseUrl: string): Promise<HotUpdates> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ updates: string; hot: string }>(`select n_tup_upd::text as updates, n_tup_hot_upd::text as hot
      from pg_stat_user_tables where relid = 'courses.section_progress'::regclass`),
  )
  return { updates: Number(rows[0]?.updates), hot: Number(rows[0]?.hot) }
}

interface Round {
  readonly bare: number
  readonly pgbench: number | undefined
  readonly product: Turn
}

function printRounds(rounds: readonly Round[], hotShare: number): void {
  const perSecond = (of: (round: Round) => number) => Math.round(median(rounds.map(of)))
  const line = (name: string, of: (round: Round) => number) => {
    const ratio = median(rounds.map((round) => round.product.perSecond / of(round))).toFixed(2)
    console.log(`| ${name} | ${perSecond(of)} | **${ratio}** |`)
  }
  const needed = learners / heartbeatEverySeconds
  const heartbeats = perSecond((round) => round.product.perSecond)
  const learnerCount = learners.toLocaleString('en-US')
  console.log(`\n${learnerCount} study at once: a heartbeat each ${heartbeatEverySeconds} s, ${needed}/s in all.\n`)
  console.log('| | a second | product to it |')
  console.log('| --- | --: | --: |')
  line('the same rows, two statements, same driver', (round) => round.bare)
  if (rounds[0]?.pgbench !== undefined) line('the same by pgbench', (round) => round.pgbench ?? Number.NaN)
  console.log(`| heartbeats over HTTP | ${heartbeats} | ${(heartbeats / needed).toFixed(1)} times what is needed |`)
  const cpu = median(rounds.map((round) => round.product.cpuMsPerCall ?? Number.NaN)).toFixed(2)
  const p99 = median(rounds.map((round) => round.product.p99Ms))
  const hot = (100 * hotShare).toFixed(0)
  console.log(
    `\np99 ${p99} ms; ${cpu} ms of the server's processor a heartbeat; ${hot} % of the updates touched no index.`,
  )
}

export async function printHeartbeats(databaseUrl: string, filesDirectory: string, turns: Turns): Promise<void> {
  const { plan, walkers } = await heartbeatPlan(databaseUrl)
  const base = Date.now() - 1000
  const directory = await mkdtemp(join(tmpdir(), 'shuyuan-bench-heartbeats-'))
  const children: ChildProcess[] = []
  try {
    const script = await writeScript(directory)
    const pgbench = await findPgbench()
    const product = await start('server/main.ts', {
      ...productSettings(databaseUrl, filesDirectory),
      ...{ FFMPEG_PATH: 'off', SOFFICE_PATH: 'off' },
    })
    children.push(product)
    const generator = fork(join(import.meta.dirname, 'load.ts'))
    children.push(generator)
    const database = { run: async () => {} }
    const stage: Stage = { generator, product, floor: product, database, base }
    await walk(askAt(`http://127.0.0.1:${productPort}`), databaseUrl, { ...walkers, atOnce: poolSize })
    await takeTurn(stage, 'product', plan, 0, turns.warmUpSeconds)
    await bareTurn(databaseUrl, turns.warmUpSeconds)
    const before = await hotUpdates(databaseUrl)
    const rounds: Round[] = []
    for (let round = 0; round < turns.rounds; round++) {
      rounds.push({
        bare: await bareTurn(databaseUrl, turns.seconds),
        pgbench: pgbench === undefined ? undefined : await pgbenchTurn(pgbench, databaseUrl, script, turns.seconds),
        product: await takeTurn(stage, 'product', plan, 0, turns.seconds),
      })
    }
    const after = await hotUpdates(databaseUrl)
    printRounds(rounds, (after.hot - before.hot) / (after.updates - before.updates))
  } finally {
    for (const child of children) await stop(child)
    await rm(directory, { recursive: true, force: true })
  }
}
