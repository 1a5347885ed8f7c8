/** The queue of deliveries: a sender claims rows and stores their results. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { DeliveryReason } from '../contract/shapes.ts'
import type { MessagesDb } from './db.ts'

export interface Claimed {
  readonly id: string
  readonly company_id: string
  readonly message_id: string
  readonly type: string
  readonly channel: string
  readonly member_id: string | null
  readonly webhook_id: string | null
  readonly attempts: number
  readonly digest: boolean
  readonly batch_id: string | null
}

const batchSize = 50

/**
 * Claims due deliveries, oldest first, and all due rows of a member's digest. Deliveries that are too old become
 * expired. A digest that is sent again keeps the number of its first attempt.
 */
export async function claim(
  db: MessagesDb,
  channel: string,
  { now, expiredBefore }: { now: number; expiredBefore: number },
): Promise<Claimed[]> {
  await sql`update messages.delivery set state = 'failed', reason = 'expired', finished_at = ${now}
    where channel = ${channel} and state = 'queued' and due_at <= ${now} and created_at < ${expiredBefore} and not digest`.execute(
    db,
  )
  const { rows } = await sql<Claimed>`
    with due as (
      select id, member_id, digest, company_id from messages.delivery
      where channel = ${channel} and state = 'queued' and due_at <= ${now}
      order by due_at limit ${batchSize} for update skip locked
    ), same_digest as (
      select d.id from messages.delivery d join (select distinct member_id from due where digest) m using (member_id)
      where d.channel = ${channel} and d.state = 'queued' and d.digest and d.due_at <= ${now}
    )
    update messages.delivery d set state = 'sending', claimed_at = ${now}, attempts = d.attempts + 1
    where d.id in (select id from due union select id from same_digest)
    returning id, company_id, message_id, type, channel, member_id, webhook_id, attempts, digest, batch_id`.execute(db)
  return numberDigests(db, rows)
}

/** Assigns one number to each member's digest and stores it in the rows before anything is sent. */
async function numberDigests(db: MessagesDb, rows: readonly Claimed[]): Promise<Claimed[]> {
  const numbers = new Map<string, string>()
  for (const { digest, member_id, batch_id } of rows)
    if (digest && member_id !== null && batch_id !== null) numbers.set(member_id, batch_id)
  const numbered = rows.map((row) => {
    if (!row.digest || row.member_id === null) return row
    const batch = numbers.get(row.member_id) ?? uuid()
    numbers.set(row.member_id, batch)
    return { ...row, batch_id: batch }
  })
  const fresh = numbered.filter((row) => row.digest)
  if (fresh.length > 0)
    await sql`update messages.delivery d set batch_id = n.batch_id
      from unnest(${fresh.map((row) => row.id)}::uuid[], ${fresh.map((row) => row.batch_id)}::uuid[]) as n (id, batch_id)
      where d.id = n.id`.execute(db)
  return numbered
}

export type Outcome = { readonly now: number } & (
  | { readonly state: 'sent'; readonly providerId: string }
  | { readonly state: 'queued'; readonly dueAt: number; readonly error: string }
  | { readonly state: 'failed' | 'suppressed'; readonly reason: DeliveryReason; readonly error?: string }
)

/** Stores the result, for the rows that this process still has claimed. */
export async function settle(db: MessagesDb, ids: readonly string[], outcome: Outcome): Promise<void> {
  if (ids.length === 0) return
  const isOver = outcome.state !== 'queued'
  await sql`
    update messages.delivery set state = ${outcome.state}, claimed_at = null,
      reason = ${'reason' in outcome ? outcome.reason : null},
      error = ${'error' in outcome ? (outcome.error ?? null) : null},
      provider_id = ${outcome.state === 'sent' && outcome.providerId !== '' ? outcome.providerId.slice(0, 200) : null},
      due_at = ${outcome.state === 'queued' ? sql`${outcome.dueAt}` : sql`due_at`},
      finished_at = ${isOver ? outcome.now : null}
    where id = any(${[...ids]}::uuid[]) and state = 'sending'`.execute(db)
}

/** Returns rows that were claimed but not tried to the queue. */
export async function release(db: MessagesDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update messages.delivery set state = 'queued', claimed_at = null, attempts = attempts - 1
    where id = any(${[...ids]}::uuid[]) and state = 'sending'`.execute(db)
}
