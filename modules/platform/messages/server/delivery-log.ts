/** The log of deliveries, for administrators. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/db/connection.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import type { Delivery } from '../contract/administration.ts'
import type { DeliveryReason, DeliveryState } from '../contract/shapes.ts'
import { deliveryChannels } from '../contract/shapes.ts'
import { channelsOf } from './channels.ts'
import { type MessagesDb, messagesTables } from './db.ts'
import { enqueueDispatch } from './dispatch.ts'
import { findType } from './message-types.ts'
import { hasEnabledWebhook } from './webhooks.ts'

export interface DeliveryQuery extends Paging {
  readonly memberId?: string
  readonly type?: string
  readonly channel?: Delivery['channel']
  readonly webhookId?: string
  readonly state?: DeliveryState
  readonly from?: number
  readonly to?: number
}

interface DeliveryRow {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly channel: Delivery['channel']
  readonly member_id: string | null
  readonly member_name: string | null
  readonly organization_name: string | null
  readonly webhook_name: string | null
  readonly state: DeliveryState
  readonly reason: DeliveryReason | null
  readonly error: string | null
  readonly attempts: number
  readonly provider_id: string | null
  readonly digest: boolean
  readonly created_at: number
  readonly due_at: number
  readonly finished_at: number | null
}

/** The count stops here, because counting millions of rows takes long and helps nobody. */
const countMax = 10_000

function answer(row: DeliveryRow): Delivery {
  const { member_id, member_name, organization_name } = row
  return {
    id: row.id,
    type: row.type,
    typeLabel: findType(row.type)?.label ?? { cn: row.type, en: row.type },
    title: row.title,
    channel: row.channel,
    member:
      member_id === null ? null : { id: member_id, name: member_name ?? '', organizationName: organization_name ?? '' },
    webhookName: row.webhook_name,
    state: row.state,
    reason: row.reason,
    error: row.error,
    attempts: row.attempts,
    providerId: row.provider_id,
    digest: row.digest,
    createdAt: row.created_at,
    dueAt: row.state === 'queued' ? row.due_at : null,
    finishedAt: row.finished_at,
  }
}

export async function listDeliveries(db: MessagesDb, caller: Caller, query: DeliveryQuery, language: Language) {
  const { memberId = null, type = null, channel = null, webhookId = null, state = null, from = null, to = null } = query
  const conditions = [
    sql`d.company_id = ${caller.companyId}`,
    ...(memberId === null ? [] : [sql`d.member_id = ${memberId}`]),
    ...(state === null ? [] : [sql`d.state = ${state}`]),
    ...(webhookId === null ? [] : [sql`d.webhook_id = ${webhookId}`]),
    ...(type === null ? [] : [sql`d.type = ${type}`]),
    ...(channel === null ? [] : [sql`d.channel = ${channel}`]),
    ...(from === null ? [] : [sql`d.created_at >= ${from}`]),
    ...(to === null ? [] : [sql`d.created_at <= ${to}`]),
  ]
  const matching = sql`messages.delivery d where ${sql.join(conditions, sql` and `)}`
  const title = language === 'cn' ? sql`m.title_cn` : sql`m.title_en`
  const { items: rows, recordCount } = await sqlPage(db, query, {
    matching: sql`from (select from ${matching} limit ${countMax}) counted`,
    rows: (window) => sql<DeliveryRow>`
      select d.id, d.type, ${title} as title, d.channel, d.member_id, p.full_name as member_name, p.organization_name,
        w.name as webhook_name, d.state, d.reason, d.error, d.attempts, d.provider_id, d.digest, d.created_at, d.due_at,
        d.finished_at
      from (select d.* from ${matching} order by d.created_at desc, d.id desc ${window}) d
      join messages.message m on m.id = d.message_id
      left join ${directorySql(caller.companyId)} p on p.id = d.member_id
      left join messages.webhook w on w.id = d.webhook_id
      order by d.created_at desc, d.id desc`,
  })
  return { items: rows.map(answer), recordCount }
}

/** Retries a failed delivery now. */
export async function retryDelivery(connection: Connection, caller: Caller, id: string, now: number): Promise<void> {
  const { rows } = await sql<{ channel: string }>`
    update messages.delivery set state = 'queued', reason = null, attempts = 0, due_at = ${now}, created_at = ${now},
      finished_at = null
    where id = ${id} and company_id = ${caller.companyId} and state = 'failed'
    returning channel`.execute(messagesTables(connection))
  const [row] = rows
  if (!row) throw refuse(NOT_FOUND)
  await enqueueDispatch(connection, row.channel)
}

const dayMs = 86_400_000

/** The queue of each channel, and its results of the last day. */
export async function channelStates(db: MessagesDb, caller: Caller, config: Config, now: number) {
  const { rows } = await sql<{ channel: string; queued: number; sent: number; failed: number }>`
    select d.channel, count(*) filter (where d.state in ('queued', 'sending')) as queued,
      count(*) filter (where d.state = 'sent') as sent, count(*) filter (where d.state = 'failed') as failed
    from messages.delivery d
    where d.company_id = ${caller.companyId} and d.created_at > ${now - dayMs}
    group by d.channel`.execute(db)
  const byChannel = new Map(rows.map((row) => [row.channel, row]))
  const available = await channelsOf(db, caller.companyId, config)
  const isWebhookEnabled = await hasEnabledWebhook(db, caller)
  return deliveryChannels.map((channel) => ({
    channel,
    available: channel === 'webhook' ? isWebhookEnabled : available.has(channel),
    queued: byChannel.get(channel)?.queued ?? 0,
    sent: byChannel.get(channel)?.sent ?? 0,
    failed: byChannel.get(channel)?.failed ?? 0,
  }))
}
