/** Awards, and the publication of the results. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { Id } from '#kit/schema.ts'
import { award, rewardEvent } from '#modules/platform/currency/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { AWARDS_WRONG, CONTEST_STATUS, NO_AWARD, REASON_NEEDED, ROUND_RUNS } from '../contract/codes.ts'
import { awardLevels } from '../contract/fields.ts'
import { endOf } from '../contract/states.ts'
import type { contests } from '../contract.ts'
import { revokeCertificate, startCertificates } from './award-certificates.ts'
import { contestLifecycle } from './contest-lifecycle.ts'
import { type EnteredContest, enterContest, runContest } from './contest-record.ts'
import { type ContestsDb, contestsTables } from './db.ts'
import { announce, authorsSql } from './news.ts'
import { listRanking, rankedSql } from './ranking.ts'
import { findWork } from './work-record.ts'

type Winners = Input<typeof contests.setAwards>['body']['winners']

/** Each work wins one award, and each award has at most so many winners as it says. */
async function assertWinners(db: ContestsDb, contest: EnteredContest, winners: Winners): Promise<void> {
  const { id, awards, rounds } = contest
  for (const { key, count } of awards)
    if (winners.filter(({ awardKey }) => awardKey === key).length > count) throw refuse(AWARDS_WRONG, { key })
  const workIds = winners.map(({ workId }) => workId)
  const unknown = winners.find(({ awardKey }) => !awards.some(({ key }) => key === awardKey))
  const { rows } = await sql`select from contests.work w
    where w.contest_id = ${id} and w.id = any(${workIds}::uuid[]) and w.state = 'in'
      and w.round = ${rounds.length - 1}`.execute(db)
  if (unknown || rows.length !== winners.length) throw refuse(AWARDS_WRONG, { key: unknown?.awardKey ?? '' })
}

/** The own work of whoever says it is neither given an award nor loses one. */
async function assertNotOwn(db: ContestsDb, caller: Caller, contest: EnteredContest, winners: Winners) {
  const { rows } = await sql<{ id: string; awardKey: string | null }>`
    select w.id, w.award_key as "awardKey" from contests.work w
    where w.contest_id = ${contest.id} and w.member_id = ${caller.memberId}`.execute(db)
  const isChanged = rows.some(
    ({ id, awardKey }) => (winners.find(({ workId }) => workId === id)?.awardKey ?? null) !== awardKey,
  )
  assertNotSelf(caller, isChanged ? [caller.memberId] : [])
}

export async function setAwards(db: ContestsDb, caller: Caller, id: string, winners: Winners, now: number) {
  const contest = await runContest(db, caller, id, { lock: true, forChange: true })
  await assertNotOwn(db, caller, contest, winners)
  await assertWinners(db, contest, winners)
  await sql`update contests.work w set award_key = given."awardKey"
    from (select w.id, p."awardKey" from contests.work w
      left join jsonb_to_recordset(${JSON.stringify(winners)}::jsonb) as p("workId" uuid, "awardKey" text) on p."workId" = w.id
      where w.contest_id = ${id}) given where given.id = w.id`.execute(db)
  return { id, revision: await contestLifecycle.bump(db, id, now) }
}

/** Names, ranks and awards are public from now on, and nothing of the contest changes any more. */
export async function publishResults(db: ContestsDb, caller: Caller, id: string, now: number) {
  const contest = await runContest(db, caller, id, { lock: true, forChange: true })
  if (contest.status !== 'on-shelf') throw refuse(CONTEST_STATUS, { action: 'results', status: contest.status })
  const last = contest.rounds.length - 1
  const until = Math.max(...contest.rounds.map(endOf))
  if (until > now) throw refuse(ROUND_RUNS, { until })
  await sql`update contests.work w set rank = ranked.rank, score = ranked.score
    from ${rankedSql(contest, last)} ranked where ranked.id = w.id`.execute(db)
  await sql`update contests.contest set results_at = ${now} where id = ${id}`.execute(db)
  await announce(db, contest, { type: 'contest.results', recipients: { sql: authorsSql(id) }, now })
  await enqueue(db, rewardWinners, { contestId: id })
  await startCertificates(db, caller, contest, now)
  return { id, revision: await contestLifecycle.bump(db, id, now) }
}

/** Rank and score stay as they were published. Points and coins stay as well: they may be spent. */
export async function takeBackAward(
  db: ContestsDb,
  caller: Caller,
  { id, workId }: Input<typeof contests.takeBackAward>['params'],
  { reason: typed, now }: { readonly reason: string; readonly now: number },
): Promise<void> {
  const contest = await runContest(db, caller, id, { lock: true })
  const reason = typed.trim()
  if (reason === '') throw refuse(REASON_NEEDED)
  await assertClean(db, contest.companyId, { reason })
  const work = await findWork(db, caller, workId, { lock: true })
  const award = contest.awards.find(({ key }) => key === work.awardKey)
  if (work.contestId !== id) throw refuse(NOT_FOUND)
  if (contest.resultsAt === null || !award) throw refuse(NO_AWARD)
  await sql`update contests.work set award_key = null, certificate = null, award_taken_back = ${reason}
    where id = ${workId}`.execute(db)
  await revokeCertificate(db, caller, work, { reason, now })
  const recipients = [work.memberId]
  await announce(db, contest, { type: 'contest.award-taken-back', recipients, award: award.name, reason, now })
}

interface Winner {
  readonly workId: string
  readonly memberId: string
  readonly companyId: string
  readonly contestName: string
  readonly level: (typeof awardLevels)[number]
  readonly awardName: string
}

/** One job for each winner: a transfer of coins locks its accounts, and one that fails keeps no other winner waiting. */
export const rewardWinners = job({
  name: 'contests.reward-winners',
  payload: Type.Object({ contestId: Id }),
  async run(connection, { contestId }) {
    const db = contestsTables(connection)
    const { rows } = await sql<{ id: string }>`select w.id from contests.work w
      where w.contest_id = ${contestId} and w.award_key is not null and w.state = 'in' order by w.number`.execute(db)
    for (const { id } of rows) await enqueue(db, rewardWinner, { workId: id }, { key: `contests.reward ${id}` })
  },
})

/** Given once, however often the job runs: currency knows the event and the work. */
export const rewardWinner = job({
  name: 'contests.reward-winner',
  payload: Type.Object({ workId: Id }),
  async run(connection, { workId }, { now }) {
    const db = contestsTables(connection)
    const { rows } = await sql<Winner & { readonly contestId: string }>`
      select w.id as "workId", w.member_id as "memberId", w.company_id as "companyId", c.id as "contestId",
        c.name as "contestName", a.one ->> 'level' as level, a.one ->> 'name' as "awardName"
      from contests.work w join contests.contest c on c.id = w.contest_id
      cross join lateral jsonb_array_elements(c.awards) a(one)
      where w.id = ${workId} and a.one ->> 'key' = w.award_key and c.results_at is not null`.execute(db)
    const [winner] = rows
    if (!winner) return
    const { companyId, memberId, contestName, level, awardName } = winner
    await award(db, { companyId, memberId, event: `contest-${level}`, businessId: workId, subject: contestName, now })
    const contest = { id: winner.contestId, companyId, name: contestName }
    await announce(db, contest, { type: 'contest.awarded', recipients: [memberId], award: awardName, now })
  },
})

const levelTexts = {
  first: { cn: '大赛一等奖', en: 'First prize of a contest' },
  second: { cn: '大赛二等奖', en: 'Second prize of a contest' },
  third: { cn: '大赛三等奖', en: 'Third prize of a contest' },
  merit: { cn: '大赛优秀奖', en: 'Merit award of a contest' },
} as const
const points = { first: 10_000n, second: 6000n, third: 3000n, merit: 1000n } as const

/** What an award is worth is the company's rule: whoever runs a contest makes no coins. */
export const awardRewards = awardLevels.map((level) =>
  rewardEvent({
    event: `contest-${level}`,
    label: levelTexts[level],
    description: {
      cn: `公布大赛结果后，作品获得${levelTexts[level].cn.slice(2)}时`,
      en: `When a work wins it, as the results of the contest are published`,
    },
    defaults: [{ kind: 2, amount: points[level], enabled: true }],
  }),
)

export async function contestResults(
  db: ContestsDb,
  caller: Caller,
  id: string,
  query: Input<typeof contests.contestResults>['query'],
) {
  const contest = await enterContest(db, caller, id)
  if (contest.resultsAt === null) return { items: [], recordCount: 0 }
  return listRanking(db, caller, contest, { ...query, round: contest.rounds.length - 1 })
}
