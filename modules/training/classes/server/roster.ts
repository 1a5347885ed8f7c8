/** The roster of a class for those who run it: who is on it, who is put on it, and who leaves it. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { directorySql, organizationsSql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { ALREADY_ENROLLED, CLASS_FULL, ENROLLMENT_STATE, REASON_REQUIRED } from '../contract/codes.ts'
import type { RosterFigures, RosterRow } from '../contract/roster.ts'
import { livingStates } from '../contract/states.ts'
import type { classes } from '../contract.ts'
import { classLifecycle } from './class-lifecycle.ts'
import { announce } from './class-news.ts'
import type { ClassesDb } from './db.ts'
import { type EnrollmentRecord, findEnrollments, upsertWaiting } from './enrollments.ts'
import { assertMayCome, putOnRoster } from './nominating.ts'
import { assertRunning, findPlacedClass, type PlacedClass } from './placed-class.ts'
import { freePlaces, takePlaces } from './places.ts'
import { settlePlaces } from './settling.ts'
import { offerPlaces } from './waiting-list.ts'

type RosterQuery = Input<typeof classes.roster>['query']

export async function listRoster(
  db: ClassesDb,
  caller: Caller,
  id: string,
  { state, graduation, search, ...paging }: RosterQuery,
) {
  await classLifecycle.getEditable(db, caller, id)
  const { companyId } = caller
  const matching = sql`from classes.enrollment e join ${directorySql(companyId)} m on m.id = e.member_id
    where e.class_id = ${id} and ${state === undefined ? sql`true` : sql`e.state = ${state}`}
      and ${graduation === undefined ? sql`true` : sql`e.graduation = ${graduation}`}
      and ${containsWordsSql(sql`m.full_name`, search)}`
  return sqlPage<RosterRow>(db, paging, {
    matching,
    rows: (window) => sql<RosterRow>`
      select json_build_object('id', m.id, 'fullName', m.full_name, 'avatarPath', m.avatar_path) as member,
        m.organization_name as "organizationName", e.state, e.source, e.is_in_approval as "isInApproval",
        e.queued_at as "enrolledAt", e.offered_until as "offeredUntil", e.decided_at as "decidedAt",
        (select d.full_name from ${directorySql(companyId)} d where d.id = e.decided_by) as "decidedBy", e.reason, e.answers,
        e.graduation
      ${matching} order by e.queued_at, e.id ${window}`,
  })
}

export async function rosterFigures(db: ClassesDb, caller: Caller, id: string): Promise<RosterFigures> {
  const { capacity, placesTaken } = await classLifecycle.getEditable(db, caller, id)
  const { rows } = await sql<Omit<RosterFigures, 'capacity' | 'placesTaken' | 'quotas'>>`
    select count(*) filter (where state = 'pending')::int as pending, count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'offered')::int as offered, count(*) filter (where state = 'enrolled')::int as enrolled,
      count(*) filter (where state = 'withdrawn')::int as withdrawn, count(*) filter (where state = 'refused')::int as refused,
      count(*) filter (where state = 'removed')::int as removed,
      count(*) filter (where state = 'enrolled' and graduation = 2)::int as graduated
    from classes.enrollment where class_id = ${id}`.execute(db)
  const quotas = await sql<RosterFigures['quotas'][number]>`
    select q.organization_id as "organizationId", coalesce(o.name, '') as name, q.places, q.taken from classes.quota q
    left join ${organizationsSql(caller.companyId)} o on o.id = q.organization_id
    where q.class_id = ${id} order by name, q.organization_id`.execute(db)
  return { capacity, placesTaken, ...(rows[0] as (typeof rows)[0]), quotas: quotas.rows }
}

/** The class, for those who run it, with its places locked. */
export async function lockRun(db: ClassesDb, caller: Caller, id: string): Promise<PlacedClass> {
  await classLifecycle.getEditable(db, caller, id)
  const found = await findPlacedClass(db, { id, companyId: caller.companyId }, { lock: true })
  assertRunning(found)
  return found
}

const isLiving = ({ state }: EnrollmentRecord) => livingStates.some((one) => one === state)

/** Those who run the class decide themselves: a nomination needs no consent. */
export async function nominate(db: ClassesDb, caller: Caller, id: string, memberIds: readonly string[], now: number) {
  const found = await lockRun(db, caller, id)
  await assertMayCome(db, caller.companyId, memberIds)
  const by = { source: 'nominated', by: caller.memberId, isDecided: true, now } as const
  const { enrolled, waiting, left } = await putOnRoster(db, found, memberIds, by)
  return { enrolled, waiting, left }
}

interface Ending {
  readonly state: 'refused' | 'removed' | 'withdrawn'
  readonly by: string | null
  readonly reason: string
  readonly now: number
}

/** Ends enrollments of a locked class; their places go to those who wait. */
export async function endEnrollments(
  db: ClassesDb,
  found: PlacedClass,
  ones: readonly EnrollmentRecord[],
  { state, by, reason, now }: Ending,
): Promise<void> {
  if (ones.length === 0) return
  await sql`update classes.enrollment set state = ${state}, offered_until = null, is_in_approval = false, decided_at = ${now},
      decided_by = ${by}, reason = ${reason}
    where id = any(${ones.map(({ id }) => id)}::uuid[])`.execute(db)
  await freePlaces(
    db,
    found.id,
    ones.filter((one) => one.state !== 'waiting'),
  )
  const recipients = ones.map(({ memberId }) => memberId)
  if (state !== 'withdrawn') await announce(db, found, { type: `class.${state}`, recipients, reason, now })
  await offerPlaces(db, found, now)
}

type Decision = Input<typeof classes.decideEnrollments>['body']

export async function decideEnrollments(db: ClassesDb, caller: Caller, id: string, body: Decision, now: number) {
  const { memberIds, decision } = body
  const reason = body.reason.trim()
  const found = await lockRun(db, caller, id)
  if (decision === 'refuse' && reason === '') throw refuse(REASON_REQUIRED)
  await assertClean(db, caller.companyId, { reason })
  const all = await findEnrollments(db, id, memberIds)
  const ours = all.filter(({ state, isInApproval }) => state === 'pending' && !isInApproval)
  if (decision === 'refuse')
    await endEnrollments(db, found, ours, { state: 'refused', by: caller.memberId, reason, now })
  else await acceptEnrollments(db, found, ours, { decidedBy: caller.memberId, now })
  return { decided: ours.length, left: memberIds.length - ours.length }
}

export async function acceptEnrollments(
  db: ClassesDb,
  found: PlacedClass,
  ones: readonly EnrollmentRecord[],
  { decidedBy, now }: { readonly decidedBy: string | null; readonly now: number },
): Promise<void> {
  if (ones.length === 0) return
  await settlePlaces(db, found, ones, { isDecided: true, decidedBy, now })
  const recipients = ones.map(({ memberId }) => memberId)
  await announce(db, found, { type: 'class.enrolled', recipients, now })
}

type Removal = Input<typeof classes.removeParticipants>['body']

export async function removeParticipants(db: ClassesDb, caller: Caller, id: string, body: Removal, now: number) {
  const reason = body.reason.trim()
  const found = await lockRun(db, caller, id)
  if (reason === '') throw refuse(REASON_REQUIRED)
  await assertClean(db, caller.companyId, { reason })
  const all = await findEnrollments(db, id, body.memberIds)
  const ours = all.filter((one) => isLiving(one) && !one.isInApproval)
  await endEnrollments(db, found, ours, { state: 'removed', by: caller.memberId, reason, now })
  return { removed: ours.length, left: body.memberIds.length - ours.length }
}

type Substitution = Input<typeof classes.substitute>['body']

/** The substitute has the place at once: nobody who waits comes between, and no other quota is spent. */
export async function substitute(db: ClassesDb, caller: Caller, id: string, body: Substitution, now: number) {
  const { memberId, substituteId } = body
  const reason = body.reason.trim()
  const found = await lockRun(db, caller, id)
  if (reason === '') throw refuse(REASON_REQUIRED)
  await assertMayCome(db, caller.companyId, [substituteId])
  await assertClean(db, caller.companyId, { reason })
  const rows = await findEnrollments(db, id, [memberId, substituteId])
  const [leaving, coming] = [memberId, substituteId].map((one) => rows.find((row) => row.memberId === one))
  if (leaving?.state !== 'enrolled') throw refuse(ENROLLMENT_STATE, { state: leaving?.state ?? null })
  if (coming && isLiving(coming)) throw refuse(ALREADY_ENROLLED, { state: coming.state })
  await sql`update classes.enrollment set state = 'removed', decided_at = ${now}, decided_by = ${caller.memberId},
      reason = ${reason} where id = ${leaving.id}`.execute(db)
  await freePlaces(db, id, [leaving])
  const free = await findPlacedClass(db, found, { lock: true })
  const { placed, isQuotaUsedUp } = await takePlaces(db, free, [substituteId])
  if (placed.length === 0) throw refuse(CLASS_FULL, { organization: isQuotaUsedUp })
  await upsertWaiting(db, found, [substituteId], { source: 'substitute', now })
  const state = await settlePlaces(db, found, placed, { isDecided: true, decidedBy: caller.memberId, now })
  await announce(db, found, { type: 'class.removed', recipients: [memberId], reason, now })
  await announce(db, found, { type: 'class.nominated', recipients: [substituteId], now })
  // Where the two are of different quotas, the place of one has become free.
  await offerPlaces(db, found, now)
  return { state }
}
