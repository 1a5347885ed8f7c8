/** Items of a kind of content that lies in one table with a shelf: `id, company_id, name, status, deleted_at`. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { withTables } from '#server/db/connection.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { ContentItem, ContentKind } from './kinds.ts'

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
}

interface ItemRow {
  readonly id: string
  readonly name: string
  readonly coverFileId: string | null
  readonly isAvailable: boolean
}

const idsSql = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`

export function tableContent(content: ContentTable): Pick<ContentKind, 'items' | 'visible' | 'search'> {
  const { alias, link, openSql, choosableSql, newestFirst, hasCover = true } = content
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
  return {
    items: (db, companyId, ids) => find(db, companyId, sql`${column('id')} = ${idsSql(ids)}`),
    visible: (db, caller, ids) =>
      find(
        db,
        caller.companyId,
        sql`${column('id')} = ${idsSql(ids)} and ${column('deleted_at')} is null
          and ${column('status')} <> 'draft' and ${openSql(caller)}`,
      ),
    search: (db, caller, search, limit) =>
      find(
        db,
        caller.companyId,
        sql`${onShelf} and ${choosableSql(caller)} and ${containsWordsSql(column('name'), search)}
          order by ${column(newestFirst)} desc, ${column('id')} limit ${limit}`,
      ),
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
