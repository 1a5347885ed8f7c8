/**
 * Delivery as long work. A push has a row for each of its members. A step registers some members, notifies them, and counts
 * them in one transaction. Deliveries take turns, so a large one holds up no small one.
 */

import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { pricedAmong } from '#modules/commerce/prices/server.ts'
import { findStudyKind } from '#modules/content/study/server.ts'
import { activeMemberIds, audienceSql, membersByIds } from '#modules/platform/identity/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { longWork } from '#modules/platform/operations/server.ts'
import { inSavepoint } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import type { PushesDb } from './db.ts'
import { pushesTables } from './db.ts'
import { audienceOf } from './drafts.ts'
import { keepTasks, type Progress, readProgress } from './member-states.ts'
import { cutOffText, directorLink, packageLink, purchaseText } from './message-types.ts'
import type { StoredPush } from './rows.ts'

const batchMembers = 200

/** The push, locked: what is delivered waits for what is revoked, and the other way round. Undefined: nothing to do. */
async function lockRunning(
  db: PushesDb,
  column: 'id' | 'delivery_task_id',
  id: string,
): Promise<StoredPush | undefined> {
  return db
    .selectFrom('pushes.push')
    .selectAll()
    .where(column, '=', id)
    .where('published_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Writes who is to get the push: everybody of its audience who does not stand there yet. Begins to deliver in time. */
export const gatherJob = job({
  name: 'pushes.gather',
  payload: Type.Object({ pushId: Id }),
  async run(connection, { pushId }, { now }) {
    const db = pushesTables(connection)
    const push = await lockRunning(db, 'id', pushId)
    if (!push) return
    await sql`
      insert into pushes.push_member (push_id, member_id, company_id)
      select ${pushId}, a.id, ${push.company_id} from ${audienceSql(push.company_id, audienceOf(push))} a
      on conflict do nothing`.execute(db)
    const { rows } = await sql<{ waiting: number }>`
      update pushes.push set member_count = n.members
      from (select count(*)::int as members, (count(*) filter (where push_status = 1))::int as waiting
        from pushes.push_member where push_id = ${pushId}) n
      where id = ${pushId} returning n.waiting`.execute(db)
    const waiting = rows[0]?.waiting ?? 0
    if (push.starts_at !== null && push.starts_at > now) {
      await enqueue(connection, gatherJob, { pushId }, { runAt: push.starts_at, key: `pushes.gather:${pushId}` })
    } else if (waiting > 0) await deliver(db, push, now)
    else if (push.sent_at === null) await markSent(db, pushId, now)
  },
})

/** Begins to deliver, or goes on: what is under way takes along whoever was written down in the meantime. */
async function deliver(db: PushesDb, push: StoredPush, now: number): Promise<void> {
  const { company_id: companyId, author_id: memberId, name: title } = push
  const task = push.delivery_task_id
  const taskId = task ?? (await deliveryWork.start(db, { companyId, memberId, title, now }))
  await sql`update pushes.push set sent_at = null, delivery_task_id = ${taskId} where id = ${push.id}`.execute(db)
  if (task) await deliveryWork.resume(db, task)
}

async function markSent(db: PushesDb, pushId: string, now: number): Promise<void> {
  await db.updateTable('pushes.push').set({ sent_at: now, delivery_task_id: null }).where('id', '=', pushId).execute()
}

/** Each step delivers to some members. It waits for a revocation, and a revocation waits for the step. */
export const deliveryWork = longWork({
  kind: 'push-delivery',
  label: { cn: '推送学习任务', en: 'Learning task delivery' },
  job: 'pushes.deliver',
  cancellable: false,
  claim: (connection, { taskId }) => lockRunning(pushesTables(connection), 'delivery_task_id', taskId),
  async step(connection, { subject: push, now }) {
    const db = pushesTables(connection)
    const { rows } = await sql<{ member_id: string }>`
      select member_id from pushes.push_member where push_id = ${push.id} and push_status = 1
      order by member_id limit ${batchMembers}`.execute(db)
    if (rows.length > 0) {
      const memberIds = rows.map((row) => row.member_id)
      await deliverBatch(db, push, memberIds, now)
      const after = await countBatch(db, push.id, memberIds)
      return { done: after.done + after.failed, total: after.all }
    }
    const { done, failed } = await countAll(db, push.id)
    await markSent(db, push.id, now)
    const counts = [
      { label: { cn: '推送成功', en: 'Delivered' }, value: done },
      { label: { cn: '推送失败', en: 'Failed' }, value: failed },
    ]
    return { report: { counts, link: directorLink(push.id) } }
  },
  restart: async () => true,
})

interface Counts {
  readonly done: number
  readonly failed: number
  readonly all: number
}

/** Adds what became of a batch, in its transaction: a batch costs the same, however many there are. */
async function countBatch(db: PushesDb, pushId: string, memberIds: readonly string[]): Promise<Counts> {
  const { rows } = await sql<Counts>`
    update pushes.push set finish_push_count = finish_push_count + n.done, failed_count = failed_count + n.failed
    from (select (count(*) filter (where push_status = 2))::int as done,
        (count(*) filter (where push_status = 3))::int as failed
      from pushes.push_member where push_id = ${pushId} and member_id = any(${[...memberIds]}::uuid[])) n
    where id = ${pushId}
    returning finish_push_count as done, failed_count as failed, member_count as "all"`.execute(db)
  return rows[0] ?? { done: 0, failed: 0, all: 0 }
}

/** Counts all at the end, whatever was added up on the way. */
async function countAll(db: PushesDb, pushId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    update pushes.push set finish_push_count = n.done, failed_count = n.failed
    from (select (count(*) filter (where push_status = 2))::int as done,
        (count(*) filter (where push_status = 3))::int as failed, count(*)::int as "all"
      from pushes.push_member where push_id = ${pushId}) n
    where id = ${pushId} returning n.done, n.failed, n."all"`.execute(db)
  return rows[0] ?? { done: 0, failed: 0, all: 0 }
}

type FailReason = 'disabled' | 'content-gone' | 'error'

async function fail(db: PushesDb, pushId: string, memberIds: readonly string[], reason: FailReason): Promise<void> {
  if (memberIds.length === 0) return
  await sql`update pushes.push_member set push_status = 3, fail_reason = ${reason}, pushed_at = null
    where push_id = ${pushId} and member_id = any(${[...memberIds]}::uuid[]) and push_status = 1`.execute(db)
}

async function deliverBatch(db: PushesDb, push: StoredPush, memberIds: readonly string[], now: number): Promise<void> {
  const active = await activeMemberIds(db, push.company_id, memberIds)
  const known = new Set(active)
  const gone = memberIds.filter((id) => !known.has(id))
  await fail(db, push.id, gone, 'disabled')
  const progress = await readProgress(db, push.company_id, [push.id], active)
  const contents = progress.contents.get(push.id) ?? []
  const open = contents.filter((row) => progress.items.get(`${row.business_type}:${row.business_id}`)?.isAvailable)
  if (open.length === 0) return fail(db, push.id, active, 'content-gone')
  const hand = async (ids: readonly string[]) => {
    for (const [businessType, rows] of Map.groupBy(open, (row) => row.business_type)) {
      const businessIds = rows.map((row) => row.business_id)
      await findStudyKind(businessType)?.register?.(db, push.company_id, ids, businessIds, now)
    }
    await handOver(db, push, ids, progress, now)
  }
  if (active.length === 0 || (await attempt(db, () => hand(active)))) return
  // One member of the batch can't be served, or one row is in the way: the others get it all the same.
  for (const id of active) if (!(await attempt(db, () => hand([id])))) await fail(db, push.id, [id], 'error')
}

/** Whether the work went through; what it wrote is taken back otherwise. */
function attempt(db: PushesDb, work: () => Promise<void>): Promise<boolean> {
  return inSavepoint(db, work).then(
    () => true,
    () => false,
  )
}

/** How many of the contents cost somebody something. One statement a kind. */
async function countPriced(
  db: PushesDb,
  companyId: string,
  contents: readonly { readonly business_type: number; readonly business_id: string }[],
): Promise<number> {
  let count = 0
  for (const [businessType, rows] of Map.groupBy(contents, (row) => row.business_type)) {
    const ids = rows.map((row) => row.business_id)
    count += (await pricedAmong(db, { companyId, businessType }, ids)).size
  }
  return count
}

/** Counts the members who have the push, and notifies those with something left to do. */
async function handOver(
  db: PushesDb,
  push: StoredPush,
  memberIds: readonly string[],
  progress: Progress,
  now: number,
): Promise<void> {
  await sql`update pushes.push_member set push_status = 2, pushed_at = ${now}, fail_reason = null
    where push_id = ${push.id} and member_id = any(${[...memberIds]}::uuid[]) and push_status = 1`.execute(db)
  await keepTasks(
    db,
    memberIds.map((memberId) => ({ pushId: push.id, memberId })),
    progress,
    now,
  )
  const author = (await membersByIds(db, push.company_id, [push.author_id])).get(push.author_id)
  const recipients = memberIds.filter((id) => progress.task(push.id, id).status < 3)
  const contents = progress.contents.get(push.id) ?? []
  await notify(db, {
    companyId: push.company_id,
    type: 'push.new',
    recipients,
    variables: {
      sender: author?.fullName ?? '',
      task: push.name,
      count: String(contents.length),
      cutOff: cutOffText(push.cut_off_at),
      purchase: purchaseText(await countPriced(db, push.company_id, contents)),
    },
    link: packageLink(push.id),
    now,
  })
}

/** Who has joined an organization since gets what is pushed to it, until its cut-off. */
export const newcomersJob = job({
  name: 'pushes.newcomers',
  payload: Type.Object({}),
  cron: '17 * * * *',
  async run(connection, _payload, { now }) {
    const { rows } = await sql<{ id: string }>`
      select id from pushes.push
      where includes_newcomers and published_at is not null and revoked_at is null and sent_at is not null
        and (cut_off_at is null or cut_off_at > ${now}::bigint)
      order by published_at limit 1000`.execute(pushesTables(connection))
    for (const { id } of rows) await enqueue(connection, gatherJob, { pushId: id }, { key: `pushes.gather:${id}` })
  },
})
