/**
 * The progress of a member in a replay. The law of believed progress stands in the module playback; a member watches
 * one replay at a time.
 */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refuse, refuseKeepingWrites } from '#kit/errors.ts'
import {
  acknowledgement,
  assertBelieved,
  creditStart,
  type HeartbeatClaim,
  heartbeatEveryMs,
  lockPlaybacks,
  parseRanges,
  resumePosition,
  type WeighedHeartbeat,
  weighHeartbeat,
} from '#modules/content/playback/server.ts'
import { playbackOf } from '#modules/platform/files/server.ts'
import type { Context } from '#server/module.ts'
import {
  REPLAY_NOT_READY,
  REPLAY_TAKEN_OVER,
  REPLAY_TOO_FAST,
  REPLAY_TOO_FRAGMENTED,
  type ReplayPlayback,
  replayRateMax,
} from '../../contract/replay.ts'
import type { RoomsDb } from '../db.ts'
import { kindOf } from '../kinds.ts'
import { findWatchableRoom, replayItem } from './replay-details.ts'

const refusals = { takenOver: REPLAY_TAKEN_OVER, tooFast: REPLAY_TOO_FAST, tooFragmented: REPLAY_TOO_FRAGMENTED }
/** The wall time of a millisecond at the fastest. Rounded up, so that the speed is never passed. */
const unitCostNs = Math.ceil(1_000_000 / replayRateMax)
/** The player of a longer video requests another address on the way. */
const grantSeconds = 6 * 3600

/**
 * Ends the member's playback, if there is one, and answers the time until which it was credited. Starts wait for each
 * other.
 */
async function endPlayback(db: RoomsDb, memberId: string): Promise<number> {
  await lockPlaybacks(db, 'rooms', memberId)
  const { rows } = await sql<{ credited_until: number }>`
    update rooms.replay_watch set playback_id = null where member_id = ${memberId} and playback_id is not null
    returning credited_until`.execute(db)
  return rows[0]?.credited_until ?? 0
}

interface Started {
  readonly position_ms: number
  readonly watched: string
}

/** Another video than before starts again from zero; the clock of the member continues. */
async function storeStart(
  db: RoomsDb,
  start: { roomId: string; companyId: string; memberId: string; fileId: string; playbackId: string; now: number },
): Promise<Started> {
  const { roomId, companyId, memberId, fileId, playbackId, now } = start
  const creditedUntil = creditStart(await endPlayback(db, memberId), now)
  const { rows } = await sql<Started>`
    insert into rooms.replay_watch as w (room_id, member_id, company_id, file_id, started_at, watched_at, playback_id,
      credited_until)
    values (${roomId}, ${memberId}, ${companyId}, ${fileId}, ${now}, ${now}, ${playbackId}, ${creditedUntil})
    on conflict (room_id, member_id) do update set
      watched = case when w.file_id = excluded.file_id then w.watched else '{}' end,
      covered_ms = case when w.file_id = excluded.file_id then w.covered_ms else 0 end,
      position_ms = case when w.file_id = excluded.file_id then w.position_ms else 0 end,
      file_id = excluded.file_id, watched_at = excluded.watched_at, playback_id = excluded.playback_id, sequence = 0,
      credited_until = greatest(excluded.credited_until, w.credited_until), carry_ms = 0
    returning position_ms, watched::text as watched`.execute(db)
  return rows[0] as Started
}

export async function startReplay(db: RoomsDb, roomId: string, context: Context): Promise<ReplayPlayback> {
  const { caller, now } = context
  const { companyId, memberId } = caller
  const { replay } = await findWatchableRoom(db, roomId, context)
  if (replay?.state !== 'ready') throw refuse(REPLAY_NOT_READY)
  const { file_id: fileId, duration_ms: durationMs, watermark } = replay
  const played = await playbackOf(db, {
    ...{ companyId, fileId, memberId, protected: watermark, seconds: grantSeconds, now },
    item: { kind: replayItem, id: roomId },
  })
  const playbackId = uuid()
  const row = await storeStart(db, { roomId, companyId, memberId, fileId, playbackId, now })
  return {
    ...{ ...played, playbackId, durationMs, watermark, beatEveryMs: heartbeatEveryMs },
    resumeMs: resumePosition(row.position_ms, durationMs, 'ms'),
    rateMax: replayRateMax,
    watched: parseRanges(row.watched),
  }
}

interface StoredHeartbeat extends WeighedHeartbeat {
  readonly room_id: string
  readonly kind: string
  /** Nothing had been watched before. */
  readonly is_starting: boolean
  readonly covered_ms: number
  readonly position_ms: number
}

/** One statement locks the row, weighs the claim, and stores it: see the module playback. */
async function storeHeartbeat(
  db: RoomsDb,
  caller: Context['caller'],
  claim: HeartbeatClaim,
  now: number,
): Promise<StoredHeartbeat | undefined> {
  const { rows } = await sql<StoredHeartbeat>`
    with record as (
      select w.*, o.kind, w.covered_ms as covered, w.position_ms as position, y.duration_ms as unit_count,
        ${unitCostNs}::bigint as unit_cost_ns, ${now}::bigint as clock, true as by_coverage, false as forward_only
      from rooms.replay_watch w join rooms.room o on o.id = w.room_id
      join rooms.replay y on y.room_id = w.room_id and y.file_id = w.file_id and y.state = 'ready'
      where w.member_id = ${caller.memberId} and w.company_id = ${caller.companyId}
        and w.playback_id = ${claim.playbackId}
      for update of w
    ), ${weighHeartbeat(claim)}, stored as (
      update rooms.replay_watch r set
        watched = w.watched_after, covered_ms = w.covered_after, position_ms = w.position_after,
        active_ms = r.active_ms + w.counted_ms, watched_at = ${now}, sequence = ${claim.sequence},
        credited_until = w.credited_after, carry_ms = w.carry_after
      from weighed w
      where w.verdict = 'accepted' and r.room_id = w.room_id and r.member_id = w.member_id
      returning r.*
    )
    select w.room_id, w.kind, w.covered_ms = 0 as is_starting, w.verdict, w.cost_ms, w.allowed_ms, coalesce(s.covered_ms, w.covered_ms) as covered_ms,
      coalesce(s.position_ms, w.position_ms) as position_ms, coalesce(s.sequence, w.sequence) as sequence,
      coalesce(s.credited_until, w.credited_until) as credited_until
    from weighed w left join stored s on true`.execute(db)
  return rows[0]
}

/** A playback ends where the owner of the room says so. What was watched until then is kept. */
async function assertGoesOn(db: RoomsDb, stored: StoredHeartbeat, { caller, now }: Context): Promise<void> {
  const { companyId, memberId } = caller
  const { room_id: roomId, kind, is_starting: isStarting } = stored
  const reason = await kindOf(kind).replayEnds?.(db, { companyId, roomId, now, caller, isStarting })
  if (!reason) return
  // Whoever has watched something has used it: what was paid back before is not.
  if (isStarting) throw refuse(reason)
  await db
    .updateTable('rooms.replay_watch')
    .set({ playback_id: null })
    .where('room_id', '=', roomId)
    .where('member_id', '=', memberId)
    .execute()
  throw refuseKeepingWrites(reason, acknowledgement(stored))
}

/** Stores the watched intervals and answers the resulting progress. A repeat adds nothing and answers the same. */
export async function recordHeartbeat(db: RoomsDb, claim: HeartbeatClaim, context: Context) {
  const { caller, now } = context
  const stored = await storeHeartbeat(db, caller, claim, now)
  assertBelieved(stored, refusals)
  await assertGoesOn(db, stored, context)
  return { ...acknowledgement(stored), coveredMs: stored.covered_ms, positionMs: stored.position_ms }
}
