/** Work of a push that goes over its members in pieces: looking how far they are, and reminding those who are not done. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Instant } from '#kit/schema.ts'
import { notify } from '#modules/platform/messages/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { type PushesDb, pushesTables } from './db.ts'
import { openMembers, refreshMembers } from './member-states.ts'
import { cutOffText, directorLink, packageLink } from './message-types.ts'
import type { StoredPush } from './rows.ts'

const batchMembers = 500
const dayMs = 86_400_000
/** States are asked for again when a detail is opened, but no more often than this. */
export const refreshEveryMs = 60_000

async function findRunning(db: PushesDb, pushId: string): Promise<StoredPush | undefined> {
  return db
    .selectFrom('pushes.push')
    .selectAll()
    .where('id', '=', pushId)
    .where('published_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** Brings the states of all members of a push up to date. */
export const refreshJob = job({
  name: 'pushes.refresh',
  payload: Type.Object({ pushId: Id, after: Type.Optional(Id) }),
  async run(connection, { pushId, after }, { now }) {
    const db = pushesTables(connection)
    const push = await findRunning(db, pushId)
    if (!push) return
    const ids = await openMembers(db, pushId, batchMembers, after)
    if (ids.length > 0) await refreshMembers(db, { id: pushId, companyId: push.company_id }, ids, now)
    const last = ids.at(-1)
    if (ids.length === batchMembers && last) await enqueue(connection, refreshJob, { pushId, after: last })
  },
})

/** Reminds those who are not done, `days` before a cut-off. One that was moved since has reminders of its own. */
export const remindJob = job({
  name: 'pushes.remind',
  payload: Type.Object({ pushId: Id, cutOffAt: Instant, days: Type.Integer(), after: Type.Optional(Id) }),
  async run(connection, { pushId, cutOffAt, days, after }, { now }) {
    const db = pushesTables(connection)
    const push = await findRunning(db, pushId)
    if (!push || push.cut_off_at !== cutOffAt) return
    const ids = await openMembers(db, pushId, batchMembers, after)
    if (ids.length > 0) {
      const states = await refreshMembers(db, { id: pushId, companyId: push.company_id }, ids, now)
      if (days > 0)
        await remind(
          db,
          push,
          ids.filter((id) => states.get(id) !== 3),
          now,
        )
    }
    const last = ids.at(-1)
    if (ids.length === batchMembers && last) {
      await enqueue(connection, remindJob, { pushId, cutOffAt, days, after: last })
    } else if (days === 0) await notifyOfEnd(db, push, now)
  },
})

async function remind(db: PushesDb, push: StoredPush, memberIds: readonly string[], now: number): Promise<void> {
  await notify(db, {
    companyId: push.company_id,
    type: 'push.due',
    recipients: memberIds,
    variables: { task: push.name, cutOff: cutOffText(push.cut_off_at) },
    link: packageLink(push.id),
    collapseKey: `push ${push.id}`,
    now,
  })
}

/** At the cut-off the author gets a notification with the result. */
async function notifyOfEnd(db: PushesDb, push: StoredPush, now: number): Promise<void> {
  const { rows } = await sql<{ done: number; all: number }>`
    select (count(*) filter (where task_status = 3))::int as done, count(*)::int as "all"
    from pushes.push_member where push_id = ${push.id} and push_status = 2`.execute(db)
  const { done = 0, all = 0 } = rows[0] ?? {}
  await notify(db, {
    companyId: push.company_id,
    type: 'push.ended',
    recipients: [push.author_id],
    variables: { task: push.name, done: String(done), all: String(all) },
    link: directorLink(push.id),
    collapseKey: `push ended ${push.id}`,
    now,
  })
}

/** Sets the reminders of a push before its cut-off, and the look at its end. */
export async function planReminders(
  connection: Connection,
  push: Pick<StoredPush, 'id' | 'cut_off_at' | 'remind_days'>,
  now: number,
): Promise<void> {
  const { id: pushId, cut_off_at: cutOffAt, remind_days: remindDays } = push
  if (cutOffAt === null) return
  for (const days of [...remindDays, 0]) {
    const runAt = cutOffAt - days * dayMs
    if (runAt <= now) continue
    await enqueue(connection, remindJob, { pushId, cutOffAt, days }, { runAt, key: `pushes.remind:${pushId}:${days}` })
  }
}
