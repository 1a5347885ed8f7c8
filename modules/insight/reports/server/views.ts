/** Saved views. A view is a question and never an answer: each who opens it sees the rows of the own scope. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Caller, can, type Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { assertMembersOfCompany, directorySql, organizationAndAboveSql } from '#modules/platform/identity/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import type { Context } from '#server/module.ts'
import { managesReports } from '../contract/access.ts'
import { TOO_MANY_REPORTS, VIEW_CHANGED } from '../contract/codes.ts'
import type { ReportQuery } from '../contract/query.ts'
import type { ViewDetails, ViewItem } from '../contract/shapes.ts'
import type { reports } from '../contract.ts'
import { assertAudience } from './audiences.ts'
import { compileReport } from './compile.ts'
import type { ReportsDb } from './db.ts'
import { sourceLabel } from './sources.ts'

const viewsMax = 200
const versionsShown = 50

interface ViewRow {
  readonly id: string
  readonly owner_id: string
  readonly owner_name: string
  readonly name: string
  readonly description: string
  readonly query: ReportQuery
  readonly revision: number
  readonly audience: ViewItem['audience']
  readonly organization_ids: string[]
  readonly member_ids: string[]
  readonly updated_at: number
  readonly schedule_count: number
}

/** Whether the caller is in the audience of the view `v`. */
function sharedWithSql({ memberId, organizationId }: Caller): RawBuilder<boolean> {
  return sql<boolean>`(v.audience = 'company' or v.audience = 'chosen' and (${memberId}::uuid = any(v.member_ids)
    or v.organization_ids && array${organizationAndAboveSql(organizationId)}))`
}

const columns = (
  caller: Caller,
) => sql`v.id, v.owner_id, coalesce(p.full_name, '') as owner_name, v.name, v.description,
  v.query, v.revision, v.audience, v.organization_ids, v.member_ids, v.updated_at, case when v.owner_id = ${caller.memberId}
    then (select count(*)::int from reports.schedule s where s.view_id = v.id) else 0 end as schedule_count`

function itemOf(row: ViewRow, caller: Caller, language: Language): ViewItem {
  return {
    ...{ id: row.id, name: row.name, description: row.description, source: row.query.source },
    sourceLabel: sourceLabel(row.query.source, language),
    chart: row.query.chart ?? 'table',
    owner: { id: row.owner_id, fullName: row.owner_name },
    ...{ audience: row.audience, isOwn: row.owner_id === caller.memberId, revision: row.revision },
    ...{ scheduleCount: row.schedule_count, updatedAt: row.updated_at },
  }
}

export async function listViews(
  db: ReportsDb,
  query: Input<(typeof reports)['views']>['query'],
  { caller, language }: Context,
) {
  const whose =
    query.of === 'own'
      ? sql`v.owner_id = ${caller.memberId}`
      : sql`v.owner_id <> ${caller.memberId} and v.audience <> 'owner' and ${sharedWithSql(caller)}`
  const matching = sql`from reports.view v where v.company_id = ${caller.companyId} and ${whose}
    and ${containsSql(sql`v.name`, query.search)}`
  const { items, recordCount } = await sqlPage<ViewRow>(db, query, {
    matching,
    rows: (window) => sql`select ${columns(caller)}
      from (select v.* ${matching} order by v.updated_at desc, v.id desc ${window}) v
      left join ${directorySql(caller.companyId)} p on p.id = v.owner_id order by v.updated_at desc, v.id desc`,
  })
  return { items: items.map((row) => itemOf(row, caller, language)), recordCount }
}

/** A view that the caller owns, or that is shared with the caller; others are not there. */
async function readable(db: ReportsDb, caller: Caller, id: string): Promise<ViewRow> {
  const { rows } = await sql<ViewRow>`select ${columns(caller)} from reports.view v
    left join ${directorySql(caller.companyId)} p on p.id = v.owner_id
    where v.id = ${id} and v.company_id = ${caller.companyId}
      and (v.owner_id = ${caller.memberId} or ${sharedWithSql(caller)})`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  return rows[0]
}

export async function readView(db: ReportsDb, id: string, { caller, language }: Context): Promise<ViewDetails> {
  const row = await readable(db, caller, id)
  const isOwn = row.owner_id === caller.memberId
  return {
    ...itemOf(row, caller, language),
    query: row.query,
    // Who else may open it is said to its owner alone.
    ...{ organizationIds: isOwn ? row.organization_ids : [], memberIds: isOwn ? row.member_ids : [] },
    canShare: isOwn && can(caller, managesReports.permission),
  }
}

/** Locks a view of the caller for a change. */
export async function lockOwnView(db: ReportsDb, { companyId, memberId }: Caller, id: string) {
  const row = await db
    .selectFrom('reports.view')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('owner_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse(NOT_FOUND)
  return row
}

type ViewBody = Input<(typeof reports)['saveView']>['body']

export async function saveView(db: ReportsDb, body: ViewBody, { caller, language, now }: Context) {
  compileReport(body.query, { caller, language, now })
  const { companyId, memberId } = caller
  const { count } = await db
    .selectFrom('reports.view')
    .select(sql<number>`count(*)`.as('count'))
    .where('owner_id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (count >= viewsMax) throw refuse(TOO_MANY_REPORTS, { max: viewsMax })
  const id = uuid()
  await db
    .insertInto('reports.view')
    .values({
      ...{ id, company_id: companyId, owner_id: memberId, name: body.name, description: body.description },
      ...{ query: JSON.stringify(body.query), created_at: now, updated_at: now },
    })
    .execute()
  return { id }
}

export async function changeView(
  db: ReportsDb,
  id: string,
  { revision, ...body }: ViewBody & { readonly revision: number },
  { caller, language, now }: Context,
) {
  const row = await lockOwnView(db, caller, id)
  if (row.revision !== revision) throw refuse(VIEW_CHANGED, { revision: row.revision })
  compileReport(body.query, { caller, language, now })
  await sql`insert into reports.view_version (view_id, company_id, revision, name, description, query, created_at)
    select id, company_id, revision, name, description, query, updated_at from reports.view where id = ${id}`.execute(
    db,
  )
  await db
    .updateTable('reports.view')
    .set({
      ...{ name: body.name, description: body.description, query: JSON.stringify(body.query) },
      ...{ revision: revision + 1, updated_at: now },
    })
    .where('id', '=', id)
    .execute()
  return { revision: revision + 1 }
}

export async function deleteView(db: ReportsDb, caller: Caller, id: string): Promise<void> {
  await lockOwnView(db, caller, id)
  await db.deleteFrom('reports.view').where('id', '=', id).execute()
}

export async function viewVersions(db: ReportsDb, { companyId, memberId }: Caller, id: string) {
  const own = await db
    .selectFrom('reports.view')
    .select('id')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('owner_id', '=', memberId)
    .executeTakeFirst()
  if (!own) throw refuse(NOT_FOUND)
  const rows = await db
    .selectFrom('reports.view_version')
    .select(['revision', 'name', 'description', 'query', 'created_at'])
    .where('view_id', '=', id)
    .orderBy('revision', 'desc')
    .limit(versionsShown)
    .execute()
  return rows.map(({ created_at, query, ...row }) => ({ ...row, query: query as ReportQuery, createdAt: created_at }))
}

export async function shareView(
  db: ReportsDb,
  id: string,
  body: Input<(typeof reports)['shareView']>['body'],
  { caller, audit }: Context,
): Promise<void> {
  const row = await lockOwnView(db, caller, id)
  const isChosen = body.audience === 'chosen'
  const organizationIds = isChosen ? [...new Set(body.organizationIds)] : []
  const memberIds = isChosen ? [...new Set(body.memberIds)] : []
  await assertMembersOfCompany(db, caller.companyId, memberIds)
  await assertAudience(db, caller, { everybody: body.audience === 'company', organizationIds, memberIds })
  const after = { audience: body.audience, organizationIds, memberIds }
  audit({ type: 'report-view', id, name: row.name, before: { audience: row.audience }, after })
  await db
    .updateTable('reports.view')
    .set({ audience: body.audience, organization_ids: organizationIds, member_ids: memberIds })
    .where('id', '=', id)
    .execute()
}
