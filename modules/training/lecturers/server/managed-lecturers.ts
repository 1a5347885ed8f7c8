/** Lecturers as those see and change them who keep the directory. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { assertNotSelf, type Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { membersByIds, organizationNames, organizationsSql, timeZoneSql } from '#modules/platform/identity/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import { sqlPage } from '#server/db/page.ts'
import { newAvailability } from '../contract/availability.ts'
import { LECTURER_BOOKED, LECTURER_CHANGED, LECTURER_EXISTS } from '../contract/codes.ts'
import type { LecturerInput } from '../contract/fields.ts'
import { type EditedLecturer, endingDays, type LecturerView, type ManagedLecturer } from '../contract/managing.ts'
import type { lecturers } from '../contract.ts'
import type { LecturersDb } from './db.ts'
import { assertCleanTexts, assertFields, assertPicture, columnsOf, invalid } from './input.ts'
import { lecturersSql, matchesSql, shownSql, totalsSql } from './lecturer-sql.ts'
import { assertManages, getManaged, managedSql, organizationSql, type StoredLecturer } from './policy.ts'
import { revise, reviseAvailability } from './revisions.ts'
import { findEntry } from './standing.ts'

export type ManagedFilter = Pick<Input<typeof lecturers.managedLecturers>['query'], 'search' | 'level' | 'view'>

/** Whether the lecturer `l` is in the view. */
function viewSql(view: LecturerView, companyId: string, now: number): RawBuilder<boolean> {
  const today = sql`(to_timestamp(${now}::bigint / 1000.0) at time zone ${timeZoneSql(companyId)})::date`
  const conditions: Readonly<Record<LecturerView, RawBuilder<boolean>>> = {
    all: sql`true`,
    internal: sql`l.kind = 'internal'`,
    external: sql`l.kind = 'external'`,
    ending: sql`coalesce(l.is_enabled and l.contract_until < ${today} + ${endingDays}::int, false)`,
    disabled: sql`not l.is_enabled`,
  }
  return conditions[view]
}

/** `from … where …` of the lecturers that the caller keeps. */
export function managedMatchingSql(caller: Caller, { view = 'all', ...filters }: ManagedFilter, now: number) {
  const { companyId } = caller
  return sql`from ${lecturersSql(companyId)} where l.company_id = ${companyId} and ${managedSql(caller)}
    and ${matchesSql(filters)} and ${viewSql(view, companyId, now)}`
}

/** Those of the ids in `found`, each with its organization and what it teaches. */
export function managedRowsSql<Row>(companyId: string, found: RawBuilder<unknown>, now: number, more = sql``) {
  return sql<Row>`
    select ${shownSql}, l.member_id as "memberId", l.fee_hundredths::text as "feeHundredths",
      json_build_object('id', ${organizationSql}, 'name', coalesce(o.name, '')) as organization,
      l.contract_from::text as "contractFrom", l.contract_until::text as "contractUntil", l.is_enabled as "isEnabled",
      l.updated_at as "updatedAt", l.revision, t.totals ${more}
    from ${lecturersSql(companyId)} join ${found} found on found.id = l.id
    left join ${organizationsSql(companyId)} o on o.id = ${organizationSql} cross join lateral ${totalsSql(now)} t
    order by l.updated_at desc, l.id`
}

export async function listManaged(
  db: LecturersDb,
  caller: Caller,
  query: Input<typeof lecturers.managedLecturers>['query'],
  now: number,
) {
  const { companyId } = caller
  const matching = managedMatchingSql(caller, query, now)
  const page = await sqlPage<ManagedLecturer>(db, query, {
    matching,
    rows: (window) =>
      managedRowsSql(companyId, sql`(select l.id ${matching} order by l.updated_at desc, l.id ${window})`, now),
  })
  const countSql = (view: LecturerView) => sql`(count(*) filter (where ${viewSql(view, companyId, now)}))::int`
  const { rows } = await sql<Record<LecturerView, number>>`
    select count(*)::int as all, ${countSql('internal')} as internal, ${countSql('external')} as external,
      ${countSql('ending')} as ending, ${countSql('disabled')} as disabled
    ${managedMatchingSql(caller, { ...query, view: 'all' }, now)}`.execute(db)
  return { ...page, counts: rows[0] as Record<LecturerView, number> }
}

export async function editedLecturer(
  db: LecturersDb,
  caller: Caller,
  id: string,
  now: number,
): Promise<EditedLecturer> {
  await getManaged(db, caller, id)
  const more = sql`, l.introduction, l.phone, l.email, l.remark, l.employer, l.picture_file_id as "pictureFileId",
    l.availability`
  const { rows } = await managedRowsSql<EditedLecturer>(
    caller.companyId,
    sql`(select ${id}::uuid as id)`,
    now,
    more,
  ).execute(db)
  return rows[0] as EditedLecturer
}

/** Where a new entry belongs. Refuses a member or an organization of another company, and one that the caller does not manage. */
async function assertMayEnter(db: LecturersDb, caller: Caller, { memberId, organizationId }: LecturerInput) {
  const { companyId } = caller
  const member = memberId === null ? undefined : (await membersByIds(db, companyId, [memberId])).get(memberId)
  const place = memberId === null ? organizationId : member?.organizationId
  if (!place || !(await organizationNames(db, companyId, [place])).has(place)) throw refuse(NOT_FOUND)
  await assertManages(db, caller, place)
}

export async function createLecturer(db: LecturersDb, caller: Caller, input: LecturerInput, now: number) {
  const { kind, memberId, ...fields } = input
  const { companyId } = caller
  assertFields(kind, fields)
  if ((kind === 'internal') !== (memberId !== null)) throw invalid('memberId', 'kind', 'belongs to internal lecturers')
  await assertMayEnter(db, caller, input)
  await assertPicture(db, caller, fields.pictureFileId, null)
  await assertCleanTexts(db, companyId, fields)
  const id = uuid()
  const whose = { id, company_id: companyId, kind, member_id: memberId, availability: JSON.stringify(newAvailability) }
  const made = await db
    .insertInto('lecturers.lecturer')
    .values({ ...whose, ...columnsOf(fields), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw refuse(LECTURER_EXISTS, { lecturerId: (await findEntry(db, companyId, memberId ?? ''))?.id ?? null })
  return { id, revision: 0 }
}

/** Refuses a change of another revision than the newest. */
function assertRevision(found: StoredLecturer, revision: number): void {
  if (found.revision !== revision) throw refuse(LECTURER_CHANGED, { revision: found.revision })
}

export async function changeLecturer(
  db: LecturersDb,
  caller: Caller,
  id: string,
  { revision, ...fields }: Input<typeof lecturers.changeLecturer>['body'],
  now: number,
) {
  const found = await getManaged(db, caller, id, 'change')
  assertNotSelf(caller, [found.memberId])
  assertRevision(found, revision)
  assertFields(found.kind, fields)
  const { organizationId } = fields
  if (organizationId !== null && organizationId !== found.organizationId)
    await assertMayEnter(db, caller, { ...fields, kind: found.kind, memberId: null })
  await assertPicture(db, caller, fields.pictureFileId, found.pictureFileId)
  await assertCleanTexts(db, caller.companyId, fields)
  return revise(db, id, columnsOf(fields), now)
}

export async function changeAvailability(
  db: LecturersDb,
  caller: Caller,
  id: string,
  { revision, ...availability }: Input<typeof lecturers.changeAvailability>['body'],
  now: number,
) {
  assertRevision(await getManaged(db, caller, id, 'change'), revision)
  return reviseAvailability(db, id, availability, now)
}

/** Nobody enables the own entry again after it was disabled. */
export async function enableLecturer(db: LecturersDb, caller: Caller, id: string, isEnabled: boolean, now: number) {
  const found = await getManaged(db, caller, id, 'change')
  if (isEnabled) assertNotSelf(caller, [found.memberId])
  if (found.isEnabled === isEnabled) return { id, revision: found.revision }
  return revise(db, id, { is_enabled: isEnabled }, now)
}

/** Without an entry the role counts again: nobody gets past being disabled by deleting the own one. */
export async function deleteLecturer(db: LecturersDb, caller: Caller, id: string) {
  const { memberId } = await getManaged(db, caller, id, 'delete')
  assertNotSelf(caller, [memberId])
  const { rows } = await sql<{ bookings: number }>`
    select count(*)::int as bookings from lecturers.booking where lecturer_id = ${id}`.execute(db)
  const bookings = rows[0]?.bookings ?? 0
  if (bookings > 0) throw refuse(LECTURER_BOOKED, { bookings })
  await db.deleteFrom('lecturers.lecturer').where('id', '=', id).execute()
  return {}
}

/** What the audit log keeps of a lecturer: names instead of ids, and no address. */
async function factsOf(db: LecturersDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<AuditFacts>`
    select l.id, coalesce(m.full_name, l.full_name) as name, l.kind, l.level, l.job_title as "jobTitle", l.employer,
      coalesce(o.name, '') as organization, array_to_string(l.subjects, '、') as subjects, l.introduction,
      l.fee_hundredths::text as "feeHundredths", l.contract_from::text as "contractFrom",
      l.contract_until::text as "contractUntil", l.remark, l.is_enabled as "isEnabled", l.availability::text as availability
    from ${lecturersSql(companyId)} left join ${organizationsSql(companyId)} o on o.id = ${organizationSql}
    where l.id = any(${[...ids]}::uuid[]) and l.company_id = ${companyId}`.execute(db)
  return rows
}

export const auditedLecturers = audited<LecturersDb, 'lecturer'>({ lecturer: factsOf })
