/** What was pushed to a member: tasks, the contents of each, and everything content by content. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import type { OwnContent, OwnTask } from '../contract/learning.ts'
import { type ContentRow, describeContent } from './contents.ts'
import type { PushesDb } from './db.ts'
import { keepTasks, type Progress, readProgress } from './member-states.ts'
import { type ListedPush, listedPushes, rowOf } from './rows.ts'

interface TaskRow {
  readonly push_id: string
  readonly name: string
  readonly description: string
  readonly pushed_at: number
  readonly cut_off_at: number | null
  readonly revoked_at: number | null
  readonly task_status: 1 | 2 | 3
  readonly finished_at: number | null
  readonly author_id: string
  readonly author_name: string | null
  readonly author_avatar: string | null
}

const taskColumns = sql`m.push_id, t.name, t.description, m.pushed_at, t.cut_off_at, t.revoked_at, m.task_status,
  m.finished_at, t.author_id, a.full_name as author_name, a.avatar_path as author_avatar`

function tasksSql(companyId: string, memberId: string): RawBuilder<unknown> {
  return sql`from pushes.push_member m join pushes.push t on t.id = m.push_id
    left join ${directorySql(companyId)} a on a.id = t.author_id
    where m.member_id = ${memberId} and m.company_id = ${companyId} and m.push_status = 2`
}

function ownTask(row: TaskRow, memberId: string, progress: Progress, now: number): OwnTask {
  const task = progress.task(row.push_id, memberId)
  const isDone = row.task_status === 3
  const status = isDone ? 3 : task.status
  return {
    id: row.push_id,
    name: row.name,
    pushTime: row.pushed_at,
    finishTime: row.cut_off_at,
    taskStatus: status,
    percent: isDone ? 100 : task.percent,
    finishedCount: isDone ? task.requiredCount : task.finishedCount,
    requiredCount: task.requiredCount,
    contentCount: progress.contents.get(row.push_id)?.length ?? 0,
    finishedAt: row.finished_at ?? task.finishedAt,
    sender: { id: row.author_id, fullName: row.author_name ?? '', avatarPath: row.author_avatar ?? '' },
    isOverdue: status !== 3 && row.cut_off_at !== null && row.cut_off_at <= now,
  }
}

function ownContent(row: ContentRow, memberId: string, progress: Progress): OwnContent {
  const state = progress.state(memberId, row)
  return {
    ...describeContent(row, progress.items),
    courseRegister: { isRegister: state?.isRegistered ? 1 : 0 },
    courseStudyProgress: {
      finishStatus: state?.finishStatus ?? 0,
      percent: state?.isFinished ? 100 : (state?.percent ?? 0),
      isStarted: state?.isStarted === true,
      isFinished: state?.isFinished === true,
      finishedAt: state?.finishedAt ?? null,
    },
  }
}

/** Not done and not called off; a cut-off that is over leaves a task open. */
const openSql = sql`m.task_status < 3 and t.revoked_at is null`

export async function listOwnTasks(
  db: PushesDb,
  caller: Caller,
  query: { page?: number; pageSize?: number; state?: 'open' | 'done' },
  now: number,
) {
  const { limit, offset } = pageWindow(query)
  const { companyId, memberId } = caller
  const wanted = { open: openSql, done: sql`m.task_status = 3`, all: sql`(m.task_status = 3 or t.revoked_at is null)` }
  const matching = sql`${tasksSql(companyId, memberId)} and ${wanted[query.state ?? 'all']}`
  const { rows } = await sql<TaskRow>`select ${taskColumns} ${matching}
    order by (m.task_status = 3), t.cut_off_at asc nulls last, m.pushed_at desc, m.push_id
    limit ${limit} offset ${offset}`.execute(db)
  // One statement counts what matches and what is open.
  const { rows: counted } = await sql<{ count: number; open: number }>`
    select (select count(*)::int ${matching}) as count,
      (select count(*)::int ${tasksSql(companyId, memberId)} and ${openSql}) as open`.execute(db)
  const progress = await readProgress(
    db,
    companyId,
    rows.map((row) => row.push_id),
    [memberId],
  )
  return {
    items: rows.map((row) => ownTask(row, memberId, progress, now)),
    recordCount: counted[0]?.count ?? 0,
    openCount: counted[0]?.open ?? 0,
  }
}

export async function ownPush(db: PushesDb, caller: Caller, id: string, now: number) {
  const { companyId, memberId } = caller
  const { rows } = await sql<TaskRow>`
    select ${taskColumns} ${tasksSql(companyId, memberId)} and m.push_id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse(NOT_FOUND)
  const progress = await readProgress(db, companyId, [id], [memberId])
  // What has gone from the shelf may have been the last thing left: the lists are to say so as well.
  await keepTasks(db, [{ pushId: id, memberId }], progress, now)
  return {
    ...ownTask(row, memberId, progress, now),
    description: row.description,
    isRevoked: row.revoked_at !== null,
    contents: (progress.contents.get(id) ?? []).map((content) => ownContent(content, memberId, progress)),
  }
}

interface RecordRow extends ContentRow {
  readonly push_name: string
  readonly pushed_at: number
  readonly cut_off_at: number | null
}

export async function listRecords(db: PushesDb, caller: Caller, query: Paging) {
  const { companyId, memberId } = caller
  const matching = sql`from pushes.push_member m join pushes.push t on t.id = m.push_id
    join pushes.content c on c.push_id = m.push_id
    where m.member_id = ${memberId} and m.company_id = ${companyId} and m.push_status = 2 and t.revoked_at is null`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching,
    rows: (window) => sql<RecordRow>`
      select c.push_id, c.business_type, c.business_id, c.name, c.required, t.name as push_name, m.pushed_at, t.cut_off_at
      ${matching} order by m.pushed_at desc, m.push_id, c.position ${window}`,
  })
  const pushIds = [...new Set(rows.map((row) => row.push_id))]
  const progress = await readProgress(db, companyId, pushIds, [memberId])
  const items = rows.map((row) => ({
    ...ownContent(row, memberId, progress),
    pushId: row.push_id,
    pushName: row.push_name,
    pushTime: row.pushed_at,
    finishTime: row.cut_off_at,
  }))
  return { items, recordCount }
}

/** A member's tasks with their contents, the newest first: for those who follow the member. */
export async function tasksOfMember(db: PushesDb, companyId: string, memberId: string, now: number) {
  const { rows } = await sql<TaskRow & { urged_at: number | null }>`
    select ${taskColumns}, m.urged_at ${tasksSql(companyId, memberId)} and t.revoked_at is null
    order by (m.task_status = 3), m.pushed_at desc, m.push_id limit 50`.execute(db)
  const progress = await readProgress(
    db,
    companyId,
    rows.map((row) => row.push_id),
    [memberId],
  )
  return rows.map((row) => ({
    ...ownTask(row, memberId, progress, now),
    isOver: row.cut_off_at !== null && row.cut_off_at <= now,
    contents: (progress.contents.get(row.push_id) ?? []).map((content) => ownContent(content, memberId, progress)),
    urgeTime: row.urged_at,
  }))
}

/** Those of the ids that the caller made, manages, or was pushed, in the order of the ids (COURSE-100). */
export async function pushesByIds(
  db: PushesDb,
  caller: Caller,
  ids: readonly string[],
  { own, now }: { own: RawBuilder<boolean>; now: number },
) {
  const { rows } = await sql<{ id: string }>`
    select t.id from pushes.push t where t.id = any(${[...ids]}::uuid[]) and t.company_id = ${caller.companyId}
      and (${own} or exists (select from pushes.push_member m
        where m.push_id = t.id and m.member_id = ${caller.memberId} and m.push_status = 2))`.execute(db)
  const allowed = rows.map((row) => row.id)
  const known = new Map((await listedPushes(db, caller.companyId, allowed)).map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => {
    const row: ListedPush | undefined = known.get(id)
    if (!row) return []
    const { name, startTime, finishTime, finishPushCount, status, contentCount } = rowOf(row, now)
    return [{ id, name, startTime, finishTime, finishPushCount, status, contentCount }]
  })
}
