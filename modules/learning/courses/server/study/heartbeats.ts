/**
 * The heartbeats of a player, and what of them counts: one statement locks the member's progress of the section, weighs
 * the claim (the law stands in the module playback), and stores it. Where a course forbids seeking forward, only what
 * continues from the furthest position is believed, unless the member studies a finished course again. While a presence
 * check stays open, the clock stands still (presence.ts).
 */
import { sql } from 'kysely'
import { refuse, refuseKeepingWrites } from '#kit/errors.ts'
import {
  acknowledgement,
  assertBelieved,
  type HeartbeatClaim,
  type WeighedHeartbeat,
  weighHeartbeat,
} from '#modules/content/playback/server.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { COURSE_TAKEN_DOWN, FASTER_THAN_CLOCK, PLAYBACK_TAKEN_OVER, TOO_FRAGMENTED } from '../../contract/errors.ts'
import type { HeartbeatAnswer } from '../../contract/learning.ts'
import type { SectionKind, StudyStatus } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { decidedElsewhere, type StudyFacts, sectionProgress } from './completion-rules.ts'
import { answerMs, askPresence, type PresenceFacts } from './presence.ts'
import { settleCourse } from './registrations.ts'

/** The registration's `touched_at` moves this often at most: it stands in indexes, and a heartbeat should stay cheap. */
const touchEveryMs = 30_000
const refusals = { takenOver: PLAYBACK_TAKEN_OVER, tooFast: FASTER_THAN_CLOCK, tooFragmented: TOO_FRAGMENTED }

interface StoredHeartbeat extends WeighedHeartbeat, StudyFacts, PresenceFacts {
  readonly course_id: string
  readonly kind: SectionKind
  readonly taken_down: boolean
  readonly just_finished: boolean
  readonly course_status: StudyStatus
  readonly by_proof: boolean
}

async function storeHeartbeat(
  db: CoursesDb,
  caller: { memberId: string; companyId: string },
  claim: HeartbeatClaim,
  now: number,
): Promise<StoredHeartbeat | undefined> {
  const { rows } = await sql<StoredHeartbeat>`
    with record as (
      select p.*, c.off_shelf_at is not null as taken_down,
        least(${now}::bigint, c.off_shelf_at, pr.asked_at + ${answerMs}::bigint) as clock,
        p.kind <> all(${decidedElsewhere}::text[]) as by_coverage,
        c.no_forward_seeking and p.finished_at is null and p.kind in ('video', 'audio') and not exists (
          select from courses.round o where o.member_id = p.member_id and o.course_id = p.course_id
            and o.finished_at is null) as forward_only,
        case when p.kind in ('video', 'audio') and p.finished_at is null then c.presence_check_minutes else 0 end
          as presence_minutes, pr.confirmed_at, pr.check_id, pr.asked_at
      from courses.section_progress p join courses.course c on c.id = p.course_id
      left join courses.presence pr on pr.member_id = p.member_id and c.presence_check_minutes > 0
        and p.kind in ('video', 'audio') and p.finished_at is null
      where p.member_id = ${caller.memberId} and p.playback_id = ${claim.playbackId}
      for update of p
    ), ${weighHeartbeat(claim)}, stored as (
      update courses.section_progress p set
        watched = w.watched_after, covered = w.covered_after,
        status = case when w.finished_at is not null or w.status in (5, 6) then p.status
          when f.finishes then 2 else 1 end,
        finished_at = coalesce(p.finished_at, case when f.finishes then ${now}::bigint end),
        position = w.position_after, study_ms = p.study_ms + w.counted_ms, studied_at = ${now},
        sequence = ${claim.sequence}, credited_until = w.credited_after, carry_ms = w.carry_after
      from weighed w
      cross join lateral (select w.covered_after >= w.needed and not w.by_proof and w.by_coverage as finishes) f
      where w.verdict = 'accepted'
        and p.member_id = w.member_id and p.course_id = w.course_id and p.section_id = w.section_id
      returning p.*
    ), timed as (
      insert into courses.study_time as t (member_id, day, course_id, client_type, company_id, study_ms, last_at)
      select w.member_id, (to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(caller.companyId)})::date,
        w.course_id, w.client_type, w.company_id, w.counted_ms, ${now}
      from weighed w where w.verdict = 'accepted' and w.counted_ms > 0
      on conflict (member_id, day, course_id, client_type)
        do update set study_ms = t.study_ms + excluded.study_ms, last_at = excluded.last_at
    ), touched as (
      update courses.registration r set touched_at = ${now}
      from weighed w
      where w.verdict = 'accepted' and r.member_id = w.member_id and r.course_id = w.course_id
        and r.touched_at < ${now}::bigint - ${touchEveryMs}::bigint
    )
    select w.presence_minutes, w.confirmed_at, w.check_id, w.asked_at, w.course_id, w.kind, w.by_proof, w.verdict,
      w.taken_down, w.cost_ms, w.allowed_ms, w.unit_count, w.needed,
      coalesce(s.status, w.status) as status, coalesce(s.covered, w.covered) as covered,
      coalesce(s.position, w.position) as position, coalesce(s.studied_at, w.studied_at) as studied_at,
      coalesce(s.finished_at, w.finished_at) as finished_at, coalesce(s.sequence, w.sequence) as sequence,
      coalesce(s.credited_until, w.credited_until) as credited_until,
      w.finished_at is null and s.finished_at is not null as just_finished,
      coalesce((select r.status from courses.registration r
        where r.member_id = w.member_id and r.course_id = w.course_id), 0) as course_status
    from weighed w left join stored s on true`.execute(db)
  return rows[0]
}

/** Stores what was watched, and answers the truth about the section. A repeat adds nothing and answers the same. */
export async function recordHeartbeat(
  db: CoursesDb,
  claim: HeartbeatClaim,
  { caller, now }: Context,
): Promise<HeartbeatAnswer> {
  const stored = await storeHeartbeat(db, caller, claim, now)
  // A playback of a course that was taken down gains no time by waiting.
  if (stored?.taken_down && stored.verdict === 'too-fast') throw refuse(COURSE_TAKEN_DOWN, acknowledgement(stored))
  assertBelieved(stored, refusals)
  const settled = stored.just_finished && (await settleCourse(db, caller.memberId, stored.course_id, now))
  // What was watched until the course was taken down is kept; nothing after it counts.
  if (stored.taken_down) throw refuseKeepingWrites(COURSE_TAKEN_DOWN, acknowledgement(stored))
  return {
    ...acknowledgement(stored),
    progress: sectionProgress({ ...stored, needs_review: stored.by_proof }, stored, 100),
    courseStatus: settled ? settled.status : stored.course_status,
    courseJustFinished: settled ? settled.justFinished : false,
    presenceCheck: await askPresence(db, caller.memberId, stored, now),
  }
}
