/** What happens to a published live: it is cancelled, published again, started, ended. */

import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import { lockRoomIfExists } from '#modules/live/rooms/server.ts'
import { notify } from '#modules/platform/messages/server.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import type { Outside } from '#server/outside.ts'
import { ACTION_NOT_ALLOWED, LIVE_ENDED, NOT_RELEASED, THIRD_PARTY_MISSING } from '../contract/codes.ts'
import { isPossible, liveStatus, offers } from '../contract/states.ts'
import { startAddress, watchPath } from './addresses.ts'
import { askingProvider, carriedLive } from './carried.ts'
import type { LiveDb } from './db.ts'
import { assertNotPast } from './forms.ts'
import { runs, viewerOf } from './policy.ts'
import { providerOf } from './providers/choose.ts'
import type { CarriedLive, LiveProvider, Tools } from './providers/provider.ts'
import { createAtProvider, follow, publish } from './publication.ts'
import { displayStatus, findSeen, holdLive, type LiveRow, type SeenRow } from './rows.ts'
import { assertServed } from './suppliers.ts'

/** A live that the caller runs. */
async function findRun(db: LiveDb, caller: Caller, id: string): Promise<SeenRow> {
  const row = await findSeen(db, viewerOf(caller), id)
  if (!runs(row.role)) throw refuse(NO_PERMISSION)
  return row
}

/** Rooms tell their lives while they are locked: so a room is locked before its live, everywhere. */
async function holdWithRoom(db: LiveDb, row: LiveRow): Promise<LiveRow> {
  if (row.request_status === 3 && row.provider === 'built-in') await lockRoomIfExists(db, row.company_id, row.id)
  return holdLive(db, row.company_id, row.id)
}

async function assertOffers(db: LiveDb, row: LiveRow, action: 'cancel' | 'republish'): Promise<void> {
  const state = await displayStatus(db, row)
  if (!offers(state, action)) throw refuse(ACTION_NOT_ALLOWED, { state })
}

/** Cancels (revokes) a live that has not started: status 4. Who has reserved it and who was to teach are told. */
export async function revokeLive(db: LiveDb, caller: Caller, id: string, { outside, now }: Context): Promise<LiveRow> {
  const row = await holdWithRoom(db, await findRun(db, caller, id))
  await assertOffers(db, row, 'cancel')
  const cancelled = (await db
    .updateTable('live.live')
    .set((e) => ({ status: liveStatus.cancelled, revision: e('revision', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as LiveRow
  await follow(db, cancelled, outside, now)
  await tellAudience(db, cancelled, { type: 'live.cancelled', actorId: caller.memberId, now })
  return cancelled
}

interface Telling {
  readonly type: 'live.cancelled' | 'live.republished' | 'live.replay'
  readonly actorId?: string
  readonly now: number
}

/** Tells host, lecturers, who has reserved it and who was there. */
export async function tellAudience(db: LiveDb, row: LiveRow, { type, actorId, now }: Telling): Promise<void> {
  const { id, company_id: companyId } = row
  await notify(db, {
    companyId,
    type,
    recipients: {
      sql: sql`(select member_id from live.reservation where live_id = ${id} and company_id = ${companyId}
        union select member_id from live.attendee where live_id = ${id} and company_id = ${companyId}
        union select member_id from live.lecturer where live_id = ${id} and company_id = ${companyId}
        union select ${row.host_id}::uuid)`,
    },
    variables: { name: row.subject, at: { instant: row.start_time } },
    link: watchPath(row.supplier, id),
    ...(actorId !== undefined && { actorId }),
    now,
  })
}

/** Publishes a cancelled live again: status 1. Its start time must be still to come. */
export async function republishLive(db: LiveDb, caller: Caller, id: string, now: number): Promise<void> {
  const row = await holdWithRoom(db, await findRun(db, caller, id))
  await assertOffers(db, row, 'republish')
  await assertServed(db, row, now)
  assertNotPast(row.start_time, now)
  await publish(db, row, now)
  await tellAudience(db, row, { type: 'live.republished', actorId: caller.memberId, now })
}

function assertStartable(row: LiveRow): void {
  const { status } = row
  if (status === liveStatus.unpublished || status === liveStatus.cancelled) throw refuse(NOT_RELEASED)
  if (status === liveStatus.ended) throw refuse(LIVE_ENDED)
  // What is held elsewhere is not started here.
  if (row.live_type === 2) throw refuse(ACTION_NOT_ALLOWED, { state: status })
}

/** The live runs from now on. Harmless where it does already, or is over. */
export async function markStarted(db: LiveDb, { companyId, id, now }: { companyId: string; id: string; now: number }) {
  await db
    .updateTable('live.live')
    .set({ status: liveStatus.inProgress, started_at: now, updated_at: now })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('status', '=', liveStatus.notStarted)
    .execute()
}

/** The live is over. Harmless where it is already, or has not begun. */
export async function markEnded(db: LiveDb, { companyId, id, now }: { companyId: string; id: string; now: number }) {
  await db
    .updateTable('live.live')
    .set({ status: liveStatus.ended, ended_at: now, updated_at: now })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('status', '=', liveStatus.inProgress)
    .execute()
}

/** What the provider is to do with a live, and what is written once it has. */
interface Step {
  readonly row: LiveRow
  readonly outside: Outside
  readonly now: number
  readonly ask: 'start' | 'end'
  readonly by: string
}

/**
 * Asks the provider and writes what came of it: in one transaction with our own rooms; behind the network first the
 * provider, then the row. Whatever fails leaves the row as it was, and a repeat is harmless.
 */
async function step(db: LiveDb, { row, outside, now, ask, by }: Step): Promise<void> {
  const provider = providerOf(row)
  const live = await carriedLive(db, row, outside)
  const mark = ask === 'start' ? markStarted : markEnded
  const which = { companyId: row.company_id, id: row.id, now }
  if (provider.talks === 'network') await askingProvider(() => provider[ask](live, by, { db, outside, now }))
  await inTransaction(db, async (tables) => {
    if (provider.talks === 'database') {
      // It may have been cancelled, or have ended, since it was looked at.
      const held = await holdWithRoom(tables, row)
      if (ask === 'start') assertStartable(held)
      if (isPossible(ask, held.status)) await askOwnRooms(provider, live, { db: tables, outside, now }, { ask, by })
    }
    await mark(tables, which)
  })
}

/** Our own rooms may have lost one as well (LIVE-240). */
async function askOwnRooms(
  provider: LiveProvider,
  live: CarriedLive,
  tools: Tools,
  { ask, by }: Pick<Step, 'ask' | 'by'>,
): Promise<void> {
  if ((await provider.status(live, tools)).state === 'missing') throw refuse(THIRD_PARTY_MISSING)
  await provider[ask](live, by, tools)
}

/** Starts the live for who runs it; while it runs, the same address again (LIVE-161). */
export async function startLive(db: LiveDb, caller: Caller, id: string, { outside, now }: Context) {
  const seen = await findRun(db, caller, id)
  assertStartable(seen)
  await assertServed(db, seen, now)
  let row: LiveRow = seen
  if (row.request_status !== 3) {
    // Its creation has failed, or is still to come: the host does not wait for it.
    await askingProvider(() => createAtProvider(db, seen, { outside, now }))
    row = await findSeen(db, viewerOf(caller), id)
    assertStartable(row)
  }
  if (isPossible('start', row.status)) await step(db, { row, outside, now, ask: 'start', by: caller.memberId })
  if (row.provider === 'built-in') return { url: startAddress(outside.config, row.supplier, id) }
  const entrant = { role: 'organizer', name: caller.memberId, memberId: caller.memberId } as const
  const live = await carriedLive(db, row, outside)
  const entry = await askingProvider(() => providerOf(row).entry(live, entrant, { db, outside, now }))
  return { url: row.execution_mode === 2 ? entry.clientUrl : entry.webUrl }
}

/** Ends the live for everybody. */
export async function endLive(db: LiveDb, caller: Caller, id: string, { outside, now }: Context): Promise<void> {
  const row = await findRun(db, caller, id)
  if (!isPossible('end', row.status) || row.live_type === 2) throw refuse(ACTION_NOT_ALLOWED, { state: row.status })
  await step(db, { row, outside, now, ask: 'end', by: caller.memberId })
}
