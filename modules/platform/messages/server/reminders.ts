/** Messages at a set time. The transaction that sends a reminder deletes it, so that it is sent once. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { messagesTables } from './db.ts'
import { notify } from './notify.ts'
import type { Variables } from './render.ts'

export interface Reminder {
  readonly companyId: string
  /** Unique in the company; a reminder with the same key is replaced. `course:{id}:deadline` */
  readonly key: string
  readonly at: number
  readonly type: string
  readonly recipients: readonly string[]
  readonly variables: Variables
  readonly link?: string
  readonly collapseKey?: string
  readonly now: number
}

const batchSize = 100

/** Sends due reminders each minute, and at the exact time that `remindAt` has set. */
export const remindJob = job({
  name: 'messages.remind',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection, _payload, { now }) {
    const db = messagesTables(connection)
    const { rows } = await sql<{
      company_id: string
      type: string
      recipients: string[]
      variables: Variables
      link: string | null
      collapse_key: string | null
    }>`delete from messages.reminder where (company_id, key) in (
        select company_id, key from messages.reminder where at <= ${now} order by at limit ${batchSize} for update skip locked)
      returning company_id, type, recipients, variables, link, collapse_key`.execute(db)
    for (const row of rows) {
      await notify(connection, {
        companyId: row.company_id,
        type: row.type,
        recipients: row.recipients,
        variables: row.variables,
        ...(row.link !== null && { link: row.link }),
        ...(row.collapse_key !== null && { collapseKey: row.collapse_key }),
        now,
      })
    }
    if (rows.length === batchSize) await enqueue(connection, remindJob, {})
  },
})

/** Sets a reminder. It survives restarts and is sent once, within a minute of its time. */
export async function remindAt(connection: Connection, reminder: Reminder): Promise<void> {
  const { companyId, key, at, type, link = null, collapseKey = null } = reminder
  const recipients = JSON.stringify(reminder.recipients)
  const variables = JSON.stringify(reminder.variables)
  await sql`
    insert into messages.reminder (company_id, key, at, type, recipients, variables, link, collapse_key)
    values (${companyId}, ${key}, ${at}, ${type}, ${recipients}::jsonb, ${variables}::jsonb, ${link}, ${collapseKey})
    on conflict (company_id, key) do update set at = excluded.at, type = excluded.type,
      recipients = excluded.recipients, variables = excluded.variables, link = excluded.link,
      collapse_key = excluded.collapse_key`.execute(messagesTables(connection))
  await enqueue(connection, remindJob, {}, { runAt: at, key: `messages.remind:${at}` })
}

/** Does nothing if there is no such reminder, or it was already sent. */
export async function cancelReminder(connection: Connection, companyId: string, key: string): Promise<void> {
  await messagesTables(connection)
    .deleteFrom('messages.reminder')
    .where('company_id', '=', companyId)
    .where('key', '=', key)
    .execute()
}
