/** Telling members something. What stands in the notification centre is there with the caller's transaction. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Audience, contactsSql, getTimeZone } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { noteMessages } from '#server/forecast.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { tellMembers } from './browser-events.ts'
import { type MessagesDb, messagesTables } from './db.ts'
import { fanOutJob, prepareJob } from './fan-out.ts'
import { findType, groupOf, type MessageType } from './message-types.ts'
import { render, type Variables } from './render.ts'
import { textsOf } from './templates.ts'

/** Who is told. Whoever is no enabled member of the company is passed over. */
export type Recipients =
  | readonly string[]
  /** `(select id …)`, in parentheses: read in the caller's transaction, in one statement with the writing. */
  | { readonly sql: RawBuilder<unknown> }
  /** An audience of identity's: told by a job, in pieces, for they may be very many. */
  | Audience

export interface Notice {
  readonly companyId: string
  /** The code of a registered type. */
  readonly type: string
  readonly recipients: Recipients
  readonly variables: Variables
  /** Where the message leads: a hash path of the shell without `#`, such as `/course/…`. */
  readonly link?: string
  /** The same key again while a member has not read the last: one row, counted, with the newest text. */
  readonly collapseKey?: string
  /** Who did it: shown with the message, and not told. */
  readonly actorId?: string
  /** A person's own texts in place of the template (SYSTEM-207). Their `{name}` are filled likewise. */
  readonly texts?: { readonly title?: string; readonly body?: string }
  readonly now: number
}

/** Keeps the texts of a message in both languages. */
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

/** Tells them with this transaction, in one statement. Answers who was told. */
async function tellAtOnce(
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
 * Tells members something: in the notification centre with this transaction, by other channels through a job, after each
 * member's own choice, quiet hours and digest. Answers the message's id.
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
  const told = await tellAtOnce(db, notice, { messageId, group: groupOf(type), chosen })
  if (told.length === 0) return messageId
  noteMessages(connection, 'notification', told.length)
  await sql`update messages.message set recipient_count = ${told.length} where id = ${messageId}`.execute(db)
  await tellMembers(connection, 'notification', companyId, told)
  await enqueue(connection, prepareJob, { messageId })
  return messageId
}

function isIds(recipients: Recipients): recipients is readonly string[] {
  return Array.isArray(recipients)
}
