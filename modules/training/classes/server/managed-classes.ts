/** Classes as those see them who run them. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { cleanRichText, getAuthored, listAuthored, plainText } from '#modules/content/catalog/server.ts'
import { ownsFile } from '#modules/platform/files/server.ts'
import { assertMembersOfCompany, membersByIds, organizationNames } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import type { EditedClass } from '../contract/authoring.ts'
import type { ClassInput } from '../contract/fields.ts'
import { actionsOf, type ClassFacts, classStateOf } from '../contract/states.ts'
import type { classes } from '../contract.ts'
import { columnsOf, factsSql, shownSql, stateSql } from './class-fields.ts'
import { assertReady, type ClassRecord, classLifecycle } from './class-lifecycle.ts'
import { announceChange } from './class-news.ts'
import type { ClassesDb } from './db.ts'
import { assertOnce } from './once.ts'
import { changeQuotas, lockPlaces, quotasOf } from './places.ts'
import { offerPlaces } from './waiting-list.ts'

interface FactsRow extends Omit<ClassFacts, 'status'> {
  readonly status: ClassFacts['status']
  readonly capacity: number
  readonly placesTaken: number
  readonly isTemplate: boolean
  readonly series: { readonly id: string; readonly name: string; readonly number: number } | null
}

const managedAt = (now: number) => ({
  lifecycle: classLifecycle,
  details: {
    columns: sql`c.approval is not distinct from 'waiting' as "isApplied", c.published_at as "publishedAt",
      c.closed_at as "closedAt", c.starts_at as "startsAt", c.ends_at as "endsAt", c.capacity,
      c.enrollment_from as "enrollmentFrom", c.enrollment_until as "enrollmentUntil", c.places_taken as "placesTaken", c.is_template as "isTemplate",
      (select json_build_object('id', r.id, 'name', r.name, 'number', c.series_number) from classes.series r
        where r.id = c.series_id) as series`,
    of: (row: FactsRow) => {
      const { startsAt, endsAt, capacity, placesTaken, isTemplate, series } = row
      return {
        ...{ state: classStateOf(row, now), startsAt, endsAt, capacity, placesTaken, isTemplate, series },
        possible: actionsOf(row, now).filter((action) => !isTemplate || action !== 'publish'),
      }
    },
  },
})

export function listManagedClasses(
  db: ClassesDb,
  caller: Caller,
  { state, classType, seriesId, isTemplate = false, ...query }: Input<typeof classes.managedClasses>['query'],
  now: number,
) {
  const ofState = state === undefined ? sql`true` : sql`${stateSql(now, 'c')} = ${state}`
  const ofType = classType === undefined ? sql`true` : sql`c.class_type = ${classType}`
  const ofSeries = seriesId === undefined ? sql`true` : sql`c.series_id = ${seriesId}`
  const matching = sql<boolean>`(c.is_template = ${isTemplate} and ${ofState} and ${ofType} and ${ofSeries})`
  return listAuthored(db, managedAt(now), caller, query, matching)
}

function assertAllOnce({ quotas, enrollment: { form } }: ClassInput): void {
  const organizations = quotas.map(({ organizationId }) => organizationId)
  assertOnce(organizations, (at) => `quotas.${at}.organizationId`, 'has a quota already')
  const keys = form.map(({ key }) => key)
  assertOnce(keys, (at) => `enrollment.form.${at}.key`, 'names another field already')
}

/** Nobody could answer a choice that offers nothing, nor enroll where it has to be answered. */
function assertChoices({ enrollment: { form } }: ClassInput): void {
  const empty = form.findIndex(({ kind, choices }) => kind === 'choice' && choices.length === 0)
  const [path, rule] = [`enrollment.form.${empty}.choices`, 'minItems']
  if (empty !== -1) throw refuse(INVALID_INPUT, { fields: [{ path, rule, message: 'offers nothing to choose' }] })
}

/** The input as it is stored; refuses what names others than the company has. `coverFileId`: the cover so far. */
async function prepared(db: ClassesDb, caller: Caller, input: ClassInput, coverFileId: string | null) {
  const { companyId } = caller
  const organizationIds = [
    ...new Set([...input.organizationIds, ...input.quotas.map(({ organizationId }) => organizationId)]),
  ]
  assertAllOnce(input)
  assertChoices(input)
  const known = await organizationNames(db, companyId, organizationIds)
  if (known.size !== organizationIds.length) throw refuse(NOT_FOUND)
  await assertMembersOfCompany(db, companyId, [...input.managerIds, ...input.teacherIds])
  const isNewCover = input.coverFileId !== null && input.coverFileId !== coverFileId
  if (isNewCover && !(await ownsFile(db, caller, input.coverFileId ?? ''))) throw refuse(NOT_FOUND)
  const description = cleanRichText(input.description)
  const labels = input.enrollment.form.map(({ label, choices }) => [label, ...choices].join(' ')).join(' ')
  const { name, summary, venue } = input
  await assertClean(db, companyId, { name, summary, venue, description: plainText(description), form: labels })
  return { ...input, description }
}

export async function createClass(db: ClassesDb, caller: Caller, input: ClassInput, now: number) {
  const { companyId, organizationId, memberId } = caller
  const stored = await prepared(db, caller, input, null)
  const id = uuid()
  await db
    .insertInto('classes.class')
    .values({
      ...{ id, company_id: companyId, organization_id: organizationId, author_id: memberId, updated_at: now },
      ...columnsOf(stored),
    })
    .execute()
  await changeQuotas(db, { id, companyId }, input.quotas)
  return { id, revision: 0 }
}

const isElsewhere = (before: ClassRecord, after: ClassInput) =>
  before.startsAt !== after.startsAt || before.endsAt !== after.endsAt || before.venue !== after.venue.trim()

export async function changeClass(
  db: ClassesDb,
  caller: Caller,
  id: string,
  { revision, ...input }: Input<typeof classes.changeClass>['body'],
  now: number,
) {
  const before = await classLifecycle.lockForEdit(db, caller, id, revision)
  const stored = await prepared(db, caller, input, before.coverFileId)
  if (before.status === 'on-shelf') assertReady(input)
  await lockPlaces(db, id, input.capacity)
  await db.updateTable('classes.class').set(columnsOf(stored)).where('id', '=', id).execute()
  await changeQuotas(db, before, input.quotas)
  const changed = { id, revision: await classLifecycle.bump(db, id, now) }
  if (before.status === 'on-shelf') {
    await offerPlaces(db, before, now)
    if (isElsewhere(before, input)) await announceChange(db, { ...before, name: input.name }, now)
  }
  return changed
}

export async function editedClass(db: ClassesDb, caller: Caller, id: string, now: number): Promise<EditedClass> {
  const { item } = await getAuthored(db, managedAt(now), caller, id)
  const { rows } = await sql<ClassInput & { readonly revocation: string; readonly closedAt: number | null }>`
    select ${shownSql}, s.description, s.organization_ids as "organizationIds", s.manager_ids as "managerIds",
      s.teacher_ids as "teacherIds", s.enrollment, s.revocation, s.closed_at as "closedAt"
    from classes.class s where s.id = ${id}`.execute(db)
  const found = rows[0] as Omit<(typeof rows)[0], 'quotas'>
  const known = await membersByIds(db, caller.companyId, [...found.managerIds, ...found.teacherIds])
  const members = [...known.values()].map((one) => ({ id: one.id, fullName: one.fullName }))
  return { ...item, ...found, quotas: await quotasOf(db, id), members }
}

/** What the audit log keeps of a class: names instead of ids. */
async function factsOf(db: ClassesDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<AuditFacts & { readonly organization_ids: string[]; readonly staff_ids: string[] }>`
    select s.id, ${shownSql}, ${factsSql}, s.status, s.approval, s.revocation, s.deleted_at as "deletedAt", s.organization_ids,
      s.places_taken as "placesTaken", s.enrollment::text as enrollment, s.manager_ids || s.teacher_ids as staff_ids,
      (select count(*)::int from classes.activity a where a.class_id = s.id) as activities
    from classes.class s where s.id = any(${[...ids]}::uuid[]) and s.company_id = ${companyId}`.execute(db)
  const organizations = await organizationNames(
    db,
    companyId,
    rows.flatMap((row) => row.organization_ids),
  )
  const members = await membersByIds(
    db,
    companyId,
    rows.flatMap((row) => row.staff_ids),
  )
  return rows.map(({ organization_ids: organizationIds, staff_ids: staffIds, ...facts }) => ({
    ...facts,
    organizations: organizationIds.flatMap((one) => organizations.get(one) ?? []).join('、'),
    staff: staffIds.flatMap((one) => members.get(one)?.fullName ?? []).join('、'),
  }))
}

export const auditedClasses = audited<ClassesDb, 'class'>({ class: factsOf })
