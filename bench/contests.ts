/**
 * A contest of 1,000 works with 10,000 votes and three reviews a work: lists, a work, the ranking, and voting. The floor of a read is the
 * bare rows of the page, that of a vote the insert of its two rows. `node bench/run.ts --only contests`; `--quick` for a tenth of it.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { enterContest } from '#modules/engagement/contests/server/contest-record.ts'
import { buildContest } from '#modules/engagement/contests/server/contests.fixture.ts'
import { getContest, listContests, recommendedContests } from '#modules/engagement/contests/server/contests.ts'
import { contestsTables } from '#modules/engagement/contests/server/db.ts'
import { listManagedWorks } from '#modules/engagement/contests/server/managed-works.ts'
import { listRanking } from '#modules/engagement/contests/server/ranking.ts'
import { vote } from '#modules/engagement/contests/server/voting.ts'
import { getWork, listWorks } from '#modules/engagement/contests/server/works.ts'
import { buildCompany, buildMember, callerOf } from '#modules/platform/identity/server/members.fixture.ts'
import type { Connection } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { startBenchDatabase } from './database.ts'
import { rate, timed } from './timing.ts'
import { poolSize } from './turns.ts'

const dayMs = 86_400_000
const contestCount = 200
const votesPerWork = 10

interface Filled {
  readonly caller: Caller
  readonly contestId: string
  readonly workIds: readonly string[]
  readonly voterIds: readonly string[]
}

/** A contest that is being voted for, beside many that are over. */
async function fill(db: RootDatabase, url: string, works: number): Promise<Filled> {
  const connection = db as unknown as Connection
  const companyId = await buildCompany(connection)
  const chief = await buildMember(connection, { companyId, roles: ['super-admin'] })
  const now = Date.now()
  const round = { name: '评选', opensAt: now - 3 * dayMs, closesAt: now - dayMs, reviewUntil: now + dayMs }
  const shared = { author: chief, now, rounds: [{ ...round, votingUntil: now + dayMs }], votesPerDay: 100 }
  for (let at = 1; at < contestCount; at++) await buildContest(connection, { ...shared, name: `往届大赛 ${at}` })
  const contestId = await buildContest(connection, { ...shared, name: '年度微课大赛', isRecommended: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      insert into identity.member (id, company_id, organization_id, name, full_name, created_at, updated_at)
        select gen_random_uuid(), '${companyId}', '${companyId}', 'bench-' || n, '选手' || n, 1, 1 from generate_series(1, ${works}) n;
      insert into contests.work (id, contest_id, company_id, number, member_id, title, text, handed_in_at)
        select gen_random_uuid(), '${contestId}', '${companyId}', row_number() over (), id, '作品' || name, '', 1
        from identity.member where company_id = '${companyId}' and name like 'bench-%';
      insert into contests.version (work_id, number, company_id, file_id, file_name, file_kind, copy, handed_in_at)
        select id, 1, company_id, gen_random_uuid(), 'work.mp4', 'video', 'none', 1 from contests.work where contest_id = '${contestId}';
      insert into contests.review (id, contest_id, work_id, company_id, round, reviewer_id, assigned_at, scores, total, reviewed_at)
        select gen_random_uuid(), contest_id, id, company_id, 0, gen_random_uuid(), 1, '[]', (number * 7 + n) % 101, 2
        from contests.work cross join generate_series(1, 3) n where contest_id = '${contestId}';
      insert into contests.vote (id, contest_id, work_id, company_id, round, member_id, address, voted_at)
        select gen_random_uuid(), contest_id, id, company_id, 0, gen_random_uuid(), md5(n::text), 1
        from contests.work cross join generate_series(1, ${votesPerWork}) n where contest_id = '${contestId}';`)
    await client.query('vacuum analyze')
    const idsOf = async (text: string) =>
      (await client.query<{ id: string }>(text, [contestId])).rows.map(({ id }) => id)
    return {
      ...{ caller: await callerOf(connection, chief), contestId },
      workIds: await idsOf('select id from contests.work where contest_id = $1 order by number'),
      voterIds: await idsOf('select member_id as id from contests.work where contest_id = $1 order by number desc'),
    }
  } finally {
    await client.end()
  }
}

export async function printContests(isQuick: boolean): Promise<void> {
  const works = isQuick ? 100 : 1000
  const database = await startBenchDatabase()
  const db = createDatabase(createPool({ databaseUrl: database.url, size: poolSize }))
  try {
    await migrate(database.url)
    const { caller, contestId, workIds, voterIds } = await fill(db, database.url, works)
    const own = contestsTables(db as unknown as Connection)
    const now = Date.now()
    const [workId = ''] = workIds
    const page = { page: 1, pageSize: 20 }
    const contest = await enterContest(own, caller, contestId)
    const floor = () =>
      sql`select * from contests.work where contest_id = ${contestId} order by number limit 20`.execute(own)
    const ranked = { ...page, pageSize: 100, round: 0, isMixed: true }
    const reads = {
      'contests of a member': () => listContests(own, caller, page, now),
      'recommended contests and works': () => recommendedContests(own, caller, now),
      'one contest': () => getContest(own, caller, contestId, now),
      'works of a contest': () => listWorks(own, caller, contestId, page, now),
      'works by votes': () => listWorks(own, caller, contestId, { ...page, order: 'votes' }, now),
      'one work': () => getWork(own, caller, workId, now),
      'managed works': () => listManagedWorks(own, caller, contestId, page),
      'ranking, 100 works': () => listRanking(own, caller, contest, ranked),
    }
    console.log(`\nA contest of ${works} works with ${works * votesPerWork} votes and ${works * 3} reviews\n`)
    console.log(`floor of a read: ${(await timed(9, floor)).toFixed(1)} ms`)
    for (const [name, read] of Object.entries(reads)) console.log(`${name}: ${(await timed(9, read)).toFixed(1)} ms`)
    const within = <T>(work: (connection: typeof own) => Promise<T>) => inTransaction(own, work)
    // Everybody votes for the same work: its votes are what a new one is compared with.
    const voted = await rate(voterIds.slice(0, -1), (memberId) =>
      within((one) => vote(one, { ...caller, memberId }, workId, { ip: memberId, now: Date.now() })),
    )
    await sql`create table bench_vote (like contests.vote including all);
      create table bench_vote_day (like contests.vote_day including all)`.execute(own)
    const floorOfVotes = await rate(voterIds, (memberId) =>
      within((one) =>
        sql`
          with day as (insert into bench_vote_day (contest_id, member_id, day, company_id, used)
            values (${contestId}, ${memberId}, current_date, ${caller.companyId}, 1))
          insert into bench_vote (id, contest_id, work_id, company_id, round, member_id, address, voted_at)
            values (${uuid()}, ${contestId}, ${workId}, ${caller.companyId}, 0, ${memberId}, '', 1)`.execute(one),
      ),
    )
    console.log(`votes: ${Math.round(voted)}/s (floor ${Math.round(floorOfVotes)}/s)`)
  } finally {
    await db.destroy()
    await database.stop()
  }
}
