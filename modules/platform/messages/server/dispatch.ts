/**
 * Sends due deliveries. One job for each channel runs at a time, in all server processes together. It claims rows,
 * sends without a transaction, and stores each result at once. A killed process leaves rows as `sending`. They are sent
 * again after a while under the same number (`deliveryMessageId`, `webhook-id`, the same content for WeCom), so that
 * mail programs and providers recognize them.
 */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { AddressRefused } from '#server/outside/safe-fetch.ts'
import { type Outside, SendRefused } from '#server/outside.ts'
import { type DeliveryReason, deliveryChannels } from '../contract/shapes.ts'
import { messagesTables } from './db.ts'
import { type Claimed, claim, release, settle } from './deliveries.ts'
import { type Parcel, parcelsOf, send } from './senders.ts'

/** The longest time of one run, so that other jobs do not wait. */
const runMsMax = 20_000
const sendersAtOnce = 4
/** After this many consecutive failures the provider counts as down, and the run ends. */
const failuresInARowMax = 5
const retryAfterDownMs = 60_000

const minute = 60_000
/** The delays before the next attempts. */
const retryAfterMs = [1, 5, 30, 120, 360, 720].map((minutes) => minutes * minute)
/** The age at which a delivery expires. */
const expiresAfterMs = 3 * 24 * 60 * minute

export function nextAttemptAt(attempts: number, now: number): number | null {
  const wait = retryAfterMs[attempts - 1]
  return wait === undefined ? null : now + wait
}

/** Enqueues the channel's job in its own queue: now, or when a delivery is due. */
export async function enqueueDispatch(connection: Connection, channel: string, dueAt?: number): Promise<void> {
  const key = `messages.dispatch:${channel}:${dueAt === undefined ? 'now' : Math.floor(dueAt / 1000)}`
  const runAt = dueAt === undefined ? {} : { runAt: dueAt }
  await enqueue(connection, dispatchJob, { channel }, { ...runAt, key, queue: `messages.dispatch.${channel}` })
}

interface Run {
  readonly connection: Connection
  readonly outside: Outside
  readonly signal: AbortSignal | undefined
  failuresInARow: number
}

async function sendParcel(run: Run, parcel: Parcel): Promise<void> {
  const { connection, outside } = run
  const db = messagesTables(connection)
  const ids = parcel.rows.map((row) => row.id)
  const attempts = Math.max(...parcel.rows.map((row) => row.attempts))
  try {
    const providerId = await send(parcel, outside)
    run.failuresInARow = 0
    await settle(db, ids, { state: 'sent', providerId, now: outside.clock.now() })
  } catch (error) {
    const now = outside.clock.now()
    const text = (error instanceof Error ? error.message : String(error)).slice(0, 300)
    const isFinal = error instanceof SendRefused || error instanceof AddressRefused
    if (isFinal) run.failuresInARow = 0
    else run.failuresInARow += 1
    const dueAt = isFinal ? null : nextAttemptAt(attempts, now)
    if (dueAt !== null) return settle(db, ids, { state: 'queued', dueAt, error: text, now })
    const reason: DeliveryReason = isFinal ? 'provider' : 'unreachable'
    await settle(db, ids, { state: 'failed', reason, error: text, now })
  }
}

const isDown = (run: Run) => run.failuresInARow >= failuresInARowMax

/** Sends a few at a time. Answers the rows that remain because the provider is down or the process is ending. */
async function sendAll(run: Run, parcels: readonly Parcel[]): Promise<Parcel[]> {
  const waiting = [...parcels]
  const worker = async () => {
    while (!isDown(run) && run.signal?.aborted !== true) {
      const parcel = waiting.shift()
      if (!parcel) return
      await sendParcel(run, parcel)
    }
  }
  await Promise.all(Array.from({ length: sendersAtOnce }, worker))
  return waiting
}

export const dispatchJob = job({
  name: 'messages.dispatch',
  payload: Type.Object({ channel: Type.String() }),
  outside: true,
  // A channel whose server is slow keeps no other channel waiting.
  senders: deliveryChannels.length,
  async run(connection, { channel }, { outside, signal }) {
    const db = messagesTables(connection)
    const run: Run = { connection, outside, signal, failuresInARow: 0 }
    const until = performance.now() + runMsMax
    for (;;) {
      const now = outside.clock.now()
      const claimed: Claimed[] = await claim(db, channel, { now, expiredBefore: now - expiresAfterMs })
      const parcels = await parcelsOf(db, claimed, outside)
      const left = await sendAll(run, parcels)
      await release(
        db,
        left.flatMap((parcel) => parcel.rows.map((row) => row.id)),
      )
      if (isDown(run)) return enqueueDispatch(connection, channel, outside.clock.now() + retryAfterDownMs)
      if (signal?.aborted || claimed.length === 0) return
      if (performance.now() > until) return enqueueDispatch(connection, channel)
    }
  },
})

/** A row that was claimed this long ago belongs to a process that no longer runs. */
const abandonedAfterMs = 10 * minute

/** Runs each minute for due deliveries and for those of killed processes. */
export const dispatchDueJob = job({
  name: 'messages.dispatch-due',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection, _payload, { now }) {
    const db = messagesTables(connection)
    await sql`update messages.delivery set state = 'queued', due_at = ${now}, claimed_at = null
      where state = 'sending' and claimed_at < ${now - abandonedAfterMs}`.execute(db)
    const { rows } = await sql<{ channel: string }>`
      select channel from unnest(${[...deliveryChannels]}::text[]) as known (channel)
      where exists (select from messages.delivery d
        where d.channel = known.channel and d.state = 'queued' and d.due_at <= ${now})`.execute(db)
    for (const { channel } of rows) await enqueueDispatch(connection, channel)
  },
})
