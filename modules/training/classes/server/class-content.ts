/** The content of a class, for its participants and those who run it. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { Activity } from '../contract/activities.ts'
import { CLASS_CANCELLED, CLASS_MISSING, NO_PARTICIPANT, NOT_RELEASED } from '../contract/codes.ts'
import type { ClassContent } from '../contract/learning.ts'
import type { classes } from '../contract.ts'
import { contentOf, findActivities, phasesOf } from './activities.ts'
import { findActivityKind } from './activity-kinds.ts'
import { activityStandings, counts } from './activity-progress.ts'
import { classPolicy } from './class-policy.ts'
import type { ClassesDb } from './db.ts'
import { findPlacedClass, type PlacedClass } from './placed-class.ts'
import { isUnpaid } from './unpaid.ts'

export interface EnteredClass {
  readonly found: PlacedClass
  readonly isStaff: boolean
  readonly isParticipant: boolean
}

/**
 * Refuses whoever neither takes part in the class nor runs it (TRAINING-023, TRAINING-024), and a participant who has still to
 * buy it. What the caller is entitled to is kept as it is before the class is, here as where a purchase is paid back.
 */
export async function enterClass(
  db: ClassesDb,
  caller: Caller,
  id: string,
  now: number,
  { lock }: { readonly lock: false | 'share' } = { lock: false },
): Promise<EnteredClass> {
  const mustPay = await isUnpaid(db, caller, id, now, lock === 'share')
  const found = await findPlacedClass(db, { id, companyId: caller.companyId }, { lock })
  const { rows } = await sql<{ isStaff: boolean; isParticipant: boolean }>`
    select ${classPolicy.editableSql(caller, 's')} as "isStaff", exists (
      select from classes.enrollment e where e.class_id = s.id and e.member_id = ${caller.memberId}
        and e.state = 'enrolled') as "isParticipant"
    from classes.class s where s.id = ${id}`.execute(db)
  const { isStaff = false, isParticipant = false } = rows[0] ?? {}
  if (found.status === 'draft' && !isStaff) throw refuse(CLASS_MISSING)
  if (found.status === 'off-shelf' && !isStaff) throw refuse(CLASS_CANCELLED)
  if (!isStaff && !isParticipant) throw refuse(NO_PARTICIPANT)
  if (!isStaff && mustPay) throw refuse(NOT_BOUGHT)
  return { found, isStaff, isParticipant }
}

/** An activity opens at its own time, else with the class. */
export const opensAt = ({ startsAt }: PlacedClass, activity: Activity): number => activity.opensAt ?? startsAt ?? 0

export async function classContent(db: ClassesDb, caller: Caller, id: string, now: number): Promise<ClassContent> {
  const { found, isStaff } = await enterClass(db, caller, id, now)
  const { companyId, memberId } = caller
  const activities = await findActivities(db, id)
  const item = await contentOf(db, companyId, activities)
  const standing = await activityStandings(db, companyId, { memberIds: [memberId], activities })
  const shown = activities.map((activity) => {
    const isReleased = isStaff || opensAt(found, activity) <= now
    const content = item(activity)
    const link = linkOf(id, activity, content)
    return {
      ...activity,
      ...{ name: content?.name ?? activity.title, isReleased, ...standing(memberId, activity) },
      // What is not released yet says what it is, and nothing of what it holds.
      ...(isReleased ? { link } : { link: '', url: '', text: '', fileIds: [] }),
    }
  })
  const required = shown.filter(counts)
  return {
    phases: await phasesOf(db, id),
    activities: shown,
    required: required.length,
    requiredFinished: required.filter(({ isFinished }) => isFinished).length,
  }
}

/** Where participants open the activity; empty: there is no screen for it. */
function linkOf(
  classId: string,
  { id, kind, url }: Activity,
  content?: { isAvailable: boolean; link: string },
): string {
  if (kind === 'link') return url
  if (kind === 'content') return content?.isAvailable ? content.link : ''
  return findActivityKind(kind)?.screen?.(classId, id) ?? ''
}

/** Counts the first visit of a participant as the start. */
export async function noteOpened(
  db: ClassesDb,
  { classId, memberId, now }: { readonly classId: string; readonly memberId: string; readonly now: number },
): Promise<void> {
  await sql`update classes.enrollment set opened_at = ${now}
    where class_id = ${classId} and member_id = ${memberId} and state = 'enrolled' and opened_at is null`.execute(db)
}

async function openedAt(db: ClassesDb, activityId: string, memberId: string): Promise<number | undefined> {
  const { rows } = await sql<{ openedAt: number }>`
    select opened_at as "openedAt" from classes.visit
    where activity_id = ${activityId} and member_id = ${memberId}`.execute(db)
  return rows[0]?.openedAt
}

/** Answers when the caller opened it for the first time. In a closed class nothing is kept of a first time: it counts no more. */
export async function openActivity(db: ClassesDb, caller: Caller, id: string, activityId: string, now: number) {
  const { found, isStaff } = await enterClass(db, caller, id, now, { lock: 'share' })
  const activity = (await findActivities(db, id)).find((one) => one.id === activityId)
  if (!activity || !['link', 'notice', 'material'].includes(activity.kind)) throw refuse(NOT_FOUND)
  const from = opensAt(found, activity)
  if (from > now && !isStaff) throw refuse(NOT_RELEASED, { opensAt: from })
  const { companyId, memberId } = caller
  if (found.closedAt !== null) return { openedAt: (await openedAt(db, activityId, memberId)) ?? now }
  await noteOpened(db, { classId: id, memberId, now })
  const { rows } = await sql<{ openedAt: number }>`
    insert into classes.visit (activity_id, member_id, class_id, company_id, opened_at)
    values (${activityId}, ${memberId}, ${id}, ${companyId}, ${now})
    on conflict (activity_id, member_id) do update set opened_at = classes.visit.opened_at
    returning opened_at as "openedAt"`.execute(db)
  return { openedAt: rows[0]?.openedAt ?? now }
}

interface Classmate {
  readonly id: string
  readonly fullName: string
  readonly avatarPath: string
  readonly organizationName: string
}

export async function classmates(
  db: ClassesDb,
  caller: Caller,
  id: string,
  { search, ...paging }: Input<typeof classes.classmates>['query'],
  now: number,
) {
  await enterClass(db, caller, id, now)
  const matching = sql`from classes.enrollment e join ${directorySql(caller.companyId)} m on m.id = e.member_id
    where e.class_id = ${id} and e.state = 'enrolled' and ${containsWordsSql(sql`m.full_name`, search)}`
  return sqlPage<Classmate>(db, paging, {
    matching,
    rows: (window) => sql<Classmate>`
      select m.id, m.full_name as "fullName", m.avatar_path as "avatarPath", m.organization_name as "organizationName"
      ${matching} order by m.full_name, m.id ${window}`,
  })
}
