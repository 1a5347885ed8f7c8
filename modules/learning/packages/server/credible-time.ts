/**
 * The shortest time in which a package can be studied, as its author sees it. A result that comes sooner waits until the
 * package has been open for as long. What counts is the server's clock between two signs of life of the same player.
 */
import { type RawBuilder, sql } from 'kysely'

/** The player, which speaks once a minute, may miss one time. Of a longer silence no more than this counts. */
const silenceMs = 120_000

const shortestMsByDefault = 15_000
const shortestMsMost = 30 * 60_000

/** What an author finds set: a tenth of the typical learning time, where the manifest declares one. */
export function usualShortestMs(typicalMs: number | undefined): number {
  const tenth = Math.round((typicalMs ?? 0) / 10_000) * 1000
  return Math.min(shortestMsMost, Math.max(shortestMsByDefault, tenth))
}

/** What the clock needs to know of an open player. */
export interface SeenLaunch {
  readonly id: string
  readonly launchedAt: number
}

/**
 * How long the attempt `a` was open since its last sign of life, when the player of `launch` gives one now. Of a player
 * that was not seen before, its launch is the beginning. Players side by side count once, and a clock that was put back
 * counts nothing until the next sign. Once the result counts, the time stands still.
 */
export function openSinceSql(launch: SeenLaunch | undefined, now: number): RawBuilder<number> {
  if (!launch) return sql<number>`0::bigint`
  const { id, launchedAt } = launch
  return sql<number>`case when a.counts_since is not null then 0 else greatest(0, ${now}::bigint - greatest(a.seen_at, ${now - silenceMs}::bigint,
    case when a.seen_launch_id is distinct from ${id}::uuid then ${Math.min(launchedAt, now)}::bigint end)) end`
}

/**
 * What is missing of the time, in milliseconds. Who studies without a connection gives no signs: the time that their commits
 * have credited counts as well, whichever is more. An author who sets more moves nobody back who waits already.
 */
export const missingSql = sql<number>`least(awaited_ms, shortest_ms) - greatest(open_ms, total_ms)`

/** Whether a result of the attempt waits. */
export const waitsSql = sql<boolean>`(a.awaited_ms is not null and a.counts_since is null and a.mode = 'learn')`
