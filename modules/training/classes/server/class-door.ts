/** A class for the modules that belong to it: attendance, homework, graduation, costs. */
import { type RawBuilder, sql } from 'kysely'
import { type Caller, can } from '#kit/caller.ts'
import { NO_PERMISSION, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Activity, ActivityKind } from '../contract/activities.ts'
import { CLASS_CLOSED } from '../contract/codes.ts'
import { newClass } from '../contract/fields.ts'
import { contentOf, findActivities } from './activities.ts'
import { type ActivityRef, type ActivityStanding, activityStandings, counts } from './activity-progress.ts'
import { type EnteredClass, enterClass as enter, noteOpened, opensAt } from './class-content.ts'
import { classLifecycle } from './class-lifecycle.ts'
import { classPolicy } from './class-policy.ts'
import { classesTables } from './db.ts'
import { createClass } from './managed-classes.ts'
import { findPlacedClass, type PlacedClass } from './placed-class.ts'
import { isUnpaid } from './unpaid.ts'

export type { ActivityRef, ActivityStanding } from './activity-progress.ts'
export type { PlacedClass } from './placed-class.ts'

/**
 * The class for a caller who runs it; refuses 64104 where there is none such. With `forEdit` a closed class is refused
 * (60131), and it stays as open as it is until the end of the transaction.
 */
export async function runClass(
  connection: Connection,
  caller: Caller,
  classId: string,
  { forEdit = false }: { readonly forEdit?: boolean } = {},
): Promise<PlacedClass> {
  const db = classesTables(connection)
  await classLifecycle.getEditable(db, caller, classId)
  const found = await findPlacedClass(db, { id: classId, companyId: caller.companyId }, { lock: forEdit && 'share' })
  if (forEdit && found.closedAt !== null) throw refuse(CLASS_CLOSED)
  return found
}

/**
 * For participants and those who run the class; refuses 64104, 60139, and everyone else with NO_PARTICIPANT. `forEdit` as
 * of `runClass`.
 */
export async function enterClass(
  connection: Connection,
  caller: Caller,
  classId: string,
  now: number,
  { forEdit = false }: { readonly forEdit?: boolean } = {},
): Promise<EnteredClass> {
  const entered = await enter(classesTables(connection), caller, classId, now, { lock: forEdit && 'share' })
  if (forEdit && entered.found.closedAt !== null) throw refuse(CLASS_CLOSED)
  return entered
}

/** Whether the caller has still to buy the class; what the caller is entitled to stays until the transaction ends. */
export function mustBuyClass(connection: Connection, caller: Caller, id: string, now: number): Promise<boolean> {
  return isUnpaid(classesTables(connection), caller, id, now, true)
}

/** Whoever has checked in, or handed something in, has used the class. */
export function noteStarted(
  connection: Connection,
  of: { readonly classId: string; readonly memberId: string; readonly now: number },
): Promise<void> {
  return noteOpened(classesTables(connection), of)
}

/** The activities of a kind in their order, with the time from which participants may open each. */
export async function activitiesOfKind(
  connection: Connection,
  found: PlacedClass,
  kind: ActivityKind,
): Promise<(Activity & { readonly releasedAt: number })[]> {
  const all = await findActivities(classesTables(connection), found.id)
  return all.filter((one) => one.kind === kind).map((one) => ({ ...one, releasedAt: opensAt(found, one) }))
}

interface DraftOfClass {
  readonly name: string
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly capacity: number
}

/** A draft of a class that the caller writes; refuses one who runs no classes. */
export async function draftClass(connection: Connection, caller: Caller, of: DraftOfClass, now: number) {
  if (!can(caller, 'class.run')) throw refuse(NO_PERMISSION)
  const { id } = await createClass(classesTables(connection), caller, { ...newClass, ...of }, now)
  return id
}

/** The class of a company, whoever asks: for jobs. Undefined where it is gone. `lock` keeps it as it is until the transaction ends. */
export async function findClass(
  connection: Connection,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  { lock = false }: { readonly lock?: 'share' | false } = {},
): Promise<PlacedClass | undefined> {
  return await findPlacedClass(classesTables(connection), { id, companyId }, { lock, orNone: true })
}

/** The classes that name the caller among those who run them, and that go on: id, name. Undefined: the caller may run none. */
export function ownRunSql(caller: Caller): RawBuilder<unknown> | undefined {
  if (!classPolicy.mayEditAny(caller)) return undefined
  return sql`(
    select s.id, s.name from classes.class s
    where s.company_id = ${caller.companyId} and s.status = 'on-shelf' and s.deleted_at is null and s.closed_at is null
      and (s.author_id = ${caller.memberId} or s.manager_ids @> array[${caller.memberId}]::uuid[]
        or s.teacher_ids @> array[${caller.memberId}]::uuid[])
      and ${classPolicy.editableSql(caller, 's')})`
}

/** Those who take part: memberId, graduation (1, 2), enrolledAt. */
export const enrolledSql = (companyId: string, classId: string): RawBuilder<unknown> => sql`(
  select e.member_id as "memberId", e.graduation::int as graduation, coalesce(e.decided_at, e.queued_at) as "enrolledAt"
  from classes.enrollment e
  where e.class_id = ${classId} and e.company_id = ${companyId} and e.state = 'enrolled')`

export interface NamedActivity extends Activity {
  readonly name: string
  /** It is asked of everyone, and something says who has finished it. */
  readonly isCounted: boolean
}

/** The activities of a class in their order. */
export async function classActivities(
  connection: Connection,
  { id, companyId }: { readonly id: string; readonly companyId: string },
): Promise<NamedActivity[]> {
  const db = classesTables(connection)
  const activities = await findActivities(db, id)
  const item = await contentOf(db, companyId, activities)
  return activities.map((one) => ({ ...one, name: item(one)?.name ?? one.title, isCounted: counts(one) }))
}

/** How far these members are with these activities: a bounded number of statements, whatever their number. */
export function classStandings(
  connection: Connection,
  companyId: string,
  of: { readonly memberIds: readonly string[]; readonly activities: readonly ActivityRef[] },
): Promise<(memberId: string, activity: ActivityRef) => ActivityStanding> {
  return activityStandings(classesTables(connection), companyId, of)
}

/** Which of these members graduate by this: those who take part and have not graduated (TRAINING-022). */
export async function graduateMembers(
  connection: Connection,
  of: {
    readonly companyId: string
    readonly classId: string
    readonly memberIds: readonly string[]
    readonly now: number
  },
): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    update classes.enrollment set graduation = 2, graduated_at = ${of.now}
    where class_id = ${of.classId} and company_id = ${of.companyId} and member_id = any(${[...of.memberIds]}::uuid[])
      and state = 'enrolled' and graduation = 1
    returning member_id as "memberId"`.execute(classesTables(connection))
  return rows.map(({ memberId }) => memberId)
}

/** Takes graduations back; answers whose. */
export async function revokeGraduations(
  connection: Connection,
  of: { readonly companyId: string; readonly classId: string; readonly memberIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    update classes.enrollment set graduation = 1, graduated_at = null
    where class_id = ${of.classId} and company_id = ${of.companyId} and member_id = any(${[...of.memberIds]}::uuid[])
      and graduation = 2
    returning member_id as "memberId"`.execute(classesTables(connection))
  return rows.map(({ memberId }) => memberId)
}
