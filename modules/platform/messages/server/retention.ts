/** Deletes old rows, a few at a time. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { messagesTables } from './db.ts'

const dayMs = 86_400_000
/** Applies to notifications, read or not, to the log, and to closed to-dos. */
const keptDays = { notification: 365, delivery: 180, todo: 365 }
const chunk = 20_000

export const forgetJob = job({
  name: 'messages.forget',
  payload: Type.Object({}),
  cron: '43 18 * * *',
  async run(connection, _payload, { now }) {
    const db = messagesTables(connection)
    const oldest = (days: number) => now - days * dayMs
    const done = [
      await sql`delete from messages.notification where ctid = any(array(
        select ctid from messages.notification where at < ${oldest(keptDays.notification)} limit ${chunk}))`.execute(
        db,
      ),
      await sql`delete from messages.delivery where ctid = any(array(
        select ctid from messages.delivery where created_at < ${oldest(keptDays.delivery)}
          and state not in ('queued', 'sending') limit ${chunk}))`.execute(db),
      await sql`delete from messages.todo where ctid = any(array(
        select ctid from messages.todo where closed_at < ${oldest(keptDays.todo)} limit ${chunk}))`.execute(db),
      await sql`delete from messages.message where ctid = any(array(
        select m.ctid from messages.message m where m.created_at < ${oldest(keptDays.notification)}
          and not exists (select from messages.notification n where n.message_id = m.id)
          and not exists (select from messages.delivery d where d.message_id = m.id) limit ${chunk}))`.execute(db),
    ]
    if (done.some((result) => result.numAffectedRows === BigInt(chunk))) await enqueue(connection, forgetJob, {})
  },
})
