/** The members of a push, and the push itself, as those who manage it see them. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import { organizationNames } from '#modules/platform/identity/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { MemberRow, PushDetail } from '../contract/managing.ts'
import type { TaskStatus } from '../contract/shapes.ts'
import { contentsOf, describeContents } from './contents.ts'
import type { PushesDb } from './db.ts'
import { openMembers, type Progress, readProgress, refreshMembers } from './member-states.ts'
import { refreshEveryMs, refreshJob } from './reminders.ts'
import { getPush, listedPushes, rowOf, type StoredPush, stateOf } from './rows.ts'
import { nameLikeSql, type PersonRow, peopleSql, personColumns, personOf, reachableSql } from './scope.ts'

/** So many are looked at at once; with more members a job does it. */
const refreshedAtOnceMax = 200

/** Asks for the states of the members again, where that was not done a moment ago. */
async function refreshInTime(db: PushesDb, push: StoredPush, now: number): Promise<void> {
  if (push.published_at === null || (push.refreshed_at ?? 0) > now - refreshEveryMs) return
  const { numUpdatedRows } = await db
    .updateTable('pushes.push')
    .set({ refreshed_at: now })
    .where('id', '=', push.id)
    .where((e) => e.or([e('refreshed_at', 'is', null), e('refreshed_at', '<=', now - refreshEveryMs)]))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  const ids = await openMembers(db, push.id, refreshedAtOnceMax + 1, undefined)
  if (ids.length > refreshedAtOnceMax) await enqueue(db, refreshJob, { pushId: push.id })
  else if (ids.length > 0) await refreshMembers(db, { id: push.id, companyId: push.company_id }, ids, now)
}

export async function pushDetail(db: PushesDb, caller: Caller, id: string, now: number): Promise<PushDetail> {
  const push = await getPush(db, caller, id)
  await refreshInTime(db, push, now)
  const [listed] = await listedPushes(db, caller.companyId, [id])
  if (!listed) throw refuse(NOT_FOUND)
  const contents = (await contentsOf(db, [id])).get(id) ?? []
  const organizations = await organizationNames(db, caller.companyId, listed.organization_ids)
  const { rows: people } = await sql<PersonRow>`
    select ${personColumns} from ${peopleSql(caller.companyId)}
    where p.id = any(${listed.member_ids}::uuid[]) order by p.full_name, p.id`.execute(db)
  const { rows: counts } = await sql<{ task_status: TaskStatus; count: number }>`
    select task_status, count(*)::int as count from pushes.push_member
    where push_id = ${id} and push_status = 2 group by task_status`.execute(db)
  const countOf = (status: TaskStatus) => counts.find((row) => row.task_status === status)?.count ?? 0
  return {
    ...rowOf(listed, now),
    description: listed.description,
    revision: listed.revision,
    contents: await describeContents(db, caller.companyId, contents),
    organizations: [...organizations].map(([key, name]) => ({ id: key, name })),
    members: people.map(personOf),
    includesNewcomers: listed.includes_newcomers,
    remindDays: listed.remind_days,
    revokeTime: listed.revoked_at,
    revokeReason: listed.revoke_reason,
    notStartedCount: countOf(1),
    learningCount: countOf(2),
    refreshTime: listed.refreshed_at,
  }
}

export interface MemberFilter {
  readonly pushStatus?: 1 | 2 | 3
  readonly taskStatus?: TaskStatus
  readonly search?: string
}

interface StoredMember extends PersonRow {
  readonly push_status: 1 | 2 | 3
  readonly fail_reason: 'disabled' | 'content-gone' | 'error' | null
  readonly pushed_at: number | null
  readonly task_status: TaskStatus
  readonly percent: number
  readonly finished_at: number | null
  readonly urged_at: number | null
}

/** The push, and the members of it that the caller sees. */
export interface Viewed {
  readonly push: StoredPush
  readonly seen: RawBuilder<boolean>
}

/** Its author sees all its members; others who manage it, the members of their own push scope. */
export async function viewedPush(db: PushesDb, caller: Caller, id: string): Promise<Viewed> {
  const push = await getPush(db, caller, id)
  return { push, seen: push.author_id === caller.memberId ? sql<boolean>`true` : reachableSql(caller) }
}

function matchingSql({ push, seen }: Viewed, { pushStatus, taskStatus, search }: MemberFilter): RawBuilder<unknown> {
  return sql`from pushes.push_member m join (${sql`select ${personColumns} from ${peopleSql(push.company_id)}
      where ${nameLikeSql(search)} and ${seen}`}) p on p.id = m.member_id
    where m.push_id = ${push.id}
      and (${pushStatus ?? null}::smallint is null or m.push_status = ${pushStatus ?? null}::smallint)
      and (${taskStatus ?? null}::smallint is null
        or (m.task_status = ${taskStatus ?? null}::smallint and m.push_status = 2))`
}

function memberRow(row: StoredMember, push: StoredPush, progress: Progress, now: number): MemberRow {
  const task = progress.task(push.id, row.id)
  // What was done once stays done, whatever becomes of the contents.
  const isDone = row.task_status === 3
  const cutOffAt = push.cut_off_at
  const endedAt = isDone ? row.finished_at : now
  return {
    pushMember: personOf(row),
    pushStatus: row.push_status,
    taskStatus: isDone ? 3 : row.push_status === 2 ? task.status : 1,
    pushTime: row.pushed_at,
    failReason: row.fail_reason,
    percent: isDone ? 100 : task.percent,
    finishedCount: isDone ? task.requiredCount : task.finishedCount,
    requiredCount: task.requiredCount,
    finishedAt: row.finished_at,
    isLate: row.push_status === 2 && cutOffAt !== null && endedAt !== null && endedAt > cutOffAt,
    urgeTime: row.urged_at,
  }
}

async function readRows(
  db: PushesDb,
  viewed: Viewed,
  filter: MemberFilter,
  { limit, offset, steady }: { limit: number; offset: number; steady?: true },
  now: number,
): Promise<MemberRow[]> {
  const { rows } = await sql<StoredMember>`
    select p.*, m.push_status, m.fail_reason, m.pushed_at, m.task_status, m.percent, m.finished_at, m.urged_at
    ${matchingSql(viewed, filter)}
    order by ${steady ? sql`` : sql`m.push_status = 3 desc, m.task_status,`} p.full_name, p.id
    limit ${limit} offset ${offset}`.execute(db)
  const { push } = viewed
  const ids = rows.map((row) => row.id)
  const progress = await readProgress(db, push.company_id, [push.id], ids)
  return rows.map((row) => memberRow(row, push, progress, now))
}

/** A page of members, with how far each is at this moment. Those it could not be delivered to stand first. */
export async function listMembers(
  db: PushesDb,
  caller: Caller,
  id: string,
  query: MemberFilter & { page?: number; pageSize?: number },
  now: number,
) {
  const viewed = await viewedPush(db, caller, id)
  await refreshInTime(db, viewed.push, now)
  // The export reads by the same function, in pieces of its own.
  const items = await readRows(db, viewed, query, pageWindow(query), now)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${matchingSql(viewed, query)}`.execute(db)
  return { items, recordCount: rows[0]?.count ?? 0 }
}

/** All that match, in pieces, in an order that does not move while they are read: for the export. */
export async function* eachMember(
  db: PushesDb,
  viewed: Viewed,
  filter: MemberFilter,
  { rowsMax, now }: { rowsMax: number; now: number },
): AsyncGenerator<MemberRow> {
  const limit = 500
  for (let offset = 0; offset < rowsMax; offset += limit) {
    const rows = await readRows(db, viewed, filter, { limit, offset, steady: true }, now)
    yield* rows
    if (rows.length < limit) return
  }
}

/** Why the tasks of a push can't be urged to any more, if so. */
export function isOver(push: Parameters<typeof stateOf>[0], now: number): boolean {
  return ['revoked', 'ended'].includes(stateOf(push, now))
}
