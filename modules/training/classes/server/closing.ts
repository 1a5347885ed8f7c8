/** The end of a class: revoked before it is over, or closed for good. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import {
  ACTIVITIES_UNFINISHED,
  CLASS_CANCELLED,
  CLASS_CLOSED,
  CLASS_STATUS,
  HAS_PARTICIPANTS,
  REASON_REQUIRED,
} from '../contract/codes.ts'
import { actionsOf, type ClassAction, classStateOf, type EnrollmentState } from '../contract/states.ts'
import { unfinishedOf } from './activity-progress.ts'
import { classLifecycle } from './class-lifecycle.ts'
import { endLotteries } from './class-lotteries.ts'
import { announce, announceToAll } from './class-news.ts'
import { classPart } from './class-parts.ts'
import type { ClassesDb } from './db.ts'
import { endApplicationsOf } from './enrollment-approval.ts'
import { releaseMeetings } from './meetings.ts'
import { findPlacedClass, type PlacedClass } from './placed-class.ts'
import { freePlaces, type Place } from './places.ts'

interface Ended extends Place {
  readonly before: EnrollmentState
  readonly isInApproval: boolean
}

/** The class, locked, for those who run it and may do this to it now. */
async function lockFor(
  db: ClassesDb,
  caller: Caller,
  id: string,
  action: ClassAction,
  now: number,
): Promise<PlacedClass> {
  await classLifecycle.getEditable(db, caller, id)
  const found = await findPlacedClass(db, { id, companyId: caller.companyId }, { lock: true })
  if (found.closedAt !== null) throw refuse(CLASS_CLOSED)
  if (!actionsOf(found, now).includes(action)) {
    if (found.status === 'off-shelf') throw refuse(CLASS_CANCELLED)
    throw refuse(CLASS_STATUS, { action, status: classStateOf(found, now) })
  }
  return found
}

export async function revokeClass(db: ClassesDb, caller: Caller, id: string, typed: string, now: number) {
  const reason = typed.trim()
  if (reason === '') throw refuse(REASON_REQUIRED)
  await assertClean(db, caller.companyId, { reason })
  const revoked = await classLifecycle.takeDown(db, caller, id, now)
  await sql`update classes.class set revocation = ${reason} where id = ${id}`.execute(db)
  const found = await findPlacedClass(db, { id, companyId: caller.companyId }, { lock: false })
  await releaseMeetings(db, found, { byMemberId: caller.memberId, now })
  await announceToAll(db, found, { type: 'class.revoked', reason, now })
  return revoked
}

/** TRAINING-018, TRAINING-019. */
export async function closeClass(db: ClassesDb, caller: Caller, id: string, isConfirmed: boolean, now: number) {
  const found = await lockFor(db, caller, id, 'close', now)
  const unfinished = isConfirmed ? { learners: 0, activities: 0 } : await unfinishedOf(db, found)
  if (unfinished.learners > 0) throw refuse(ACTIVITIES_UNFINISHED, unfinished)
  const by = caller.memberId
  await endUndecided(db, found, { by, now })
  await releaseMeetings(db, found, { byMemberId: by, now })
  await endLotteries(db, found, now)
  for (const { closed } of classPart.all()) await closed?.(db, found, { by, now })
  await sql`update classes.class set closed_at = ${now}, closed_by = ${by} where id = ${id}`.execute(db)
  return { id, revision: await classLifecycle.bump(db, id, now) }
}

/** Whoever waits, has an offer or is not decided about does not come any more, and hears it. What waits for approval is still marked. */
async function endUndecided(
  db: ClassesDb,
  found: PlacedClass,
  { by, now }: { readonly by: string; readonly now: number },
): Promise<void> {
  const { rows: ended } = await sql<Ended>`
    update classes.enrollment e set state = 'withdrawn', offered_until = null, decided_at = ${now}, decided_by = ${by}
    from classes.enrollment b
    where b.id = e.id and e.class_id = ${found.id} and e.state in ('pending', 'waiting', 'offered')
    returning e.member_id as "memberId", e.quota_organization_id as "quotaOrganizationId", b.state as before,
      e.is_in_approval as "isInApproval"`.execute(db)
  const places = ended.filter(({ before }) => before !== 'waiting')
  await freePlaces(db, found.id, places)
  const recipients = ended.map(({ memberId }) => memberId)
  await announce(db, found, { type: 'class.closed', recipients, now })
  if (ended.some(({ isInApproval }) => isInApproval)) await endApplicationsOf(db, found.id)
}

export async function deleteClass(db: ClassesDb, caller: Caller, id: string, now: number): Promise<void> {
  await classLifecycle.lockForEdit(db, caller, id, undefined, 'delete')
  const { rows } =
    await sql`select from classes.enrollment where class_id = ${id} and state = 'enrolled' limit 1`.execute(db)
  if (rows.length > 0) throw refuse(HAS_PARTICIPANTS)
  await classLifecycle.remove(db, caller, id, now)
}
