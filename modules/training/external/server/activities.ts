/** External activities as those write them who ask for reports. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Caller, coversCompany } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { assertDays } from '#kit/days.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { organizationsSql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { managesExternal } from '../contract/access.ts'
import type { ManagedActivity } from '../contract/activities.ts'
import { ACTIVITY_CHANGED, HAS_REPORTS } from '../contract/codes.ts'
import type { ActivityInput } from '../contract/fields.ts'
import type { external } from '../contract.ts'
import type { ExternalDb } from './db.ts'
import { assertManages, assertWindow, managesSql } from './policy.ts'

/** Of activity `a`. */
export const activitySql = sql`a.id, a.title, a.kind, a.provider, a.place, a.starts_on::text as "startsOn",
  a.ends_on::text as "endsOn", a.description, a.organization_id as "organizationId", a.report_from as "reportFrom",
  a.report_until as "reportUntil", a.needs_evidence as "needsEvidence",
  (select count(*)::int from external.reporter o where o.activity_id = a.id) as "reporterCount",
  (select count(*)::int from external.report o where o.activity_id = a.id and o.state in ('pending', 'accepted')) as "reportedCount",
  (select count(*)::int from external.report o where o.activity_id = a.id and o.state = 'accepted') as "acceptedCount"`

export const columnsOf = (input: ActivityInput) => ({
  title: input.title,
  kind: input.kind,
  provider: input.provider,
  place: input.place,
  starts_on: input.startsOn,
  ends_on: input.endsOn,
  description: input.description.trim(),
  organization_id: input.organizationId,
  report_from: input.reportFrom,
  report_until: input.reportUntil,
  needs_evidence: input.needsEvidence,
})

export async function listManagedActivities(
  db: ExternalDb,
  caller: Caller,
  { search, when, ...paging }: Input<typeof external.managedActivities>['query'],
  now: number,
) {
  const times = {
    coming: sql`a.report_from > ${now}`,
    open: sql`a.report_from <= ${now} and a.report_until > ${now}`,
    over: sql`a.report_until <= ${now}`,
  }
  const matching = sql`from external.activity a where a.company_id = ${caller.companyId}
    and ${managesSql(caller, sql`a.organization_id`)} and ${when === undefined ? sql`true` : times[when]}
    and ${containsWordsSql(sql`(a.title || ' ' || a.provider)`, search)}`
  return sqlPage<ManagedActivity>(db, paging, {
    matching,
    rows: (window) => sql<ManagedActivity>`
      select ${activitySql}, a.revision, coalesce((select o.name from ${organizationsSql(caller.companyId)} o
        where o.id = a.organization_id), '') as "organizationName"
      ${matching} order by a.report_until desc, a.id ${window}`,
  })
}

async function assertInput(db: ExternalDb, caller: Caller, input: ActivityInput): Promise<void> {
  assertDays({ startsOn: input.startsOn, endsOn: input.endsOn })
  assertWindow(input)
  await assertManages(db, caller, input.organizationId)
  const { title, provider, place, description } = input
  await assertClean(db, caller.companyId, { title, provider, place, description })
}

export async function createActivity(db: ExternalDb, caller: Caller, input: ActivityInput, now: number) {
  await assertInput(db, caller, input)
  const id = uuid()
  const whose = { id, company_id: caller.companyId, created_by: caller.memberId, created_at: now, updated_at: now }
  await db
    .insertInto('external.activity')
    .values({ ...whose, ...columnsOf(input) })
    .execute()
  return { id, revision: 0 }
}

interface ManagedRow {
  readonly id: string
  readonly title: string
  readonly revision: number
  readonly organization_id: string
  readonly report_from: number
  readonly report_until: number
}

/** An activity that the caller manages; `isLocked`: whoever changes it waits. */
export async function findManaged(
  db: ExternalDb,
  caller: Caller,
  id: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<ManagedRow> {
  const query = db
    .selectFrom('external.activity')
    .select(['id', 'title', 'revision', 'organization_id', 'report_from', 'report_until'])
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
  const found = await (isLocked ? query.forUpdate() : query).executeTakeFirst()
  if (!found) throw refuse(NOT_FOUND)
  if (!coversCompany(caller, managesExternal.permission)) await assertManages(db, caller, found.organization_id)
  return found
}

export async function changeActivity(
  db: ExternalDb,
  caller: Caller,
  id: string,
  { revision, ...input }: Input<typeof external.changeActivity>['body'],
  now: number,
) {
  const found = await findManaged(db, caller, id, { isLocked: true })
  if (found.revision !== revision) throw refuse(ACTIVITY_CHANGED, { revision: found.revision })
  await assertInput(db, caller, input)
  const columns = { ...columnsOf(input), revision: revision + 1, updated_at: now }
  await db.updateTable('external.activity').set(columns).where('id', '=', id).execute()
  return { id, revision: revision + 1 }
}

/** What was handed in stays with what asked for it; drafts go. */
export async function deleteActivity(db: ExternalDb, caller: Caller, id: string) {
  await findManaged(db, caller, id, { isLocked: true })
  await db.deleteFrom('external.report').where('activity_id', '=', id).where('state', '=', 'draft').execute()
  const { rows } = await sql`select from external.report where activity_id = ${id} limit 1`.execute(db)
  if (rows.length > 0) throw refuse(HAS_REPORTS)
  await db.deleteFrom('external.activity').where('id', '=', id).execute()
  return {}
}
