/** Votes. What a script could do beyond a person is refused by the database, or flagged for those who run the contest. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import {
  ALREADY_VOTED,
  CONTEST_NOT_FOR_YOU,
  OWN_WORK,
  VOTES_USED_UP,
  VOTING_CLOSED,
  VOTING_TOO_FAST,
  WORK_OUT,
} from '../contract/codes.ts'
import { isVotingOpen, roundAt, type Suspicion } from '../contract/states.ts'
import { type EnteredContest, enterContest } from './contest-record.ts'
import type { ContestsDb } from './db.ts'
import { findWork, type WorkRecord } from './work-record.ts'

/** Two votes of a member are at least so far apart. */
export const votePauseMs = 2000
/** What looks like a script or an arrangement. Nothing of it is a proof, so nothing of it is refused. */
const rules = {
  fast: { withinMs: 20_000, votes: 3 },
  address: { withinMs: 600_000, votes: 10 },
  burst: { withinMs: 60_000, votes: 20 },
} as const

const daySql = (companyId: string, now: number) =>
  sql`(to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(companyId)})::date`

export async function votesLeftOf(
  db: ContestsDb,
  { companyId, memberId }: Caller,
  { id, votesPerDay }: Pick<EnteredContest, 'id' | 'votesPerDay'>,
  now: number,
): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select used from contests.vote_day where contest_id = ${id} and member_id = ${memberId}
      and company_id = ${companyId} and day = ${daySql(companyId, now)}`.execute(db)
  return Math.max(0, votesPerDay - (rows[0]?.used ?? 0))
}

/** Counts one more vote of today, and locks the count: the next vote of the member waits until this one is stored. */
async function takeVote(db: ContestsDb, { companyId, memberId }: Caller, contest: EnteredContest, now: number) {
  const { id, votesPerDay } = contest
  const { rows } = await sql<{ used: number }>`
    insert into contests.vote_day as d (contest_id, member_id, day, company_id, used)
    values (${id}, ${memberId}, ${daySql(companyId, now)}, ${companyId}, 1)
    on conflict (contest_id, member_id, day) do update set used = d.used + 1 where d.used < ${votesPerDay}
    returning used`.execute(db)
  return rows[0]?.used
}

const addressOf = (contestId: string, ip: string) =>
  createHash('sha256').update(`${contestId} ${ip}`).digest('hex').slice(0, 32)

interface Surroundings {
  readonly sinceLast: number | null
  readonly own: number
  readonly sameAddress: number
  readonly burst: number
}

/** What happened around a vote, this one not counted. */
async function around(
  db: ContestsDb,
  { companyId, memberId }: Caller,
  { work, address, now }: { readonly work: WorkRecord; readonly address: string; readonly now: number },
): Promise<Surroundings> {
  const since = (kind: Suspicion) => now - rules[kind].withinMs
  const own = sql`v.company_id = ${companyId} and v.member_id = ${memberId} and v.contest_id = ${work.contestId}`
  const { rows } = await sql<Surroundings>`
    select
      (select ${now} - max(v.voted_at) from contests.vote v
        where ${own}) as "sinceLast",
      (select count(*)::int from contests.vote v where ${own} and v.voted_at > ${since('fast')}) as own,
      (select count(*)::int from contests.vote v where v.work_id = ${work.id} and v.round = ${work.round}
        and v.voted_at > ${since('address')} and v.address = ${address}) as "sameAddress",
      (select count(*)::int from contests.vote v where v.work_id = ${work.id} and v.round = ${work.round}
        and v.voted_at > ${since('burst')}) as burst`.execute(db)
  return rows[0] as Surroundings
}

function suspicionOf({ own, sameAddress, burst }: Surroundings): Suspicion | null {
  if (burst >= rules.burst.votes) return 'burst'
  if (sameAddress >= rules.address.votes) return 'address'
  return own >= rules.fast.votes ? 'fast' : null
}

function assertMayVote(contest: EnteredContest, work: WorkRecord, { memberId }: Caller, now: number): void {
  const round = contest.rounds[work.round]
  if (!round || (round.closesAt ?? Number.POSITIVE_INFINITY) > now) throw refuse(NOT_FOUND)
  if (work.state !== 'in') throw refuse(WORK_OUT)
  const isCurrent = roundAt(contest, now) === work.round && contest.resultsAt === null && contest.status === 'on-shelf'
  if (!isCurrent || !isVotingOpen(round, now))
    throw refuse(VOTING_CLOSED, { opensAt: round.closesAt, closesAt: round.votingUntil })
  if (work.memberId === memberId) throw refuse(OWN_WORK)
  if (!contest.isMeant) throw refuse(CONTEST_NOT_FOR_YOU)
}

export async function vote(
  db: ContestsDb,
  caller: Caller,
  workId: string,
  { ip, now }: { readonly ip: string; readonly now: number },
) {
  const work = await findWork(db, caller, workId)
  const contest = await enterContest(db, caller, work.contestId)
  assertMayVote(contest, work, caller, now)
  const { companyId, memberId } = caller
  const { rows: earlier } =
    await sql`select from contests.vote v where v.work_id = ${workId} and v.round = ${work.round}
    and v.member_id = ${memberId} and v.company_id = ${companyId}`.execute(db)
  if (earlier.length > 0) throw refuse(ALREADY_VOTED)
  const used = await takeVote(db, caller, contest, now)
  if (used === undefined) throw refuse(VOTES_USED_UP, { max: contest.votesPerDay })
  const address = addressOf(contest.id, ip)
  const seen = await around(db, caller, { work, address, now })
  const stored = await sql`
    insert into contests.vote (id, contest_id, work_id, company_id, round, member_id, address, suspicion, voted_at)
    values (${uuid()}, ${contest.id}, ${workId}, ${companyId}, ${work.round}, ${memberId}, ${address},
      ${suspicionOf(seen)}, ${now})
    on conflict (work_id, round, member_id) do nothing returning id`.execute(db)
  if (stored.rows.length === 0) throw refuse(ALREADY_VOTED)
  if (seen.sinceLast !== null && seen.sinceLast < votePauseMs) throw refuse(VOTING_TOO_FAST)
  const { rows } = await sql<{ votes: number }>`select count(*)::int as votes from contests.vote v
    where v.work_id = ${workId} and v.round = ${work.round} and v.voided_at is null`.execute(db)
  return { votes: rows[0]?.votes ?? 0, votesLeft: contest.votesPerDay - used }
}
