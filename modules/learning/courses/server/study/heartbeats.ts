/**
 * What a player reports, and what of it is believed. One statement locks the member's progress of the section, weighs
 * the claim against the wall clock, and stores it: two reports at once can't both be weighed against the same time.
 *
 * The law: new coverage costs wall time, at the allowed speed. Time runs from `credited_until`; what a beat does not use
 * is carried over, so that a late packet harms nobody. Over all playbacks of a member together, coverage never exceeds
 * (wall time since the first start + `headStartMs`) × allowed speed. The client's clock plays no part.
 * Where a course forbids to seek forward, only what goes on from the furthest place so far is believed, unless the member
 * has finished it before and studies it once more; and while nobody answers whether they are there, the clock stands still
 * (presence.ts).
 */
import { sql } from 'kysely'
import { INVALID_INPUT, refuse, refuseKeepingWrites } from '#kit/errors.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { COURSE_TAKEN_DOWN, FASTER_THAN_CLOCK, PLAYBACK_TAKEN_OVER, TOO_FRAGMENTED } from '../../contract/errors.ts'
import type { Beat } from '../../contract/learning.ts'
import type { Interval, SectionKind, StudyStatus } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { decidedElsewhere, type StudyFacts, sectionProgress } from './completion-rules.ts'
import { answerMs, askPresence, type PresenceFacts } from './presence.ts'
import { settleCourse } from './registrations.ts'

/** Time without a report that still counts: a player that was offline this long loses nothing. */
const gapMaxMs = 4 * 3_600_000
/** The most unused time that is carried over. */
const carryMaxMs = 60_000
/** More pieces than this in one union come from no player. */
const piecesMax = 500
/** The registration's `touched_at` moves this often at most: it stands in indexes, and a beat should stay cheap. */
const touchEveryMs = 30_000
/** A player's ranges begin and end between its samples: a hole of this size is no jump. */
const seamMs = 3000

export interface BeatClaim {
  readonly playbackId: string
  readonly sequence: number
  readonly intervals: readonly Interval[]
  readonly position?: number
  readonly activeMs: number
}

interface Judged extends StudyFacts, PresenceFacts {
  readonly course_id: string
  readonly kind: SectionKind
  readonly verdict: 'accepted' | 'repeat' | 'too-fast' | 'fragmented'
  readonly taken_down: boolean
  readonly sequence: number
  readonly credited_until: number
  readonly cost_ms: number
  readonly allowed_ms: number
  readonly just_finished: boolean
  readonly course_status: StudyStatus
  readonly by_proof: boolean
}

function multirange(intervals: readonly Interval[]): string {
  const backwards = intervals.findIndex(({ from, to }) => from >= to)
  if (backwards >= 0) {
    const path = `intervals.${backwards}.to`
    throw refuse(INVALID_INPUT, { fields: [{ path, rule: 'interval', message: 'must be above from' }] })
  }
  return `{${intervals.map(({ from, to }) => `[${from},${to})`).join(',')}}`
}

async function judge(
  db: CoursesDb,
  caller: { memberId: string; companyId: string },
  claim: BeatClaim,
  now: number,
): Promise<Judged | undefined> {
  const { rows } = await sql<Judged>`
    with held as (
      select p.*, c.off_shelf_at is not null as taken_down,
        least(${now}::bigint, c.off_shelf_at, pr.asked_at + ${answerMs}::bigint) as clock,
        c.no_forward_seeking and p.finished_at is null and p.kind in ('video', 'audio') and not exists (
          select from courses.round o where o.member_id = p.member_id and o.course_id = p.course_id
            and o.finished_at is null) as goes_on,
        case when p.kind in ('video', 'audio') and p.finished_at is null then c.presence_check_minutes else 0 end
          as presence_minutes, pr.confirmed_at, pr.check_id, pr.asked_at
      from courses.section_progress p join courses.course c on c.id = p.course_id
      left join courses.presence pr on pr.member_id = p.member_id and c.presence_check_minutes > 0
        and p.kind in ('video', 'audio') and p.finished_at is null
      where p.member_id = ${caller.memberId} and p.playback_id = ${claim.playbackId}
      for update of p
    ), weighed as (
      select h.*, f.furthest, u.watched_after, l.covered_after, l.pieces,
        ((l.covered_after - h.covered) * h.unit_cost_ns + 999999) / 1000000 as cost_ms,
        greatest(0, least(h.clock - h.credited_until, ${gapMaxMs}::bigint)) as elapsed_ms
      from held h
      cross join lateral (select case when h.goes_on then least(h.unit_count, coalesce(
          (select min(before) from (select lower(r) as begins, lag(upper(r), 1, 0) over (order by lower(r)) as before
            from unnest(${multirange(claim.intervals)}::int4multirange
              + int4multirange(int4range(0, coalesce(upper(h.watched), 0)))) r) holes
            where begins - before > ${seamMs}::int), h.unit_count)) else h.unit_count end as furthest) f
      cross join lateral (select h.watched + case when h.kind = any(${decidedElsewhere}::text[]) then '{}'
        else ${multirange(claim.intervals)}::int4multirange * int4multirange(int4range(0, f.furthest)) end
        as watched_after) u
      cross join lateral (select coalesce(sum(upper(r) - lower(r)), 0)::int as covered_after, count(*)::int as pieces
        from unnest(u.watched_after) r) l
    ), judged as (
      select w.*, w.elapsed_ms + w.carry_ms as allowed_ms,
        least(${claim.activeMs}::bigint, w.elapsed_ms) as active_ms,
        w.covered_after >= w.needed and not w.by_proof and w.kind <> all(${decidedElsewhere}::text[]) as finishes,
        case when ${claim.sequence}::int <= w.sequence then 'repeat'
          when w.cost_ms > w.elapsed_ms + w.carry_ms then 'too-fast'
          when w.pieces > ${piecesMax}::int then 'fragmented'
          else 'accepted' end as verdict
      from weighed w
    ), stored as (
      update courses.section_progress p set
        watched = j.watched_after, covered = j.covered_after,
        status = case when j.finished_at is not null or j.status in (5, 6) then p.status
          when j.finishes then 2 else 1 end,
        finished_at = coalesce(p.finished_at, case when j.finishes then ${now}::bigint end),
        position = least(coalesce(${claim.position ?? null}::int, p.position), j.furthest),
        study_ms = p.study_ms + j.active_ms, studied_at = ${now}, sequence = ${claim.sequence},
        credited_until = greatest(j.credited_until, j.clock),
        carry_ms = least(j.allowed_ms - j.cost_ms, ${carryMaxMs}::bigint)
      from judged j
      where j.verdict = 'accepted'
        and p.member_id = j.member_id and p.course_id = j.course_id and p.section_id = j.section_id
      returning p.*
    ), timed as (
      insert into courses.study_time as t (member_id, day, course_id, client_type, company_id, study_ms, last_at)
      select j.member_id, (to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(caller.companyId)})::date,
        j.course_id, j.client_type, j.company_id, j.active_ms, ${now}
      from judged j where j.verdict = 'accepted' and j.active_ms > 0
      on conflict (member_id, day, course_id, client_type)
        do update set study_ms = t.study_ms + excluded.study_ms, last_at = excluded.last_at
    ), touched as (
      update courses.registration r set touched_at = ${now}
      from judged j
      where j.verdict = 'accepted' and r.member_id = j.member_id and r.course_id = j.course_id
        and r.touched_at < ${now}::bigint - ${touchEveryMs}::bigint
    )
    select j.presence_minutes, j.confirmed_at, j.check_id, j.asked_at, j.course_id, j.kind, j.by_proof, j.verdict, j.taken_down, j.cost_ms, j.allowed_ms, j.unit_count, j.needed,
      coalesce(s.status, j.status) as status, coalesce(s.covered, j.covered) as covered,
      coalesce(s.position, j.position) as position, coalesce(s.studied_at, j.studied_at) as studied_at,
      coalesce(s.finished_at, j.finished_at) as finished_at, coalesce(s.sequence, j.sequence) as sequence,
      coalesce(s.credited_until, j.credited_until) as credited_until,
      j.finished_at is null and s.finished_at is not null as just_finished,
      coalesce((select r.status from courses.registration r
        where r.member_id = j.member_id and r.course_id = j.course_id), 0) as course_status
    from judged j left join stored s on true`.execute(db)
  return rows[0]
}

function assertBelieved(judged: Judged): void {
  const { sequence, credited_until, cost_ms, allowed_ms } = judged
  const known = { acknowledgedSequence: sequence, creditedUntil: credited_until }
  if (judged.verdict === 'fragmented') throw refuse(TOO_FRAGMENTED, { ...known, piecesMax })
  if (judged.verdict !== 'too-fast') return
  // A playback of a course that was taken down gains no time by waiting.
  if (judged.taken_down) throw refuse(COURSE_TAKEN_DOWN, known)
  const retryAfterMs = cost_ms - allowed_ms
  throw refuse(FASTER_THAN_CLOCK, { ...known, claimedMs: cost_ms, allowedMs: allowed_ms, retryAfterMs })
}

/** Stores what was watched, and answers the truth about the section. A repeat adds nothing and answers the same. */
export async function recordBeat(db: CoursesDb, claim: BeatClaim, { caller, now }: Context): Promise<Beat> {
  const judged = await judge(db, caller, claim, now)
  if (!judged) throw refuse(PLAYBACK_TAKEN_OVER)
  assertBelieved(judged)
  const settled = judged.just_finished && (await settleCourse(db, caller.memberId, judged.course_id, now))
  const { sequence: acknowledgedSequence, credited_until: creditedUntil } = judged
  // What was watched until the course was taken down is kept; nothing after it counts.
  if (judged.taken_down) throw refuseKeepingWrites(COURSE_TAKEN_DOWN, { acknowledgedSequence, creditedUntil })
  return {
    acknowledgedSequence,
    creditedUntil,
    progress: sectionProgress({ ...judged, needs_review: judged.by_proof }, judged, 100),
    courseStatus: settled ? settled.status : judged.course_status,
    courseJustFinished: settled ? settled.justFinished : false,
    presenceCheck: await askPresence(db, caller.memberId, judged, now),
  }
}
