/** The law, bound to the block: against a table of its own, with the statement that a module would write. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { FILE_TOO_LARGE, NOT_FOUND, TOO_MANY_CALLS } from '#kit/errors.ts'
import type { Interval } from '#kit/playback.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { testPlatform } from '#test/harness.ts'
import { acknowledgement, assertBelieved, type WeighedHeartbeat, weighHeartbeat } from './heartbeats.ts'
import { lawDurationMs, testPlaybackLaw } from './playback-law.fixture.ts'
import { creditStart, lockPlaybacks, parseRanges, resumePosition } from './starts.ts'

const platform = testPlatform({ poolSize: 8 })
const refusals = { takenOver: NOT_FOUND, tooFast: TOO_MANY_CALLS, tooFragmented: FILE_TOO_LARGE }
const second = 1000

beforeAll(async () => {
  await sql`create table public.watching (
    viewer uuid, item integer, watched int4multirange not null default '{}', covered integer not null default 0,
    position integer not null default 0, played_ms bigint not null default 0, playback_id uuid,
    sequence integer not null default 0, credited_until bigint not null, carry_ms integer not null default 0,
    by_coverage boolean not null default true, forward_only boolean not null default false, closed_at bigint,
    primary key (viewer, item))`.execute(platform.root)
  await sql`create unique index watching_playback on public.watching (viewer) where playback_id is not null`.execute(
    platform.root,
  )
})

interface Columns {
  readonly by_coverage?: boolean
  readonly forward_only?: boolean
}

function start(viewer: string, item: number, { by_coverage = true, forward_only = false }: Columns = {}) {
  const playbackId = uuid()
  return inTransaction(platform.root, async (db) => {
    await lockPlaybacks(db, 'watching', viewer)
    const ended = await sql<{ credited_until: number }>`
      update watching set playback_id = null where viewer = ${viewer} and playback_id is not null
      returning credited_until`.execute(db)
    const creditedUntil = creditStart(ended.rows[0]?.credited_until ?? 0, platform.now)
    const { rows } = await sql<{ watched: string }>`
      insert into watching as w (viewer, item, playback_id, credited_until, by_coverage, forward_only)
      values (${viewer}, ${item}, ${playbackId}, ${creditedUntil}, ${by_coverage}, ${forward_only})
      on conflict (viewer, item) do update set playback_id = excluded.playback_id, sequence = 0, carry_ms = 0,
        credited_until = excluded.credited_until
      returning watched::text as watched`.execute(db)
    return { playbackId, watched: parseRanges(rows[0]?.watched ?? '') }
  })
}

interface Claim {
  readonly sequence: number
  readonly intervals: readonly Interval[]
  readonly activeMs: number
  readonly position?: number
}

type Stored = WeighedHeartbeat & { readonly watched: string; readonly position: number }

async function heartbeat(viewer: string, playbackId: string, claim: Claim) {
  const { rows } = await sql<Stored>`
    with record as (
      select w.*, ${lawDurationMs}::int as unit_count, 500000::bigint as unit_cost_ns,
        least(${platform.now}::bigint, w.closed_at) as clock
      from watching w where w.viewer = ${viewer} and w.playback_id = ${playbackId} for update
    ), ${weighHeartbeat({ ...claim, playbackId })}, stored as (
      update watching s set watched = w.watched_after, covered = w.covered_after, position = w.position_after,
        played_ms = s.played_ms + w.counted_ms, sequence = ${claim.sequence}, credited_until = w.credited_after,
        carry_ms = w.carry_after
      from weighed w
      where w.verdict = 'accepted' and s.viewer = w.viewer and s.item = w.item
      returning s.*
    )
    select w.verdict, w.cost_ms, w.allowed_ms, coalesce(s.sequence, w.sequence) as sequence,
      coalesce(s.credited_until, w.credited_until) as credited_until,
      coalesce(s.watched, w.watched)::text as watched, coalesce(s.position, w.position) as position
    from weighed w left join stored s on true`.execute(platform.root)
  const stored = rows[0]
  assertBelieved(stored, refusals)
  return { ...acknowledgement(stored), watched: parseRanges(stored.watched), position: stored.position }
}

testPlaybackLaw({
  platform,
  refusals: { takenOver: NOT_FOUND.code, tooFast: TOO_MANY_CALLS.code, tooFragmented: FILE_TOO_LARGE.code },
  async newViewer() {
    const viewer = uuid()
    const rowOf = async (item: number) => {
      const { rows } = await sql<{ covered: number; played: number }>`
        select coalesce(max(covered) filter (where item = ${item}), 0) as covered,
          coalesce(sum(played_ms), 0)::int as played
        from watching where viewer = ${viewer}`.execute(platform.root)
      return rows[0] ?? { covered: 0, played: 0 }
    }
    return {
      start: (item) => start(viewer, item),
      heartbeat: (playbackId, claim) => heartbeat(viewer, playbackId, claim),
      percent: async (item) => Math.floor(((await rowOf(item)).covered * 100) / lawDurationMs),
      countedMs: async () => (await rowOf(0)).played,
      lockOf: (playbackId) => sql`select from watching where playback_id = ${playbackId} for update`,
    }
  },
})

describe('what a module asks of the law', () => {
  const played = (sequence: number, from: number, to: number) => ({
    ...{ sequence, intervals: [{ from, to }], position: to, activeMs: to - from },
  })

  it('cuts ranges and positions to the length that the server knows', async () => {
    const viewer = uuid()
    const { playbackId } = await start(viewer, 0)
    platform.now += 10 * second
    const claim = played(1, lawDurationMs - second, 2_000_000_000)
    expect(await heartbeat(viewer, playbackId, claim)).toMatchObject({
      watched: [{ from: lawDurationMs - second, to: lawDurationMs }],
      position: lawDurationMs,
    })
  })

  it('forward only: believes what continues from the furthest position, over a seam but no jump', async () => {
    const viewer = uuid()
    const { playbackId } = await start(viewer, 0, { forward_only: true })
    platform.now += 60 * second
    await heartbeat(viewer, playbackId, played(1, 0, 10 * second))
    const seam = await heartbeat(viewer, playbackId, played(2, 13 * second, 20 * second))
    expect(seam.watched).toEqual([
      { from: 0, to: 10 * second },
      { from: 13 * second, to: 20 * second },
    ])
    const jump = await heartbeat(viewer, playbackId, played(3, 23 * second + 1, 30 * second))
    expect(jump).toMatchObject({ watched: seam.watched, position: 20 * second })
    const back = await heartbeat(viewer, playbackId, played(4, 5 * second, 14 * second))
    expect(back.watched).toEqual([{ from: 0, to: 20 * second }])
  })

  it('counts no ranges where another rule decides, and keeps the time', async () => {
    const viewer = uuid()
    const { playbackId } = await start(viewer, 0, { by_coverage: false })
    platform.now += 10 * second
    const answer = await heartbeat(viewer, playbackId, played(1, 0, 10 * second))
    expect(answer).toMatchObject({ acknowledgedSequence: 1, watched: [], creditedUntil: platform.now })
  })

  it('credits nothing after the time at which crediting ended', async () => {
    const viewer = uuid()
    const { playbackId } = await start(viewer, 0)
    const closedAt = platform.now + 5 * second
    await sql`update watching set closed_at = ${closedAt} where viewer = ${viewer}`.execute(platform.root)
    platform.now += 60 * second
    const refused = heartbeat(viewer, playbackId, played(1, 0, 14 * second + 1))
    await expect(refused).rejects.toMatchObject({ error: refusals.tooFast, data: { allowedMs: 7 * second } })
    const answer = await heartbeat(viewer, playbackId, played(1, 0, 14 * second))
    expect(answer).toMatchObject({ acknowledgedSequence: 1, creditedUntil: closedAt })
  })

  it.each([
    [0, 60_000, 0],
    [58_999, 60_000, 58_999],
    [59_000, 60_000, 0],
    [60_000, 60_000, 0],
    [400, 1000, 400],
    [500, 1000, 0],
  ])('at %d of %d ms a player continues at %d', (position, durationMs, expected) => {
    expect(resumePosition(position, durationMs, 'ms')).toBe(expected)
  })

  it('a page before the last one is no end', () => {
    expect([resumePosition(2, 3, 'other'), resumePosition(3, 3, 'other')]).toEqual([2, 0])
  })
})
