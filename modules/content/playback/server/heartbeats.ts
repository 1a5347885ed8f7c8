/**
 * The law of believed progress (decision 11): new coverage costs wall time, at the allowed speed. Time runs from
 * `credited_until`; the time that a heartbeat does not use is carried over, so that a late packet harms nobody. Over all
 * playbacks that a member has of one module, coverage never exceeds (wall time since the first start + the head start) ×
 * speed. The clock of the client plays no part.
 *
 * The law is a piece of SQL, because lock, weighing and store must be one statement against the table of the module whose
 * content is played. Two heartbeats at the same moment are never weighed against the same time.
 */
import { type RawBuilder, sql } from 'kysely'
import { type ErrorCode, INVALID_INPUT, refuse } from '#kit/errors.ts'
import type { Interval } from '#kit/playback.ts'

/** Time without a heartbeat that still counts: a player that was offline this long loses nothing. */
const gapMaxMs = 4 * 3_600_000
/** The most unused time that is carried over. */
const carryMaxMs = 60_000
/** No player produces a union with more pieces. */
const piecesMax = 500
/** Ranges of a player begin and end between its samples: a hole of this size is no jump. */
const seamMs = 3000

export interface HeartbeatClaim {
  readonly playbackId: string
  readonly sequence: number
  readonly intervals: readonly Interval[]
  readonly position?: number
  readonly activeMs: number
}

/** What the statement of a module answers for this block. */
export interface WeighedHeartbeat {
  readonly verdict: 'accepted' | 'repeat' | 'too-fast' | 'fragmented'
  /** The newest stored heartbeat, and the time until which watching is credited: this one's if it was accepted. */
  readonly sequence: number
  readonly credited_until: number
  readonly cost_ms: number
  readonly allowed_ms: number
}

/** The codes of the module whose content is played. */
interface PlaybackRefusals {
  readonly takenOver: ErrorCode
  readonly tooFast: ErrorCode
  readonly tooFragmented: ErrorCode
}

/** Refuses an interval that runs backwards. For claims that are weighed together: before they are. */
export function assertForwards({ intervals }: HeartbeatClaim): void {
  multirange(intervals)
}

/** The intervals as a multirange of PostgreSQL. An interval that runs backwards is refused. */
function multirange(intervals: readonly Interval[]): string {
  const backwards = intervals.findIndex(({ from, to }) => from >= to)
  if (backwards >= 0) {
    const path = `intervals.${backwards}.to`
    throw refuse(INVALID_INPUT, { fields: [{ path, rule: 'interval', message: 'must be above from' }] })
  }
  return `{${intervals.map(({ from, to }) => `[${from},${to})`).join(',')}}`
}

/**
 * The part of a statement that weighs a claim: `weighed as (…)`, to stand after a common table expression `record` and
 * before the update that stores what is `accepted`.
 *
 * `record` locks the row of the playback (`for update`) and has these columns:
 * - of the row: `watched` (int4multirange), `covered`, `position`, `sequence`, `credited_until`, `carry_ms`
 * - `unit_count` (int): the length of the content; `unit_cost_ns` (bigint): the wall time of one unit at the fastest
 * - `clock` (bigint): now, or the earlier time at which crediting ended
 * - `by_coverage` (bool): false where ranges of a player count for nothing
 * - `forward_only` (bool): only what continues from the furthest position is believed
 *
 * `weighed` has all of them, and the values to store: `watched_after`, `covered_after`, `position_after`,
 * `credited_after`, `carry_after`, `counted_ms` (time spent playing); besides `verdict`, `cost_ms` and `allowed_ms`.
 */
export function weighHeartbeat(claim: HeartbeatClaim): RawBuilder<unknown> {
  const { sequence, position = null, activeMs, intervals } = claim
  return weigh({
    claimed: sql`${multirange(intervals)}::int4multirange`,
    sequence: sql`${sequence}::int`,
    position: sql`${position}::int`,
    activeMs: sql`${activeMs}::bigint`,
  })
}

/**
 * The claims of several playbacks as a source, `from ${claimsSql(claims)} q join …`, one a playback. `record` takes `q.*`
 * beside its own columns, and is weighed by `weighHeartbeats`.
 */
export function claimsSql(claims: readonly HeartbeatClaim[]): RawBuilder<unknown> {
  const all = <Value>(of: (claim: HeartbeatClaim) => Value) => claims.map(of)
  return sql`unnest(${all(({ playbackId }) => playbackId)}::uuid[], ${all(({ sequence }) => sequence)}::int[],
    ${all(({ intervals }) => multirange(intervals))}::int4multirange[],
    ${all(({ position }) => position ?? null)}::int[], ${all(({ activeMs }) => activeMs)}::bigint[])
    with ordinality as q (claimed_playback, claimed_sequence, claimed, claimed_position, claimed_ms, place)`
}

/** As `weighHeartbeat`, for a `record` of several rows that has the columns of `claimsSql`. */
export const weighHeartbeats: RawBuilder<unknown> = weigh({
  claimed: sql`r.claimed`,
  sequence: sql`m.claimed_sequence`,
  position: sql`m.claimed_position`,
  activeMs: sql`m.claimed_ms`,
})

/** The terms of a claim: `claimed` stands beside the record `r`, the others beside what was measured of it, `m`. */
interface ClaimTerms {
  readonly claimed: RawBuilder<unknown>
  readonly sequence: RawBuilder<unknown>
  readonly position: RawBuilder<unknown>
  readonly activeMs: RawBuilder<unknown>
}

function weigh({ claimed, sequence, position, activeMs }: ClaimTerms): RawBuilder<unknown> {
  return sql`measured as (
      select r.*, f.furthest, u.watched_after, l.covered_after, l.pieces,
        ((l.covered_after - r.covered) * r.unit_cost_ns + 999999) / 1000000 as cost_ms,
        greatest(0, least(r.clock - r.credited_until, ${gapMaxMs}::bigint)) as elapsed_ms
      from record r
      cross join lateral (select case when r.forward_only then least(r.unit_count, coalesce(
          (select min(before) from (select lower(p) as begins, lag(upper(p), 1, 0) over (order by lower(p)) as before
            from unnest(${claimed} + int4multirange(int4range(0, coalesce(upper(r.watched), 0)))) p) holes
            where begins - before > ${seamMs}::int), r.unit_count)) else r.unit_count end as furthest) f
      cross join lateral (select r.watched + case when r.by_coverage
        then ${claimed} * int4multirange(int4range(0, f.furthest)) else '{}' end as watched_after) u
      cross join lateral (select coalesce(sum(upper(p) - lower(p)), 0)::int as covered_after, count(*)::int as pieces
        from unnest(u.watched_after) p) l
    ), weighed as (
      select m.*, m.elapsed_ms + m.carry_ms as allowed_ms,
        least(m.elapsed_ms + m.carry_ms - m.cost_ms, ${carryMaxMs}::bigint) as carry_after,
        greatest(m.credited_until, m.clock) as credited_after,
        least(coalesce(${position}, m.position), m.furthest) as position_after,
        least(${activeMs}, m.elapsed_ms) as counted_ms,
        case when ${sequence} <= m.sequence then 'repeat'
          when m.cost_ms > m.elapsed_ms + m.carry_ms then 'too-fast'
          when m.pieces > ${piecesMax}::int then 'fragmented'
          else 'accepted' end as verdict
      from measured m
    )`
}

/** What a player learns from every answer to a heartbeat, a refusal too. */
export const acknowledgement = ({ sequence, credited_until }: WeighedHeartbeat) => ({
  acknowledgedSequence: sequence,
  creditedUntil: credited_until,
})

/**
 * Throws the refusal that follows from the verdict. Without a row another playback of the member counts now. A repeat
 * adds nothing and is answered as the first time.
 */
export function assertBelieved<Row extends WeighedHeartbeat>(
  weighed: Row | undefined,
  refusals: PlaybackRefusals,
): asserts weighed is Row {
  if (!weighed) throw refuse(refusals.takenOver)
  const { verdict, cost_ms: claimedMs, allowed_ms: allowedMs } = weighed
  const known = acknowledgement(weighed)
  if (verdict === 'fragmented') throw refuse(refusals.tooFragmented, { ...known, piecesMax })
  if (verdict !== 'too-fast') return
  throw refuse(refusals.tooFast, { ...known, claimedMs, allowedMs, retryAfterMs: claimedMs - allowedMs })
}
