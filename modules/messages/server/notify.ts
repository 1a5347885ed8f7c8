/** Telling members something. What stands in the notification centre is there with the caller's transaction. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { directorySql, timeZoneSql } from '#modules/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { publish } from '#server/realtime/publish.ts'
import { type MessagesDb, messagesTables } from './db.ts'
import { fanOutJob, prepareJob } from './fan-out.ts'
import { findType, groupOf, type MessageType } from './message-types.ts'
import { render, type Variables } from './render.ts'
import { textsOf } from './templates.ts'

/** Who is told. */
export type Audience =
  | readonly string[]
  /** `select id …`: read in the caller's transaction, in one statement with the writing. */
  | { readonly sql: RawBuilder<unknown> }
  /** The members of these organizations and of all below them: told by a job, in pieces, for they may be very many. */
  | { readonly organizationIds: readonly string[] }

export interface Notice {
  readonly companyId: string
  /** The code of a registered type. */
  readonly type: string
  readonly recipients: Audience
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

/** Up to here each recipient's own topic is told that something is new; above it, the company's. */
const eventsMax = 100

async function insertMessage(db: MessagesDb, type: MessageType, notice: Notice): Promise<string> {
  const { companyId, variables, texts = {}, now } = notice
  const template = await textsOf(db, companyId, type)
  const zone = await sql<{ zone: string }>`select ${timeZoneSql(companyId)} as zone`.execute(db)
  const { zone: timeZone } = zone.rows[0] as { zone: string }
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

/** `select id …` of an audience that is told at once. */
function chosenSql(recipients: Exclude<Audience, { organizationIds: readonly string[] }>): RawBuilder<unknown> {
  return 'sql' in recipients ? recipients.sql : sql`select unnest(${[...recipients]}::uuid[])`
}

/**
 * Tells members something: in the notification centre with this transaction, by other channels through a job, after each
 * member's own choice, quiet hours and digest. Whoever is no enabled member of the company is passed over.
 */
export async function notify(connection: Connection, notice: Notice): Promise<void> {
  const db = messagesTables(connection)
  const { companyId, recipients, actorId } = notice
  const type = findType(notice.type)
  if (!type) throw new Error(`no module has registered the type of messages ${notice.type}`)
  if ('length' in recipients && recipients.length === 0) return
  const messageId = await insertMessage(db, type, notice)
  if ('organizationIds' in recipients) {
    await enqueue(connection, fanOutJob, { messageId, organizationIds: [...recipients.organizationIds] })
    return
  }
  const { rows } = await sql<{ member_id: string }>`
    insert into messages.notification (message_id, member_id, company_id, group_key, collapse_key, at)
    select ${messageId}, p.id, ${companyId}, ${groupOf(type)}, ${notice.collapseKey ?? null}, ${notice.now}
    from ${directorySql(companyId)} p
    where p.id in (${chosenSql(recipients)}) and p.id is distinct from ${actorId ?? null}::uuid
    on conflict (member_id, collapse_key) where read_at is null and collapse_key is not null
    do update set message_id = excluded.message_id, at = excluded.at, repeats = messages.notification.repeats + 1
    returning member_id`.execute(db)
  if (rows.length === 0) return
  await sql`update messages.message set recipient_count = ${rows.length} where id = ${messageId}`.execute(db)
  await announceNew(
    connection,
    companyId,
    rows.map((row) => row.member_id),
  )
  await enqueue(connection, prepareJob, { messageId })
}

/** Tells open browsers that something is new. */
export async function announceNew(
  connection: Connection,
  companyId: string,
  memberIds: readonly string[],
): Promise<void> {
  const topics = memberIds.length > eventsMax ? [`company:${companyId}`] : memberIds.map((id) => `member:${id}`)
  await publish(connection, ...topics.map((topic) => ({ topic, name: 'notification', data: {} })))
}
