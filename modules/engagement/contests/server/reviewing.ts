/** Reviews as their reviewers see and give them. No statement here reads who made a work. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { todosChanged } from '#modules/platform/messages/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { ALREADY_REVIEWED, REVIEW_EXPIRED, REVIEW_NOT_OPEN, SCORES_WRONG, WORK_OUT } from '../contract/codes.ts'
import type { ContestInput } from '../contract/fields.ts'
import type { ReviewListItem, ReviewSheet, Score } from '../contract/reviewing.ts'
import type { ReviewState, WorkState } from '../contract/states.ts'
import type { contests } from '../contract.ts'
import type { ContestsDb } from './db.ts'
import { shownFile, type VersionFile } from './shown-file.ts'

/** Of the review `r` in the contest `c`: when its work can be reviewed. */
const opensAtSql = sql<number>`(c.rounds -> r.round ->> 'closesAt')::bigint`
const untilSql = sql<number>`(c.rounds -> r.round ->> 'reviewUntil')::bigint`

/** The state of the review `r` in the contest `c`. */
export const reviewStateSql = (now: number): RawBuilder<ReviewState> => sql`case
  when r.reviewed_at is not null then 'reviewed'
  when ${untilSql} <= ${now} or c.results_at is not null then 'expired' else 'to-be-reviewed' end`

export const totalMaxSql = sql`(select sum((one ->> 'points')::int)::int from jsonb_array_elements(c.rubric) one)`

const itemSql = (
  now: number,
) => sql`r.id, r.contest_id as "contestId", c.name as "contestName", w.number as "workNumber",
  w.title, coalesce((select one ->> 'name' from jsonb_array_elements(c.groups) one where one ->> 'key' = w.group_key), '')
    as "groupName", c.rounds -> r.round ->> 'name' as "roundName", ${reviewStateSql(now)} as state,
  ${opensAtSql} as "opensAt", ${untilSql} as until, r.reviewed_at as "reviewedAt", r.total, ${totalMaxSql} as "totalMax"`

const reviewsFromSql = sql`contests.review r join contests.contest c on c.id = r.contest_id
  join contests.work w on w.id = r.work_id`

/** What the caller reviews now or has reviewed; a work that is out is there as long as it was scored. */
const ownSql = ({ companyId, memberId }: Caller, now: number): RawBuilder<boolean> =>
  sql`(r.company_id = ${companyId} and r.reviewer_id = ${memberId} and c.status = 'on-shelf' and c.deleted_at is null
    and ${opensAtSql} <= ${now} and (w.state = 'in' or r.reviewed_at is not null))`

export async function listReviews(
  db: ContestsDb,
  caller: Caller,
  { filter = 'to-be-reviewed', contestId, ...paging }: Input<typeof contests.contestReviews>['query'],
  now: number,
) {
  const all = sql`from ${reviewsFromSql} where ${ownSql(caller, now)}
    and ${contestId === undefined ? sql`true` : sql`r.contest_id = ${contestId}`}`
  const matching = sql`${all} and ${filter === 'all' ? sql`true` : sql`${reviewStateSql(now)} = ${filter}`}`
  const page = await sqlPage<ReviewListItem>(db, paging, {
    matching,
    rows: (window) => sql<ReviewListItem>`select ${itemSql(now)} ${matching}
      order by r.reviewed_at desc nulls first, ${untilSql}, r.contest_id, w.number, r.id ${window}`,
  })
  const counted = await sql<Record<ReviewState, number>>`
    select count(*) filter (where state = 'to-be-reviewed')::int as "to-be-reviewed",
      count(*) filter (where state = 'reviewed')::int as reviewed, count(*) filter (where state = 'expired')::int as expired
    from (select ${reviewStateSql(now)} as state ${all}) states`.execute(db)
  const counts = counted.rows[0] as Record<ReviewState, number>
  return { ...page, counts: { ...counts, all: counts['to-be-reviewed'] + counts.reviewed + counts.expired } }
}

type SheetRow = ReviewListItem &
  VersionFile & {
    readonly text: string
    readonly workState: WorkState
    readonly rubric: ContestInput['rubric']
    readonly isAnonymous: boolean
    readonly resultsAt: number | null
    readonly scores: readonly Score[] | null
    readonly comment: string
  }

/** The version that was the newest when the round closed. */
async function findReview(db: ContestsDb, caller: Caller, id: string, now: number): Promise<SheetRow> {
  const { rows } = await sql<SheetRow>`
    select ${itemSql(now)}, w.text, w.state as "workState", c.rubric, c.is_anonymous as "isAnonymous",
      c.results_at as "resultsAt", r.scores, r.comment, f.file_id as "fileId", f.file_name as "fileName",
      f.file_kind as "fileKind", f.copy, f.copy_file_id as "copyFileId"
    from ${reviewsFromSql} cross join lateral (
      select v.* from contests.version v where v.work_id = w.id and (v.number = 1 or v.handed_in_at < ${opensAtSql})
      order by v.number desc limit 1) f
    where r.id = ${id} and r.company_id = ${caller.companyId} and r.reviewer_id = ${caller.memberId}
      and c.status = 'on-shelf' and c.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  if (row.opensAt > now) throw refuse(REVIEW_NOT_OPEN, { opensAt: row.opensAt, closesAt: row.until })
  return row
}

async function nextOf(db: ContestsDb, caller: Caller, contestId: string, id: string, now: number) {
  const { rows } = await sql<{ id: string }>`select r.id from ${reviewsFromSql}
    where ${ownSql(caller, now)} and r.contest_id = ${contestId} and r.id <> ${id}
      and ${reviewStateSql(now)} = 'to-be-reviewed'
    order by ${untilSql}, w.number, r.id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export async function getReview(db: ContestsDb, caller: Caller, id: string, now: number): Promise<ReviewSheet> {
  const row = await findReview(db, caller, id, now)
  const { fileId, fileName, fileKind, copy, copyFileId, workState, isAnonymous, resultsAt, scores, ...sheet } = row
  if (workState !== 'in' && row.reviewedAt === null) throw refuse(NOT_FOUND)
  const file = { fileId, fileName, fileKind, copy, copyFileId }
  return {
    ...{ ...sheet, scores: [...(scores ?? [])] },
    // Also after the results are published: who made it has no part in a review.
    file: await shownFile(db, caller, file, { isNameless: isAnonymous, now }),
    next: await nextOf(db, caller, row.contestId, id, now),
  }
}

/** Each criterion once, with at most its points. */
function totalOf(rubric: ContestInput['rubric'], scores: readonly Score[]): number {
  const given = new Map(scores.map(({ key, points }) => [key, points]))
  const wrong = rubric.find(({ key, points }) => (given.get(key) ?? Number.POSITIVE_INFINITY) > points)?.key
  const unknown = scores.find(({ key }) => !rubric.some((one) => one.key === key))?.key
  const twice = given.size !== scores.length ? scores[0]?.key : undefined
  const key = wrong ?? unknown ?? twice
  if (key !== undefined) throw refuse(SCORES_WRONG, { key })
  return scores.reduce((sum, { points }) => sum + points, 0)
}

export async function scoreWork(
  db: ContestsDb,
  caller: Caller,
  id: string,
  { scores, comment }: Input<typeof contests.scoreWork>['body'],
  now: number,
) {
  const found = await findReview(db, caller, id, now)
  if (found.reviewedAt !== null) throw refuse(ALREADY_REVIEWED, { reviewedAt: found.reviewedAt })
  if (found.state === 'expired') throw refuse(REVIEW_EXPIRED, { until: found.until })
  if (found.workState !== 'in') throw refuse(WORK_OUT)
  const total = totalOf(found.rubric, scores)
  await assertClean(db, caller.companyId, { comment })
  const { rows } = await sql`update contests.review set scores = ${JSON.stringify(scores)}::jsonb, total = ${total},
      comment = ${comment.trim()}, reviewed_at = ${now}
    where id = ${id} and reviewed_at is null returning id`.execute(db)
  // Another request of the same reviewer was faster.
  if (rows.length === 0) throw refuse(ALREADY_REVIEWED, { reviewedAt: now })
  await todosChanged(db, caller.companyId, [caller.memberId])
  return { total, next: await nextOf(db, caller, found.contestId, id, now) }
}
