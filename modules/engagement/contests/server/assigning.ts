/** Who reviews what. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertMembersOfCompany, directorySql } from '#modules/platform/identity/server.ts'
import { todosChanged } from '#modules/platform/messages/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { CONTEST_STATUS } from '../contract/codes.ts'
import type { Assignment } from '../contract/managing.ts'
import type { contests } from '../contract.ts'
import { type EnteredContest, runContest } from './contest-record.ts'
import type { ContestsDb } from './db.ts'
import { announce } from './news.ts'
import { reviewStateSql, totalMaxSql } from './reviewing.ts'
import { personSql } from './work-record.ts'

export interface AssignedWork {
  readonly workId: string
  readonly authorId: string
  /** Besides the author, who may not review it. */
  readonly barredIds?: readonly string[]
  readonly reviewerIds: readonly string[]
}

interface Pair {
  readonly workId: string
  readonly reviewerId: string
}

/**
 * The assignments that are missing for `perWork` reviewers a work: always the reviewer with the fewest works, never the
 * author or somebody who is barred, nobody twice. Those who review a work already count.
 */
export function spread(works: readonly AssignedWork[], reviewerIds: readonly string[], perWork: number): Pair[] {
  const load = new Map(reviewerIds.map((id) => [id, works.filter((one) => one.reviewerIds.includes(id)).length]))
  return works.flatMap(({ workId, authorId, barredIds = [], reviewerIds: known }) => {
    const free = reviewerIds.filter((id) => id !== authorId && !barredIds.includes(id) && !known.includes(id))
    const chosen = free
      .toSorted((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0))
      .slice(0, Math.max(0, perWork - known.length))
    for (const id of chosen) load.set(id, (load.get(id) ?? 0) + 1)
    return chosen.map((reviewerId) => ({ workId, reviewerId }))
  })
}

async function assignedWorks(
  db: ContestsDb,
  { id, companyId }: EnteredContest,
  { round, workIds, reviewerIds, sparesColleagues = false }: Input<typeof contests.assignReviewers>['body'],
) {
  const people = directorySql(companyId)
  const chosen = workIds === undefined ? sql`true` : sql`w.id = any(${[...workIds]}::uuid[])`
  const { rows } = await sql<AssignedWork>`
    select w.id as "workId", w.member_id as "authorId", coalesce(array_agg(r.reviewer_id)
      filter (where r.reviewer_id is not null), '{}') as "reviewerIds", array(select p.id from ${people} p
        where ${sparesColleagues}::boolean and p.id = any(${[...reviewerIds]}::uuid[]) and p.organization_id =
          (select a.organization_id from ${people} a where a.id = w.member_id)) as "barredIds"
    from contests.work w left join contests.review r on r.work_id = w.id and r.round = ${round}
    where w.contest_id = ${id} and w.state = 'in' and w.round >= ${round} and ${chosen}
    group by w.id order by w.number`.execute(db)
  if (workIds !== undefined && rows.length !== workIds.length) throw refuse(NOT_FOUND)
  return rows
}

export async function assignReviewers(
  db: ContestsDb,
  caller: Caller,
  id: string,
  input: Input<typeof contests.assignReviewers>['body'],
  now: number,
) {
  const { round, reviewerIds, perWork } = input
  const contest = await runContest(db, caller, id, { lock: true, forChange: true })
  if (!contest.rounds[round]) throw refuse(NOT_FOUND)
  if (contest.status !== 'on-shelf') throw refuse(CONTEST_STATUS, { action: 'assign', status: contest.status })
  const { companyId } = contest
  await assertMembersOfCompany(db, companyId, reviewerIds)
  const works = await assignedWorks(db, contest, input)
  const pairs = spread(works, reviewerIds, perWork)
  const rows = JSON.stringify(pairs.map((pair) => ({ id: uuid(), ...pair })))
  await sql`
    insert into contests.review (id, contest_id, work_id, company_id, round, reviewer_id, assigned_at)
    select p.id, ${id}, p."workId", ${companyId}, ${round}, p."reviewerId", ${now}
    from jsonb_to_recordset(${rows}::jsonb) as p(id uuid, "workId" uuid, "reviewerId" uuid)`.execute(db)
  const reviewers = [...new Set(pairs.map(({ reviewerId }) => reviewerId))]
  await announce(db, contest, { type: 'contest.assigned', recipients: reviewers, now })
  const added = Map.groupBy(pairs, ({ workId }) => workId)
  const reviewersOf = ({ workId, reviewerIds: known }: AssignedWork) => known.length + (added.get(workId)?.length ?? 0)
  return { assigned: pairs.length, short: works.filter((work) => reviewersOf(work) < perWork).length }
}

export async function removeAssignments(db: ContestsDb, caller: Caller, id: string, assignmentIds: readonly string[]) {
  const contest = await runContest(db, caller, id, { lock: true })
  const { rows } = await sql<{ reviewerId: string }>`
    delete from contests.review where contest_id = ${id} and id = any(${[...assignmentIds]}::uuid[])
      and reviewed_at is null returning reviewer_id as "reviewerId"`.execute(db)
  await todosChanged(db, contest.companyId, [...new Set(rows.map(({ reviewerId }) => reviewerId))])
  return { removed: rows.length }
}

export async function listAssignments(
  db: ContestsDb,
  caller: Caller,
  id: string,
  { round, state, workId, ...paging }: Input<typeof contests.assignments>['query'],
  now: number,
) {
  await runContest(db, caller, id)
  const matching = sql`from contests.review r join contests.contest c on c.id = r.contest_id
    join contests.work w on w.id = r.work_id join ${directorySql(caller.companyId)} p on p.id = r.reviewer_id
    where r.contest_id = ${id} and r.round = ${round}
      and ${state === undefined ? sql`true` : sql`${reviewStateSql(now)} = ${state}`}
      and ${workId === undefined ? sql`true` : sql`r.work_id = ${workId}`}`
  return sqlPage<Assignment>(db, paging, {
    matching,
    rows: (window) => sql<Assignment>`
      select r.id, ${personSql('p')} as reviewer, r.work_id as "workId", w.number as "workNumber", w.title,
        r.round::int as round, ${reviewStateSql(now)} as state, r.total, ${totalMaxSql} as "totalMax", r.comment,
        r.reviewed_at as "reviewedAt"
      ${matching} order by w.number, p.full_name, r.id ${window}`,
  })
}
