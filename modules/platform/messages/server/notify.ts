/** Notifications to members. The caller's transaction writes them to the notification center. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Audience, contactsSql, getTimeZone } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { noteMessages } from '#server/forecast.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { publishMessage } from './browser-events.ts'
import { type MessagesDb, messagesTables } from './db.ts'
import { fanOutJob, prepareJob } from './fan-out.ts'
import { findType, groupOf, type MessageType } from './message-types.ts'
import { render, type Variables } from './render.ts'
import { textsOf } from './templates.ts'

/** The recipients. Ids that are not enabled members of the company are skipped. */
export type Recipients =
  | readonly string[]
  /** `(select id …)`, in parentheses; the statement that writes the notifications reads it. */
  | { readonly sql: RawBuilder<unknown> }
  /** An audience that identity resolves. A job notifies it in chunks, because it may be very large. */
  | Audience

export interface Notice {
  readonly companyId: string
  /** The code of a registered type. */
  readonly type: string
  readonly recipients: Recipients
  readonly variables: Variables
  /** The target: a hash path of the shell without `#`, such as `/course/…`. */
  readonly link?: string
  /** A second message with this key replaces an unread one and counts the repetition. */
  readonly collapseKey?: string
  /** The member who acted: shown with the message, and never a recipient. */
  readonly actorId?: string
  /** Texts of a person instead of the template (SYSTEM-207). Their placeholders are filled too. */
  readonly texts?: { readonly title?: string; readonly body?: string }
  readonly now: number
}

/** Stores the texts of a message in both languages. */
export async function insertMessage(db: MessagesDb, type: MessageType, notice: Notice): Promise<string> {
  const { companyId, variables, texts = {}, now } = notice
  const template = await textsOf(db, companyId, type)
  const timeZone = await getTimeZone(db, companyId)
  const cn = render({ ...template.cn, ...texts }, variables, 'cn', timeZone)
  const en = render({ ...template.en, ...texts }, variables, 'en', timeZone)
  const id = uuid()
  await db
    .insertInto('messages.message')
    .values({
      id,
      company_id: companyId,
      type: type.code,
      group_key: groupOf(type),
      title_cn: cn.title,
      body_cn: cn.body,
      title_en: en.title,
      body_en: en.body,
      link: notice.link ?? null,
      actor_id: notice.actorId ?? null,
      collapse_key: notice.collapseKey ?? null,
      created_at: now,
    })
    .execute()
  return id
}

/** Notifies the recipients in this transaction, by one statement. Answers the notified members. */
async function notifyAtOnce(
  db: MessagesDb,
  notice: Notice,
  { messageId, group, chosen }: { messageId: string; group: string; chosen: RawBuilder<unknown> },
): Promise<string[]> {
  const { companyId, collapseKey = null, actorId = null, now } = notice
  const { rows } = await sql<{ member_id: string }>`
    insert into messages.notification (message_id, member_id, company_id, group_key, collapse_key, since, at)
    select ${messageId}, c.id, ${companyId}, ${group}, ${collapseKey}, ${now}, ${now}
    from ${contactsSql(companyId)} c
    where ${chosen} and c.enabled and c.id is distinct from ${actorId}::uuid
    -- Always in this order: two tellers of the same members then wait for each other, and never both.
    order by c.id
    on conflict (member_id, collapse_key) where read_at is null and collapse_key is not null
    do update set message_id = excluded.message_id, at = excluded.at, repeats = messages.notification.repeats + 1
    returning member_id`.execute(db)
  return rows.map((row) => row.member_id)
}

/**
 * Notifies members: in the notification center with this transaction, and by other channels through a job, which
 * follows each member's preferences, quiet hours and digest. Answers the message's id.
 */
export async function notify(connection: Connection, notice: Notice): Promise<string | undefined> {
  const db = messagesTables(connection)
  const { companyId, recipients } = notice
  const type = findType(notice.type)
  if (!type) throw new Error(`no module has registered the type of messages ${notice.type}`)
  if (isIds(recipients) && recipients.length === 0) return undefined
  const messageId = await insertMessage(db, type, notice)
  if (!isIds(recipients) && !('sql' in recipients)) {
    await enqueue(connection, fanOutJob, {
      messageId,
      audience: recipients as Parameters<typeof fanOutJob.run>[1]['audience'],
    })
    return messageId
  }
  const chosen = isIds(recipients) ? sql`c.id = any(${[...recipients]}::uuid[])` : sql`c.id in ${recipients.sql}`
  const notified = await notifyAtOnce(db, notice, { messageId, group: groupOf(type), chosen })
  if (notified.length === 0) return messageId
  noteMessages(connection, 'notification', notified.length)
  await sql`update messages.message set recipient_count = ${notified.length} where id = ${messageId}`.execute(db)
  await publishMessage(connection, type, companyId, notified)
  await enqueue(connection, prepareJob, { messageId })
  return messageId
}

function isIds(recipients: Recipients): recipients is readonly string[] {
  return Array.isArray(recipients)
}
