/** The presence of people in a room: each person's intervals, and the number of viewers over time. */
import { sql } from 'kysely'
import { mergeMs } from '../attendance.ts'
import type { RoomRow, RoomsDb } from '../db.ts'
import { presenceSpansSql } from '../presence.ts'

export interface Presence {
  readonly participantId: string
  readonly from: number
  readonly to: number
}

/** Presences of the running room, merged over devices and short breaks in the same way as attendance. */
async function presencesOf(
  db: RoomsDb,
  room: RoomRow,
  { participantIds, memberId, now }: { participantIds?: readonly string[]; memberId?: string; now: number },
): Promise<Presence[]> {
  if (room.started_at === null) return []
  const until = room.ended_at ?? now
  const { rows } = await sql<Presence>`
    with span as (${presenceSpansSql(room.id, now)}), merged as (
      select s.participant_id, range_agg(int8range(greatest(s.began_at, ${room.started_at}::bigint),
        least(s.ended_at, ${until}::bigint) + ${mergeMs}::bigint)) as ranges
      from span s join rooms.participant p on p.id = s.participant_id
      where greatest(s.began_at, ${room.started_at}::bigint) <= least(s.ended_at, ${until}::bigint)
        and (${participantIds ?? null}::uuid[] is null or p.id = any(${participantIds ?? null}::uuid[]))
        and (${memberId ?? null}::uuid is null or p.member_id = ${memberId ?? null}::uuid)
        and (${participantIds === undefined && memberId === undefined}::boolean is false or p.role = 'viewer')
      group by s.participant_id
    )
    select m.participant_id as "participantId", lower(r) as "from", upper(r) - ${mergeMs}::bigint as "to"
    from merged m cross join lateral unnest(m.ranges) r order by m.participant_id, lower(r)`.execute(db)
  return rows
}

/** How long a member was in the room. */
export async function liveSecondsOf(db: RoomsDb, room: RoomRow, memberId: string, now: number): Promise<number> {
  const presences = await presencesOf(db, room, { memberId, now })
  return Math.floor(presences.reduce((counter, { from, to }) => counter + to - from, 0) / 1000)
}

/** Each person's intervals and signatures. */
export async function timelinesOf(db: RoomsDb, room: RoomRow, participantIds: readonly string[], now: number) {
  const presences = await presencesOf(db, room, { participantIds, now })
  const signatures = await db
    .selectFrom('rooms.signature as s')
    .innerJoin('rooms.sign_round as r', 'r.id', 's.round_id')
    .select(['s.participant_id', 's.at'])
    .where('r.room_id', '=', room.id)
    .where((e) => e('s.participant_id', '=', e.fn.any(e.val(participantIds as string[]))))
    .orderBy('s.at')
    .execute()
  return participantIds.map((participantId) => ({
    participantId,
    intervals: presences.flatMap((one) =>
      one.participantId === participantId ? [{ from: one.from, to: one.to }] : [],
    ),
    signedAt: signatures.flatMap(({ participant_id, at }) => (participant_id === participantId ? [at] : [])),
  }))
}

const stepsMax = 120
const stepSecondsMin = 10

/** The number of people in the middle of each step from the start to the end; never an interpolated value. */
export function curveOf(presences: readonly Presence[], from: number, until: number) {
  const lengthMs = Math.max(0, until - from)
  const stepSeconds = Math.max(stepSecondsMin, Math.ceil(lengthMs / 1000 / stepsMax))
  const steps = Math.max(1, Math.ceil(lengthMs / 1000 / stepSeconds))
  const changes = new Array<number>(steps + 1).fill(0)
  /** The first step whose middle is at or after the instant. */
  const stepAt = (at: number) => Math.min(steps, Math.max(0, Math.ceil((at - from) / 1000 / stepSeconds - 0.5)))
  for (const presence of presences) {
    const first = stepAt(presence.from)
    // The last step may extend beyond the end, so it includes the people who stayed to the end.
    const end = presence.to >= until ? steps : stepAt(presence.to)
    changes[first] = (changes[first] ?? 0) + 1
    changes[end] = (changes[end] ?? 0) - 1
  }
  let there = 0
  const viewers = changes.slice(0, steps).map((change) => {
    there += change
    return there
  })
  return { stepSeconds, viewers }
}

/** The viewers over time, with the slides shown. */
export async function attendanceCurve(db: RoomsDb, room: RoomRow, now: number) {
  const until = room.ended_at ?? now
  if (room.started_at === null)
    return { startedAt: null, until: null, stepSeconds: stepSecondsMin, viewers: [], slides: [] }
  const presences = await presencesOf(db, room, { now })
  const slides = await db
    .selectFrom('rooms.slide_shown as s')
    .innerJoin('rooms.deck as d', (join) =>
      join.onRef('d.room_id', '=', 's.room_id').onRef('d.file_id', '=', 's.file_id'),
    )
    .select(['s.at', 'd.name as deck', 's.page'])
    .where('s.room_id', '=', room.id)
    .where('s.at', '>=', room.started_at)
    .orderBy('s.at')
    .limit(500)
    .execute()
  return { startedAt: room.started_at, until, ...curveOf(presences, room.started_at, until), slides }
}
