/** Authored content as its authors see it: the list, and the same facts of one item for its editor. */
import { type RawBuilder, sql } from 'kysely'
import {
  type AuthoredContent,
  type AuthoredQuery,
  type AuthorTab,
  authorTabs,
  type ShelfStatus,
} from '#kit/authored-content.ts'
import type { Caller } from '#kit/caller.ts'
import { directorySql, organizationsSql } from '#modules/platform/identity/server.ts'
import type { Database } from '#server/db/connection.ts'
import { type Counted, countedRows, foundSql } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { ContentRecord, Lifecycle, StoredApproval } from './lifecycle.ts'

/** A kind of content as its authors see it: the lifecycle, and what the list says besides of an item `c`. */
export interface AuthoredKind<Tables, R extends ContentRecord, Action extends string, Row = object, Details = object> {
  readonly lifecycle: Lifecycle<Tables, R, Action>
  readonly details?: {
    readonly columns: RawBuilder<unknown>
    /** The tables besides `c` from which the columns come. */
    readonly joins?: RawBuilder<unknown>
    of(row: Row): Details
  }
}

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
function fullRowsSql<T, R extends ContentRecord, A extends string, Row, Details>(
  { lifecycle: { options }, details }: AuthoredKind<T, R, A, Row, Details>,
  companyId: string,
  page: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`full_rows as (
    select c.id, c.name, json_build_object('id', o.id, 'name', o.name) as organization,
      case when a.id is not null then
        json_build_object('id', a.id, 'fullName', a.full_name, 'avatarPath', a.avatar_path) end as author,
      c.status, ${options.hasChangesSql} as has_changes, c.updated_at, c.revision,
      ${options.isVersioned ? sql`c.approval, c.version_number, c.published_at` : sql`null as approval, 0 as version_number`}
      ${details ? sql`, ${details.columns}` : sql``}
    from ${page} join ${sql.table(options.table)} c on c.id = page.id
    join ${organizationsSql(companyId)} o on o.id = c.organization_id
    left join ${directorySql(companyId)} a on a.id = c.author_id ${details?.joins ?? sql``})`
}

async function itemsOf<T, R extends ContentRecord, A extends string, Row, Details>(
  db: Database<T>,
  { lifecycle, details }: AuthoredKind<T, R, A, Row, Details>,
  companyId: string,
  rows: readonly (AuthoredRow & Row)[],
) {
  const approvals = await lifecycle.approvals(db, companyId, rows)
  return rows.map((row) => {
    const { id, name, organization, author, status, revision, has_changes: hasChanges } = row
    const approval = approvals.get(id) ?? null
    return {
      ...{ id, name, organization, author, status, approval, revision },
      hasUnpublishedChanges: hasChanges && row.version_number > 0,
      updatedAt: row.updated_at,
      publishedAt: row.published_at ?? null,
      actions: lifecycle.options.rules.actionsOf({ status, hasChanges, approval: approval?.state ?? null }),
      ...(details?.of(row) as Details),
    } satisfies Omit<AuthoredContent, 'actions'> & { actions: A[] }
  })
}

type TabCounts = Readonly<Record<AuthorTab, number>>

const tabSql = ({ status, approval }: Pick<AuthoredQuery, 'status' | 'approval'>) => sql<boolean>`(
  ${status === undefined ? sql`true` : sql`c.status = ${status}`}
  and ${approval === undefined ? sql`true` : sql`c.approval = ${approval}`})`

/** How many items each tab has; what has no versions is never applied for. */
const countsSql = (isVersioned: boolean) => {
  const entries = Object.entries(authorTabs).map(([tab, query]) => {
    const counted = 'approval' in query && !isVersioned ? sql`0` : sql`count(*) filter (where ${tabSql(query)})`
    return sql`${sql.lit(tab)}, ${counted}`
  })
  return sql`, json_build_object(${sql.join(entries)}) as counts`
}

/** The items that the caller wrote or manages, the last changed first; `where` is a filter of the kind's own. */
export async function listAuthored<T, R extends ContentRecord, A extends string, Row, Details>(
  db: Database<T>,
  kind: AuthoredKind<T, R, A, Row, Details>,
  caller: Caller,
  { status, approval, search, mine, ...paging }: AuthoredQuery,
  where: RawBuilder<boolean> = sql`true`,
) {
  const { table, policy, isVersioned } = kind.lifecycle.options
  const { companyId } = caller
  const matching = sql`from ${sql.table(table)} c
    where c.company_id = ${companyId} and c.deleted_at is null and ${policy.editableSql(caller, 'c', mine)}
      and ${where} and ${containsWordsSql(sql`c.name`, search)}`
  const tabs = { further: countsSql(isVersioned), shown: tabSql({ status, approval }) }
  const { rows } = await sql<Counted<AuthoredRow & Row> & { readonly counts: TabCounts }>`
    with ${foundSql(sql`id`, sql`updated_at desc, id`, matching, paging, tabs)},
    ${fullRowsSql(kind, companyId, sql`unnest((select ids from found)) page(id)`)}
    select found.record_count, found.counts, f.* from found left join full_rows f on true
    order by f.updated_at desc, f.id`.execute(db)
  const { items, recordCount } = countedRows<AuthoredRow & Row>(rows)
  const { counts } = rows[0] as { counts: TabCounts }
  return { items: await itemsOf(db, kind, companyId, items), recordCount, counts }
}

/** One item that the caller may change, with the facts of the list, and whether publishing it takes an application. */
export async function getAuthored<T, R extends ContentRecord, A extends string, Row, Details>(
  db: Database<T>,
  kind: AuthoredKind<T, R, A, Row, Details>,
  caller: Caller,
  id: string,
) {
  const { lifecycle } = kind
  const record = await lifecycle.getEditable(db, caller, id)
  const { companyId } = caller
  const { rows } = await sql<AuthoredRow & Row>`
    with ${fullRowsSql(kind, companyId, sql`(select ${id}::uuid as id) page`)} select * from full_rows`.execute(db)
  const [item] = await itemsOf(db, kind, companyId, rows)
  if (!item) throw new Error(`${lifecycle.options.table} ${id} has no organization`)
  return { record, item: { ...item, needsApproval: await lifecycle.needsApproval(db, record) } }
}
