/**
 * The completion of live sessions: the required minutes in the room or its replay; for an external one, a visit. A job
 * evaluates it each minute after the end, and again while the replay is watched.
 */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { announceFinished } from '#modules/content/study/server.ts'
import { findCompleters, findReplaysWatchedSince, findRoomFacts } from '#modules/live/rooms/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { liveStatus } from '../contract/states.ts'
import { type LiveDb, liveTables } from './db.ts'
import { businessTypeOf, type LiveRow } from './rows.ts'

const livesMax = 100
const membersMax = 100
/** One of the next runs finds a watched minute, even if a run was missed. */
const watchedWithinMs = 10 * 60_000

/** Notifies modules of new completions, in batches. Each notification runs in the transaction that records it. */
export const notifyCompletions = job({
  name: 'live.tell-completions',
  payload: Type.Object({ liveId: Id }),
  async run(connection, { liveId }, { now }) {
    const db = liveTables(connection)
    const { rows } = await sql<{ member_id: string; company_id: string; finished_at: number }>`
      update live.completion set told_at = ${now} where (live_id, member_id) = any(
        select live_id, member_id from live.completion where live_id = ${liveId} and told_at is null
        order by member_id limit ${membersMax} for update skip locked)
      returning member_id, company_id, finished_at`.execute(db)
    if (rows.length === 0) return
    const { subject: name, supplier } = await db
      .selectFrom('live.live')
      .select(['subject', 'supplier'])
      .where('id', '=', liveId)
      .executeTakeFirstOrThrow()
    const about = { businessType: businessTypeOf(supplier as LiveRow['supplier']), businessId: liveId, name }
    for (const { member_id: memberId, company_id: companyId, finished_at: finishedAt } of rows)
      await announceFinished(connection, { ...about, companyId, memberId, finishedAt })
    if (rows.length === membersMax) await enqueue(db, notifyCompletions, { liveId })
  },
})

/** Stores the completions of an ended live session. Repeats are harmless. */
export const storeCompletionsJob = job({
  name: 'live.settle',
  payload: Type.Object({ companyId: Id, liveId: Id }),
  async run(connection, { companyId, liveId }, { now }) {
    const db = liveTables(connection)
    const row = await db
      .selectFrom('live.live')
      .select('id')
      .where('id', '=', liveId)
      .where('company_id', '=', companyId)
      .where('status', '=', liveStatus.ended)
      .executeTakeFirst()
    if (!row) return
    const hasRoom = (await findRoomFacts(connection, companyId, [liveId])).has(liveId)
    const members = hasRoom
      ? sql`unnest(${await findCompleters(connection, { companyId, roomId: liveId, now })}::uuid[]) as m (id)`
      : sql`(select member_id as id from live.attendee where live_id = ${liveId}) as m`
    const { numAffectedRows } = await sql`
      insert into live.completion (live_id, member_id, company_id, finished_at)
      select ${liveId}, m.id, ${companyId}, ${now}::bigint from ${members} on conflict do nothing`.execute(db)
    await db.updateTable('live.live').set({ settled_at: now }).where('id', '=', liveId).execute()
    if (numAffectedRows) await enqueue(db, notifyCompletions, { liveId })
  },
})

async function storeCompletions(db: LiveDb, lives: readonly { readonly companyId: string; readonly liveId: string }[]) {
  for (const live of lives) await enqueue(db, storeCompletionsJob, live, { key: `live.settle:${live.liveId}` })
}

/** Each minute: ended live sessions, and replays that members watch. */
export const findCompletions = job({
  name: 'live.find-completions',
  payload: Type.Object({}),
  cron: '* * * * *',
  async run(connection, _payload, { now }) {
    const db = liveTables(connection)
    const { rows } = await sql<{ companyId: string; liveId: string }>`
      select company_id as "companyId", id as "liveId" from live.live
      where status = ${sql.lit(liveStatus.ended)} and settled_at is null order by ended_at limit ${livesMax}`.execute(
      db,
    )
    await storeCompletions(db, rows)
    const watched = await findReplaysWatchedSince(connection, now - watchedWithinMs)
    await storeCompletions(
      db,
      watched.map(({ companyId, roomId }) => ({ companyId, liveId: roomId })),
    )
  },
})
