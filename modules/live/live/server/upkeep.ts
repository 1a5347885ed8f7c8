/** What moves lives on by itself: providers that are asked how they stand, and the time. */

import { sql } from 'kysely'
import { Type } from 'typebox'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { Id } from '#kit/schema.ts'
import { endRoom, findAbandonedRooms } from '#modules/live/rooms/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { type JobContext, job } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { liveStatus } from '../contract/states.ts'
import { carriedLive } from './carried.ts'
import { type LiveDb, liveTables } from './db.ts'
import { markEnded, markStarted, tellAudience } from './lifecycle.ts'
import { readRecordingReady } from './providers/bigbluebutton-callbacks.ts'
import { providerOf } from './providers/choose.ts'
import { ProviderError, ProviderMissing, ProviderUnreachable } from './providers/provider.ts'
import type { LiveRow } from './rows.ts'

/** Nobody of the organizer side in the room for so long after the planned end: the live is over (LIVE-090). */
const leftAloneMs = 15 * 60_000
const batch = 200

/** Asks the provider how a live stands. Callbacks only ask for this, so it matters not how often they come, or when. */
export const checkJob = job({
  name: 'live.check',
  payload: Type.Object({ id: Id }),
  outside: true,
  async run(connection, { id }, context) {
    const db = liveTables(connection)
    const row = (await db.selectFrom('live.live').selectAll().where('id', '=', id).executeTakeFirst()) as
      | LiveRow
      | undefined
    if (!row || row.external_id === null || row.provider === 'none') return
    const provider = providerOf(row)
    if (provider.talks !== 'network') return
    try {
      if (row.status === liveStatus.ended) await findRecording(db, row, context)
      else await followProvider(db, row, context)
    } catch (error) {
      // It is asked again, in a minute at the latest.
      const isKnown = [ProviderUnreachable, ProviderError, ProviderMissing].some((kind) => error instanceof kind)
      if (!isKnown) throw error
    }
  },
})

async function followProvider(db: LiveDb, row: LiveRow, { outside, now }: JobContext): Promise<void> {
  const live = await carriedLive(db, row, outside)
  const { state } = await providerOf(row).status(live, { db, outside, now })
  const which = { companyId: row.company_id, id: row.id, now }
  if (state === 'running') await markStarted(db, which)
  // What the provider has forgotten is over, if it had begun.
  if (state === 'ended' || state === 'missing') await markEnded(db, which)
}

async function findRecording(db: LiveDb, row: LiveRow, { outside, now }: JobContext): Promise<void> {
  if (row.recording_url !== null) return
  const live = await carriedLive(db, row, outside)
  const [newest] = await providerOf(row).recordings(live, { db, outside, now })
  if (!newest) return
  await inTransaction(db, async (tables) => {
    const kept = await tables
      .updateTable('live.live')
      .set({ recording_url: newest.url, recording_seconds: newest.seconds, updated_at: now })
      .where('id', '=', row.id)
      .where('recording_url', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (kept) await tellAudience(tables, row, { type: 'live.replay', now })
  })
}

/** A poke from outside. Many of them are one. */
export async function poke(db: Connection, id: string): Promise<void> {
  await enqueue(db, checkJob, { id }, { key: `live.check:${id}` })
}

/** Signed by the provider's secret, or refused. */
export async function pokeSigned(db: Connection, id: string, token: string, { config }: Outside): Promise<void> {
  const { bigBlueButton } = config.live
  const said = bigBlueButton ? readRecordingReady(bigBlueButton.secret, token) : undefined
  if (said?.meetingId !== id) throw refuse(NO_PERMISSION)
  await poke(db, id)
}

/** Lives that are held elsewhere begin and end by their plan: nobody tells us more. */
async function moveExternal(db: LiveDb, now: number): Promise<void> {
  await sql`update live.live set status = ${liveStatus.inProgress}, started_at = start_time, updated_at = ${now}
    where live_type = 2 and status = ${liveStatus.notStarted} and start_time <= ${now}`.execute(db)
  await sql`update live.live set status = ${liveStatus.ended}, ended_at = planned_end_at, updated_at = ${now}
    where live_type = 2 and status = ${liveStatus.inProgress} and planned_end_at <= ${now}`.execute(db)
}

/** What another provider carries, and what of it has a recording to come. */
async function askProviders(db: LiveDb, now: number): Promise<void> {
  const dayMs = 86_400_000
  const { rows } = await sql<{ id: string }>`select id from live.live
    where provider = 'bigbluebutton' and recording_url is null and status in (1, 2, 3)
      and planned_end_at >= ${now - 7 * dayMs} and external_id is not null and (
        status = ${liveStatus.inProgress}
        or (status = ${liveStatus.notStarted} and start_time <= ${now} and planned_end_at >= ${now - dayMs})
        or (status = ${liveStatus.ended} and ended_at >= ${now - dayMs}))
    order by planned_end_at limit ${batch}`.execute(db)
  for (const { id } of rows) await poke(db, id)
}

/** Ends each in a transaction of its own: one that fails keeps no other from ending. */
export const endLeftAloneJob = job({
  name: 'live.end-left-alone',
  payload: Type.Object({ companyId: Id, id: Id }),
  async run(connection, { companyId, id }, { now }) {
    await endRoom(connection, { companyId, roomId: id, by: null, now })
  },
})

async function endLeftAlone(db: LiveDb, now: number): Promise<void> {
  const due = await db
    .selectFrom('live.live')
    .select(['id', 'company_id'])
    .where('status', '=', liveStatus.inProgress)
    .where('provider', '=', 'built-in')
    .where('planned_end_at', '<=', now - leftAloneMs)
    .orderBy('planned_end_at')
    .limit(batch)
    .execute()
  const alone = await findAbandonedRooms(
    db,
    due.map((row) => row.id),
    now - leftAloneMs,
  )
  for (const { id, company_id: companyId } of due.filter((row) => alone.has(row.id)))
    await enqueue(db, endLeftAloneJob, { companyId, id }, { key: `live.end-left-alone:${id}` })
}

/** Each minute. */
export const sweepJob = job({
  name: 'live.sweep',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection, _payload, { now }) {
    const db = liveTables(connection)
    await moveExternal(db, now)
    await askProviders(db, now)
    await endLeftAlone(db, now)
  },
})
