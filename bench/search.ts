/**
 * The search over a million documents: how fast it is filled, what each kind of query costs beside both floors, 5,000 queries a
 * minute that arrive whether or not the earlier ones are answered, and how long after a change the change is found.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { search } from '#modules/insight/search/contract.ts'
import { indexItems } from '#modules/insight/search/server/index-items.ts'
import { searchKind } from '#modules/insight/search/server.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { registerExtensions } from '#server/extension.ts'
import { serverModules } from '#server/modules.ts'
import { request } from './actors.ts'
import { startRecorder } from './capture.ts'
import { startBenchDatabase } from './database.ts'
import { noConversions } from './demo-company.ts'
import type { BenchCaller, RequestPlan } from './plans.ts'
import { costOf } from './study-explain.ts'
import { productPort, productSettings, start, stop } from './turns.ts'
import { printAgainstFloors } from './two-floors.ts'

const batch = 2000
const callersCount = 50

/** Words as titles of a company have them; those at the front stand in many titles. */
const subjects =
  '安全 培训 管理 产品 项目 客户 沟通 质量 数据 流程 合同 财务 采购 招聘 绩效 法规 保密 消防 生产 设备 仓库 物流 销售 渠道 品牌 研发 测试 运维 网络 信息'.split(
    ' ',
  )
const actions =
  '基础 入门 实务 进阶 案例 规范 指南 要点 手册 评估 分析 设计 优化 复盘 演练 检查 应急 预案 认证 考核'.split(' ')
const places = '华东 华南 华北 西南 西北 东北 总部 工厂 门店 车间 研究院 服务中心'.split(' ')

let seed = 7
/** The same numbers in every run. */
function chance(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
/** The first ones most of all: as words of a language are spread. */
const oneOf = (words: readonly string[]) => words[Math.floor(words.length * (chance(1000) / 1000) ** 2)] ?? ''

function textOf(number: number): { title: string; summary: string } {
  const code = `编号${String(number).padStart(7, '0')}`
  const title = `${oneOf(places)}${oneOf(subjects)}${oneOf(actions)}与${oneOf(subjects)}${oneOf(actions)} ${code}`
  const parts = Array.from({ length: 5 }, () => `${oneOf(subjects)}${oneOf(subjects)}的${oneOf(actions)}`)
  return { title, summary: `本课程面向${oneOf(places)}同事，讲解${parts.join('、')}，并附练习。` }
}

interface Row {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly isOpen: boolean
}

async function fillBatch(db: RootDatabase, author: { id: string; companyId: string }, from: number, count: number) {
  const rows: Row[] = Array.from({ length: count }, (_, index) => ({
    ...{ id: uuid(), ...textOf(from + index), isOpen: chance(10) < 7 },
  }))
  await sql`insert into courses.course (id, company_id, organization_id, author_id, name, summary, status, visible_to_all,
      published_at, created_at, updated_at)
    select one.id, ${author.companyId}::uuid, ${author.companyId}::uuid, ${author.id}::uuid, one.title, one.summary,
      'on-shelf', one."isOpen", 1, 1, 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(id uuid, title text, summary text, "isOpen" boolean)`.execute(
    db,
  )
  const course = searchKind.all().find(({ kind }) => kind === 'course')
  if (!course) throw new Error('courses are not found')
  const documents = async () =>
    rows.map(({ id, title, summary }) => ({
      ...{
        id,
        title,
        summary,
        link: `/study/course/detail/${id}`,
        authorId: author.id,
        publishedAt: chance(2 ** 30),
        heat: chance(500),
      },
    }))
  await indexItems(
    db,
    { ...course, documents },
    author.companyId,
    rows.map(({ id }) => id),
    Date.now(),
  )
}

/** The indexes of words are made when all documents are there: entry by entry they take many times as long. */
async function withoutIndexes(db: RootDatabase, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'search' and indexdef like '%USING gin%'`.execute(db)
  for (const { name } of rows) await sql.raw(`drop index search.${name}`).execute(db)
  await work()
  await sql`set maintenance_work_mem = '512MB'`.execute(db)
  for (const { definition } of rows) await sql.raw(definition).execute(db)
}

const queries: Readonly<Record<string, string>> = {
  'one rare word': '0000778',
  'two words': '华东 应急预案',
  'a word of many titles': '安全',
  'a word of most texts': '培训',
  'four characters': '消防演练',
  'a phrase': '"安全基础"',
  'without a word': '合同 -财务',
  pinyin: 'yingjiyuan',
  'a homophone': '消方演练',
  'found nowhere': '量子纠缠望远镜',
}

function plansOf(callers: readonly BenchCaller[]): RequestPlan[] {
  const plan = (name: string, query: string, more = ''): RequestPlan => ({
    name,
    requests: callers.map((caller) =>
      request(search.search, caller, { query: `?query=${encodeURIComponent(query)}${more}` }),
    ),
  })
  return [
    ...Object.entries(queries).map(([name, query]) => plan(name, query)),
    plan('a far page', '安全', '&page=40'),
    plan('one filter', '安全', '&filter=course'),
    {
      name: 'while typing',
      requests: callers.map((caller) =>
        request(search.suggest, caller, { query: `?query=${encodeURIComponent('消防')}` }),
      ),
    },
    {
      name: 'while typing pinyin',
      requests: callers.map((caller) => request(search.suggest, caller, { query: '?query=xiaof' })),
    },
  ]
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** So many queries a minute, each at its own time: one that waits is counted with its waiting. */
async function openLoop(plans: readonly RequestPlan[], perMinute: number, seconds: number): Promise<number[]> {
  const took: number[] = []
  const pending: Promise<void>[] = []
  const startedAt = performance.now()
  const every = 60_000 / perMinute
  for (let number = 0; number * every < seconds * 1000; number += 1) {
    const due = startedAt + number * every
    await sleep(Math.max(0, due - performance.now()))
    const plan = plans[number % plans.length]
    const one = plan?.requests[number % plan.requests.length]
    if (!one) continue
    pending.push(
      fetch(`http://127.0.0.1:${productPort}${one.path}`, { headers: one.headers }).then(async (answer) => {
        await answer.text()
        if (!answer.ok) throw new Error(`${plan.name}: ${answer.status}`)
        took.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(pending)
  return took.sort((a, b) => a - b)
}

/** How long after its commit a change is found, in milliseconds. */
async function lagOf(db: RootDatabase, caller: BenchCaller, changes: number): Promise<number[]> {
  const { rows } = await sql<{
    id: string
  }>`select item_id as id from search.document d join courses.course c on c.id = d.item_id
    where c.visible_to_all order by d.id limit ${changes}`.execute(db)
  const lags: number[] = []
  for (const [index, { id }] of rows.entries()) {
    const name = `改名${index}号课程`
    await sql`update courses.course set name = ${name} where id = ${id}`.execute(db)
    const committedAt = performance.now()
    const one = request(search.search, caller, { query: `?query=${encodeURIComponent(`"${name}"`)}` })
    for (let isFound = false; !isFound; ) {
      await sleep(50)
      const answer = await fetch(`http://127.0.0.1:${productPort}${one.path}`, { headers: one.headers })
      isFound = ((await answer.json()) as { items: { id: string }[] }).items.some((hit) => hit.id === id)
    }
    lags.push(performance.now() - committedAt)
  }
  return lags.sort((a, b) => a - b)
}

async function fill(db: RootDatabase, author: { id: string; companyId: string }, size: number): Promise<void> {
  const startedAt = performance.now()
  await sql`set statement_timeout = 0`.execute(db)
  await sql`set session_replication_role = replica`.execute(db)
  await withoutIndexes(db, async () => {
    for (let from = 0; from < size; from += batch) await fillBatch(db, author, from, Math.min(batch, size - from))
  })
  await sql`set session_replication_role = origin`.execute(db)
  await sql`vacuum analyze search.document, courses.course`.execute(db)
  const seconds = (performance.now() - startedAt) / 1000
  const { rows } = await sql<{
    bytes: string
  }>`select pg_size_pretty(pg_total_relation_size('search.document')) as bytes`.execute(db)
  console.log(
    `\n${size.toLocaleString('en-US')} documents in ${seconds.toFixed(0)} s (${Math.round(size / seconds)}/s), ${rows[0]?.bytes} with indexes\n`,
  )
}

/** What each call reads of the database, by the plans of its statements: counts hold on a busy machine, too. */
async function printCosts(databaseUrl: string, filesDirectory: string, plans: readonly RequestPlan[]): Promise<void> {
  const recorder = await startRecorder(databaseUrl, filesDirectory)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("set plan_cache_mode = 'force_custom_plan'")
    console.log('| call | statements | pages | rows read | in the database | read as a whole |')
    console.log('| --- | --: | --: | --: | --: | --- |')
    for (const { name, requests } of plans) {
      const [first] = requests
      if (!first) continue
      await recorder.call(first)
      const cost = await costOf(client, await recorder.statementsOf(first), 'delete from search.searched')
      const cells = [cost.statements, cost.buffers, cost.rows, `${cost.databaseMs.toFixed(1)} ms`]
      console.log(`| ${[name, ...cells, cost.wholeTables.join(', ')].join(' | ')} |`)
    }
    console.log('')
  } finally {
    await client.end()
    await recorder.close()
  }
}

export async function printSearch(isQuick: boolean): Promise<void> {
  const size = Number(process.env.SEARCH_DOCUMENTS ?? (isQuick ? 50_000 : 1_000_000))
  registerExtensions(serverModules)
  const database = await startBenchDatabase()
  const filesDirectory = await mkdtemp(join(tmpdir(), 'shuyuan-bench-search-'))
  const db = createDatabase(createPool({ databaseUrl: database.url, size: 1 }))
  try {
    await migrate(database.url)
    const companyId = await buildCompany(db)
    const director = await buildMember(db, { companyId, roles: ['super-admin'] })
    const callers: BenchCaller[] = []
    for (let count = 0; count < callersCount; count += 1) callers.push(await buildMember(db, { companyId }))
    await fill(db, director, size)
    const plans = plansOf(callers)
    await printCosts(database.url, filesDirectory, plans)
    if (!isQuick) await printAgainstFloors({ databaseUrl: database.url, filesDirectory, director, isQuick }, plans)
    const product = await start('server/main.ts', {
      ...productSettings(database.url, filesDirectory),
      ...noConversions,
    })
    try {
      for (const plan of plans) await openLoop([plan], 600, 1)
      const took = await openLoop(plans, 5000, isQuick ? 15 : 60)
      console.log(
        `\n5,000 queries a minute, ${took.length} in all: p50 ${percentile(took, 0.5).toFixed(1)} ms, p99 ${percentile(took, 0.99).toFixed(1)} ms, the slowest ${percentile(took, 1).toFixed(0)} ms`,
      )
      const [caller] = callers
      if (!caller) return
      const load = openLoop(plans, 5000, isQuick ? 10 : 30)
      const lags = await lagOf(db, caller, 12)
      await load
      console.log(
        `A change is found after p50 ${percentile(lags, 0.5).toFixed(0)} ms, at most ${percentile(lags, 1).toFixed(0)} ms, under the same load\n`,
      )
    } finally {
      await stop(product)
    }
  } finally {
    await db.destroy()
    await database.stop()
    await rm(filesDirectory, { recursive: true, force: true })
  }
}
