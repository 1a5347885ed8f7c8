/**
 * "Still there?": the server decides when it is asked, and holds whether it was answered. While a question stays open
 * longer than `answerMs`, nothing that is watched counts; what was watched before does. To begin studying by hand, after
 * a pause, is an answer as well.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { refuse } from '#kit/errors.ts'
import type { Context } from '#server/module.ts'
import { PLAYBACK_TAKEN_OVER } from '../../contract/errors.ts'
import type { PresenceCheck } from '../../contract/learning.ts'
import { PRESENCE_NOT_ASKED } from '../../contract/study-errors.ts'
import type { CoursesDb } from '../db.ts'

/** How long an answer may take without anything being lost: enough to find the button by any means. */
export const answerMs = 120_000
/** Studying that goes on after less than this was not started by hand: the next video may have started by itself. */
const pauseMs = 120_000
const minuteMs = 60_000

export interface PresenceFacts {
  /** Minutes between two questions; 0: it is never asked. */
  readonly presence_minutes: number
  readonly confirmed_at: number | null
  readonly check_id: string | null
  readonly asked_at: number | null
}

/** Somebody was there to begin, unless it went on from what was studied just before. */
export async function beginPresence(
  db: CoursesDb,
  { memberId, companyId }: { memberId: string; companyId: string },
  creditedUntil: number,
  now: number,
): Promise<void> {
  await sql`
    insert into courses.presence as p (member_id, company_id, confirmed_at) values (${memberId}, ${companyId}, ${now})
    on conflict (member_id) do update set confirmed_at = ${now}, check_id = null, asked_at = null
    where ${creditedUntil}::bigint < ${now}::bigint - ${pauseMs}::bigint`.execute(db)
}

/** Between three and five quarters of the interval, so that nobody can set a clock by it; the same for one interval. */
export function dueAfterMs(minutes: number, confirmedAt: number): number {
  const spread = (Math.imul(confirmedAt % 2_147_483_647, 2_654_435_761) >>> 0) / 2 ** 32
  return Math.round(minutes * minuteMs * (0.75 + spread / 2))
}

const toCheck = (checkId: string, askedAt: number): PresenceCheck => ({ checkId, answerBy: askedAt + answerMs })

/** The question that is open, or becomes open now. */
export async function askPresence(
  db: CoursesDb,
  memberId: string,
  facts: PresenceFacts,
  now: number,
): Promise<PresenceCheck | null> {
  const { presence_minutes: minutes, confirmed_at: confirmedAt, check_id: checkId, asked_at: askedAt } = facts
  if (minutes === 0 || confirmedAt === null) return null
  if (checkId !== null && askedAt !== null) return toCheck(checkId, askedAt)
  if (now - confirmedAt < dueAfterMs(minutes, confirmedAt)) return null
  const asked = uuid()
  await db
    .updateTable('courses.presence')
    .set({ check_id: asked, asked_at: now })
    .where('member_id', '=', memberId)
    .execute()
  return toCheck(asked, now)
}

/** Somebody is there. What was played after the time for an answer had passed is not credited afterwards. */
export async function confirmPresence(
  db: CoursesDb,
  ids: { playbackId: string; checkId: string },
  { caller, now }: Context,
): Promise<void> {
  const playing = await db
    .selectFrom('courses.section_progress')
    .select('section_id')
    .where('member_id', '=', caller.memberId)
    .where('playback_id', '=', ids.playbackId)
    .forUpdate()
    .executeTakeFirst()
  if (!playing) throw refuse(PLAYBACK_TAKEN_OVER)
  const { rows } = await sql<{ asked_at: number }>`
    with open as (
      select asked_at from courses.presence where member_id = ${caller.memberId} and check_id = ${ids.checkId} for update
    )
    update courses.presence p set confirmed_at = ${now}, check_id = null, asked_at = null from open
    where p.member_id = ${caller.memberId} returning open.asked_at`.execute(db)
  const askedAt = rows[0]?.asked_at
  if (askedAt === undefined) throw refuse(PRESENCE_NOT_ASKED)
  if (now <= askedAt + answerMs) return
  await sql`
    update courses.section_progress set credited_until = greatest(credited_until, ${now}::bigint), carry_ms = 0
    where member_id = ${caller.memberId} and playback_id = ${ids.playbackId}`.execute(db)
}
