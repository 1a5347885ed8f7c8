/** The lives of ids, for those who hold lives by their ids (COURSE-099). */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { liveTables } from './db.ts'
import { viewerOf, visibleSql } from './policy.ts'
import { type SeenRow, type Showing, seenColumns, toLives } from './rows.ts'

/** In the order of the ids, without those that are not published or may not be seen (COURSE-101). */
export async function livesByIds(connection: Connection, caller: Caller, ids: readonly string[], showing: Showing) {
  const db = liveTables(connection)
  const viewer = viewerOf(caller)
  const { rows } = await sql<SeenRow>`
    select ${seenColumns(viewer)} from live.live l
    where l.id = any(${[...ids]}::uuid[]) and l.company_id = ${viewer.companyId} and l.status in (1, 2, 3)
      and ${visibleSql(viewer)}`.execute(db)
  const found = new Map((await toLives(db, rows, showing)).map((live) => [live.id, live]))
  const items = [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
  return { items, recordCount: items.length }
}
