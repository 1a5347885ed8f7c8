/** Items of a kind of content that lies in one table with a shelf: `id, company_id, author_id, name, status, deleted_at`. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { withTables } from '#server/db/connection.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { ContentCandidate, ContentCategory, ContentItem, ContentKind } from './kinds.ts'

export interface ContentTable {
  /** `courses.course`: a table of the module that asks. */
  readonly table: string
  /** What the conditions below call a row: `c`. */
  readonly alias: string
  /** The screen on which an item is opened. */
  readonly link: (id: string) => string
  /** Whether the caller may open a row that is no draft and not deleted. */
  readonly openSql: (caller: Caller) => RawBuilder<boolean>
  /** Whether the caller may choose a row that is on the shelf. */
  readonly choosableSql: (caller: Caller) => RawBuilder<boolean>
  /** The column `cover_file_id` is not there. */
  readonly hasCover?: false
  readonly newestFirst: 'published_at' | 'updated_at'
  /** The table of categories (`id, company_id, parent_id, name, sort`) and the column that names the one of a row. */
  readonly category?: {
    readonly table: string
    readonly column: string
    /** Which are offered, of the row `one`; all where it is left out. */
    readonly isShownSql?: RawBuilder<boolean>
  }
}

interface ItemRow {
  readonly id: string
  readonly name: string
  readonly coverFileId: string | null
  readonly isAvailable: boolean
}

const idsSql = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`

/** The category with all below it. */
function inCategorySql(categories: string, column: RawBuilder<unknown>, categoryId: string): RawBuilder<boolean> {
  const table = sql.table(categories)
  return sql`${column} in (
    with recursive below as (
      select id from ${table} where id = ${categoryId}::uuid
      union select child.id from ${table} child join below on child.parent_id = below.id)
    select id from below)`
}

/** Parents before their children, siblings in their order. */
async function listCategories(
  db: Connection,
  companyId: string,
  categories: string,
  isShown: RawBuilder<boolean> = sql`true`,
): Promise<ContentCategory[]> {
  const table = sql.table(categories)
  const { rows } = await sql<ContentCategory>`
    with recursive tree as (
      select one.id, one.parent_id, one.name, array[one.sort] as sorts, array[one.name] as names from ${table} one
      where one.company_id = ${companyId} and one.parent_id is null and ${isShown}
      union all
      select one.id, one.parent_id, one.name, tree.sorts || one.sort, tree.names || one.name
      from ${table} one join tree on one.parent_id = tree.id where ${isShown})
    select id, parent_id as "parentId", name from tree order by sorts, names`.execute(withTables<unknown>(db))
  return rows
}

type TableContent = Pick<ContentKind, 'items' | 'visible' | 'search' | 'categories'> &
  Required<Pick<ContentKind, 'foundSql'>>

export function tableContent(content: ContentTable): TableContent {
  const { alias, link, openSql, choosableSql, newestFirst, hasCover = true, category } = content
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const onShelf = sql`(${column('status')} = 'on-shelf' and ${column('deleted_at')} is null)`
  const cover = hasCover ? column('cover_file_id') : sql`null`
  const find = async (db: Connection, companyId: string, condition: RawBuilder<unknown>): Promise<ContentItem[]> => {
    const { rows } = await sql<ItemRow>`
      select ${column('id')}, ${column('name')}, ${cover} as "coverFileId", ${onShelf} as "isAvailable"
      from ${sql.table(content.table)} ${sql.ref(alias)}
      where ${column('company_id')} = ${companyId} and ${condition}`.execute(withTables<unknown>(db))
    return rows.map((row) => ({ ...row, link: link(row.id) }))
  }
  const categoryName = category
    ? sql`(select name from ${sql.table(category.table)} where id = ${column(category.column)})`
    : sql`null`
  const inCategory = (id: string | undefined) =>
    category && id !== undefined ? inCategorySql(category.table, column(category.column), id) : sql`true`
  return {
    items: (db, companyId, ids) => find(db, companyId, sql`${column('id')} = ${idsSql(ids)}`),
    visible: (db, caller, ids) =>
      find(
        db,
        caller.companyId,
        sql`${column('id')} = ${idsSql(ids)} and ${column('deleted_at')} is null
          and ${column('status')} <> 'draft' and ${openSql(caller)}`,
      ),
    foundSql: (caller, id) => sql`exists (select from ${sql.table(content.table)} ${sql.ref(alias)}
      where ${column('id')} = ${id} and ${column('company_id')} = ${caller.companyId} and ${onShelf} and ${openSql(caller)})`,
    async search(db, caller, search, limit, categoryId) {
      const { rows } = await sql<ItemRow & Pick<ContentCandidate, 'authorId' | 'category' | 'at'>>`
        select ${column('id')}, ${column('name')}, ${cover} as "coverFileId", true as "isAvailable",
          ${column('author_id')} as "authorId", ${categoryName} as category, ${column(newestFirst)} as at
        from ${sql.table(content.table)} ${sql.ref(alias)}
        where ${column('company_id')} = ${caller.companyId} and ${onShelf} and ${choosableSql(caller)}
          and ${containsWordsSql(column('name'), search)} and ${inCategory(categoryId)}
        order by ${column(newestFirst)} desc, ${column('id')} limit ${limit}`.execute(withTables<unknown>(db))
      return rows.map((row) => ({ ...row, link: link(row.id) }))
    },
    ...(category && {
      categories: (db: Connection, companyId: string) =>
        listCategories(db, companyId, category.table, category.isShownSql),
    }),
  }
}

/** Whether the caller has started an item, because only learners score it. */
export function hasStarted(registration: {
  readonly table: string
  readonly itemColumn: string
  readonly startedColumn: string
}) {
  const { table, itemColumn, startedColumn } = registration
  return async (db: Connection, caller: Caller, id: string): Promise<boolean> => {
    const { rows } = await sql`
      select from ${sql.table(table)} where member_id = ${caller.memberId} and ${sql.ref(itemColumn)} = ${id}
        and ${sql.ref(startedColumn)} is not null`.execute(withTables<unknown>(db))
    return rows.length > 0
  }
}
