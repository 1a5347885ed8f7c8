/** The lifecycle of a published live session: cancel, publish again, start, end. */
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
import type { LiveDb } from './db.ts'
import { assertNotPast } from './forms.ts'
import { audienceOfSql, mayManage, viewerOf } from './policy.ts'
import { callProvider, toProviderLive } from './provider-calls.ts'
import type { LiveProvider, ProviderLive, Tools } from './providers/provider.ts'
import { providerOf } from './providers/registered-providers.ts'
import { createAtProvider, follow, publish } from './publication.ts'
import { displayStatus, findForViewer, type LiveRow, type LiveRowForViewer, lockLive } from './rows.ts'
import { assertServed } from './suppliers.ts'

/** A live session that the caller may manage. */
async function findManaged(db: LiveDb, caller: Caller, id: string): Promise<LiveRowForViewer> {
  const row = await findForViewer(db, viewerOf(caller), id)
  if (!mayManage(row.role)) throw refuse(NO_PERMISSION)
  return row
}

/** A room calls its live session while the room is locked, so every change locks the room before the live session. */
async function lockWithRoom(db: LiveDb, row: LiveRow): Promise<LiveRow> {
  if (row.request_status === 3 && row.provider === 'built-in') await lockRoomIfExists(db, row.company_id, row.id)
  return lockLive(db, row.company_id, row.id)
}

async function assertOffers(db: LiveDb, row: LiveRow, action: 'cancel' | 'republish'): Promise<void> {
  const state = await displayStatus(db, row)
  if (!offers(state, action)) throw refuse(ACTION_NOT_ALLOWED, { state })
}

/** Cancels a live session that has not started: status 4. Notifies its lecturers and everybody who reserved it. */
export async function revokeLive(db: LiveDb, caller: Caller, id: string, { outside, now }: Context): Promise<LiveRow> {
  const row = await lockWithRoom(db, await findManaged(db, caller, id))
  await assertOffers(db, row, 'cancel')
  const cancelled = (await db
    .updateTable('live.live')
    .set((e) => ({ status: liveStatus.cancelled, revision: e('revision', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as LiveRow
  await follow(db, cancelled, outside, now)
  await notifyAudience(db, cancelled, { type: 'live.cancelled', actorId: caller.memberId, now })
  return cancelled
}

interface AudienceNotice {
  readonly type: 'live.cancelled' | 'live.republished' | 'live.replay'
  readonly actorId?: string
  readonly now: number
}

/** Notifies host, lecturers, and everybody who reserved or attended it and may still see it. */
export async function notifyAudience(db: LiveDb, row: LiveRow, { type, actorId, now }: AudienceNotice): Promise<void> {
  const { id, company_id: companyId } = row
  await notify(db, {
    companyId,
    type,
    recipients: {
      sql: audienceOfSql(
        { companyId, id },
        sql`(select member_id from live.reservation where live_id = ${id} and company_id = ${companyId}
          union select member_id from live.attendee where live_id = ${id} and company_id = ${companyId}
          union select member_id from live.lecturer where live_id = ${id} and company_id = ${companyId}
          union select ${row.host_id}::uuid)`,
      ),
    },
    variables: { name: row.subject, at: { instant: row.start_time } },
    link: watchPath(row.supplier, id),
    ...(actorId !== undefined && { actorId }),
    now,
  })
}

/** Publishes a cancelled live session again: status 1. Its start time must be in the future. */
export async function republishLive(db: LiveDb, caller: Caller, id: string, now: number): Promise<void> {
  const row = await lockWithRoom(db, await findManaged(db, caller, id))
  await assertOffers(db, row, 'republish')
  await assertServed(db, row, now)
  assertNotPast(row.start_time, now)
  await publish(db, row, now)
  await notifyAudience(db, row, { type: 'live.republished', actorId: caller.memberId, now })
}

function assertStartable(row: LiveRow): void {
  const { status } = row
  if (status === liveStatus.unpublished || status === liveStatus.cancelled) throw refuse(NOT_RELEASED)
  if (status === liveStatus.ended) throw refuse(LIVE_ENDED)
  // An external live session is not started here.
  if (row.live_type === 2) throw refuse(ACTION_NOT_ALLOWED, { state: status })
}

/** The live session runs from now on. Harmless if it runs already or has ended. */
export async function markStarted(db: LiveDb, { companyId, id, now }: { companyId: string; id: string; now: number }) {
  await db
    .updateTable('live.live')
    .set({ status: liveStatus.inProgress, started_at: now, updated_at: now })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('status', '=', liveStatus.notStarted)
    .execute()
}

/** The live session has ended. Harmless if it has ended already, or has not started. */
export async function markEnded(db: LiveDb, { companyId, id, now }: { companyId: string; id: string; now: number }) {
  await db
    .updateTable('live.live')
    .set({ status: liveStatus.ended, ended_at: now, updated_at: now })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('status', '=', liveStatus.inProgress)
    .execute()
}

/** The provider's action on a live session, and the change that is written afterwards. */
interface Step {
  readonly row: LiveRow
  readonly outside: Outside
  readonly now: number
  readonly ask: 'start' | 'end'
  readonly by: string
}

/**
 * Runs the provider's action and writes its result: in one transaction for our own rooms; for a network provider first
 * the action, then the row. A failure leaves the row unchanged, and a repeat is harmless.
 */
async function step(db: LiveDb, { row, outside, now, ask, by }: Step): Promise<void> {
  const provider = providerOf(row)
  const live = await toProviderLive(db, row, outside)
  const mark = ask === 'start' ? markStarted : markEnded
  const which = { companyId: row.company_id, id: row.id, now }
  if (provider.talks === 'network') await callProvider(() => provider[ask](live, by, { db, outside, now }))
  await inTransaction(db, async (tables) => {
    if (provider.talks === 'database') {
      // It may have been cancelled, or have ended, since it was read.
      const locked = await lockWithRoom(tables, row)
      if (ask === 'start') assertStartable(locked)
      if (isPossible(ask, locked.status)) await callOwnRooms(provider, live, { db: tables, outside, now }, { ask, by })
    }
    await mark(tables, which)
  })
}

/** Our own rooms may also have lost one (LIVE-240). */
async function callOwnRooms(
  provider: LiveProvider,
  live: ProviderLive,
  tools: Tools,
  { ask, by }: Pick<Step, 'ask' | 'by'>,
): Promise<void> {
  if ((await provider.status(live, tools)).state === 'missing') throw refuse(THIRD_PARTY_MISSING)
  await provider[ask](live, by, tools)
}

/** Starts the live session for a manager; while it runs, answers the same address (LIVE-161). */
export async function startLive(db: LiveDb, caller: Caller, id: string, { outside, now }: Context) {
  const seen = await findManaged(db, caller, id)
  assertStartable(seen)
  await assertServed(db, seen, now)
  let row: LiveRow = seen
  if (row.request_status !== 3) {
    // Its creation has failed or is pending: the host does not wait for it.
    await callProvider(() => createAtProvider(db, seen, { outside, now }))
    row = await findForViewer(db, viewerOf(caller), id)
    assertStartable(row)
  }
  if (isPossible('start', row.status)) await step(db, { row, outside, now, ask: 'start', by: caller.memberId })
  if (row.provider === 'built-in') return { url: startAddress(outside.config, row.supplier, id) }
  const entrant = { role: 'organizer', name: caller.memberId, memberId: caller.memberId } as const
  const live = await toProviderLive(db, row, outside)
  const entry = await callProvider(() => providerOf(row).entry(live, entrant, { db, outside, now }))
  return { url: row.execution_mode === 2 ? entry.clientUrl : entry.webUrl }
}

/** Ends the live session for everybody. */
export async function endLive(db: LiveDb, caller: Caller, id: string, { outside, now }: Context): Promise<void> {
  const row = await findManaged(db, caller, id)
  if (!isPossible('end', row.status) || row.live_type === 2) throw refuse(ACTION_NOT_ALLOWED, { state: row.status })
  await step(db, { row, outside, now, ask: 'end', by: caller.memberId })
}
