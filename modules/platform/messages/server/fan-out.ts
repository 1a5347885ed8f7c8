/**
 * The jobs behind a message. A large audience gets its notifications in chunks, one statement each. Deliveries by other
 * channels become rows, by each member's preferences. Both jobs continue after a kill and notify nobody twice.
 */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { MessageKind } from '#kit/forecast.ts'
import { Id } from '#kit/schema.ts'
import { type Audience, audienceSql, contactsSql, timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Config } from '#server/config.ts'
import { noteMessages } from '#server/forecast.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { publishMessage } from './browser-events.ts'
import { channelsOf, type OuterChannel } from './channels.ts'
import { type MessagesDb, messagesTables } from './db.ts'
import { enqueueDispatch } from './dispatch.ts'
import { findType, type MessageType } from './message-types.ts'

/** The members of one statement, which takes well under a second, so that locks are short. */
const fanOutChunk = 20_000
const prepareChunk = 5000
/** Before all ids. */
const noId = '00000000-0000-0000-0000-000000000000'

interface MessageRow {
  readonly id: string
  readonly company_id: string
  readonly type: string
  readonly group_key: string
  readonly collapse_key: string | null
  readonly actor_id: string | null
  readonly recipient_count: number
  readonly created_at: number
}

async function findMessage(db: MessagesDb, id: string): Promise<MessageRow | undefined> {
  return db
    .selectFrom('messages.message')
    .select(['id', 'company_id', 'type', 'group_key', 'collapse_key', 'actor_id', 'recipient_count', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const AudienceShape = Type.Object({
  everybody: Type.Optional(Type.Boolean()),
  organizationIds: Type.Optional(Type.Array(Id)),
  memberIds: Type.Optional(Type.Array(Id)),
})

/** Notifies the next chunk of the audience, in the order of the members' ids. Answers the last member of it. */
async function notifyChunk(db: MessagesDb, message: MessageRow, audience: Audience, after: string | undefined) {
  const { rows } = await sql<{ count: number; last: string | null }>`
    with notified as (
    insert into messages.notification (message_id, member_id, company_id, group_key, collapse_key, since, at)
    select ${message.id}, c.id, ${message.company_id}, ${message.group_key}, ${message.collapse_key}, ${message.created_at},
      ${message.created_at}
    from ${contactsSql(message.company_id)} c
    where c.enabled and c.id in ${audienceSql(message.company_id, audience)}
      and c.id > ${after ?? noId}::uuid
      and c.id is distinct from ${message.actor_id}::uuid
    order by c.id limit ${fanOutChunk}
    on conflict (member_id, collapse_key) where read_at is null and collapse_key is not null
    do update set message_id = excluded.message_id, at = excluded.at, repeats = messages.notification.repeats + 1
    returning member_id)
    select count(*) as count, max(member_id::text collate "C") as last from notified`.execute(db)
  return { count: rows[0]?.count ?? 0, last: rows[0]?.last ?? undefined }
}

export const fanOutJob = job({
  name: 'messages.fan-out',
  payload: Type.Object({ messageId: Id, audience: AudienceShape, after: Type.Optional(Id) }),
  async run(connection, { messageId, audience, after }) {
    const db = messagesTables(connection)
    const message = await findMessage(db, messageId)
    if (!message) return
    const { count, last } = await notifyChunk(db, message, audience as Audience, after)
    noteMessages(connection, 'notification', count)
    await sql`update messages.message set recipient_count = recipient_count + ${count} where id = ${messageId}`.execute(
      db,
    )
    if (count === fanOutChunk && last !== undefined) {
      await enqueue(connection, fanOutJob, { messageId, audience, after: last })
      return
    }
    if (message.recipient_count + count === 0) return
    const all = await sql<{ member_id: string }>`
      select member_id from messages.notification where message_id = ${messageId} limit 101`.execute(db)
    await publishMessage(
      connection,
      findType(message.type),
      message.company_id,
      all.rows.map((row) => row.member_id),
    )
    await enqueue(connection, prepareJob, { messageId })
  },
})

/** The member's address in a channel, as an expression over `contactsSql`. */
function addressSql(channel: OuterChannel, config: Config) {
  switch (channel) {
    case 'mail':
      return sql`c.email`
    case 'sms':
      return sql`c.phone`
    case 'wecom':
      return config.wecom?.userId === 'staff-number' ? sql`c.staff_number` : sql`c.name`
    case 'dingtalk':
      return config.dingtalk?.userId === 'staff-number' ? sql`c.staff_number` : sql`c.name`
  }
}

export interface Prepared {
  readonly channel: MessageKind
  readonly due_at: number
  readonly recipients: number
}

/** Adds one row for each member and channel. A delivery that is suppressed has a row with the reason. */
async function prepareMembers(
  db: MessagesDb,
  message: MessageRow,
  type: MessageType,
  { config, members, now }: { config: Config; members: readonly string[]; now: number },
): Promise<Prepared[]> {
  const available = await channelsOf(db, message.company_id, config)
  const channels = [...available].filter((channel): channel is OuterChannel => channel !== 'site')
  if (channels.length === 0 || members.length === 0) return []
  const byDefault = channels.map((channel) => type.defaultChannels.includes(channel))
  const isMandatory = type.mandatory === true
  const address = sql.join(
    channels.map((channel) => sql`when ${channel} then ${addressSql(channel, config)}`),
    sql` `,
  )
  const { rows } = await sql<Prepared>`
    with planned as (
      select c.id as member_id, ch.channel,
        case
          when not c.enabled then 'disabled'
          when ${isMandatory} and ch.by_default then null
          when not p.enabled then case when p.by_link then 'unsubscribed' else 'preference' end
          when ch.channel = any(s.channels_off) then 'preference'
        end as refused,
        (case ch.channel ${address} end) is null as unreachable,
        not ${isMandatory} and ch.channel = 'mail' and coalesce(s.digest, 'off') <> 'off' as digest,
        s.digest as frequency, s.digest_hour, s.digest_weekday,
        not ${isMandatory} and coalesce(s.quiet_enabled, false) as quiet, s.quiet_from, s.quiet_to
      from unnest(${[...members]}::uuid[]) as recipient (member_id)
      join ${contactsSql(message.company_id)} c on c.id = recipient.member_id
      cross join unnest(${channels}::text[], ${byDefault}::boolean[]) as ch (channel, by_default)
      left join messages.preference p on p.member_id = c.id and p.type = ${type.code} and p.channel = ch.channel
      left join messages.member_setting s on s.member_id = c.id
      where ch.by_default or p.enabled
    ), made as (
      insert into messages.delivery (id, company_id, message_id, type, channel, member_id, state, reason, digest,
        collapse_key, created_at, due_at, finished_at)
      select gen_random_uuid(), ${message.company_id}, ${message.id}, ${type.code}, channel, member_id,
        case when refused is null and not unreachable then 'queued' else 'suppressed' end,
        coalesce(refused, case when unreachable then 'no-address' end),
        digest, ${message.collapse_key}, ${now},
        case
          when digest then messages.next_digest(${now}, zone.zone, frequency, digest_hour, digest_weekday)
          when quiet then messages.after_quiet(${now}, zone.zone, quiet_from, quiet_to)
          else ${now}
        end,
        case when refused is null and not unreachable then null else ${now}::bigint end
      from planned cross join (select ${timeZoneSql(message.company_id)} as zone) zone
      on conflict do nothing
      returning channel, due_at, state
    )
    select channel, min(due_at) as due_at, count(*) as recipients from made where state = 'queued' group by channel`.execute(
    db,
  )
  return rows
}

/** A repeated unread message is sent once: a delivery that still waits gets the newest text. */
async function renewWaiting(db: MessagesDb, message: MessageRow, members: readonly string[]): Promise<void> {
  if (message.collapse_key === null || members.length === 0) return
  await sql`
    update messages.delivery set message_id = ${message.id}
    where member_id = any(${[...members]}::uuid[]) and collapse_key = ${message.collapse_key} and state = 'queued'
      and company_id = ${message.company_id}`.execute(db)
}

async function prepareWebhooks(db: MessagesDb, message: MessageRow, now: number): Promise<Prepared[]> {
  const { rows } = await sql<Prepared>`
    insert into messages.delivery (id, company_id, message_id, type, channel, webhook_id, state, created_at, due_at)
    select gen_random_uuid(), ${message.company_id}, ${message.id}, ${message.type}, 'webhook', w.id, 'queued',
      ${now}, ${now}
    from messages.webhook w
    where w.company_id = ${message.company_id} and w.enabled and (w.types = '{}' or ${message.type} = any(w.types))
    on conflict do nothing
    returning channel, due_at, 1::bigint as recipients`.execute(db)
  return rows.slice(0, 1).map((row) => ({ ...row, recipients: rows.length }))
}

/** Adds deliveries for the next chunk of the notified members. */
export const prepareJob = job({
  name: 'messages.prepare',
  payload: Type.Object({ messageId: Id, after: Type.Optional(Id) }),
  async run(connection, { messageId, after }, { outside, now }) {
    const db = messagesTables(connection)
    const message = await findMessage(db, messageId)
    const type = message && findType(message.type)
    if (!message || !type) return
    const { rows } = await sql<{ member_id: string; is_out: boolean }>`
      select n.member_id, n.repeats > 1 and exists (select from messages.delivery d
        where d.member_id = n.member_id and d.collapse_key = n.collapse_key and d.created_at >= n.since) as is_out
      from messages.notification n
      where n.message_id = ${messageId} and n.member_id > ${after ?? noId}::uuid
      order by n.member_id limit ${prepareChunk}`.execute(db)
    const members = (isOut: boolean) => rows.filter((row) => row.is_out === isOut).map((row) => row.member_id)
    const { config } = outside
    const prepared = await prepareMembers(db, message, type, { config, members: members(false), now })
    await renewWaiting(db, message, members(true))
    if (after === undefined) prepared.push(...(await prepareWebhooks(db, message, now)))
    for (const { channel, due_at, recipients } of prepared) {
      noteMessages(connection, channel, recipients)
      await enqueueDispatch(connection, channel, due_at > now ? due_at : undefined)
    }
    const last = rows.at(-1)
    if (rows.length === prepareChunk && last)
      await enqueue(connection, prepareJob, { messageId, after: last.member_id })
  },
})
