/**
 * The progress of a member in a replay, and the check of each claim: the same rule as the playback heartbeats of
 * courses. New coverage costs wall time at the allowed speed; unused time of a heartbeat is kept for later, up to a
 * minute; a member watches in one place. Over all playbacks together, coverage never exceeds (wall time + the head
 * start) × speed.
 */

import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { playbackOf } from '#modules/platform/files/server.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import {
  type Interval,
  REPLAY_NOT_READY,
  REPLAY_TAKEN_OVER,
  REPLAY_TOO_FAST,
  REPLAY_TOO_FRAGMENTED,
  type ReplayPlayback,
  replayRateMax,
} from '../../contract/replay.ts'
import type { RoomsDb } from '../db.ts'
import { findWatchableRoom } from './replay-details.ts'

/** The wall time that a member's first playback may be ahead, because of network delay. */
const headStartMs = 2000
const beatEveryMs = 5000
/** A gap between two heartbeats that still counts. */
const gapMaxMs = 4 * 3_600_000
const carryMaxMs = 60_000
/** No real player produces a union with more pieces. */
const piecesMax = 500
/** The player of a longer video requests another address on the way. */
const grantSeconds = 6 * 3600

/** `{[0,5),[7,9)}` as ranges. */
function parseMultirange(text: string): Interval[] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => ({ from: Number(from), to: Number(to) }))
}

/**
 * Ends the member's playback, if there is one, and answers the time until which it was credited. Starts wait for each
 * other.
 */
async function endPlayback(db: RoomsDb, memberId: string): Promise<number> {
  await lockNames(db, `rooms.replay${memberId}`)
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
  const creditedUntil = Math.max(now - headStartMs, await endPlayback(db, memberId))
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
  })
  const playbackId = uuid()
  const row = await storeStart(db, { roomId, companyId, memberId, fileId, playbackId, now })
  return {
    ...{ ...played, playbackId, durationMs, watermark, beatEveryMs },
    resumeMs: row.position_ms >= durationMs - 1000 ? 0 : row.position_ms,
    rateMax: replayRateMax,
    watched: parseMultirange(row.watched),
  }
}

interface Claim {
  readonly playbackId: string
  readonly sequence: number
  readonly intervals: readonly Interval[]
  readonly positionMs?: number
  readonly activeMs: number
}

function multirange(intervals: readonly Interval[]): string {
  const backwards = intervals.findIndex(({ from, to }) => from >= to)
  if (backwards >= 0) {
    const path = `intervals.${backwards}.to`
    throw refuse(INVALID_INPUT, { fields: [{ path, rule: 'interval', message: 'must be above from' }] })
  }
  return `{${intervals.map(({ from, to }) => `[${from},${to})`).join(',')}}`
}

interface ClaimResult {
  readonly verdict: 'accepted' | 'repeat' | 'too-fast' | 'fragmented'
  readonly covered_ms: number
  readonly position_ms: number
  readonly sequence: number
  readonly credited_until: number
  readonly cost_ms: number
  readonly allowed_ms: number
}

/** One statement checks the claim against the clock and stores it, so that two claims never use the same time. */
async function storeClaim(
  db: RoomsDb,
  caller: Context['caller'],
  claim: Claim,
  now: number,
): Promise<ClaimResult | undefined> {
  const { rows } = await sql<ClaimResult>`
    with watch_row as (
      select w.*, y.duration_ms from rooms.replay_watch w
      join rooms.replay y on y.room_id = w.room_id and y.file_id = w.file_id and y.state = 'ready'
      where w.member_id = ${caller.memberId} and w.company_id = ${caller.companyId}
        and w.playback_id = ${claim.playbackId}
      for update of w
    ), measured as (
      select h.*, u.watched_after, l.covered_after, l.pieces,
        ceil((l.covered_after - h.covered_ms) / ${replayRateMax}::numeric)::bigint as cost_ms,
        greatest(0, least(${now}::bigint - h.credited_until, ${gapMaxMs}::bigint)) as elapsed_ms
      from watch_row h
      cross join lateral (select h.watched +
        ${multirange(claim.intervals)}::int4multirange * int4multirange(int4range(0, h.duration_ms)) as watched_after) u
      cross join lateral (select coalesce(sum(upper(r) - lower(r)), 0)::int as covered_after, count(*)::int as pieces
        from unnest(u.watched_after) r) l
    ), evaluated as (
      select w.*, w.elapsed_ms + w.carry_ms as allowed_ms,
        case when ${claim.sequence}::int <= w.sequence then 'repeat'
          when w.cost_ms > w.elapsed_ms + w.carry_ms then 'too-fast'
          when w.pieces > ${piecesMax}::int then 'fragmented'
          else 'accepted' end as verdict
      from measured w
    ), stored as (
      update rooms.replay_watch w set
        watched = j.watched_after, covered_ms = j.covered_after,
        position_ms = least(coalesce(${claim.positionMs ?? null}::int, w.position_ms), j.duration_ms),
        active_ms = w.active_ms + least(${claim.activeMs}::bigint, j.elapsed_ms),
        watched_at = ${now}, sequence = ${claim.sequence}, credited_until = greatest(j.credited_until, ${now}::bigint),
        carry_ms = least(j.allowed_ms - j.cost_ms, ${carryMaxMs}::bigint)
      from evaluated j
      where j.verdict = 'accepted' and w.room_id = j.room_id and w.member_id = j.member_id
      returning w.*
    )
    select j.verdict, j.cost_ms, j.allowed_ms, coalesce(s.covered_ms, j.covered_ms) as covered_ms,
      coalesce(s.position_ms, j.position_ms) as position_ms, coalesce(s.sequence, j.sequence) as sequence,
      coalesce(s.credited_until, j.credited_until) as credited_until
    from evaluated j left join stored s on true`.execute(db)
  return rows[0]
}

/** Stores the watched intervals and answers the resulting progress. A repeat adds nothing and answers the same. */
export async function recordHeartbeat(db: RoomsDb, claim: Claim, { caller, now }: Context) {
  const result = await storeClaim(db, caller, claim, now)
  if (!result) throw refuse(REPLAY_TAKEN_OVER)
  const { verdict, cost_ms, allowed_ms } = result
  const known = { acknowledgedSequence: result.sequence, creditedUntil: result.credited_until }
  if (verdict === 'fragmented') throw refuse(REPLAY_TOO_FRAGMENTED, { ...known, piecesMax })
  if (verdict === 'too-fast')
    throw refuse(REPLAY_TOO_FAST, {
      ...known,
      claimedMs: cost_ms,
      allowedMs: allowed_ms,
      retryAfterMs: cost_ms - allowed_ms,
    })
  return { ...known, coveredMs: result.covered_ms, positionMs: result.position_ms }
}
