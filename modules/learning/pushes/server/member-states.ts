/** How far the members of pushes are: asked of the modules whose items they study, and kept for lists and counts. */
import { sql } from 'kysely'
import {
  keyOf,
  type StudyItem,
  type StudyRef,
  type StudyState,
  studyItems,
  studyStates,
} from '#modules/content/study/server.ts'
import { todosChanged } from '#modules/platform/messages/server.ts'
import type { TaskStatus } from '../contract/shapes.ts'
import { type ContentRow, contentsOf, keyOfRow, refOf } from './contents.ts'
import type { PushesDb } from './db.ts'
import { type TaskState, taskState } from './task-state.ts'

/** What is known of members and packages at one moment. */
export interface Progress {
  readonly contents: ReadonlyMap<string, readonly ContentRow[]>
  readonly items: ReadonlyMap<string, StudyItem>
  state(memberId: string, row: ContentRow): (StudyState & StudyRef) | undefined
  task(pushId: string, memberId: string): TaskState
}

/** Reads it in one statement a kind, whatever the number of members and packages. */
export async function readProgress(
  db: PushesDb,
  companyId: string,
  pushIds: readonly string[],
  memberIds: readonly string[],
): Promise<Progress> {
  const contents = await contentsOf(db, pushIds)
  const refs = [...contents.values()].flat().map(refOf)
  const items = await studyItems(db, companyId, refs)
  const known = await studyStates(db, companyId, memberIds, refs)
  const states = new Map(
    known.map((one) => [`${one.memberId} ${keyOf(one.businessType, one.businessId)}`, one] as const),
  )
  const state = (memberId: string, row: ContentRow) => states.get(`${memberId} ${keyOfRow(row)}`)
  return {
    contents,
    items,
    state,
    task: (pushId, memberId) =>
      taskState(
        (contents.get(pushId) ?? []).map((row) => ({
          isRequired: row.required,
          isAvailable: items.get(keyOfRow(row))?.isAvailable === true,
          state: state(memberId, row),
        })),
      ),
  }
}

/** A member of a push whose task is not done yet. */
export interface OpenTask {
  readonly pushId: string
  readonly memberId: string
}

/**
 * Keeps how far these are. What is done stays done. Rows are locked in one order, so that two that look after the same
 * members wait for each other and never both.
 */
export async function keepTasks(
  db: PushesDb,
  tasks: readonly OpenTask[],
  progress: Progress,
  now: number,
): Promise<void> {
  if (tasks.length === 0) return
  const states = tasks.map(({ pushId, memberId }) => progress.task(pushId, memberId))
  const { rows } = await sql<{ member_id: string; company_id: string }>`
    with known as (
      select * from unnest(${tasks.map((task) => task.pushId)}::uuid[], ${tasks.map((task) => task.memberId)}::uuid[],
        ${states.map((one) => one.status)}::smallint[], ${states.map((one) => one.finishedCount)}::smallint[],
        ${states.map((one) => one.percent)}::smallint[], ${states.map((one) => one.finishedAt)}::bigint[])
        as k (push_id, member_id, task_status, finished_count, percent, finished_at)
    ), changed as materialized (
      select m.push_id, m.member_id from pushes.push_member m join known k using (push_id, member_id)
      where m.task_status < 3
        and (m.task_status, m.finished_count, m.percent) is distinct from (k.task_status, k.finished_count, k.percent)
      order by m.push_id, m.member_id for no key update of m
    )
    update pushes.push_member m set task_status = k.task_status, finished_count = k.finished_count, percent = k.percent,
      finished_at = case when k.task_status = 3 then coalesce(k.finished_at, ${now}::bigint) end
    from changed join known k using (push_id, member_id)
    where m.push_id = changed.push_id and m.member_id = changed.member_id and m.task_status < 3
    returning m.member_id, m.company_id`.execute(db)
  const companyId = rows[0]?.company_id
  const memberIds = rows.map((row) => row.member_id)
  // Started or done: either shows among the member's to-dos.
  if (companyId) await todosChanged(db, companyId, memberIds)
}

/** Looks how far these members of a push are and keeps it; answers the status of each. */
export async function refreshMembers(
  db: PushesDb,
  push: { readonly id: string; readonly companyId: string },
  memberIds: readonly string[],
  now: number,
): Promise<Map<string, TaskStatus>> {
  const progress = await readProgress(db, push.companyId, [push.id], memberIds)
  const tasks = memberIds.map((memberId) => ({ pushId: push.id, memberId }))
  await keepTasks(db, tasks, progress, now)
  return new Map(memberIds.map((memberId) => [memberId, progress.task(push.id, memberId).status]))
}

/** The members of a push after one that got it and are not done, in the order of their ids. */
export async function openMembers(
  db: PushesDb,
  pushId: string,
  limit: number,
  after: string | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select member_id from pushes.push_member
    where push_id = ${pushId} and push_status = 2 and task_status < 3
      and (${after ?? null}::uuid is null or member_id > ${after ?? null}::uuid)
    order by member_id limit ${limit}`.execute(db)
  return rows.map((row) => row.member_id)
}

/** Somebody has finished something: the pushes to that member with it in them are looked at. */
export async function itemFinished(
  db: PushesDb,
  study: StudyRef & { readonly companyId: string; readonly memberId: string; readonly finishedAt: number },
): Promise<void> {
  const { companyId, memberId, businessType, businessId, finishedAt } = study
  const { rows } = await sql<{ push_id: string }>`
    select m.push_id from pushes.push_member m
    join pushes.content c on c.push_id = m.push_id and c.business_type = ${businessType} and c.business_id = ${businessId}
    where m.member_id = ${memberId} and m.company_id = ${companyId} and m.push_status = 2 and m.task_status < 3`.execute(
    db,
  )
  if (rows.length === 0) return
  const pushIds = rows.map((row) => row.push_id)
  const progress = await readProgress(db, companyId, pushIds, [memberId])
  await keepTasks(
    db,
    pushIds.map((pushId) => ({ pushId, memberId })),
    progress,
    finishedAt,
  )
}
