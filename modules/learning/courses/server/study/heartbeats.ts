/**
 * The heartbeats of a player, and what of them counts: one statement locks the progress of the sections, weighs the claims
 * (the law stands in the module playback), and stores them. Those of several members that arrive at the same moment share it
 * and its commit; each is weighed by itself, and acknowledged when it is stored. Where a course forbids seeking forward, only what
 * continues from the furthest position is believed, unless the member studies a finished course again. While a presence
 * check stays open, the clock stands still (presence.ts).
 */
import { sql } from 'kysely'
import { refuse, refuseKeepingWrites } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import {
  acknowledgement,
  assertBelieved,
  assertForwards,
  claimsSql,
  type HeartbeatClaim,
  type WeighedHeartbeat,
  weighHeartbeats,
} from '#modules/content/playback/server.ts'
import { timeZoneSql } from '#modules/platform/identity/server.ts'
import { Gatherer } from '#server/db/gathered.ts'
import { inTransactionOfCall } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { isUnavailable } from '#server/unavailable.ts'
import { COURSE_TAKEN_DOWN, FASTER_THAN_CLOCK, PLAYBACK_TAKEN_OVER, TOO_FRAGMENTED } from '../../contract/errors.ts'
import type { HeartbeatAnswer } from '../../contract/learning.ts'
import type { SectionKind, StudyStatus } from '../../contract/wire.ts'
import type { CoursesDb } from '../db.ts'
import { decidedElsewhere, type StudyFacts, sectionProgress } from './completion-rules.ts'
import { isUnpaid } from './details.ts'
import { answerMs, askPresence, type PresenceFacts } from './presence.ts'
import { settleCourse } from './registrations.ts'

/** The registration's `touched_at` moves this often at most: it stands in indexes, and a heartbeat should stay cheap. */
const touchEveryMs = 30_000
const refusals = { takenOver: PLAYBACK_TAKEN_OVER, tooFast: FASTER_THAN_CLOCK, tooFragmented: TOO_FRAGMENTED }

/** Who claims what, and when it arrived. */
interface Heartbeat {
  readonly claim: HeartbeatClaim
  readonly memberId: string
  readonly now: number
}

interface StoredHeartbeat extends WeighedHeartbeat, StudyFacts, PresenceFacts {
  readonly place: number
  readonly course_id: string
  readonly kind: SectionKind
  readonly taken_down: boolean
  readonly just_finished: boolean
  readonly course_status: StudyStatus
  readonly by_proof: boolean
  /** Nothing was stored, because more than a statement follows from it. */
  readonly is_put_off: boolean
}

/**
 * Weighs and stores heartbeats, one a member. `together`: of several members, in one statement that waits for no lock and
 * commits by itself. A row that somebody holds is then left out, and what finishes a section, belongs to a course that was
 * taken down, or may ask for presence, is put off: it needs a transaction of its own.
 */
async function storeHeartbeats(
  db: CoursesDb,
  heartbeats: readonly Heartbeat[],
  { together }: { readonly together: boolean },
): Promise<readonly (StoredHeartbeat | undefined)[]> {
  const all = <Value>(of: (heartbeat: Heartbeat) => Value) => heartbeats.map(of)
  const { rows } = await sql<StoredHeartbeat>`
    with record as (
      select p.*, q.*, b.now, c.off_shelf_at is not null as taken_down,
        least(b.now, c.off_shelf_at, pr.asked_at + ${answerMs}::bigint) as clock,
        p.kind <> all(${decidedElsewhere}::text[]) as by_coverage,
        c.no_forward_seeking and p.finished_at is null and p.kind in ('video', 'audio') and not exists (
          select from courses.round o where o.member_id = p.member_id and o.course_id = p.course_id
            and o.finished_at is null) as forward_only,
        case when p.kind in ('video', 'audio') and p.finished_at is null then c.presence_check_minutes else 0 end
          as presence_minutes, pr.confirmed_at, pr.check_id, pr.asked_at
      from ${claimsSql(all(({ claim }) => claim))}
      join unnest(${all(({ memberId }) => memberId)}::uuid[], ${all(({ now }) => now)}::bigint[])
        with ordinality as b (member_id, now, place) on b.place = q.place
      join courses.section_progress p on p.member_id = b.member_id and p.playback_id = q.claimed_playback
        and p.playback_id is not null
      join courses.course c on c.id = p.course_id
      left join courses.presence pr on pr.member_id = p.member_id and c.presence_check_minutes > 0
        and p.kind in ('video', 'audio') and p.finished_at is null
      for update of p ${together ? sql`skip locked` : sql``}
    ), ${weighHeartbeats}, decided as (
      select w.*, f.finishes, ${together}::boolean and (w.taken_down or w.presence_minutes > 0
        or w.verdict = 'accepted' and f.finishes and w.finished_at is null) as is_put_off
      from weighed w
      cross join lateral (select w.covered_after >= w.needed and not w.by_proof and w.by_coverage as finishes) f
    ), accepted as (
      select * from decided where verdict = 'accepted' and not is_put_off
    ), stored as (
      update courses.section_progress p set
        watched = w.watched_after, covered = w.covered_after,
        status = case when w.finished_at is not null or w.status in (5, 6) then p.status
          when w.finishes then 2 else 1 end,
        finished_at = coalesce(p.finished_at, case when w.finishes then w.now end),
        position = w.position_after, study_ms = p.study_ms + w.counted_ms, studied_at = w.now,
        sequence = w.claimed_sequence, credited_until = w.credited_after, carry_ms = w.carry_after
      from accepted w
      where p.member_id = w.member_id and p.course_id = w.course_id and p.section_id = w.section_id
      returning p.*, w.place
    ), timed as (
      insert into courses.study_time as t (member_id, day, course_id, client_type, company_id, study_ms, last_at)
      select w.member_id, (to_timestamp(w.now / 1000.0) at time zone ${timeZoneSql(sql`w.company_id`)})::date,
        w.course_id, w.client_type, w.company_id, w.counted_ms, w.now
      from accepted w where w.counted_ms > 0
      on conflict (member_id, day, course_id, client_type)
        do update set study_ms = t.study_ms + excluded.study_ms, last_at = excluded.last_at
    ), touched as (
      update courses.registration r set touched_at = d.now
      from (
        select g.member_id, g.course_id, w.now from accepted w
        join courses.registration g on g.member_id = w.member_id and g.course_id = w.course_id
          and g.touched_at < w.now - ${touchEveryMs}::bigint
        for update of g ${together ? sql`skip locked` : sql``}
      ) d where r.member_id = d.member_id and r.course_id = d.course_id
    )
    select w.place, w.is_put_off, w.presence_minutes, w.confirmed_at, w.check_id, w.asked_at, w.course_id, w.kind,
      w.by_proof, w.verdict, w.taken_down, w.cost_ms, w.allowed_ms, w.unit_count, w.needed,
      coalesce(s.status, w.status) as status, coalesce(s.covered, w.covered) as covered,
      coalesce(s.position, w.position) as position, coalesce(s.studied_at, w.studied_at) as studied_at,
      coalesce(s.finished_at, w.finished_at) as finished_at, coalesce(s.sequence, w.sequence) as sequence,
      coalesce(s.credited_until, w.credited_until) as credited_until,
      w.finished_at is null and s.finished_at is not null as just_finished,
      coalesce((select r.status from courses.registration r
        where r.member_id = w.member_id and r.course_id = w.course_id), 0) as course_status
    from decided w left join stored s on s.place = w.place`.execute(db)
  const found = new Map(rows.map((row) => [row.place, row]))
  return heartbeats.map((_, index) => found.get(index + 1))
}

type Gathered = Gatherer<Heartbeat, StoredHeartbeat | undefined>
const gathered = new WeakMap<CoursesDb, Gathered>()

function gathererOf(db: CoursesDb): Gathered {
  const known = gathered.get(db)
  if (known) return known
  const keyOf = ({ memberId }: Heartbeat) => memberId
  const made: Gathered = new Gatherer({ max: 64, keyOf }, (all) => storeHeartbeats(db, all, { together: true }))
  gathered.set(db, made)
  return made
}

/** With those of other members that arrive at the same moment; undefined where it needs a transaction of its own. */
async function storeWithOthers(db: CoursesDb, heartbeat: Heartbeat): Promise<StoredHeartbeat | undefined> {
  assertForwards(heartbeat.claim)
  try {
    const stored = await gathererOf(db).ask(heartbeat)
    return stored?.is_put_off ? undefined : stored
  } catch (error) {
    if (isUnavailable(error)) throw error
    // What is wrong with one must not harm the others: each is tried alone.
    return undefined
  }
}

function answerOf(stored: StoredHeartbeat) {
  return {
    ...acknowledgement(stored),
    progress: sectionProgress({ ...stored, needs_review: stored.by_proof }, stored, 100),
    courseStatus: stored.course_status,
    courseJustFinished: false,
    presenceCheck: null,
  }
}

/** In the transaction of `db`, with all that follows from it. */
async function recordAlone(db: CoursesDb, heartbeat: Heartbeat, context: Context): Promise<HeartbeatAnswer> {
  const { memberId, now } = heartbeat
  const [stored] = await storeHeartbeats(db, [heartbeat], { together: false })
  // A playback of a course that was taken down gains no time by waiting.
  if (stored?.taken_down && stored.verdict === 'too-fast') throw refuse(COURSE_TAKEN_DOWN, acknowledgement(stored))
  assertBelieved(stored, refusals)
  const settled = stored.just_finished && (await settleCourse(db, memberId, stored.course_id, now))
  // What was watched until the course was taken down is kept; nothing after it counts.
  if (stored.taken_down) throw refuseKeepingWrites(COURSE_TAKEN_DOWN, acknowledgement(stored))
  await assertStillBought(db, stored, context)
  return {
    ...answerOf(stored),
    ...(settled && { courseStatus: settled.status, courseJustFinished: settled.justFinished }),
    presenceCheck: await askPresence(db, memberId, stored, now),
  }
}

/**
 * A playback ends where the course has to be bought (again). What was watched until then is kept. Of a course without a price
 * nothing is read for this.
 */
async function assertStillBought(
  db: CoursesDb,
  stored: Pick<StoredHeartbeat, 'course_id'> & Parameters<typeof acknowledgement>[0],
  { caller, now }: Context,
): Promise<void> {
  const { course_id: id } = stored
  if (!(await isUnpaid(db, caller, { id, registeredAt: null }, now))) return
  const registration = await db
    .selectFrom('courses.registration')
    .select('registered_at')
    .where('course_id', '=', id)
    .where('member_id', '=', caller.memberId)
    .executeTakeFirst()
  if (!(await isUnpaid(db, caller, { id, registeredAt: registration?.registered_at ?? null }, now))) return
  await db
    .updateTable('courses.section_progress')
    .set({ playback_id: null })
    .where('member_id', '=', caller.memberId)
    .where('course_id', '=', id)
    .execute()
  throw refuseKeepingWrites(NOT_BOUGHT, acknowledgement(stored))
}

/** Stores what was watched, and answers the truth about the section. A repeat adds nothing and answers the same. */
export async function recordHeartbeat(
  db: CoursesDb,
  claim: HeartbeatClaim,
  context: Context,
): Promise<HeartbeatAnswer> {
  const { caller, now } = context
  const heartbeat = { claim, memberId: caller.memberId, now }
  const stored = await storeWithOthers(db, heartbeat)
  if (!stored) return inTransactionOfCall(db, (transaction) => recordAlone(transaction, heartbeat, context))
  assertBelieved(stored, refusals)
  await assertStillBought(db, stored, context)
  return answerOf(stored)
}
