/** Contests as members see them. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { certificatesOfItems } from '#modules/learning/certificates/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { recommendedContestsMax, recommendedWorksMax } from '../contract/fields.ts'
import { type ContestTimes, contestStateOf, endOf, isHandInOpen, isVotingOpen, roundAt } from '../contract/states.ts'
import type { ContestDetails, ContestListItem, OwnWork, WorkListItem } from '../contract/works.ts'
import type { contests } from '../contract.ts'
import { refOf } from './award-certificates.ts'
import { openSql, takesPartSql } from './contest-policy.ts'
import { type EnteredContest, enterContest, stateSql } from './contest-record.ts'
import type { ContestsDb } from './db.ts'
import { certificatesOf } from './managed-contests.ts'
import { votesLeftOf } from './voting.ts'
import { isShownSql, workItemSql, worksFromSql } from './work-record.ts'

type ListRow = Pick<ContestListItem, 'id' | 'name' | 'summary' | 'coverFileId' | 'works'> & ContestTimes

const listSql = sql`c.id, c.name, c.summary, c.cover_file_id as "coverFileId", c.rounds, c.results_at as "resultsAt",
  (select count(*)::int from contests.work w where w.contest_id = c.id and w.state = 'in') as works`

function itemOf({ rounds, resultsAt, ...row }: ListRow, now: number): ContestListItem {
  const round = roundAt({ rounds }, now)
  const state = contestStateOf({ rounds, resultsAt }, now)
  const current = rounds[round]
  const untilOf = {
    coming: current?.opensAt ?? null,
    open: current?.closesAt ?? null,
    review: current ? endOf(current) : null,
    between: rounds[round + 1]?.opensAt ?? null,
    over: null,
    published: null,
  }
  return { ...row, state, round, roundName: current?.name ?? '', until: untilOf[state] }
}

const onShelfSql = (caller: Caller): RawBuilder<boolean> =>
  sql`(c.company_id = ${caller.companyId} and c.status = 'on-shelf' and c.deleted_at is null)`

export async function listContests(
  db: ContestsDb,
  caller: Caller,
  { search, state, mine, ...paging }: Input<typeof contests.contests>['query'],
  now: number,
) {
  const matching = sql`from contests.contest c
    where ${onShelfSql(caller)} and ${mine ? takesPartSql(caller) : openSql(caller)}
      and ${state === undefined ? sql`true` : sql`${stateSql(now)} = ${state}`}
      and ${containsWordsSql(sql`c.name`, search)}`
  const { items, recordCount } = await sqlPage<ListRow>(db, paging, {
    matching,
    rows: (window) => sql<ListRow>`select ${listSql} ${matching} order by c.ends_at desc, c.id desc ${window}`,
  })
  return { items: items.map((row) => itemOf(row, now)), recordCount }
}

/** In the order of the ids, without those that the caller may not see. */
export async function contestsByIds(db: ContestsDb, caller: Caller, asked: string | readonly string[], now: number) {
  const ids = typeof asked === 'string' ? [asked] : [...new Set(asked)]
  const { rows } = await sql<ListRow>`select ${listSql} from contests.contest c
    where c.id = any(${ids}::uuid[]) and ${onShelfSql(caller)} and ${openSql(caller)}`.execute(db)
  const found = new Map(rows.map((row) => [row.id, itemOf(row, now)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** SYSTEM-225 and SYSTEM-226. */
export async function recommendedContests(db: ContestsDb, caller: Caller, now: number) {
  const { rows } = await sql<ListRow>`select ${listSql} from contests.contest c
    where ${onShelfSql(caller)} and c.is_recommended and ${openSql(caller)}
    order by c.ends_at desc, c.id desc limit ${recommendedContestsMax}`.execute(db)
  const works = await sql<WorkListItem>`select ${workItemSql(caller)} from ${worksFromSql(caller)}
    where w.company_id = ${caller.companyId} and w.recommended_at is not null and ${onShelfSql(caller)}
      and ${openSql(caller)} and ${isShownSql(now)}
    order by w.recommended_at desc, w.id limit ${recommendedWorksMax}`.execute(db)
  return { contests: rows.map((row) => itemOf(row, now)), works: works.rows }
}

async function ownWorks(
  db: ContestsDb,
  { memberId, companyId }: Caller,
  { id, rounds, resultsAt, awards }: EnteredContest,
  now: number,
): Promise<OwnWork[]> {
  const { rows } = await sql<Omit<OwnWork, 'isOpen' | 'award' | 'certificate'> & { readonly awardKey: string | null }>`
    select w.id, w.number, w.title, w.text, w.group_key as "groupKey", w.state, w.reason, w.round::int as round,
      w.rank, w.award_key as "awardKey", w.award_taken_back as "awardTakenBack",
      (select json_agg(json_build_object('number', v.number, 'fileId', v.file_id, 'fileName', v.file_name,
        'fileKind', v.file_kind, 'handedInAt', v.handed_in_at, 'copy', v.copy) order by v.number desc)
      from contests.version v where v.work_id = w.id) as versions
    from contests.work w where w.contest_id = ${id} and w.member_id = ${memberId} order by w.number`.execute(db)
  const refs = resultsAt === null ? [] : rows.map((row) => refOf(row.id))
  const certificates = await certificatesOfItems(db, { companyId, memberId, refs }, now)
  return rows.map(({ awardKey, ...row }) => {
    const round = rounds[row.round]
    const award = resultsAt === null ? null : (awards.find(({ key }) => key === awardKey)?.name ?? null)
    const given = certificates.get(row.id)
    const certificate = award !== null && given?.validity === 'valid' ? given : null
    const isOpen = row.state === 'in' && resultsAt === null && round !== undefined && isHandInOpen(round, now)
    return { ...row, award, certificate, isOpen }
  })
}

function obstacleOf(contest: EnteredContest, own: readonly OwnWork[], now: number): ContestDetails['obstacle'] {
  const [first] = contest.rounds
  if (!contest.isMeant) return 'not-for-you'
  if (!first || (first.opensAt ?? Number.POSITIVE_INFINITY) > now || contest.status !== 'on-shelf') return 'coming'
  if (!isHandInOpen(first, now) || contest.resultsAt !== null) return 'closed'
  return own.filter(({ state }) => state === 'in').length >= contest.worksPerMember ? 'too-many' : null
}

export async function getContest(db: ContestsDb, caller: Caller, id: string, now: number): Promise<ContestDetails> {
  const contest = await enterContest(db, caller, id)
  const { rows } = await sql<ListRow & { readonly reviews: number; readonly reviewsWaiting: number }>`
    select ${listSql},
      (select count(*)::int from contests.review r where r.contest_id = c.id and r.reviewer_id = ${caller.memberId}) as reviews,
      (select count(*)::int from contests.review r join contests.work w on w.id = r.work_id
        where r.contest_id = c.id and r.reviewer_id = ${caller.memberId} and r.reviewed_at is null and w.state = 'in'
          and (c.rounds -> r.round ->> 'closesAt')::bigint <= ${now}
          and (c.rounds -> r.round ->> 'reviewUntil')::bigint > ${now}) as "reviewsWaiting"
    from contests.contest c where c.id = ${id}`.execute(db)
  const { reviews, reviewsWaiting, ...row } = rows[0] as (typeof rows)[0]
  const own = await ownWorks(db, caller, contest, now)
  const { description, isAnonymous, groups, rounds, rubric, awards, worksPerMember, votesPerDay } = contest
  const { reviewWeight, resultsAt, isRun } = contest
  const current = rounds[roundAt(contest, now)]
  return {
    ...itemOf(row, now),
    ...{ description, isAnonymous, groups, rounds, rubric, awards, worksPerMember, votesPerDay, reviewWeight },
    ...{ resultsAt, isRun, own, reviews, reviewsWaiting },
    certificates: await certificatesOf(db, caller.companyId, contest),
    obstacle: obstacleOf(contest, own, now),
    votesLeft: await votesLeftOf(db, caller, contest, now),
    isVotingOpen: resultsAt === null && current !== undefined && isVotingOpen(current, now),
  }
}
