/** Classes as members see them. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { isPaySql } from '#modules/commerce/prices/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { CLASS_CANCELLED, CLASS_MISSING, CLASS_NOT_FOR_YOU } from '../contract/codes.ts'
import type { EnrollmentRules } from '../contract/fields.ts'
import type { ClassDetails, ClassListItem } from '../contract/learning.ts'
import { enrollmentWindow, livingStates } from '../contract/states.ts'
import { businessType, type classes } from '../contract.ts'
import { audienceIncludesSql, isMeantFor, openSql } from './audience.ts'
import { shownSql, stateSql } from './class-fields.ts'
import { classLifecycle } from './class-lifecycle.ts'
import { classPolicy } from './class-policy.ts'
import type { ClassesDb } from './db.ts'
import { findPlacedClass } from './placed-class.ts'
import { isUnpaid } from './unpaid.ts'

export const itemSql = (
  now: number,
) => sql`s.id, ${shownSql}, ${stateSql(now)} as state, s.places_taken as "placesTaken",
  own.state as own, case when own.state = 'enrolled' then own.graduation::int end as graduation`

/** Adds the caller's own enrollment to classes `s`. */
export const ownSql = (caller: Caller) =>
  sql`left join classes.enrollment own on own.class_id = s.id and own.member_id = ${caller.memberId}`

export async function listClasses(
  db: ClassesDb,
  caller: Caller,
  { search, state, classType, mine, isPay, ...paging }: Input<typeof classes.classes>['query'],
  now: number,
) {
  const isMine = sql`own.state in ('pending', 'waiting', 'offered', 'enrolled')`
  const whose = mine ? isMine : sql`(${isMine} or ${audienceIncludesSql(caller)})`
  const matching = sql`from classes.class s ${ownSql(caller)}
    where s.company_id = ${caller.companyId} and s.status = 'on-shelf' and s.deleted_at is null and ${whose}
      and ${state === undefined ? sql`true` : sql`${stateSql(now)} = ${state}`}
      and ${classType === undefined ? sql`true` : sql`s.class_type = ${classType}`}
      and ${containsWordsSql(sql`s.name`, search)}
      and ${isPaySql(caller, { businessTypes: [businessType], id: sql`s.id`, isPay }, now)}`
  return sqlPage<ClassListItem>(db, paging, {
    matching,
    rows: (window) => sql<ClassListItem>`
      select ${itemSql(now)} ${matching} order by s.starts_at desc, s.id ${window}`,
  })
}

/** In the order of the ids, without those that the caller may not see. */
export async function classesByIds(db: ClassesDb, caller: Caller, asked: string | readonly string[], now: number) {
  const ids = typeof asked === 'string' ? [asked] : [...new Set(asked)]
  const { rows } = await sql<ClassListItem>`
    select ${itemSql(now)} from classes.class s ${ownSql(caller)}
    where s.id = any(${ids}::uuid[]) and s.company_id = ${caller.companyId} and s.deleted_at is null and s.status <> 'draft'
      and ${openSql(caller)}`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

interface DetailsRow extends ClassListItem {
  readonly description: string
  readonly managers: ClassDetails['managers']
  readonly teachers: ClassDetails['teachers']
  readonly rules: EnrollmentRules
  readonly reason: string | null
  readonly offeredUntil: number | null
  readonly answers: ClassDetails['enrollment']['answers'] | null
  readonly ahead: number
  readonly isStaff: boolean
}

/** The people of an array of ids, in its order. */
const peopleSql = (caller: Caller, ids: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(json_build_object('id', d.id, 'fullName', d.full_name, 'avatarPath', d.avatar_path) order by one.ordinality)
  from unnest(${ids}) with ordinality one(id, ordinality) join ${directorySql(caller.companyId)} d on d.id = one.id), '[]')`

const isLiving = (state: ClassListItem['own']) => livingStates.some((one) => one === state)

async function detailsOf(db: ClassesDb, caller: Caller, id: string, now: number): Promise<ClassDetails> {
  const { rows } = await sql<DetailsRow>`
    select ${itemSql(now)}, s.description, ${peopleSql(caller, sql`s.manager_ids`)} as managers,
      ${peopleSql(caller, sql`s.teacher_ids`)} as teachers, s.enrollment as rules, own.reason,
      own.offered_until as "offeredUntil", own.answers, ${classPolicy.editableSql(caller, 's')} as "isStaff",
      case when own.state = 'waiting' then (select count(*)::int from classes.enrollment e
        where e.class_id = s.id and e.state = 'waiting' and (e.queued_at, e.id) < (own.queued_at, own.id)) else 0 end as ahead
    from classes.class s ${ownSql(caller)} where s.id = ${id} and s.company_id = ${caller.companyId}`.execute(db)
  const { rules, reason, offeredUntil, answers, ahead, ...row } = rows[0] as DetailsRow
  const found = await findPlacedClass(db, { id, companyId: caller.companyId }, { lock: false })
  const { from, until } = enrollmentWindow(found)
  const isFull = row.placesTaken >= row.capacity && !rules.hasWaitingList
  const mustPay = !row.isStaff && (await isUnpaid(db, caller, id, now))
  const isMeant = await isMeantFor(db, caller, found.organizationIds)
  const obstacle = (): ClassDetails['obstacle'] => {
    if (isLiving(row.own)) return 'enrolled'
    // First of all: whoever it is not for reads nothing of it, also before and after its enrollment.
    if (!isMeant) return 'not-for-you'
    if (row.state === 7 || row.state === 8) return 'closed'
    if (now < from) return 'not-started'
    if (until <= now) return 'ended'
    if (isFull) return 'full'
    return mustPay ? 'unpaid' : null
  }
  return {
    ...row,
    ...{ opensAt: from, closesAt: Number.isFinite(until) ? until : null, form: rules.form },
    ...{ hasWaitingList: rules.hasWaitingList, isReviewed: rules.isReviewed, isExternal: rules.isExternal },
    enrollment: { state: row.own, reason: reason ?? '', ahead, offeredUntil, answers: answers ?? {} },
    obstacle: obstacle(),
    mustBuy: mustPay,
    isOpen: (row.own === 'enrolled' && !mustPay) || row.isStaff,
  }
}

export async function getClass(db: ClassesDb, caller: Caller, id: string, now: number): Promise<ClassDetails> {
  const found = await findPlacedClass(db, { id, companyId: caller.companyId }, { lock: false })
  if (found.status === 'draft') throw refuse(CLASS_MISSING)
  const details = await detailsOf(db, caller, id, now)
  if (details.isStaff) return details
  if (found.status === 'off-shelf') throw refuse(CLASS_CANCELLED)
  if (details.obstacle === 'not-for-you') throw refuse(CLASS_NOT_FOR_YOU)
  return details
}

export async function previewClass(db: ClassesDb, caller: Caller, id: string, now: number): Promise<ClassDetails> {
  await classLifecycle.getPreviewable(db, caller, id, now)
  return detailsOf(db, caller, id, now)
}
