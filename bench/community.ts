/**
 * The community with a million contents, ten million follows and reads, and 5,000 members who ask: the feed by its tabs, a content,
 * the contents of a circle and of a topic, over HTTP, beside both floors; and the same with ten thousand contents, for growth.
 * `node bench/run.ts --only community`; `--quick` for ten thousand alone,
 * `--only 'large community'` for the million alone, and with
 * `--calls 'feed: hot,a content'` for some of its calls.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Endpoint } from '#kit/contract.ts'
import { community } from '#modules/community/community/contract.ts'
import { accountBusinessType } from '#modules/community/community/server.ts'
import { contentBusinessType, contents } from '#modules/community/contents/contract.ts'
import { feed } from '#modules/community/feed/contract.ts'
import { following, topicBusinessType } from '#modules/community/following/contract.ts'
import { buildCompany, buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { request } from './actors.ts'
import { startBenchDatabase } from './database.ts'
import type { BenchCaller, RequestPlan } from './plans.ts'
import { printAgainstFloors } from './two-floors.ts'

interface Size {
  readonly contents: number
  readonly members: number
  /** Of accounts and topics, by members beyond those who ask as well. */
  readonly follows: number
  readonly reads: number
}

const small: Size = { contents: 10_000, members: 500, follows: 100_000, reads: 100_000 }
const large: Size = { contents: 1_000_000, members: 5000, follows: 10_000_000, reads: 10_000_000 }
const accounts = 2000
const topicCount = 500
const circleCount = 100
const columnCount = 200
/** Of the members so many are recorded and ask; all others have rows like theirs. */
const membersAsking = 50
const minuteMs = 60_000

/** Tables of millions of rows, filled first and indexed then: rows with random ids are written into every index one by one. */
const largeTables = ['contents.content', 'contents.reading', 'following.follow', 'topics.item_topic']

/** Does something while large tables have neither indexes nor keys. */
async function withoutIndexes(db: RootDatabase, work: () => Promise<void>): Promise<void> {
  const tables = sql`any(${largeTables}::regclass[])`
  const { rows: keys } = await sql<{ drop: string; add: string }>`
    select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where conrelid = ${tables} and contype in ('p', 'u', 'f') or confrelid = ${tables}
    order by contype = 'f'`.execute(db)
  const { rows: indexes } = await sql<{ drop: string; add: string }>`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as add from pg_index i
    where indrelid = ${tables} and not exists (select from pg_constraint where conindid = i.indexrelid)`.execute(db)
  for (const { drop } of [...keys.toReversed(), ...indexes]) await sql.raw(drop).execute(db)
  await work()
  for (const { add } of [...indexes, ...keys]) await sql.raw(add).execute(db)
}

/**
 * Everything by numbers: account, topic and circle of a content follow from its number, so that popular ones are large and most are
 * small (squares of a part of the range). What a member follows does as well.
 */
async function fill(db: RootDatabase, companyId: string, chiefId: string, size: Size): Promise<void> {
  // Of the one connection that fills: nothing of this is lost if the machine stops.
  await sql`select set_config('statement_timeout', '0', false), set_config('synchronous_commit', 'off', false),
    set_config('maintenance_work_mem', '512MB', false)`.execute(db)
  await withoutIndexes(db, () => fillTables(db, companyId, chiefId, size))
  await sql`vacuum analyze`.execute(db)
}

async function fillTables(db: RootDatabase, companyId: string, chiefId: string, size: Size): Promise<void> {
  const now = Date.now()
  const run = (text: ReturnType<typeof sql>) => text.execute(db)
  await run(sql`create schema if not exists bench`)
  const numbered = async (name: string, count: number) => {
    await run(
      sql`create table ${sql.table(`bench.${name}`)} (n int primary key, id uuid not null default gen_random_uuid())`,
    )
    await run(sql`insert into ${sql.table(`bench.${name}`)} (n) select n from generate_series(0, ${count - 1}::int) n`)
  }
  for (const [name, count] of [
    ['account', accounts],
    ['topic', topicCount],
    ['circle', circleCount],
    ['special_column', columnCount],
    ['content', size.contents],
  ] as const)
    await numbered(name, count)
  const { rows } = await sql<{ names: string }>`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
    where table_schema = 'identity' and table_name = 'member' and is_generated = 'NEVER'
      and column_name not in ('id', 'name', 'staff_number', 'phone', 'email', 'full_name')`.execute(db)
  const names = sql.raw(rows[0]?.names ?? '')
  await run(sql`insert into identity.member (id, name, full_name, ${names})
    select gen_random_uuid(), 'bench' || n, '读者' || n, ${names}
    from identity.member cross join generate_series(1, ${size.members}::int) n where id = ${chiefId}`)
  await run(sql`create table bench.member as select (row_number() over (order by id) - 1)::int as n, id
    from identity.member where company_id = ${companyId} and name like 'bench%'`)
  await run(sql`insert into community.account (id, company_id, organization_id, enjoy_type, name, name_key, description,
      avatar_file_id, invitation_code, invitation_code_at, created_at, updated_at)
    select id, ${companyId}, ${companyId}, 1, '账户' || n, '账户' || n, '', gen_random_uuid(), 'b' || n, 1, 1, 1 from bench.account`)
  await run(sql`insert into community.account_member (account_id, member_id, company_id, member_type, joined_at)
    select id, ${chiefId}, ${companyId}, 0, 1 from bench.account`)
  await run(sql`insert into topics.topic (id, company_id, name, key, created_at)
    select id, ${companyId}, '话题' || n, '话题' || n, 1 from bench.topic`)
  await run(sql`insert into community.circle (id, company_id, name, name_key, created_at)
    select id, ${companyId}, '圈子' || n, '圈子' || n, 1 from bench.circle`)
  await run(sql`insert into columns.special_column (id, company_id, account_id, title, title_key, created_at, released_at)
    select c.id, ${companyId}, a.id, '专栏' || c.n, '专栏' || c.n, 1, 1 from bench.special_column c
    join bench.account a on a.n = c.n`)
  await run(sql`insert into contents.content (id, company_id, account_id, organization_id, published_by, type, title, title_key,
      html, plain_text, excerpt, chapters, published_at, hot_score, read_count, like_count, created_at, updated_at)
    select c.id, ${companyId}, a.id, ${companyId}, m.id, 1, '内容' || c.n, '内容' || c.n, '<p>' || repeat('正文', 200) || '</p>',
      repeat('正文', 200), repeat('正文', 60), '[]', ${now}::bigint - (${size.contents}::bigint - c.n) * ${minuteMs}::bigint,
      (c.n::bigint * 7919 % 10007) / 100.0, c.n % 500, c.n % 50, 1, 1
    from bench.content c join bench.account a on a.n = ((c.n::bigint * 7919 % 10007) ^ 2 / 10007.0 ^ 2 * ${accounts})::int % ${accounts}
    join bench.member m on m.n = a.n % ${size.members}`)
  await run(sql`insert into topics.item_topic (company_id, business_type, business_id, topic_id, sort, appeared_at)
    select distinct on (c.id, t.id) ${companyId}::uuid, ${contentBusinessType}::int, c.id, t.id, s,
      ${now}::bigint - (${size.contents}::bigint - c.n) * ${minuteMs}::bigint from bench.content c cross join generate_series(0, 1) s
    join bench.topic t on t.n = (((c.n::bigint * 104729 + s * 5003) % 10007) ^ 2 / 10007.0 ^ 2 * ${topicCount})::int % ${topicCount}`)
  await run(sql`insert into community.circle_share (id, circle_id, company_id, item_type, item_id, shared_by, hot_score, created_at)
    select gen_random_uuid(), k.id, ${companyId}, ${contentBusinessType}, c.id, ${chiefId}, c.n,
      ${now}::bigint - (${size.contents}::bigint - c.n) * ${minuteMs}::bigint + 1
    from bench.content c join bench.circle k on k.n = c.n / 10 % ${circleCount} where c.n % 10 = 0`)
  await run(sql`insert into columns.column_content (column_id, content_id, company_id, sort, released_by, released_at)
    select k.id, c.id, ${companyId}, c.n, ${chiefId}, ${now}::bigint - (${size.contents}::bigint - c.n) * ${minuteMs}::bigint + 2
    from bench.content c join bench.special_column k on k.n = c.n / 20 % ${columnCount} where c.n % 20 = 7`)
  await run(sql`insert into community.circle_member (circle_id, member_id, company_id, is_administrator, joined_at)
    select k.id, m.id, ${companyId}, false, 1 from bench.member m cross join generate_series(0, 4) s
    join bench.circle k on k.n = (m.n + s * 17) % ${circleCount}`)
  await run(sql`insert into columns.subscription (column_id, member_id, company_id, created_at, opened_at)
    select k.id, m.id, ${companyId}, 1, 1 from bench.member m cross join generate_series(0, 9) s
    join bench.special_column k on k.n = (m.n + s * 19) % ${columnCount}`)
  // Members follow 150 accounts and 10 topics; the rest of the follows are of members who never ask.
  await run(sql`insert into following.follow (id, company_id, member_id, business_type, business_id, created_at)
    select gen_random_uuid(), ${companyId}, m.id, ${accountBusinessType}, a.id, 1 from bench.member m
    cross join generate_series(0, 149) s join bench.account a on a.n = (m.n * 31 + s * 13) % ${accounts}`)
  await run(sql`insert into following.follow (id, company_id, member_id, business_type, business_id, created_at)
    select gen_random_uuid(), ${companyId}, m.id, ${topicBusinessType}, t.id, 1 from bench.member m
    cross join generate_series(0, 9) s join bench.topic t on t.n = (m.n * 7 + s * 37) % ${topicCount}`)
  const others = Math.max(0, Math.ceil(size.follows / accounts) - Math.ceil((size.members * 160) / accounts))
  await run(sql`insert into following.follow (id, company_id, member_id, business_type, business_id, created_at)
    select gen_random_uuid(), ${companyId}, m.id, ${accountBusinessType}, a.id, 1
    from (select gen_random_uuid() as id from generate_series(1, ${others}::int)) m cross join bench.account a`)
  await run(sql`insert into following.followed (company_id, business_type, business_id, follower_count)
    select company_id, business_type, business_id, count(*) from following.follow where company_id = ${companyId} group by 1, 2, 3`)
  await run(sql`insert into contents.reading (content_id, member_id, day, company_id, is_counted)
    select c.id, m.id, 20000 + s, ${companyId}, true
    from generate_series(0, ${size.reads - 1}::int) s0
    cross join lateral (select s0 / ${size.contents}::int as s, s0 % ${size.contents}::int as c, s0::bigint * 31 % ${size.members}::int as m) r
    join bench.content c on c.n = r.c join bench.member m on m.n = r.m`)
}

async function readersOf(db: RootDatabase, companyId: string): Promise<BenchCaller[]> {
  const { rows } = await sql<{ id: string }>`select id from bench.member order by n limit ${membersAsking}`.execute(db)
  const callers: BenchCaller[] = []
  for (const { id } of rows) callers.push({ token: await buildSession(db, { id, companyId }) })
  return callers
}

async function plansOf(db: RootDatabase, size: Size, readers: readonly BenchCaller[]): Promise<RequestPlan[]> {
  const idAt = async (table: string, n: number) => {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(`bench.${table}`)} where n = ${n}`.execute(db)
    return rows[0]?.id ?? ''
  }
  const id = await idAt('content', Math.floor(size.contents / 2))
  const [circleId, largeTopic, smallTopic] = [await idAt('circle', 3), await idAt('topic', 0), await idAt('topic', 400)]
  const plan = (name: string, endpoint: Endpoint, query: string, params = {}): RequestPlan => ({
    name,
    requests: readers.map((caller) => request(endpoint, caller, { params, query })),
  })
  const write = (name: string, endpoint: Endpoint, bodyOf: (at: number) => object, cleanUp?: string): RequestPlan => ({
    name,
    isWrite: true,
    requests: readers.map((caller, at) => request(endpoint, caller, { body: bodyOf(at) })),
    ...(cleanUp !== undefined && { cleanUp }),
  })
  const others: string[] = []
  for (const at of readers.keys()) others.push(await idAt('content', at * 7 + 1))
  const accountId = await idAt('account', 0)
  const unread = (ids: readonly string[]) => `delete from contents.reading where content_id in ('${ids.join("', '")}')`
  return [
    plan('feed: followed', feed.items, '?tab=followed'),
    plan('feed: followed, far down', feed.items, `?tab=followed&after=${Date.now() - 5000 * minuteMs}_${id}`),
    plan('feed: circles', feed.items, '?tab=circles'),
    plan('feed: hot', feed.items, '?tab=hot'),
    plan('feed: newest', feed.items, '?tab=newest'),
    plan('feed: how many are new', feed.newItems, `?tab=followed&since=${Date.now() - 60 * minuteMs}`),
    plan('own figures', feed.myStatistic, ''),
    plan('contents to recommend', contents.recommended, '?pageSize=20'),
    plan('related contents', contents.related, `?id=${id}`),
    plan('a content', contents.questionInfo, `?id=${id}`),
    plan('contents of a circle', community.circleContents, '?pageSize=20', { id: circleId }),
    plan('contents of a large topic', contents.topicContents, `?id=${largeTopic}`),
    plan('contents of a small topic', contents.topicContents, `?id=${smallTopic}`),
    write('reads of one content', contents.read, () => ({ businessId: id }), unread([id])),
    write('reads of 50 contents', contents.read, (at) => ({ businessId: others[at] }), unread(others)),
    write('likes of one content, and their ends', contents.like, (at) => ({ businessId: id, liked: at % 2 === 0 })),
    write('follows of one account, and their ends', following.attention, (at) => ({
      ...{ businessType: accountBusinessType, businessId: accountId, following: at % 2 === 0 },
    })),
  ]
}

async function measure(size: Size, isQuick: boolean, calls?: readonly string[]): Promise<void> {
  const database = await startBenchDatabase()
  const filesDirectory = await mkdtemp(join(tmpdir(), 'shuyuan-bench-community-'))
  const db = createDatabase(createPool({ databaseUrl: database.url, size: 1 }))
  try {
    await migrate(database.url)
    const companyId = await buildCompany(db)
    const chief = await buildMember(db, { companyId, roles: ['super-admin'] })
    await fill(db, companyId, chief.id, size)
    const inWords = (value: number) => value.toLocaleString('en-US')
    console.log(
      `\n${inWords(size.contents)} contents, ${inWords(size.follows)} follows, ${inWords(size.reads)} reads, ${inWords(size.members)} members\n`,
    )
    const director = { token: await buildSession(db, { id: chief.id, companyId }) }
    const all = await plansOf(db, size, await readersOf(db, companyId))
    const plans = all.filter(({ name }) => calls?.includes(name) ?? true)
    await printAgainstFloors({ databaseUrl: database.url, filesDirectory, director, isQuick }, plans)
  } finally {
    await db.destroy()
    await database.stop()
    await rm(filesDirectory, { recursive: true, force: true })
  }
}

export async function printCommunity(isQuick: boolean): Promise<void> {
  for (const size of isQuick ? [small] : [small, large]) await measure(size, isQuick)
}

/** The million contents alone: all calls or those that are named. `isQuick` shortens the turns and not the tables. */
export async function printLargeCommunity(isQuick: boolean, calls?: readonly string[]): Promise<void> {
  await measure(large, isQuick, calls)
}
