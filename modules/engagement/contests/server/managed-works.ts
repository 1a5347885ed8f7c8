/** Works and votes as those see them who run the contest. */
import { sql } from 'kysely'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { REASON_NEEDED, RECOMMENDED_FULL, ROUND_RUNS } from '../contract/codes.ts'
import { recommendedWorksMax } from '../contract/fields.ts'
import type { ManagedVote, ManagedWork } from '../contract/managing.ts'
import { endOf } from '../contract/states.ts'
import type { contests } from '../contract.ts'
import { runContest } from './contest-record.ts'
import type { ContestsDb } from './db.ts'
import { announce } from './news.ts'
import { findWork, personSql, votesSql, worksFromSql } from './work-record.ts'

export async function listManagedWorks(
  db: ContestsDb,
  caller: Caller,
  id: string,
  { search, groupKey, round, ...paging }: Input<typeof contests.managedWorks>['query'],
) {
  await runContest(db, caller, id)
  const matching = sql`from ${worksFromSql(caller)}
    where w.contest_id = ${id} and ${groupKey === undefined ? sql`true` : sql`w.group_key = ${groupKey}`}
      and ${round === undefined ? sql`true` : sql`w.round >= ${round}`}
      and ${containsWordsSql(sql`w.title || ' ' || w.number || ' ' || coalesce(a.full_name, '')`, search)}`
  return sqlPage<ManagedWork>(db, paging, {
    matching,
    rows: (window) => sql<ManagedWork>`
      select w.id, w.number, w.title, ${personSql('a')} as author, w.group_key as "groupKey", f.file_kind as "fileKind",
        w.version, f.copy, w.state, w.reason, w.round::int as round, w.recommended_at is not null as "isRecommended",
        (select count(*)::int from contests.review r where r.work_id = w.id and r.round = w.round) as reviews,
        (select count(*)::int from contests.review r where r.work_id = w.id and r.round = w.round
          and r.reviewed_at is not null) as reviewed,
        ${votesSql} as votes, (select count(*)::int from contests.vote v where v.work_id = w.id and v.round = w.round
          and v.suspicion is not null and v.voided_at is null) as suspicious
      ${matching} order by w.number ${window}`,
  })
}

/** SYSTEM-226: five at most of a contest; its lock keeps two at once from being six. A work that is out gives its place back. */
export async function recommendWork(
  db: ContestsDb,
  caller: Caller,
  { id, workId }: Input<typeof contests.recommendWork>['params'],
  { isRecommended, now }: { readonly isRecommended: boolean; readonly now: number },
) {
  await runContest(db, caller, id, { lock: true })
  const work = await findWork(db, caller, workId)
  if (work.contestId !== id || (isRecommended && work.state !== 'in')) throw refuse(NOT_FOUND)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from contests.work w
    where w.contest_id = ${id} and w.recommended_at is not null and w.state = 'in' and w.id <> ${workId}`.execute(db)
  if (isRecommended && (rows[0]?.count ?? 0) >= recommendedWorksMax)
    throw refuse(RECOMMENDED_FULL, { max: recommendedWorksMax })
  await sql`update contests.work set recommended_at = ${isRecommended ? now : null}::bigint where id = ${workId}`.execute(
    db,
  )
}

export async function excludeWork(
  db: ContestsDb,
  caller: Caller,
  { id, workId }: Input<typeof contests.excludeWork>['params'],
  { isExcluded, reason, now }: Input<typeof contests.excludeWork>['body'] & { readonly now: number },
) {
  const contest = await runContest(db, caller, id, { lock: true, forChange: true })
  const work = await findWork(db, caller, workId, { lock: true })
  if (work.contestId !== id || work.state === 'withdrawn') throw refuse(NOT_FOUND)
  assertNotSelf(caller, [work.memberId])
  const why = reason.trim()
  if (isExcluded && why === '') throw refuse(REASON_NEEDED)
  await sql`update contests.work set state = ${isExcluded ? 'excluded' : 'in'}, reason = ${isExcluded ? why : ''},
    award_key = case when ${isExcluded} then null else award_key end,
    recommended_at = case when ${isExcluded} then null else recommended_at end where id = ${workId}`.execute(db)
  if (isExcluded && work.state === 'in')
    await announce(db, contest, { type: 'contest.excluded', recipients: [work.memberId], reason: why, now })
}

export async function advanceWorks(
  db: ContestsDb,
  caller: Caller,
  id: string,
  { round, workIds }: Input<typeof contests.advanceWorks>['body'],
  now: number,
) {
  const contest = await runContest(db, caller, id, { lock: true, forChange: true })
  const ended = contest.rounds[round]
  if (!ended || !contest.rounds[round + 1]) throw refuse(NOT_FOUND)
  if (endOf(ended) > now) throw refuse(ROUND_RUNS, { until: endOf(ended) })
  const { rows: known } = await sql<{ memberId: string }>`select w.member_id as "memberId" from contests.work w
    where w.contest_id = ${id} and w.id = any(${[...workIds]}::uuid[]) and w.state = 'in' and w.round >= ${round}`.execute(
    db,
  )
  if (known.length !== workIds.length) throw refuse(NOT_FOUND)
  assertNotSelf(
    caller,
    known.map(({ memberId }) => memberId),
  )
  const { rows } = await sql<{ memberId: string }>`update contests.work set round = ${round + 1}
    where contest_id = ${id} and id = any(${[...workIds]}::uuid[]) and round = ${round}
    returning member_id as "memberId"`.execute(db)
  const recipients = [...new Set(rows.map(({ memberId }) => memberId))]
  await announce(db, contest, { type: 'contest.advanced', recipients, now })
  return { advanced: rows.length }
}

export async function listVotes(
  db: ContestsDb,
  caller: Caller,
  id: string,
  { isSuspicious, workId, ...paging }: Input<typeof contests.managedVotes>['query'],
) {
  await runContest(db, caller, id)
  const matching = sql`from contests.vote v join contests.work w on w.id = v.work_id
    join ${directorySql(caller.companyId)} p on p.id = v.member_id
    where v.contest_id = ${id} and ${isSuspicious === undefined ? sql`true` : sql`(v.suspicion is not null) = ${isSuspicious}`}
      and ${workId === undefined ? sql`true` : sql`v.work_id = ${workId}`}`
  return sqlPage<ManagedVote>(db, paging, {
    matching,
    rows: (window) => sql<ManagedVote>`
      select v.id, v.work_id as "workId", w.number as "workNumber", w.title, ${personSql('p')} as voter,
        v.voted_at as "votedAt", v.suspicion, v.voided_at as "voidedAt", v.reason
      ${matching} order by v.voted_at desc, v.id ${window}`,
  })
}

export async function voidVotes(
  db: ContestsDb,
  caller: Caller,
  id: string,
  { voteIds, isVoid, reason }: Input<typeof contests.voidVotes>['body'],
  now: number,
) {
  await runContest(db, caller, id, { lock: true, forChange: true })
  const why = reason.trim()
  if (isVoid && why === '') throw refuse(REASON_NEEDED)
  const chosen = sql`v.contest_id = ${id} and v.id = any(${[...voteIds]}::uuid[])`
  const { rows: known } = await sql`select from contests.vote v where ${chosen}`.execute(db)
  if (known.length !== voteIds.length) throw refuse(NOT_FOUND)
  const [at, by] = isVoid ? [now, caller.memberId] : [null, null]
  const { rows } = await sql`update contests.vote v set voided_at = ${at}::bigint, voided_by = ${by}::uuid,
      reason = ${isVoid ? why : ''}
    where ${chosen} and (v.voided_at is null) = ${isVoid} returning v.id`.execute(db)
  return { changed: rows.length }
}
