/** Maintenance of live sessions: polling the providers, and time limits. */
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
import { type LiveDb, liveTables } from './db.ts'
import { markEnded, markStarted, notifyAudience } from './lifecycle.ts'
import { toProviderLive } from './provider-calls.ts'
import { readRecordingReady } from './providers/bigbluebutton-callbacks.ts'
import { ProviderError, ProviderMissing, ProviderUnreachable } from './providers/provider.ts'
import { providerOf } from './providers/registered-providers.ts'
import type { LiveRow } from './rows.ts'

/** An overdue live session without its organizer side for this long has ended (LIVE-090). */
const abandonedMs = 15 * 60_000
const batch = 200

/**
 * Asks the provider for the status of a live session. Callbacks only enqueue this job, so their number and order do not
 * matter.
 */
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
      // The next poll follows in a minute at the latest.
      const isKnown = [ProviderUnreachable, ProviderError, ProviderMissing].some((kind) => error instanceof kind)
      if (!isKnown) throw error
    }
  },
})

async function followProvider(db: LiveDb, row: LiveRow, { outside, now }: JobContext): Promise<void> {
  const live = await toProviderLive(db, row, outside)
  const { state } = await providerOf(row).status(live, { db, outside, now })
  const which = { companyId: row.company_id, id: row.id, now }
  if (state === 'running') await markStarted(db, which)
  // A started live session that the provider has forgotten has ended.
  if (state === 'ended' || state === 'missing') await markEnded(db, which)
}

async function findRecording(db: LiveDb, row: LiveRow, { outside, now }: JobContext): Promise<void> {
  if (row.recording_url !== null) return
  const live = await toProviderLive(db, row, outside)
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
    if (kept) await notifyAudience(tables, row, { type: 'live.replay', now })
  })
}

/** A callback from outside. Many of them enqueue one job. */
export async function enqueueCheck(db: Connection, id: string): Promise<void> {
  await enqueue(db, checkJob, { id }, { key: `live.check:${id}` })
}

/** Checks the signature by the provider's secret; refuses an invalid one. */
export async function enqueueSignedCheck(
  db: Connection,
  id: string,
  token: string,
  { config }: Outside,
): Promise<void> {
  const { bigBlueButton } = config.live
  const said = bigBlueButton ? readRecordingReady(bigBlueButton.secret, token) : undefined
  if (said?.meetingId !== id) throw refuse(NO_PERMISSION)
  await enqueueCheck(db, id)
}

/** External live sessions start and end by their plan, because nobody reports more. */
async function moveExternal(db: LiveDb, now: number): Promise<void> {
  await sql`update live.live set status = ${liveStatus.inProgress}, started_at = start_time, updated_at = ${now}
    where live_type = 2 and status = ${liveStatus.notStarted} and start_time <= ${now}`.execute(db)
  await sql`update live.live set status = ${liveStatus.ended}, ended_at = planned_end_at, updated_at = ${now}
    where live_type = 2 and status = ${liveStatus.inProgress} and planned_end_at <= ${now}`.execute(db)
}

/** Live sessions at another provider, and those whose recording is pending. */
async function pollProviders(db: LiveDb, now: number): Promise<void> {
  const dayMs = 86_400_000
  const { rows } = await sql<{ id: string }>`select id from live.live
    where provider = 'bigbluebutton' and recording_url is null and status in (1, 2, 3)
      and planned_end_at >= ${now - 7 * dayMs} and external_id is not null and (
        status = ${liveStatus.inProgress}
        or (status = ${liveStatus.notStarted} and start_time <= ${now} and planned_end_at >= ${now - dayMs})
        or (status = ${liveStatus.ended} and ended_at >= ${now - dayMs}))
    order by planned_end_at limit ${batch}`.execute(db)
  for (const { id } of rows) await enqueueCheck(db, id)
}

/** Ends each in a transaction of its own, so that a failure affects no other. */
export const endAbandonedJob = job({
  name: 'live.end-left-alone',
  payload: Type.Object({ companyId: Id, id: Id }),
  async run(connection, { companyId, id }, { now }) {
    await endRoom(connection, { companyId, roomId: id, by: null, now })
  },
})

async function endAbandoned(db: LiveDb, now: number): Promise<void> {
  const due = await db
    .selectFrom('live.live')
    .select(['id', 'company_id'])
    .where('status', '=', liveStatus.inProgress)
    .where('provider', '=', 'built-in')
    .where('planned_end_at', '<=', now - abandonedMs)
    .orderBy('planned_end_at')
    .limit(batch)
    .execute()
  const alone = await findAbandonedRooms(
    db,
    due.map((row) => row.id),
    now - abandonedMs,
  )
  for (const { id, company_id: companyId } of due.filter((row) => alone.has(row.id)))
    await enqueue(db, endAbandonedJob, { companyId, id }, { key: `live.end-left-alone:${id}` })
}

/** Each minute. */
export const maintenanceJob = job({
  name: 'live.sweep',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection, _payload, { now }) {
    const db = liveTables(connection)
    await moveExternal(db, now)
    await pollProviders(db, now)
    await endAbandoned(db, now)
  },
})
