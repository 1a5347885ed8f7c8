/** Accommodations: what they give at a start, and the list of those who manage them. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NO_PERMISSION, NOT_FOUND, refuse } from '#kit/errors.ts'
import {
  covers,
  directorySql,
  membersByIds,
  organizationsBelowSql,
  postsSql,
} from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { managesAccommodations } from '../contract/access.ts'
import type { Accommodation, GivenAccommodation } from '../contract/accommodations.ts'
import { ACCOMMODATION_CHANGED } from '../contract/codes.ts'
import type { PublishingState } from '../contract/states.ts'
import type { exams } from '../contract.ts'
import type { ExamsDb } from './db.ts'

const none: GivenAccommodation = { timePercent: 100, extraAttempts: 0, laterMinutes: 0 }

/** The accommodations of one member that count for the exam now: those for it, or else those for every exam. */
const countingSql = (memberId: string | RawBuilder<unknown>, examId: string | RawBuilder<unknown>, now: number) => {
  const valid = sql`a.member_id = ${memberId} and coalesce(a.valid_from <= ${now}, true)
    and coalesce(a.valid_until > ${now}, true)`
  return sql`${valid} and (a.exam_id = ${examId} or a.exam_id is null and not exists (
    select from exams.accommodation b where b.member_id = a.member_id and b.exam_id = ${examId}
      and coalesce(b.valid_from <= ${now}, true) and coalesce(b.valid_until > ${now}, true)))`
}

/** What the member gets in the exam; of several accommodations the most. */
export async function accommodationOf(
  db: ExamsDb,
  { companyId, memberId }: Caller,
  examId: string,
  now: number,
): Promise<GivenAccommodation> {
  const { rows } = await sql<{ [K in keyof GivenAccommodation]: GivenAccommodation[K] | null }>`
    select max(a.time_percent) as "timePercent", max(a.extra_attempts) as "extraAttempts",
      max(a.later_minutes) as "laterMinutes"
    from exams.accommodation a
    where a.company_id = ${companyId} and ${countingSql(memberId, examId, now)}`.execute(db)
  const { timePercent, extraAttempts, laterMinutes } = rows[0] ?? none
  return { timePercent: timePercent ?? 100, extraAttempts: extraAttempts ?? 0, laterMinutes: laterMinutes ?? 0 }
}

/** Whether somebody may start the exam `s` after its end, by a later end of the own, and has an attempt left. */
export const mayStartLaterSql = (now: number): RawBuilder<boolean> => sql`exists (
  select from (
      select a.member_id, max(a.later_minutes) as later_minutes, max(a.extra_attempts) as extra_attempts
      from exams.accommodation a
      where a.company_id = s.company_id and ${countingSql(sql`a.member_id`, sql`s.id`, now)} group by a.member_id) a
    join ${postsSql(sql`s.company_id`)} p on p.member_id = a.member_id
    left join exams.record r on r.exam_id = s.id and r.member_id = a.member_id
    cross join lateral (select (s.published_rules ->> 'attemptsMax')::int as attempts) most
  where s.status = 'on-shelf'
    and s.end_at + a.later_minutes * 60000::bigint > ${now}
    and (most.attempts = 0 or coalesce(r.attempts_used, 0) < most.attempts + a.extra_attempts)
    and (r.member_id is not null or s.organization_ids = '{}' and s.member_ids = '{}'
      or p.member_id = any(s.member_ids) or p.organization_ids && s.organization_ids))`

/** Whether the exam can be entered: in progress (EXAM-024), or within the member's later window. */
export function isEnterable(
  { state, endAt }: { readonly state: PublishingState; readonly endAt: number | null },
  { laterMinutes }: GivenAccommodation,
  now: number,
): boolean {
  return state === 5 || (state === 6 && endAt !== null && now < endAt + laterMinutes * 60_000)
}

export const isAccommodated = (given: GivenAccommodation): boolean =>
  given.timePercent > 100 || given.extraAttempts > 0 || given.laterMinutes > 0

export async function listAccommodations(
  db: ExamsDb,
  caller: Caller,
  { memberId, search, ...paging }: Input<typeof exams.accommodations>['query'],
) {
  const granted = caller.permissions.get(managesAccommodations.permission) ?? []
  const ofMember = memberId === undefined ? sql`true` : sql`a.member_id = ${memberId}`
  const matching = sql`from exams.accommodation a join ${directorySql(caller.companyId)} p on p.id = a.member_id
    where a.company_id = ${caller.companyId} and ${ofMember} and ${containsWordsSql(sql`p.full_name`, search)}
      and p.organization_id in ${organizationsBelowSql(granted)}`
  return sqlPage<Accommodation>(db, paging, {
    matching,
    rows: (window) => sql<Accommodation>`
      select a.id, json_build_object('id', p.id, 'fullName', p.full_name, 'avatarPath', p.avatar_path) as member,
        p.organization_name as "organizationName",
        case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as exam,
        a.time_percent as "timePercent", a.extra_attempts as "extraAttempts", a.later_minutes as "laterMinutes",
        a.reason, a.valid_from as "validFrom", a.valid_until as "validUntil", a.created_at as "createdAt",
        coalesce(w.full_name, '') as "createdBy", a.revision
      from (select a.*, p.full_name, p.avatar_path, p.organization_name ${matching} order by a.id desc ${window}) a
      join ${directorySql(caller.companyId)} p on p.id = a.member_id
      left join exams.exam s on s.id = a.exam_id
      left join ${directorySql(caller.companyId)} w on w.id = a.created_by order by a.id desc`,
  })
}

/** Refuses with 900005 for a member of another company, and with 10138 for a member of an organization that the caller does not manage. */
async function assertManages(db: ExamsDb, caller: Caller, memberId: string): Promise<void> {
  assertNotSelf(caller, [memberId])
  const member = (await membersByIds(db, caller.companyId, [memberId])).get(memberId)
  if (!member) throw refuse(NOT_FOUND)
  if (!(await covers(db, caller, managesAccommodations.permission, member.organizationId))) throw refuse(NO_PERMISSION)
}

/** A time that has an end has it after its start. */
function assertPeriod({ validFrom, validUntil }: Fields): void {
  if (validFrom !== null && validUntil !== null && validUntil <= validFrom)
    throw refuse(INVALID_INPUT, {
      fields: [{ path: 'validUntil', rule: 'order', message: 'is not after validFrom' }],
    })
}

type Fields = Omit<Input<typeof exams.changeAccommodation>['body'], 'revision'>

const columnsOf = ({ timePercent, extraAttempts, laterMinutes, reason, validFrom, validUntil }: Fields) => ({
  ...{ time_percent: timePercent, extra_attempts: extraAttempts, later_minutes: laterMinutes, reason: reason.trim() },
  ...{ valid_from: validFrom, valid_until: validUntil },
})

export async function createAccommodation(
  db: ExamsDb,
  caller: Caller,
  { memberId, examId, ...fields }: Input<typeof exams.createAccommodation>['body'],
  now: number,
) {
  assertPeriod(fields)
  await assertManages(db, caller, memberId)
  const { companyId } = caller
  const exam = await db
    .selectFrom('exams.exam')
    .select('id')
    .where('id', '=', examId)
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (examId !== null && !exam) throw refuse(NOT_FOUND)
  const id = uuid()
  const whose = { id, company_id: companyId, member_id: memberId, exam_id: examId }
  await db
    .insertInto('exams.accommodation')
    .values({ ...whose, ...columnsOf(fields), created_by: caller.memberId, created_at: now })
    .execute()
  return { id }
}

async function lockManaged(db: ExamsDb, caller: Caller, id: string) {
  const found = await db
    .selectFrom('exams.accommodation')
    .select(['member_id', 'revision'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  await assertManages(db, caller, found.member_id)
  return found
}

export async function changeAccommodation(
  db: ExamsDb,
  caller: Caller,
  id: string,
  { revision, ...fields }: Input<typeof exams.changeAccommodation>['body'],
) {
  assertPeriod(fields)
  const found = await lockManaged(db, caller, id)
  if (found.revision !== revision) throw refuse(ACCOMMODATION_CHANGED, { revision: found.revision })
  const columns = { ...columnsOf(fields), revision: revision + 1 }
  await db.updateTable('exams.accommodation').set(columns).where('id', '=', id).execute()
  return {}
}

export async function deleteAccommodation(db: ExamsDb, caller: Caller, id: string) {
  await lockManaged(db, caller, id)
  await db.deleteFrom('exams.accommodation').where('id', '=', id).execute()
  return {}
}
