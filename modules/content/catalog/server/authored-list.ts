/** Authored content as its authors see it: the list, and the same facts of one item for its editor. */
import { type RawBuilder, sql } from 'kysely'
import type { AuthoredContent, AuthoredQuery, ShelfStatus } from '#kit/authored-content.ts'
import type { Caller } from '#kit/caller.ts'
import { directorySql, organizationsSql } from '#modules/platform/identity/server.ts'
import type { Database } from '#server/db/connection.ts'
import { type Counted, countedRows, foundSql } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { ContentRecord, Lifecycle, StoredApproval } from './lifecycle.ts'

interface AuthoredRow {
  readonly id: string
  readonly name: string
  readonly organization: { readonly id: string; readonly name: string }
  readonly author: { readonly id: string; readonly fullName: string; readonly avatarPath: string } | null
  readonly status: ShelfStatus
  readonly approval: StoredApproval
  readonly has_changes: boolean
  readonly version_number: number
  readonly updated_at: number
  readonly published_at: number | null
  readonly revision: number
}

/** `full_rows`: what a list item shows, of the ids that `page` names. */
function fullRowsSql<T, R extends ContentRecord, A extends string>(
  { options }: Lifecycle<T, R, A>,
  companyId: string,
  page: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`full_rows as (
    select c.id, c.name, json_build_object('id', o.id, 'name', o.name) as organization,
      case when a.id is not null then
        json_build_object('id', a.id, 'fullName', a.full_name, 'avatarPath', a.avatar_path) end as author,
      c.status, c.approval, ${options.hasChangesSql} as has_changes, c.version_number, c.updated_at, c.published_at,
      c.revision
    from ${page} join ${sql.table(options.table)} c on c.id = page.id
    join ${organizationsSql(companyId)} o on o.id = c.organization_id
    left join ${directorySql(companyId)} a on a.id = c.author_id)`
}

async function itemsOf<T, R extends ContentRecord, A extends string>(
  db: Database<T>,
  lifecycle: Lifecycle<T, R, A>,
  companyId: string,
  rows: readonly AuthoredRow[],
) {
  const approvals = await lifecycle.approvals(db, companyId, rows)
  return rows.map(({ has_changes: hasChanges, version_number: versionNumber, ...row }) => {
    const approval = approvals.get(row.id) ?? null
    const state = { status: row.status, hasChanges, approval: approval?.state ?? null }
    return {
      ...{ id: row.id, name: row.name, organization: row.organization, author: row.author, status: row.status },
      approval,
      hasUnpublishedChanges: hasChanges && versionNumber > 0,
      updatedAt: row.updated_at,
      publishedAt: row.published_at,
      revision: row.revision,
      actions: lifecycle.options.rules.actionsOf(state),
    } satisfies Omit<AuthoredContent, 'actions'> & { actions: A[] }
  })
}

/** The items that the caller wrote or manages, the last changed first. The content has versions. */
export async function listAuthored<T, R extends ContentRecord, A extends string>(
  db: Database<T>,
  lifecycle: Lifecycle<T, R, A>,
  caller: Caller,
  { status, approval, search, mine, ...paging }: AuthoredQuery,
) {
  const { table, policy } = lifecycle.options
  const { companyId } = caller
  const matching = sql`from ${sql.table(table)} c
    where c.company_id = ${companyId} and c.deleted_at is null and ${policy.editableSql(caller, 'c', mine)}
      and ${status === undefined ? sql`true` : sql`c.status = ${status}`}
      and ${approval === undefined ? sql`true` : sql`c.approval = ${approval}`}
      and ${containsWordsSql(sql`c.name`, search)}`
  const { rows } = await sql<Counted<AuthoredRow>>`
    with ${foundSql(sql`id`, sql`updated_at desc, id`, matching, paging)},
    ${fullRowsSql(lifecycle, companyId, sql`unnest((select ids from found)) page(id)`)}
    select found.record_count, f.* from found left join full_rows f on true
    order by f.updated_at desc, f.id`.execute(db)
  const { items, recordCount } = countedRows<AuthoredRow>(rows)
  return { items: await itemsOf(db, lifecycle, companyId, items), recordCount }
}

/** One item that the caller may change, with the facts of the list, and whether publishing it takes an application. */
export async function getAuthored<T, R extends ContentRecord, A extends string>(
  db: Database<T>,
  lifecycle: Lifecycle<T, R, A>,
  caller: Caller,
  id: string,
) {
  const record = await lifecycle.getEditable(db, caller, id)
  const { companyId } = caller
  const { rows } = await sql<AuthoredRow>`
    with ${fullRowsSql(lifecycle, companyId, sql`(select ${id}::uuid as id) page`)} select * from full_rows`.execute(db)
  const [item] = await itemsOf(db, lifecycle, companyId, rows)
  if (!item) throw new Error(`${lifecycle.options.table} ${id} has no organization`)
  return { ...item, needsApproval: await lifecycle.needsApproval(db, record) }
}
